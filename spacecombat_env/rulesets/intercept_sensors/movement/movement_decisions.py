"""Decisions of this chapter: where units start, what they plot, thrust and launch."""

from spacecombat_env.core.kernels.decision_functions import generate_decision_functions
from spacecombat_env.rulesets.intercept_sensors.model.decisions import DECISIONS, Chapter
from spacecombat_env.rulesets.intercept_sensors.movement import deployment, plotting

legal, apply = generate_decision_functions(
    globals(), DECISIONS, Chapter.MOVEMENT, deployment, plotting
)
