"""Chapter DMG: from boxes to components."""

from spacecombat_env.core.native import native

from ..crew.wounds import wound_cockpit
from ..model import (
    NONE,
    WIDTH,
    Comp,
    Where,
    bits,
    class_of,
    column_bit,
    component_at,
    external_row,
    is_out,
    side_of,
)
from ..model.record_types import Class, Component, Rules, State
from .effects import take_effect
from .large_ships.scale import clear_slashes


@native
def strike_components(state: State, rules: Rules, k, cells, struck):
    """IN-DMG-08 Note components of which a hit meets boxes (`cells`: their row of klass.cell)."""
    klass, craft = class_of(state, rules, k), state.craft[k]
    for column in range(1, WIDTH + 1):
        if struck & column_bit(column):
            component = component_at(klass, cells, column)
            if component != NONE:
                craft.struck = int(craft.struck) | (1 << component)


@native
def lose_inside(state: State, rules: Rules, k, cells, gone):
    """IN-DMG-08 Remove bits of a row inside (`cells`: its row of klass.cell).

    Components are struck, craft.inside falls.
    """
    craft = state.craft[k]
    strike_components(state, rules, k, cells, gone)
    craft.inside = int(craft.inside) + bits(gone)
    clear_slashes(state, rules, k, cells, gone)


@native
def lost_of(state: State, rules: Rules, k, component):
    """Return the boxes lost of a component, counted from rows."""
    klass = class_of(state, rules, k)
    part = klass.component[component]
    if part.where == Where.ARMOUR:
        return lost_outside(state, rules, k, component)
    if part.kind == Comp.CARGO or part.kind == Comp.HANGAR or part.kind == Comp.MAGAZINE:
        bay = bay_of(klass, component)
        if bay != NONE:
            return int(state.craft[k].bay_hits[bay]) // int(klass.scale)
    rows, first, cells = state.rows[side_of(state, k)], int(klass.inner), 0
    if part.where == Where.TURRET:
        first = int(klass.turret_inner[int(part.turret)])
        cells = int(klass.turret_cell[int(part.turret)])
    first += int(state.craft[k].first_row)
    lost = 0
    for row in range(int(part.first), int(part.last) + 1):
        left = int(rows[first + row])
        for column in range(1, WIDTH + 1):
            if not left & column_bit(column):
                lost += component_at(klass, cells + row, column) == component
    return lost


@native
def bay_of(klass: Class, component):
    """IN-ICB-10 The bay of a component: of cargo, a hangar, or reloads in one; NONE."""
    part = klass.component[component]
    for bay in range(int(klass.bays)):
        if part.weapon == NONE and part.turret == NONE and part.first == klass.bay[bay].cell:
            return bay
    return NONE


@native
def lost_outside(state: State, rules: Rules, k, component):
    """Return the boxes lost of a component that lies on armour."""
    klass = class_of(state, rules, k)
    side = int(klass.component[component].side)
    left, lost = int(state.rows[side_of(state, k), external_row(state, rules, k, side)]), 0
    for column in range(1, WIDTH + 1):
        if not left & column_bit(column):
            lost += int(klass.external_cell[side, column - 1]) == component
    return lost


@native
def settle_component(state: State, rules: Rules, k, component):
    """IN-DMG-09, 16, IN-AMB-39 A struck component: wounds, Ship Destroyed, disabled or not."""
    craft, part = state.craft[k], class_of(state, rules, k).component[component]
    lost = lost_of(state, rules, k, component)
    if part.kind == Comp.COCKPIT:
        wound_cockpit(state, rules, k, component, lost + earlier_wounds(state, rules, k, part))
    elif part.kind == Comp.SHIP_DESTROYED and lost > int(craft.collapse):
        craft.collapse = lost
        craft.collapse_due = True
    elif part.kind == Comp.BRIDGE or part.kind == Comp.QUARTERS:  # IN-IDE-04, 34
        craft.stations_hit = int(craft.stations_hit) | (1 << component)
    if lost >= int(part.fatal) and not is_out(craft, component):
        craft.disabled = int(craft.disabled) | (1 << component)
        take_effect(state, rules, k, component)


@native
def earlier_wounds(state: State, rules: Rules, k, part: Component):
    """IN-IDE-08 Hits on the man of a cockpit from before the battle, less its boxes lost then."""
    wear, place = rules.wear[int(state.craft[k].card)], int(part.crewman)
    return int(wear.hits[place]) - int(wear.cockpit[place])


@native
def settle_components(state: State, rules: Rules, k):
    """IN-DMG-09, IN-AMB-39 Settle craft.struck: components that are out become disabled.

    Their effect is applied (effects.take_effect), struck is cleared, and craft.collapse kept.
    Called after each hit; a cockpit takes a roll for each box (IN-AMB-44).
    """
    craft = state.craft[k]
    struck = int(craft.struck)
    if struck == 0:
        return
    craft.struck = 0
    for component in range(int(class_of(state, rules, k).components)):
        if (struck >> component) & 1:
            settle_component(state, rules, k, component)
