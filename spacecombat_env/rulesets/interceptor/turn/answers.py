"""Questions of this room: the set-up, decisions, who moves first."""

from spacecombat_env.core.answers import answers_of, number_of
from spacecombat_env.rulesets.interceptor.pieces.asks import QUESTIONS, Room
from spacecombat_env.rulesets.interceptor.turn import decisions, setup, tailing

CHAPTERS = (decisions, setup, tailing)
legal, hear = answers_of(globals(), QUESTIONS, Room.TURN, *CHAPTERS)
hear_number = number_of(globals(), QUESTIONS, Room.TURN, *CHAPTERS)
