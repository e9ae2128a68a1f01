"""Decisions of this chapter: the set-up, the Decision Phase, the order of movement."""

from spacecombat_env.core.kernels.decision_functions import (
    generate_apply_number,
    generate_decision_functions,
)

from ..model import DECISIONS, Chapter
from . import decision_phase, setup, tailing

RULE_MODULES = (decision_phase, setup, tailing)
legal, apply = generate_decision_functions(globals(), DECISIONS, Chapter.TURN, *RULE_MODULES)
apply_number = generate_apply_number(globals(), DECISIONS, Chapter.TURN, *RULE_MODULES)
