"""Chapter RFC: ships with few fire directors, and the targets that these serve.

A director of a ship serves one target with all weapons of one type and short range, for the rest of
the phase. `state.directed` lists the use of directors, one number each. Missiles in the hex of
their target are hit without range or evasion, so fire control has no effect there.
"""

from spacecombat_env.core.native import native

from ..model import DIRECTIONS, MAX_DIRECTED, NONE, WEAPON_ROWS, craft_slots, spread_slots
from ..model.record_types import Class, Craft, Order, Rules, State
from .batteries import battery_count, hexside_batteries, sides_to_target

# A number holds, from the highest part down: ship + 1, hexside, target, row of the weapons.
ROWS, TARGETS = 4, 128
SHIP = ROWS * TARGETS * DIRECTIONS


@native
def is_restricted(rules: Rules, craft: Craft, row):
    """BR-RFC-01 Whether weapons need one of few directors; a spinal mount has its own."""
    if not rules.option.restricted_fire_control:
        return False
    klass = rules.classes[craft.klass]
    return klass.restricted_directors != NONE and not klass.weapon[row].spinal


@native
def like_row(klass: Class, row):
    """BR-RFC-02 The first row of weapons of the same type and printed range."""
    weapon = klass.weapon[row]
    for other in range(WEAPON_ROWS):
        first = klass.weapon[other]
        if first.kind == weapon.kind and first.range == weapon.range and not first.spinal:
            return other
    return row


@native
def served(state: State, rules: Rules, index, row, order: Order):
    """Number of a director that serves a row at an order's target, without the hexside."""
    klass = rules.classes[state.craft[index].klass]
    if order.target_spread != NONE:
        target = craft_slots(state) + int(order.target_spread) % spread_slots(state)
    else:
        target = int(order.target_craft) % craft_slots(state)
    ship = (index % craft_slots(state) + 1) * SHIP
    return ship + target * ROWS + like_row(klass, row)


@native
def directors_at_work(state: State, index, hexside):
    """BR-RFC-01 Directors of a ship already in use for its battery at a hexside."""
    battery = (index % craft_slots(state) + 1) * DIRECTIONS + hexside
    count = 0
    for n in range(MAX_DIRECTED):
        if int(state.directed[n]) // (ROWS * TARGETS) == battery:
            count += 1
    return count


@native
def directors_of_ship(state: State, index):
    """BR-RFC-01 Directors of a ship already in use, through any hexside."""
    count = 0
    for n in range(MAX_DIRECTED):
        if int(state.directed[n]) // SHIP == index % craft_slots(state) + 1:
            count += 1
    return count


@native
def place_of(state: State, number):
    """Index of a number in the list (0 for a free place), or NONE."""
    for n in range(MAX_DIRECTED):
        if state.directed[n] == number:
            return n
    return NONE


@native
def has_director_at(state: State, rules: Rules, index, number, hexside):
    """BR-RFC-01, 02, BR-AMB-80 Whether a director serves this already, or one is free.

    A battery split over hexsides gains no directors.
    """
    if place_of(state, number + hexside * ROWS * TARGETS) != NONE:
        return True
    klass = rules.classes[state.craft[index].klass]
    each = int(klass.restricted_directors)
    if directors_of_ship(state, index) >= each * battery_count(rules, klass):
        return False
    here = directors_at_work(state, index, hexside) < each * hexside_batteries(rules, klass)
    return here and place_of(state, 0) != NONE


@native
def has_director(state: State, rules: Rules, index, row, order: Order):
    """BR-RFC-01, 02, BR-AMB-80 Whether a row fires at the target of an order with a director.

    Without several batteries the ship counts as one battery for all hexsides.
    """
    number = served(state, rules, index, row, order)
    if not rules.option.multiple_batteries:
        return has_director_at(state, rules, index, number, 0)
    sides = sides_to_target(state, index, order)
    for hexside in range(DIRECTIONS):
        if sides >> hexside & 1 and has_director_at(state, rules, index, number, hexside):
            return True
    return False


@native
def direct_row(state: State, rules: Rules, row, order: Order):
    """BR-RFC-02 Give a chosen row a director, if one is left."""
    index = int(order.craft)
    if not is_restricted(rules, state.craft[index], row):
        return
    if not has_director(state, rules, index, row, order):
        return
    number = served(state, rules, index, row, order)
    if rules.option.multiple_batteries:
        number += int(order.hexside) * ROWS * TARGETS
    if place_of(state, number) == NONE:
        state.directed[place_of(state, 0)] = number


@native
def undirected_modifier(modifier, rating):
    """BR-RFC-03 Modifiers that the fire control rating would have taken off."""
    return min(max(0, modifier), rating)
