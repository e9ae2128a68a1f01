"""Decisions of this chapter: targets, locks, weapons, overpowering, sand."""

from spacecombat_env.core.kernels.decision_functions import (
    generate_apply_number,
    generate_decision_functions,
)

from ..model import DECISIONS, Chapter
from . import fire, overpower, screens

RULE_MODULES = (fire, overpower, screens)
legal, apply = generate_decision_functions(globals(), DECISIONS, Chapter.BEAMS, *RULE_MODULES)
apply_number = generate_apply_number(globals(), DECISIONS, Chapter.BEAMS, *RULE_MODULES)
