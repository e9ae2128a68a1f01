"""Chapter IDE: cargo bays and hangars, and missile reloads that blow up.

A bay is a row of ten boxes that stands for more or fewer (IN-ICB-10). Its hits are counted in
craft.bay_hits, and the row goes as a whole when all its boxes are lost.
"""

from spacecombat_env.core.native import native

from ...model import (
    FULL_ROW,
    NONE,
    WIDTH,
    Comp,
    bits,
    class_of,
    column_bit,
    component_at,
    empty_rack,
    missiles_in,
    rack_of,
    side_of,
)
from ...model.record_types import Class, EventRecord, Rules, State
from ..carried import craft_in_bay
from ..internals import lose_inside, strike_components


@native
def bay_at(klass: Class, turret, cells):
    """IN-ICB-10 The bay for which a row of klass.cell stands, or NONE; turrets have none."""
    if turret != NONE:
        return NONE
    for bay in range(int(klass.bays)):
        if klass.bay[bay].cell == cells:
            return bay
    return NONE


@native
def is_passed(state: State, rules: Rules, k, turret, tower, row):
    """IN-IDE-35 Whether a row of a tower is an empty bay, which hits pass without loss.

    A hangar with a craft in it stops them (IN-IDE-38).
    """
    klass = class_of(state, rules, k)
    if klass.bays == 0 or row < tower[2]:
        return False
    bay = bay_at(klass, turret, row - tower[2])
    if bay == NONE or klass.bay[bay].loaded:
        return False
    return klass.bay[bay].cargo or craft_in_bay(state, k, bay) == NONE


@native
def craft_at(state: State, rules: Rules, k, turret, tower, row):
    """IN-IDE-38 The craft in the bay for which a row of a tower stands, or NONE."""
    klass = class_of(state, rules, k)
    if klass.bays == 0 or row < tower[2]:
        return NONE
    bay = bay_at(klass, turret, row - tower[2])
    if bay == NONE or klass.bay[bay].cargo:
        return NONE
    return craft_in_bay(state, k, bay)


@native
def bay_room(state: State, rules: Rules, k, bay):
    """IN-ICB-10 Hits that a bay still takes: the scale for each of its boxes."""
    klass = class_of(state, rules, k)
    return int(klass.bay[bay].boxes) * int(klass.scale) - int(state.craft[k].bay_hits[bay])


@native
def fill_bay(state: State, rules: Rules, k, bay, hits):
    """IN-IDE-36, IN-ICB-10 Hits on a bay; return the bits of its row that are gone: none or all."""
    hits = min(hits, bay_room(state, rules, k, bay))
    craft = state.craft[k]
    craft.bay_hits[bay] = int(craft.bay_hits[bay]) + hits
    return FULL_ROW if bay_room(state, rules, k, bay) == 0 else 0


@native
def finish_bay(state: State, rules: Rules, k, bay, boxes, points):
    """IN-DMG-15 Points on some columns of a bay: a box each, finished before the next row.

    Return the bits of its row that are gone, and the points used.
    """
    klass = class_of(state, rules, k)
    scale = int(klass.scale)
    most = bits(boxes) * scale - int(state.craft[k].bay_hits[bay]) % scale
    used = min(points, most, bay_room(state, rules, k, bay))
    return fill_bay(state, rules, k, bay, used), used


# --- missile reloads -----------------------------------------------------------------------------


@native
def holds_reloads(state: State, rules: Rules, k, component):
    """IN-AMB-123 Whether reloads are there: in a bay always, else while the rack has any."""
    weapon = class_of(state, rules, k).component[component].weapon
    return weapon == NONE or missiles_in(state.rack[rack_of(state, rules, k, weapon)]) > 0


@native
def set_off_reloads(state: State, rules: Rules, k, event: EventRecord):
    """IN-IDE-36, IN-IDE-23, IN-AMB-123 Reloads that were struck blow up, and set off others.

    `event` counts the boxes lost.
    """
    klass, craft, done = class_of(state, rules, k), state.craft[k], 0
    due = int(craft.struck) & int(klass.reload_mask)
    while due:
        for component in range(int(klass.components)):
            if (due >> component) & 1:
                done |= 1 << component
                if holds_reloads(state, rules, k, component):
                    blow_up(state, rules, k, component, event)
        due = int(craft.struck) & int(klass.reload_mask) & ~done


@native
def blow_up(state: State, rules: Rules, k, component, event: EventRecord):
    """IN-IDE-36, IN-AMB-123 The boxes of some reloads go, and those that touch one by a side."""
    klass, craft = class_of(state, rules, k), state.craft[k]
    part = klass.component[component]
    if part.weapon != NONE:
        empty_rack(state.rack[rack_of(state, rules, k, int(part.weapon))])
    inner, depth, cells = int(klass.inner), int(klass.depth), 0
    if part.turret != NONE:
        inner, depth = int(klass.turret_inner[part.turret]), int(klass.turret_depth[part.turret])
        cells = int(klass.turret_cell[part.turret])
    first = int(craft.first_row) + inner
    for row in range(max(int(part.first) - 1, 0), min(int(part.last) + 2, depth)):
        boxes = beside(klass, component, cells, row, depth)
        lose_to_blast(state, rules, k, part.turret, first + row, cells + row, boxes, event)


@native
def beside(klass: Class, component, cells, row, depth):
    """IN-AMB-123 Boxes of a row of a block that are of a component, or touch one by a side."""
    own = boxes_of(klass, component, cells + row)
    found = own | (own << 1) | (own >> 1)
    if row > 0:
        found |= boxes_of(klass, component, cells + row - 1)
    if row < depth - 1:
        found |= boxes_of(klass, component, cells + row + 1)
    return found & FULL_ROW


@native
def boxes_of(klass: Class, component, cells):
    """Return the boxes of a component in a row of klass.cell, as bits."""
    found = 0
    for column in range(1, WIDTH + 1):
        if component_at(klass, cells, column) == component:
            found |= column_bit(column)
    return found


@native
def lose_to_blast(state: State, rules: Rules, k, turret, row, cells, boxes, event: EventRecord):
    """IN-IDE-36 Boxes of a row go whole, whatever the scale; a bay loses as many, or all its
    reloads.
    """
    klass, rows = class_of(state, rules, k), state.rows[side_of(state, k)]
    struck = int(rows[row]) & boxes
    gone, bay = struck, bay_at(klass, turret, cells)
    if bay != NONE:
        if not klass.bay[bay].loaded:
            return
        heap = klass.component[component_at(klass, cells, 1)].kind == Comp.MAGAZINE
        hits = bay_room(state, rules, k, bay) if heap else bits(struck) * int(klass.scale)
        gone = fill_bay(state, rules, k, bay, hits) & int(rows[row])
    rows[row] = int(rows[row]) ^ gone
    strike_components(state, rules, k, cells, struck)
    lose_inside(state, rules, k, cells, gone)
    event.b = int(event.b) + bits(gone)
