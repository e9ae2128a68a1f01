"""Questions of this room: the deeds of a mission."""

from spacecombat_env.core.answers import answers_of
from spacecombat_env.rulesets.battle_rider.pieces.asks import QUESTIONS, Room
from spacecombat_env.rulesets.battle_rider.victory import deeds

legal, hear = answers_of(globals(), QUESTIONS, Room.VICTORY, deeds)
