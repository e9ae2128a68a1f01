"""Decisions of this chapter: where units start, what they plot, thrust and launch."""

from spacecombat_env.core.kernels.decision_functions import generate_decision_functions

from ..model import DECISIONS, Chapter
from . import deployment, plotting

legal, apply = generate_decision_functions(
    globals(), DECISIONS, Chapter.MOVEMENT, deployment, plotting
)
