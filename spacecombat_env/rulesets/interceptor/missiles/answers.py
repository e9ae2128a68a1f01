"""Questions of this room: loads, launches, what meets missiles."""

from spacecombat_env.core.answers import answers_of, number_of
from spacecombat_env.rulesets.interceptor.missiles import (
    decoys,
    interception,
    loading,
    lock_on,
    point_defence,
)
from spacecombat_env.rulesets.interceptor.pieces.asks import QUESTIONS, Room

CHAPTERS = (decoys, interception, loading, lock_on, point_defence)
legal, hear = answers_of(globals(), QUESTIONS, Room.MISSILES, *CHAPTERS)
hear_number = number_of(globals(), QUESTIONS, Room.MISSILES, *CHAPTERS)
