"""Chapter DMG: widowed armour.

The boxes reached from the bottom row are kept in four masks, six rows of ten bits each.
"""

from spacecombat_env.core.native import native

from ..model import (
    DIRECTIONS,
    FULL_ROW,
    NONE,
    WIDTH,
    Event,
    bits,
    external_row,
    note_target_own,
    side_of,
    tower,
    turret_tower,
)
from ..model.record_types import Rules, State
from .externals import lose_external

MASK_ROWS = 6


@native
def reached(masks, row):
    """Return the boxes of a row of the block that are reached."""
    return (int(masks[row // MASK_ROWS]) >> (WIDTH * (row % MASK_ROWS))) & FULL_ROW


@native
def with_reached(masks, row, boxes):
    """Return the masks with more boxes of a row."""
    more, mask = boxes << (WIDTH * (row % MASK_ROWS)), row // MASK_ROWS
    return (
        masks[0] | more if mask == 0 else masks[0],
        masks[1] | more if mask == 1 else masks[1],
        masks[2] | more if mask == 2 else masks[2],
        masks[3] | more if mask == 3 else masks[3],
    )


@native
def spread(boxes, armour):
    """IN-DMG-07 Boxes of a row of armour that are joined sideways to some of them."""
    boxes &= armour
    while True:
        wider = (boxes | (boxes << 1) | (boxes >> 1)) & armour
        if wider == boxes:
            return boxes
        boxes = wider


@native
def reach_bottom(rows, first, count):
    """IN-DMG-07 Boxes with a path by sides, up and down to the bottom row; corners do not join."""
    bottom = count - 1
    masks = with_reached((0, 0, 0, 0), bottom, int(rows[first + bottom]))
    grows = True
    while grows:
        grows = False
        for n in range(2 * count):  # up, then down
            row = bottom - n if n < count else n - count
            seed = reached(masks, row)
            if row > 0:
                seed |= reached(masks, row - 1)
            if row < bottom:
                seed |= reached(masks, row + 1)
            found = spread(seed, int(rows[first + row]))
            if found != reached(masks, row):
                masks = with_reached(masks, row, found)
                grows = True
    return masks


@native
def widow(state: State, rules: Rules, k, facing):
    """IN-DMG-07, 13 Remove armour of a facing without a path to its bottom row.

    Components on it go too. Facing 6 + t is turret t. Return the boxes removed.
    """
    rows, turret = state.rows[side_of(state, k)], facing - DIRECTIONS
    if turret >= 0:
        first, count, _, _ = turret_tower(state, rules, k, turret)
    else:
        first, count, _, _ = tower(state, rules, k, facing)
    if count == 0:
        return 0
    masks, removed, columns = reach_bottom(rows, first, count), 0, 0
    for row in range(count):
        gone = int(rows[first + row]) & ~reached(masks, row)
        rows[first + row] = int(rows[first + row]) ^ gone
        removed += bits(gone)
        columns |= gone
    if removed and turret < 0:
        widow_hull(state, rules, k, facing, removed, columns)
    return removed


@native
def widow_hull(state: State, rules: Rules, k, facing, removed, columns):
    """IN-DMG-13, 16 Count the armour that has gone; components on those columns go too."""
    rows, craft = state.rows[side_of(state, k)], state.craft[k]
    craft.armour[facing] = int(craft.armour[facing]) - removed
    external = external_row(state, rules, k, facing)
    if external != NONE:
        gone = int(rows[external]) & columns
        rows[external] = int(rows[external]) ^ gone
        lose_external(state, rules, k, facing, gone)
    event = note_target_own(state, Event.WIDOWED, k)
    event.a = removed
    event.c = facing
