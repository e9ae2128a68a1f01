"""Chapter SCN-10: the pools of ships for sale, and the cup from which ships are drawn.

A pool occupies the craft slots of its side, one slot per ship on offer.
"""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.model.rng import pick
from spacecombat_env.core.native import native

from ..model import (
    MAX_PICKS,
    NONE,
    SET_ASIDE,
    Chance,
    CraftStatus,
    Decision,
    Event,
    RandomStream,
    Side,
    Step,
    log_event,
    pair_key,
    proceed,
    random_bits,
    request_decision,
    turn_card,
)
from ..model.record_types import Craft, Rules, State

# --- dividing the ships --------------------------------------------------------------------------


@native
def divide_pools(state: State, rules: Rules):
    """BR-SCN-10 Sides pick the ships set aside in turn; True while a pick is to be made."""
    if state.picker == NONE:
        turn_for_first_pick(state, rules)
    while True:
        first = next_set_aside(state, rules)
        if first == NONE:
            return False
        count = equals(state, rules, first)
        if count > 1:
            begin_number(state.order[state.picker], 1, count)
            request_decision(state, Decision.POOL_PICK, state.picker)
            return True
        take_ship(state, rules, first)


@native
def turn_for_first_pick(state: State, rules: Rules):
    """BR-SCN-10 The side that turns the higher card number picks first."""
    red, blue = 0, 0
    while red == blue:
        red = turn_card(state, rules, Chance.SETUP, pair_key(Side.RED, RandomStream.FIRST_PICK))
        blue = turn_card(state, rules, Chance.SETUP, pair_key(Side.BLUE, RandomStream.FIRST_PICK))
    state.picker = Side.RED if red > blue else Side.BLUE
    event = log_event(state, Event.FIRST_PICK, state.picker)
    event.a = red + 1
    event.b = blue + 1


@native
def is_picked(state: State, klass):
    """Whether a ship set aside is in a pool already."""
    for side in range(2):
        for n in range(MAX_PICKS):
            if state.picks[side, n] == klass:
                return True
    return False


@native
def next_set_aside(state: State, rules: Rules):
    """BR-SCN-10 Index of the first ship that is not picked yet, or NONE."""
    for place in range(SET_ASIDE):
        klass = rules.set_aside[place]
        if klass != 0 and not is_picked(state, klass):
            return place
    return NONE


@native
def is_equal(state: State, rules: Rules, place, first):
    """BR-AMB-100 Whether a ship is among those of which the picker may choose one."""
    klass = rules.set_aside[place]
    same = rules.set_aside_group[place] == rules.set_aside_group[first]
    return same and klass != 0 and not is_picked(state, klass)


@native
def equals(state: State, rules: Rules, first):
    """BR-AMB-100 Ships of equal points to choose from."""
    count = 0
    for place in range(SET_ASIDE):
        if is_equal(state, rules, place, first):
            count += 1
    return count


@native
def apply_pool_pick(state: State, rules: Rules, number):
    """BR-AMB-100 The first, second, .. of the ships of equal points."""
    first = next_set_aside(state, rules)
    for place in range(first, SET_ASIDE):
        if is_equal(state, rules, place, first):
            number -= 1
            if number == 0:
                take_ship(state, rules, place)
                break
    proceed(state, Step.SETUP)


@native
def take_ship(state: State, rules: Rules, place):
    """BR-SCN-10 The picker takes a ship, and its rider with it; the other side picks next."""
    side, klass = int(state.picker), int(rules.set_aside[place])
    for n in range(MAX_PICKS):
        if state.picks[side, n] == 0:
            state.picks[side, n] = klass
            break
    offer_pick(state, rules, side, klass)
    event = log_event(state, Event.PICK, side)
    event.a = klass
    state.picker = 1 - side


@native
def offer_pick(state: State, rules: Rules, side, klass):
    """BR-SCN-10 A ship picked fills the next place of its pool."""
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.status == CraftStatus.SET_ASIDE and craft.klass == 0:
            craft.klass = klass
            craft.status = CraftStatus.OFFERED
            craft.missiles = rules.classes[klass].missiles
            craft.fuel = rules.classes[klass].fuel
            break
    if klass != rules.bundle[0]:
        return
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        if craft.status == CraftStatus.SET_ASIDE and craft.klass == rules.bundle[1]:
            craft.status = CraftStatus.OFFERED


# --- the cup -------------------------------------------------------------------------------------


@native
def draw_from_cup(state: State, rules: Rules, side):
    """BR-S2-09 Ships drawn at random are set aside; their drones need another controller."""
    for drawn in range(rules.buying[side].leave_out):
        index = ship_from_cup(state, rules, side, drawn)
        event = log_event(state, Event.LEFT_OUT, side)
        event.actor = index
        event.a = state.craft[index].klass
        event.known = 1 << side
        for k in side_range(state.craft, side):
            if state.craft[k].keeper == index:
                state.craft[k].keeper = NONE
        clear_slot(state.craft[index])


@native
def ship_from_cup(state: State, rules: Rules, side, drawn):
    """BR-S2-09 One of a side's ships at random; drones are not in the cup."""
    found, candidates = NONE, 0
    for k in side_range(state.craft, side):
        craft = state.craft[k]
        here = craft.status == CraftStatus.IN_FORCE or craft.status == CraftStatus.ABOARD
        if here and not rules.classes[craft.klass].drone:
            candidates += 1
            if (
                pick(
                    random_bits(state, Chance.SETUP, pair_key(k, RandomStream.CUP + drawn)),
                    candidates,
                )
                == 0
            ):
                found = k
    return found


@native
def clear_slot(craft: Craft):
    """A ship that does not take part leaves an empty slot."""
    craft.status = CraftStatus.UNUSED
    craft.klass = 0
    craft.keeper = NONE
    craft.crew = 0
    craft.errand = 0
    craft.missiles = 0
    craft.sims = 0
    craft.fuel = 0
