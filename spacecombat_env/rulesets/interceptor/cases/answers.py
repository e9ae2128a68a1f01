"""Questions of this room: leaving a ship."""

from spacecombat_env.core.answers import answers_of, number_of
from spacecombat_env.rulesets.interceptor.cases import ejecting
from spacecombat_env.rulesets.interceptor.pieces.asks import QUESTIONS, Room

legal, hear = answers_of(globals(), QUESTIONS, Room.CASES, ejecting)
hear_number = number_of(globals(), QUESTIONS, Room.CASES, ejecting)
