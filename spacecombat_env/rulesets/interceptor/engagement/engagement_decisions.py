"""Decisions of this chapter: ships that fire, their targets and weapons."""

from spacecombat_env.core.kernels.decision_functions import (
    generate_apply_number,
    generate_decision_functions,
)

from ..model import DECISIONS, Chapter
from . import declaring, opportunity

RULE_MODULES = (declaring, opportunity)
legal, apply = generate_decision_functions(globals(), DECISIONS, Chapter.ENGAGEMENT, *RULE_MODULES)
apply_number = generate_apply_number(globals(), DECISIONS, Chapter.ENGAGEMENT, *RULE_MODULES)
