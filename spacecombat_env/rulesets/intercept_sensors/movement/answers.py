"""Questions of this room: where units start, what they plot, thrust and launch."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.intercept_sensors.movement.deployment import (
    hear_place_box,
    hear_place_square,
    legal_place_box,
    legal_place_square,
)
from spacecombat_env.rulesets.intercept_sensors.movement.plotting import (
    hear_launch,
    hear_plot,
    hear_thrust,
    legal_launch,
    legal_plot,
    legal_thrust,
)
from spacecombat_env.rulesets.intercept_sensors.pieces.constants import Ask


@jit
def legal(state, rules, side, mask):
    """Write the legal words of a question of this room."""
    question = int(state.ask)
    if question == Ask.PLACE_BOX:
        legal_place_box(state, rules, mask)
    elif question == Ask.PLACE_SQUARE:
        legal_place_square(state, rules, side, mask)
    elif question == Ask.PLOT:
        legal_plot(state, rules, side, mask)
    elif question == Ask.THRUST:
        legal_thrust(state, rules, side, mask)
    elif question == Ask.LAUNCH:
        legal_launch(state, side, mask)


@jit
def hear(state, rules, word):
    """Carry out a legal word."""
    question, seat = int(state.ask), int(state.seat)
    if question == Ask.PLACE_BOX:
        hear_place_box(state, rules, seat, word)
    elif question == Ask.PLACE_SQUARE:
        hear_place_square(state, rules, seat, word)
    elif question == Ask.PLOT:
        hear_plot(state, rules, seat, word)
    elif question == Ask.THRUST:
        hear_thrust(state, rules, seat, word)
    elif question == Ask.LAUNCH:
        hear_launch(state, seat, word)
