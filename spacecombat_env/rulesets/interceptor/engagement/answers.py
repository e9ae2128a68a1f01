"""Questions of this room: who fires when, at what, with what."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.engagement.declaring import (
    hear_arc,
    hear_fire_column,
    hear_fire_row,
    hear_fire_ship,
    hear_fire_target,
    hear_fire_weapons,
    hear_return,
    hear_struck,
    legal_arc,
    legal_fire_row,
    legal_fire_ship,
    legal_fire_target,
    legal_fire_weapons,
    legal_return,
    legal_struck,
)
from spacecombat_env.rulesets.interceptor.engagement.opportunity import (
    hear_last_shots,
    hear_opportunity,
    legal_last_shots,
    legal_opportunity,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask


@jit
def legal(state, rules, side, mask):
    """Write the legal words of a question of this room."""
    question = int(state.ask)
    if question == Ask.OPPORTUNITY:
        legal_opportunity(state, rules, side, mask)
    elif question == Ask.LAST_SHOTS:
        legal_last_shots(state, rules, side, mask)
    elif question == Ask.FIRE_SHIP:
        legal_fire_ship(state, rules, side, mask)
    elif question == Ask.FIRE_TARGET:
        legal_fire_target(state, rules, side, mask)
    elif question == Ask.FIRE_ROW:
        legal_fire_row(state, rules, side, mask)
    elif question == Ask.FIRE_WEAPONS:
        legal_fire_weapons(state, rules, side, mask)
    elif question == Ask.RETURN:
        legal_return(state, rules, side, mask)
    elif question == Ask.ARC:
        legal_arc(state, rules, side, mask)
    elif question == Ask.STRUCK:
        legal_struck(state, rules, side, mask)


@jit
def hear(state, rules, word):
    """Carry out a legal word."""
    question, seat = int(state.ask), int(state.seat)
    if question == Ask.OPPORTUNITY:
        hear_opportunity(state, rules, seat, word)
    elif question == Ask.LAST_SHOTS:
        hear_last_shots(state, rules, seat, word)
    elif question == Ask.FIRE_SHIP:
        hear_fire_ship(state, rules, seat, word)
    elif question == Ask.FIRE_TARGET:
        hear_fire_target(state, rules, seat, word)
    elif question == Ask.FIRE_ROW:
        hear_fire_row(state, rules, seat, word)
    elif question == Ask.FIRE_WEAPONS:
        hear_fire_weapons(state, rules, seat, word)
    elif question == Ask.RETURN:
        hear_return(state, rules, seat, word)
    elif question == Ask.ARC:
        hear_arc(state, rules, seat, word)
    elif question == Ask.STRUCK:
        hear_struck(state, rules, seat, word)


@jit
def hear_number(state, rules, number):
    """Carry out a number."""
    question, seat = int(state.ask), int(state.seat)
    if question == Ask.FIRE_COLUMN:
        hear_fire_column(state, rules, seat, number)
