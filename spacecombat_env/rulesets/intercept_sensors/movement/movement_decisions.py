"""Decisions of this chapter: starts, plots, thrust and launches of units."""

from spacecombat_env.core.kernels.decision_functions import generate_decision_functions

from ..model import DECISIONS, InterceptChapter
from . import deployment, plotting

legal, apply = generate_decision_functions(
    globals(), DECISIONS, InterceptChapter.MOVEMENT, deployment, plotting
)
