"""Questions of this room: leaving a ship."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.cases.ejecting import (
    hear_eject_range,
    hear_eject_side,
    legal_eject_side,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask


@jit
def legal(state, rules, side, mask):
    """Write the legal words of a question of this room."""
    question = int(state.ask)
    if question == Ask.EJECT_SIDE:
        legal_eject_side(state, rules, side, mask)


@jit
def hear(state, rules, word):
    """Carry out a legal word."""
    question, seat = int(state.ask), int(state.seat)
    if question == Ask.EJECT_SIDE:
        hear_eject_side(state, rules, seat, word)


@jit
def hear_number(state, rules, number):
    """Carry out a number."""
    question, seat = int(state.ask), int(state.seat)
    if question == Ask.EJECT_RANGE:
        hear_eject_range(state, rules, seat, number)
