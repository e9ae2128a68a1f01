"""Decisions of this chapter: set-up, purchase, asteroids, places at the start."""

from spacecombat_env.core.kernels.decision_functions import (
    generate_apply_number,
    generate_decision_functions,
)

from ..model import DECISIONS, Chapter
from . import deployment, mission_setup, pools, purchase

RULE_MODULES = (deployment, mission_setup, pools, purchase)
legal, apply = generate_decision_functions(globals(), DECISIONS, Chapter.FLEETS, *RULE_MODULES)
apply_number = generate_apply_number(globals(), DECISIONS, Chapter.FLEETS, *RULE_MODULES)
