"""Questions of this room: where units start, what they plot, thrust and launch."""

from spacecombat_env.core.answers import answers_of
from spacecombat_env.rulesets.intercept_sensors.movement import deployment, plotting
from spacecombat_env.rulesets.intercept_sensors.pieces.asks import QUESTIONS, Room

legal, hear = answers_of(globals(), QUESTIONS, Room.MOVEMENT, deployment, plotting)
