"""Standing orders: how the engine decides what a seat has delegated (paper 2.4).

A standing order reads only what its seat may know (that of the set-up also draws lots) and answers
one question with one legal word, as the seat itself would.
"""

from spacecombat_env.core.jit import jit
from spacecombat_env.core.record import half
from spacecombat_env.rulesets.interceptor.orders.estimates import (
    first_word,
    word_after,
    word_or,
)
from spacecombat_env.rulesets.interceptor.orders.gunnery import gunnery_word
from spacecombat_env.rulesets.interceptor.orders.loads import loads_word
from spacecombat_env.rulesets.interceptor.pieces.action_space import WORDS
from spacecombat_env.rulesets.interceptor.pieces.asks import DELEGATION, ROOM_OF, Room
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import NONE
from spacecombat_env.rulesets.interceptor.pieces.constants.turn import Ask, Chance, Delegate, Verb
from spacecombat_env.rulesets.interceptor.pieces.dice import lot, pair
from spacecombat_env.rulesets.interceptor.pieces.lots import Lot
from spacecombat_env.rulesets.interceptor.pieces.places import steps_between
from spacecombat_env.rulesets.interceptor.pieces.words import craft_word, first_of

FRAIL = 4
"""A hull is left that fails its next roll more often than so many times in ten."""
DECOY_AT = 1
"""Hexes that a missile has to go when a Decoy is launched: Intelligence is least then."""


@jit
def is_delegated(state, rules):
    """Whether the engine answers the present question for its seat."""
    return int(rules.delegated[int(state.seat)]) & DELEGATION[int(state.ask)] != 0


@jit
def standing_word(state, rules, mask):
    """Answer the present question for its seat; `mask` holds the legal words."""
    side, question = int(state.seat), int(state.ask)
    room, kind = ROOM_OF[question], DELEGATION[question]
    if kind == Delegate.TERRAIN or kind == Delegate.SETUP:
        return word_by_lot(state, mask, Lot.PLACE | 0)
    if kind == Delegate.LOADS and question != Ask.DROP_RACK:
        return loads_word(state, mask)
    if room == Room.ENGAGEMENT or question == Ask.LAUNCH_KIND:
        return gunnery_word(state, rules, side, mask)
    if question == Ask.TAIL or question == Ask.FORCE:
        return claim_word(state, mask)
    if question == Ask.DEFENCE:
        return defence_word(state, side, mask)
    if question == Ask.DECIDE or question == Ask.DECIDE_VERB:
        return decision_word(state, side, mask)
    if question == Ask.GUARD:
        return word_or(mask, Verb.GUARD, Verb.PASS)
    return word_or(mask, Verb.DONE, Verb.PASS)


@jit
def word_by_lot(state, mask, why):
    """A legal word by lot."""
    count = 0
    for word in range(len(mask)):
        count += int(mask[word])
    left = lot(state, Chance.SETUP, pair(why, state.seat), count)
    for word in range(len(mask)):
        if mask[word]:
            if left == 0:
                return word
            left -= 1
    return NONE


@jit
def claim_word(state, mask):
    """Every tail is claimed: the first ship that is on one."""
    word = word_after(mask, first_of(state, WORDS.own_craft))
    return first_word(mask) if word == NONE else word


@jit
def defence_word(state, side, mask):
    """A Decoy in the last hex, else the fire of the first ship that can, else nothing."""
    missile = state.missile[int(state.order[side].missile)]
    if mask[Verb.DECOY] and missile.target != NONE:
        if steps_between(missile, state.craft[int(missile.target)]) <= DECOY_AT:
            return Verb.DECOY | 0
    word = word_after(mask, first_of(state, WORDS.own_craft))
    return word_or(mask, Verb.PASS, Verb.HOLD) if word == NONE else word


@jit
def decision_word(state, side, mask):
    """IN-DES-06 Nothing special, but a hull that will hardly hold is left."""
    if state.ask == Ask.DECIDE_VERB:
        frail = state.craft[int(state.order[side].craft)].collapse > FRAIL
        return word_or(mask, Verb.LEAVE if frail else Verb.DONE, Verb.DONE)
    for k in half(state.craft, side):
        if mask[craft_word(state, k)] and state.craft[k].collapse > FRAIL:
            return craft_word(state, k)
    return word_or(mask, Verb.DONE, Verb.PASS)
