"""Decisions of this chapter: thrust, evasion, facing."""

from spacecombat_env.core.kernels.decision_functions import (
    generate_apply_number,
    generate_decision_functions,
)

from ..model import DECISIONS, Chapter
from . import facing, movement

RULE_MODULES = (facing, movement)
legal, apply = generate_decision_functions(globals(), DECISIONS, Chapter.MOVEMENT, *RULE_MODULES)
apply_number = generate_apply_number(globals(), DECISIONS, Chapter.MOVEMENT, *RULE_MODULES)
