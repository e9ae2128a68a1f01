"""Wear: the condition in which a ship begins a battle, where earlier ones have damaged it.

Only campaigns have it; ships of other scenarios are whole.
"""

from spacecombat_env.core.native import native

from ..crew.overload import TURRET_OUT
from ..model import (
    DIRECTIONS,
    SHIP_DESTROYED_BOXES,
    Comp,
    bits,
    class_of,
    is_broken,
    is_out,
    lay_card,
    side_of,
)
from ..model.record_types import Class, Rules, State
from .engines.engineering import lose_power, settle_thrust
from .weaponry import lose_load, settle_ecm


@native
def lay_ship(state: State, rules: Rules, k, card):
    """Make a slot the ship of a card, with its wear; first_row, first_crew, first_rack are set."""
    lay_card(state, rules, k, card)
    if rules.wear[int(card)].worn:
        wear_out(state, rules, k)


@native
def wear_out(state: State, rules: Rules, k):
    """Apply the wear of its card to a whole ship: boxes, components, crew."""
    craft, klass = state.craft[k], class_of(state, rules, k)
    wear = rules.wear[int(craft.card)]
    first, rows = int(craft.first_row), state.rows[side_of(state, k)]
    for n in range(int(klass.rows)):
        rows[first + n] = int(rows[first + n]) & ~int(wear.lost[n])
    craft.disabled = wear.disabled
    craft.plant_lost = wear.plant_lost
    for place in range(int(klass.crew)):
        state.crew[int(craft.first_crew) + place].hits = wear.hits[place]
    count_boxes(state, klass, k)
    settle_collapse(state, klass, k)
    settle_turrets(state, klass, k)
    settle_systems(state, rules, klass, k)
    settle_ecm(state, rules, k)


@native
def count_boxes(state: State, klass: Class, k):
    """IN-DMG-02 Write craft.armour and craft.inside from the rows."""
    craft = state.craft[k]
    for side in range(DIRECTIONS):
        craft.armour[side] = boxes_in(state, k, klass.armour_row[side], klass.armour_rows[side])
    left = boxes_in(state, k, klass.inner, klass.depth)
    for turret in range(int(klass.turrets)):
        left += boxes_in(state, k, klass.turret_inner[turret], klass.turret_depth[turret])
    craft.inside = int(klass.boxes) - left


@native
def boxes_in(state: State, k, first, count):
    """Return the boxes left in some rows of craft k, counted from its first."""
    start, left = int(state.craft[k].first_row) + int(first), 0
    for row in range(start, start + int(count)):
        left += bits(state.rows[side_of(state, k), row])
    return left


@native
def settle_collapse(state: State, klass: Class, k):
    """IN-DES-06 Boxes lost of the Ship Destroyed row."""
    left = boxes_in(state, k, int(klass.inner) + int(klass.depth) - 1, 1)
    state.craft[k].collapse = max(SHIP_DESTROYED_BOXES - left, 0)


@native
def settle_turrets(state: State, klass: Class, k):
    """IN-IDE-28 The weapons of a turret whose structure is disabled are out."""
    craft = state.craft[k]
    for component in range(int(klass.components)):
        part = klass.component[component]
        if part.kind != Comp.TURRET or not is_out(craft, component):
            continue
        craft.jam[int(part.turret)] = TURRET_OUT
        for w in range(int(klass.weapons)):
            if klass.weapon[w].turret == part.turret:
                craft.out = int(craft.out) | (1 << w)


@native
def settle_systems(state: State, rules: Rules, klass: Class, k):
    """IN-IDE Effects of disabled components: shields, guns, loads, power, thrust."""
    craft = state.craft[k]
    for side in range(DIRECTIONS):
        if is_out(craft, klass.shield_part[side]):
            craft.shield[side] = 0
    for w in range(int(klass.weapons)):
        component = int(klass.weapon[w].component)
        if is_out(craft, component):
            craft.out = int(craft.out) | (1 << w)
            if klass.component[component].kind == Comp.HARDPOINT:
                lose_load(state, rules, k, w)
    if is_broken(state, rules, k, Comp.PLANT):
        lose_power(state, rules, k)
    if craft.disabled != 0 or craft.plant_lost != 0:
        settle_thrust(state, rules, k)
