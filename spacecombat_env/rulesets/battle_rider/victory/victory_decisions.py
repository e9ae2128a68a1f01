"""Decisions of this chapter: the deeds of a mission."""

from spacecombat_env.core.kernels.decision_functions import generate_decision_functions

from ..model import DECISIONS, Chapter
from . import mission_deeds

legal, apply = generate_decision_functions(globals(), DECISIONS, Chapter.VICTORY, mission_deeds)
