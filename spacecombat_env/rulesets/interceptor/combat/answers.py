"""Questions of this room: cover."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.combat.cover import (
    hear_cover,
    hear_cover_side,
    legal_cover,
    legal_cover_side,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask


@jit
def legal(state, rules, side, mask):
    """Write the legal words of a question of this room."""
    question = int(state.ask)
    if question == Ask.COVER:
        legal_cover(state, rules, side, mask)
    elif question == Ask.COVER_SIDE:
        legal_cover_side(state, rules, side, mask)


@jit
def hear(state, rules, word):
    """Carry out a legal word."""
    question, seat = int(state.ask), int(state.seat)
    if question == Ask.COVER:
        hear_cover(state, rules, seat, word)
    elif question == Ask.COVER_SIDE:
        hear_cover_side(state, rules, seat, word)
