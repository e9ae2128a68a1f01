"""Decisions of this chapter: scans, their sensors and areas."""

from spacecombat_env.core.kernels.decision_functions import generate_decision_functions
from spacecombat_env.rulesets.intercept_sensors.model.decisions import DECISIONS, Chapter
from spacecombat_env.rulesets.intercept_sensors.scans import declaring

legal, apply = generate_decision_functions(globals(), DECISIONS, Chapter.SCANS, declaring)
