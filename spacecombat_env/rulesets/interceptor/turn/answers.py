"""Questions of this room: the set-up, decisions, who moves first."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask
from spacecombat_env.rulesets.interceptor.turn.decisions import (
    hear_decide,
    hear_decide_verb,
    legal_decide,
    legal_decide_verb,
)
from spacecombat_env.rulesets.interceptor.turn.setup import (
    hear_rock_column,
    hear_rock_row,
    hear_setup_column,
    hear_setup_craft,
    hear_setup_facing,
    hear_setup_heading,
    hear_setup_row,
    hear_setup_speed,
    legal_any_direction,
    legal_setup_craft,
)
from spacecombat_env.rulesets.interceptor.turn.tailing import (
    hear_choose_craft,
    hear_force,
    hear_tail,
    legal_choose_craft,
    legal_force,
    legal_tail,
)


@jit
def legal(state, rules, side, mask):
    """Write the legal words of a question of this room."""
    question = int(state.ask)
    if question == Ask.CHOOSE_CRAFT:
        legal_choose_craft(state, rules, side, mask)
    elif question == Ask.DECIDE:
        legal_decide(state, rules, side, mask)
    elif question == Ask.DECIDE_VERB:
        legal_decide_verb(state, rules, side, mask)
    elif question == Ask.TAIL:
        legal_tail(state, rules, side, mask)
    elif question == Ask.FORCE:
        legal_force(state, rules, side, mask)
    elif question == Ask.SETUP_CRAFT:
        legal_setup_craft(state, rules, side, mask)
    elif question == Ask.SETUP_HEADING or question == Ask.SETUP_FACING:
        legal_any_direction(state, rules, side, mask)


@jit
def hear(state, rules, word):
    """Carry out a legal word."""
    question, seat = int(state.ask), int(state.seat)
    if question == Ask.CHOOSE_CRAFT:
        hear_choose_craft(state, rules, seat, word)
    elif question == Ask.DECIDE:
        hear_decide(state, rules, seat, word)
    elif question == Ask.DECIDE_VERB:
        hear_decide_verb(state, rules, seat, word)
    elif question == Ask.TAIL:
        hear_tail(state, rules, seat, word)
    elif question == Ask.FORCE:
        hear_force(state, rules, seat, word)
    elif question == Ask.SETUP_CRAFT:
        hear_setup_craft(state, rules, seat, word)
    elif question == Ask.SETUP_HEADING:
        hear_setup_heading(state, rules, seat, word)
    elif question == Ask.SETUP_FACING:
        hear_setup_facing(state, rules, seat, word)


@jit
def hear_number(state, rules, number):
    """Carry out a number."""
    question, seat = int(state.ask), int(state.seat)
    if question == Ask.ROCK_COLUMN:
        hear_rock_column(state, rules, seat, number)
    elif question == Ask.ROCK_ROW:
        hear_rock_row(state, rules, seat, number)
    elif question == Ask.SETUP_COLUMN:
        hear_setup_column(state, rules, seat, number)
    elif question == Ask.SETUP_ROW:
        hear_setup_row(state, rules, seat, number)
    elif question == Ask.SETUP_SPEED:
        hear_setup_speed(state, rules, seat, number)
