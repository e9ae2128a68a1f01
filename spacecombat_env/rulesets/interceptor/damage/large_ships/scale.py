"""Chapter DMG: boxes of large ships, each of which takes as many hits as the scale (7.15).

Rows under such boxes are numbered: first those of klass.cell, then the outer one of each facing.
The hits that the boxes of row n have taken stand in further rows of the pool, the planes: bit p of
the number in plane p. A box that is gone has 0.
"""

from spacecombat_env.core.native import native

from ...model import DIRECTIONS, LEFTMOST, NONE, WIDTH, class_of, side_of
from ...model.record_types import Class, Rules, State


@native
def scaled_row(klass: Class, facing, turret, row, tower, external):
    """IN-DMG-14 The number of a row of a tower; NONE for armour, which is never scaled."""
    if row == external:
        return int(klass.cells) + int(facing)
    if row < tower[2]:
        return NONE
    first = 0 if turret == NONE else int(klass.turret_cell[turret])
    return first + int(row) - int(tower[2])


@native
def scaled_boxes(klass: Class, n, boxes):
    """IN-DMG-14 Those of some boxes of row n that are scaled: no avionics, no cockpits."""
    return boxes if n >= klass.cells else boxes & ~int(klass.unscaled[n])


@native
def plane(state: State, rules: Rules, k, n, p):
    """Return the row of the pool with bit p of the hits taken by the boxes of row n."""
    klass = class_of(state, rules, k)
    step = int(klass.cells) + DIRECTIONS
    return int(state.craft[k].first_row) + int(klass.plane_row) + p * step + n


@native
def slash(state: State, rules: Rules, k, n, boxes):
    """IN-DMG-14 One hit for each of some boxes of row n; return those that it destroys."""
    klass, rows = class_of(state, rules, k), state.rows[side_of(state, k)]
    scaled = scaled_boxes(klass, n, boxes)
    carry, full = scaled, scaled
    for p in range(int(klass.planes)):
        row = plane(state, rules, k, n, p)
        taken = int(rows[row])
        rows[row] = taken ^ carry
        carry &= taken
        full &= same_bits(int(rows[row]), klass.scale, p)
    gone = (boxes ^ scaled) | (carry if klass.scale == 1 << int(klass.planes) else full)
    clear_slashes(state, rules, k, n, gone)
    return gone


@native
def same_bits(taken, scale, p):
    """Return the boxes whose bit p of the hits taken is that of the scale."""
    return taken if (int(scale) >> p) & 1 else ~taken


@native
def clear_slashes(state: State, rules: Rules, k, n, boxes):
    """Some boxes of row n are gone: they have taken no hits any more."""
    rows = state.rows[side_of(state, k)]
    for p in range(int(class_of(state, rules, k).planes)):
        row = plane(state, rules, k, n, p)
        rows[row] = int(rows[row]) & ~boxes


@native
def slashes(state: State, rules: Rules, k, n, bit):
    """IN-DMG-14 The hits that a box of row n has taken."""
    rows, taken = state.rows[side_of(state, k)], 0
    for p in range(int(class_of(state, rules, k).planes)):
        if int(rows[plane(state, rules, k, n, p)]) & bit:
            taken |= 1 << p
    return taken


@native
def add_slashes(state: State, rules: Rules, k, n, bit, count):
    """IN-DMG-15 Some more hits, too few to destroy it, on a box of row n."""
    rows, taken = state.rows[side_of(state, k)], slashes(state, rules, k, n, bit) + count
    for p in range(int(class_of(state, rules, k).planes)):
        row = plane(state, rules, k, n, p)
        rows[row] = int(rows[row]) | bit if (taken >> p) & 1 else int(rows[row]) & ~bit


@native
def finish_boxes(state: State, rules: Rules, k, n, boxes, points):
    """IN-DMG-15 Points on some boxes of row n, from the left; each is finished before the next.

    Return the boxes destroyed and the points used.
    """
    klass, gone, used = class_of(state, rules, k), 0, 0
    for column in range(WIDTH):
        bit = LEFTMOST >> column
        if not boxes & bit or used == points:
            continue
        needed = 1
        if scaled_boxes(klass, n, bit):
            needed = int(klass.scale) - slashes(state, rules, k, n, bit)
        if needed <= points - used:
            gone |= bit
            used += needed
        else:
            add_slashes(state, rules, k, n, bit, points - used)
            used = points
    clear_slashes(state, rules, k, n, gone)
    return gone, used
