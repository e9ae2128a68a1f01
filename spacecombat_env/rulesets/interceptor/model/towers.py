"""Armour and insides: the place of a craft's rows in its side's pool, and whole rows.

    facing F:  external row (only if any)   mask of boxes lying on the armour
               armour rows                  row 0 outermost (Firewall first); bit 9 column 1
    ...six facings, then each turret (armour, block), then the internal block, Ship Destroyed last
    of a scaled class: planes, the bits of the hits that its boxes have taken (large_ships/scale.py)

Rows are `state.rows[side, n]`. Those last seen by the enemy stand at the same n in
`state.last_seen_rows`.
"""

from spacecombat_env.core.native import native

from .constants.sizes import DIRECTIONS, FULL_ROW, LEFTMOST, MAX_BAYS, NONE
from .record_types import Class, Rules, State
from .ships import class_of, side_of


@native
def tower(state: State, rules: Rules, k, facing):
    """Return the rows that a hit on a facing passes.

    They are (first armour row, rows, first inner row, rows).
    """
    klass = class_of(state, rules, k)
    first = int(state.craft[k].first_row)
    armour = first + int(klass.armour_row[facing])
    return armour, int(klass.armour_rows[facing]), first + int(klass.inner), int(klass.depth)


@native
def turret_tower(state: State, rules: Rules, k, turret):
    """Return the same for a turret: its armour, and its own block."""
    klass = class_of(state, rules, k)
    first = int(state.craft[k].first_row)
    armour = first + int(klass.turret_row[turret])
    inner = first + int(klass.turret_inner[turret])
    return armour, int(klass.turret_rows[turret]), inner, int(klass.turret_depth[turret])


@native
def external_row(state: State, rules: Rules, k, facing):
    """Return the row of the components on the armour of a facing, or NONE."""
    row = int(class_of(state, rules, k).external_row[facing])
    return NONE if row == NONE else int(state.craft[k].first_row) + row


@native
def column_bit(column):
    """Return the bit of a column, 1..10."""
    return LEFTMOST >> (int(column) - 1)


@native
def component_at(klass: Class, row, column):
    """Return the component under a box of the internal block.

    For a turret, `row` counts from klass.turret_cell.
    """
    return int(klass.cell[row, int(column) - 1])


@native
def make_whole(state: State, rules: Rules, k):
    """Restore every box of a craft and its counts. Its class and first_row must be set."""
    craft, klass = state.craft[k], class_of(state, rules, k)
    rows, first = state.rows[side_of(state, k)], int(craft.first_row)
    for n in range(int(klass.rows)):
        rows[first + n] = FULL_ROW if klass.planes == 0 or n < klass.plane_row else 0
    for side in range(DIRECTIONS):
        if klass.external_row[side] != NONE:
            rows[first + int(klass.external_row[side])] = klass.external[side]
        craft.armour[side] = klass.armour[side]
        craft.shield[side] = klass.shield[side]
    craft.inside = 0
    craft.collapse = 0
    craft.disabled = 0
    craft.struck = 0
    for bay in range(MAX_BAYS):
        craft.bay_hits[bay] = 0
