"""Questions of this room: loads, launches, what meets missiles."""

from spacecombat_env.core.jit import jit
from spacecombat_env.rulesets.interceptor.missiles.decoys import (
    hear_decoy_range,
    hear_decoy_side,
    legal_decoy_side,
)
from spacecombat_env.rulesets.interceptor.missiles.interception import (
    hear_defence,
    legal_defence,
)
from spacecombat_env.rulesets.interceptor.missiles.loading import (
    hear_drop,
    hear_load_craft,
    hear_load_kind,
    hear_load_number,
    hear_load_rack,
    legal_drop,
    legal_load_craft,
    legal_load_kind,
    legal_load_rack,
)
from spacecombat_env.rulesets.interceptor.missiles.lock_on import (
    hear_launch_kind,
    hear_lay_speed,
    legal_launch_kind,
)
from spacecombat_env.rulesets.interceptor.missiles.point_defence import (
    hear_guard,
    legal_guard,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask


@jit
def legal(state, rules, side, mask):
    """Write the legal words of a question of this room."""
    question = int(state.ask)
    if question == Ask.LOAD_CRAFT:
        legal_load_craft(state, rules, side, mask)
    elif question == Ask.LOAD_RACK:
        legal_load_rack(state, rules, side, mask)
    elif question == Ask.LOAD_KIND:
        legal_load_kind(state, rules, side, mask)
    elif question == Ask.DROP_RACK:
        legal_drop(state, rules, side, mask)
    elif question == Ask.LAUNCH_KIND:
        legal_launch_kind(state, rules, side, mask)
    elif question == Ask.DEFENCE:
        legal_defence(state, rules, side, mask)
    elif question == Ask.DECOY_SIDE:
        legal_decoy_side(state, rules, side, mask)
    elif question == Ask.GUARD:
        legal_guard(state, rules, side, mask)


@jit
def hear(state, rules, word):
    """Carry out a legal word."""
    question, seat = int(state.ask), int(state.seat)
    if question == Ask.LOAD_CRAFT:
        hear_load_craft(state, rules, seat, word)
    elif question == Ask.LOAD_RACK:
        hear_load_rack(state, rules, seat, word)
    elif question == Ask.LOAD_KIND:
        hear_load_kind(state, rules, seat, word)
    elif question == Ask.DROP_RACK:
        hear_drop(state, rules, seat, word)
    elif question == Ask.LAUNCH_KIND:
        hear_launch_kind(state, rules, seat, word)
    elif question == Ask.DEFENCE:
        hear_defence(state, rules, seat, word)
    elif question == Ask.DECOY_SIDE:
        hear_decoy_side(state, rules, seat, word)
    elif question == Ask.GUARD:
        hear_guard(state, rules, seat, word)


@jit
def hear_number(state, rules, number):
    """Carry out a number."""
    question, seat = int(state.ask), int(state.seat)
    if question == Ask.LOAD_NUMBER:
        hear_load_number(state, rules, seat, number)
    elif question == Ask.LAY_SPEED:
        hear_lay_speed(state, rules, seat, number)
    elif question == Ask.DECOY_RANGE:
        hear_decoy_range(state, rules, seat, number)
