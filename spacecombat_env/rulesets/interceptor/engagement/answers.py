"""Questions of this room: who fires when, at what, with what."""

from spacecombat_env.core.answers import answers_of, number_of
from spacecombat_env.rulesets.interceptor.engagement import declaring, opportunity
from spacecombat_env.rulesets.interceptor.pieces.asks import QUESTIONS, Room

CHAPTERS = (declaring, opportunity)
legal, hear = answers_of(globals(), QUESTIONS, Room.ENGAGEMENT, *CHAPTERS)
hear_number = number_of(globals(), QUESTIONS, Room.ENGAGEMENT, *CHAPTERS)
