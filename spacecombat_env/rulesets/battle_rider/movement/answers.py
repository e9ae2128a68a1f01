"""Questions of this room: thrust, evasion, facing."""

from spacecombat_env.core.answers import answers_of, number_of
from spacecombat_env.rulesets.battle_rider.movement import facing, movement
from spacecombat_env.rulesets.battle_rider.pieces.asks import QUESTIONS, Room

CHAPTERS = (facing, movement)
legal, hear = answers_of(globals(), QUESTIONS, Room.MOVEMENT, *CHAPTERS)
hear_number = number_of(globals(), QUESTIONS, Room.MOVEMENT, *CHAPTERS)
