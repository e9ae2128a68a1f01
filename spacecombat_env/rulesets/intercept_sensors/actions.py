"""The router: what may be said in answer to each question, and who hears it."""

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
from spacecombat_env.rulesets.intercept_sensors.scans.declaring import (
    hear_box,
    hear_scan,
    hear_sensor,
    hear_size,
    hear_square,
    legal_box,
    legal_scan,
    legal_sensor,
    legal_size,
    legal_square,
)


@jit
def legal(state, rules, mask):
    """Write the legal words of the seat to act; return how many there are."""
    mask[:] = 0
    question, seat = int(state.ask), int(state.seat)
    if question == Ask.NOTHING:
        return 0
    if question == Ask.PLACE_BOX:
        return legal_place_box(state, rules, mask)
    if question == Ask.PLACE_SQUARE:
        return legal_place_square(state, rules, seat, mask)
    if question == Ask.PLOT:
        return legal_plot(state, rules, seat, mask)
    if question == Ask.THRUST:
        return legal_thrust(state, rules, seat, mask)
    if question == Ask.LAUNCH:
        return legal_launch(state, seat, mask)
    if question == Ask.SCAN:
        return legal_scan(state, rules, seat, mask)
    if question == Ask.SENSOR:
        return legal_sensor(state, rules, seat, mask)
    if question == Ask.SIZE:
        return legal_size(state, mask)
    if question == Ask.BOX:
        return legal_box(state, rules, seat, mask)
    return legal_square(state, rules, seat, mask)


@jit
def hear(state, rules, word):
    """Hand a legal word to the chapter that asked for it."""
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
    elif question == Ask.SCAN:
        hear_scan(state, seat, word)
    elif question == Ask.SENSOR:
        hear_sensor(state, seat, word)
    elif question == Ask.SIZE:
        hear_size(state, seat, word)
    elif question == Ask.BOX:
        hear_box(state, rules, seat, word)
    else:
        hear_square(state, rules, seat, word)
