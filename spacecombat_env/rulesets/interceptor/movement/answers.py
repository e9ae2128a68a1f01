"""Questions of this room: velocity, the move, ramming, what drifts."""

from spacecombat_env.core.answers import answers_of, number_of
from spacecombat_env.rulesets.interceptor.movement import (
    drifting,
    moving,
    ramming,
    turning_points,
    velocity,
)
from spacecombat_env.rulesets.interceptor.pieces.asks import QUESTIONS, Room

CHAPTERS = (drifting, moving, ramming, turning_points, velocity)
legal, hear = answers_of(globals(), QUESTIONS, Room.MOVEMENT, *CHAPTERS)
hear_number = number_of(globals(), QUESTIONS, Room.MOVEMENT, *CHAPTERS)
