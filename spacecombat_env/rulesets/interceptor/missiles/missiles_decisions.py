"""Decisions of this chapter: loads, launches, defence against missiles."""

from spacecombat_env.core.kernels.decision_functions import (
    generate_apply_number,
    generate_decision_functions,
)

from ..model import DECISIONS, Chapter
from . import decoys, interception, loading, lock_on, point_defence

RULE_MODULES = (decoys, interception, loading, lock_on, point_defence)
legal, apply = generate_decision_functions(globals(), DECISIONS, Chapter.MISSILES, *RULE_MODULES)
apply_number = generate_apply_number(globals(), DECISIONS, Chapter.MISSILES, *RULE_MODULES)
