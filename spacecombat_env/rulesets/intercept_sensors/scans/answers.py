"""Questions of this room: scans, their sensors and areas."""

from spacecombat_env.core.jit import jit
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
def legal(state, rules, side, mask):
    """Write the legal words of a question of this room."""
    question = int(state.ask)
    if question == Ask.SCAN:
        legal_scan(state, rules, side, mask)
    elif question == Ask.SENSOR:
        legal_sensor(state, rules, side, mask)
    elif question == Ask.SIZE:
        legal_size(state, mask)
    elif question == Ask.BOX:
        legal_box(state, rules, side, mask)
    elif question == Ask.SQUARE:
        legal_square(state, rules, side, mask)


@jit
def hear(state, rules, word):
    """Carry out a legal word."""
    question, seat = int(state.ask), int(state.seat)
    if question == Ask.SCAN:
        hear_scan(state, seat, word)
    elif question == Ask.SENSOR:
        hear_sensor(state, seat, word)
    elif question == Ask.SIZE:
        hear_size(state, seat, word)
    elif question == Ask.BOX:
        hear_box(state, rules, seat, word)
    elif question == Ask.SQUARE:
        hear_square(state, rules, seat, word)
