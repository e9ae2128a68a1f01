"""Decisions of this chapter: task forces, rounds, boarding."""

from spacecombat_env.core.kernels.decision_functions import generate_decision_functions

from ..model import DECISIONS, Chapter
from . import boarding, craft_launching, initiative_phase, operations, reconfiguring, round_menu

legal, apply = generate_decision_functions(
    globals(),
    DECISIONS,
    Chapter.FORCES,
    boarding,
    initiative_phase,
    craft_launching,
    operations,
    reconfiguring,
    round_menu,
)
