"""Questions of this room: black globes."""

from spacecombat_env.core.answers import answers_of
from spacecombat_env.rulesets.battle_rider.pieces.asks import QUESTIONS, Room
from spacecombat_env.rulesets.battle_rider.ships import black_globes

legal, hear = answers_of(globals(), QUESTIONS, Room.SHIPS, black_globes)
