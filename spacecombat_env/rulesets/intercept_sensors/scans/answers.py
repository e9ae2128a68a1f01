"""Questions of this room: scans, their sensors and areas."""

from spacecombat_env.core.answers import answers_of
from spacecombat_env.rulesets.intercept_sensors.pieces.asks import QUESTIONS, Room
from spacecombat_env.rulesets.intercept_sensors.scans import declaring

legal, hear = answers_of(globals(), QUESTIONS, Room.SCANS, declaring)
