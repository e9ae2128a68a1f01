"""Standing orders: when to fire, at whom, with what (paper 2.4)."""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.rulesets.interceptor.engagement.opportunity import is_first_moment
from spacecombat_env.rulesets.interceptor.orders.estimates import (
    best_value,
    first_word,
    good_value,
    volley_value,
    word_or,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import Load
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask, Verb
from spacecombat_env.rulesets.interceptor.pieces.words import (
    craft_word,
    enemy_craft_word,
    load_word,
)

GOOD_SHARE, OF = 6, 10
"""A shot is taken that is worth six tenths of a good one."""
LAUNCHED = (int(Load.DAP), int(Load.RIS), int(Load.SSS), int(Load.DFM))
"""What is launched first of a rack that holds several kinds."""


@jit
def gunnery_word(state, rules, side, mask):
    """The answer to a question of firing."""
    question = int(state.ask)
    if question == Ask.OPPORTUNITY:
        return opportunity_word(state, rules, side, mask)
    if question == Ask.LAST_SHOTS or question == Ask.FIRE_SHIP:
        return ship_word(state, rules, side, mask)
    if question == Ask.FIRE_TARGET or question == Ask.RETURN:
        return target_word(state, rules, side, mask)
    if question == Ask.LAUNCH_KIND:
        return launch_word(state, mask)
    return word_or(mask, Verb.ALL, Verb.DONE)


@jit
def opportunity_word(state, rules, side, mask):
    """Fire when the shot is good, or when the move is over and it is any; else pass.

    Before its own move a seat keeps its fire: what is fired in that it says itself.
    """
    if is_first_moment(state, side):
        return Verb.PASS | 0
    for k in half(state.craft, side):
        if not mask[craft_word(state, k)]:
            continue
        value = best_value(state, rules, k)
        last = bool(state.last_moment) and bool(state.craft[k].acted) and value > 0
        if last or value * OF >= good_value(state, rules, k) * GOOD_SHARE > 0:
            return craft_word(state, k)
    return word_or(mask, Verb.PASS, Verb.DONE)


@jit
def ship_word(state, rules, side, mask):
    """The ship with the best shot, if it has one."""
    found, best = NONE, 0
    for k in half(state.craft, side):
        if mask[craft_word(state, k)]:
            value = best_value(state, rules, k)
            if value > best:
                found, best = k, value
    return word_or(mask, Verb.DONE, Verb.PASS) if found == NONE else craft_word(state, found)


@jit
def target_word(state, rules, side, mask):
    """The target at which the ship does most; pass where it does nothing to any."""
    k, found, best = int(state.order[side].craft), NONE, -1
    for target in half(state.craft, 1 - side):
        contact = int(state.craft[target].contact)
        if contact != NONE and mask[enemy_craft_word(state, target)]:
            value = volley_value(state, rules, k, target)
            if value > best:
                found, best = target, value
    return first_word(mask) if found == NONE else enemy_craft_word(state, found)


@jit
def launch_word(state, mask):
    """The kind of missile that is launched first."""
    for load in LAUNCHED:
        if mask[load_word(state, load)]:
            return load_word(state, load)
    return first_word(mask)
