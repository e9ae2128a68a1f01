"""Decisions of this chapter: black globes."""

from spacecombat_env.core.kernels.decision_functions import generate_decision_functions
from spacecombat_env.rulesets.battle_rider.model.decisions import DECISIONS, Chapter
from spacecombat_env.rulesets.battle_rider.ships import black_globes

legal, apply = generate_decision_functions(globals(), DECISIONS, Chapter.SHIPS, black_globes)
