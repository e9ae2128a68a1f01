"""Decisions of this chapter: cover."""

from spacecombat_env.core.kernels.decision_functions import generate_decision_functions

from ..model import DECISIONS, Chapter
from . import cover

legal, apply = generate_decision_functions(globals(), DECISIONS, Chapter.COMBAT, cover)
