"""Decisions of this chapter: velocity, the move, ramming, drifting."""

from spacecombat_env.core.kernels.decision_functions import (
    generate_apply_number,
    generate_decision_functions,
)

from ..model import DECISIONS, Chapter
from . import drifting, moving, ramming, turning_points, velocity

RULE_MODULES = (drifting, moving, ramming, turning_points, velocity)
legal, apply = generate_decision_functions(globals(), DECISIONS, Chapter.MOVEMENT, *RULE_MODULES)
apply_number = generate_apply_number(globals(), DECISIONS, Chapter.MOVEMENT, *RULE_MODULES)
