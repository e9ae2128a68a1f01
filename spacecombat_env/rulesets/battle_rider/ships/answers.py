"""Questions of this room: black globes."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.battle_rider.pieces.constants.turn import Ask
from spacecombat_env.rulesets.battle_rider.ships.black_globes import (
    hear_globe_setting,
    hear_globe_ship,
    legal_globe_setting,
    legal_globe_ship,
)


@jit
def legal(state, rules, side, mask):
    """Write the legal words of a question of this room."""
    question = int(state.ask)
    if question == Ask.GLOBE_SHIP:
        legal_globe_ship(state, rules, side, mask)
    elif question == Ask.GLOBE_SETTING:
        legal_globe_setting(state, rules, side, mask)


@jit
def hear(state, rules, word):
    """Carry out a legal word."""
    question = int(state.ask)
    if question == Ask.GLOBE_SHIP:
        hear_globe_ship(state, rules, word)
    elif question == Ask.GLOBE_SETTING:
        hear_globe_setting(state, rules, word)
