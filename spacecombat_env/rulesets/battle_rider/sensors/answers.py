"""Questions of this room: sensors, detection, jamming, searching, surprise."""

from spacecombat_env.core.answers import answers_of
from spacecombat_env.rulesets.battle_rider.pieces.asks import QUESTIONS, Room
from spacecombat_env.rulesets.battle_rider.sensors import (
    detection,
    jamming,
    orders,
    searching,
    status,
    surprise,
)

legal, hear = answers_of(
    globals(), QUESTIONS, Room.SENSORS, detection, jamming, orders, searching, status, surprise
)
