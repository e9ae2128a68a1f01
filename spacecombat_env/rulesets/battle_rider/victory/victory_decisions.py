"""Decisions of this chapter: the deeds of a mission."""

from spacecombat_env.core.kernels.decision_functions import generate_decision_functions
from spacecombat_env.rulesets.battle_rider.model.decisions import DECISIONS, Chapter
from spacecombat_env.rulesets.battle_rider.victory import mission_deeds

legal, apply = generate_decision_functions(globals(), DECISIONS, Chapter.VICTORY, mission_deeds)
