"""Questions of this room: targets, locks, weapons, overpowering, sand."""

from spacecombat_env.core.answers import answers_of, number_of
from spacecombat_env.rulesets.battle_rider.beams import fire, overpower, screens
from spacecombat_env.rulesets.battle_rider.pieces.asks import QUESTIONS, Room

CHAPTERS = (fire, overpower, screens)
legal, hear = answers_of(globals(), QUESTIONS, Room.BEAMS, *CHAPTERS)
hear_number = number_of(globals(), QUESTIONS, Room.BEAMS, *CHAPTERS)
