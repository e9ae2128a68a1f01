"""Questions of this room: the deeds of a mission."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import Ask
from spacecombat_env.rulesets.battle_rider.victory.deeds import (
    hear_extract_ship,
    legal_extract_ship,
)


@jit
def legal(state, rules, side, mask):
    """Write the legal words of a question of this room."""
    question = int(state.ask)
    if question == Ask.EXTRACT_SHIP:
        legal_extract_ship(state, rules, side, mask)


@jit
def hear(state, rules, word):
    """Carry out a legal word."""
    question = int(state.ask)
    if question == Ask.EXTRACT_SHIP:
        hear_extract_ship(state, rules, word)
