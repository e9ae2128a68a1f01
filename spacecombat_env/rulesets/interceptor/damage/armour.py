"""Chapter DMG: the arrow and its damage.

A tower is (first armour row, rows, first inner row, rows) of a side's pool; an external row lies on
its armour. A hit passes through it from the arrow's row on, a row of its template for each row. A
laser, and damage by rows, goes box by box.
"""

from spacecombat_env.core.native import native

from ..model import (
    BAY_BLAST,
    FULL_ROW,
    NONE,
    Event,
    Facing,
    Template,
    bits,
    class_of,
    column_bit,
    external_row,
    note_target_own,
    side_of,
    tower,
    turret_tower,
)
from ..model.record_types import EventRecord, Rules, State
from .derelicts import judge_crew
from .externals import lose_external
from .internals import lose_inside, settle_components, strike_components
from .large_ships.bays import bay_at, craft_at, fill_bay, finish_bay, is_passed, set_off_reloads
from .large_ships.scale import finish_boxes, scaled_row, slash
from .templates import is_dug, leftmost, mask_of, rows_of_template
from .turrets import is_dead


@native
def first_row(rows, boxes, tower, external):
    """IN-AMB-40 First row of a tower that has one of some boxes left: outside in; NONE."""
    armour, height, inner, depth = tower
    if external != NONE and int(rows[external]) & boxes:
        return external
    for row in range(armour, armour + height):
        if int(rows[row]) & boxes:
            return row
    for row in range(inner, inner + depth):
        if int(rows[row]) & boxes:
            return row
    return NONE


@native
def arrow(state: State, rules: Rules, side, tower, column, external):
    """IN-DMG-03, 12, IN-AMB-40 First row with a box in the column: armour, then inside; NONE.

    `tower` as of towers.tower, `external` a row or NONE.
    """
    return first_row(state.rows[side], column_bit(column), tower, external)


@native
def row_below(tower, external, row):
    """IN-DMG-04 The next row inward, of armour or inside; NONE below the last."""
    armour, height, inner, depth = tower
    if row == external:
        return armour if height else inner
    if row == armour + height - 1:
        return inner
    return NONE if row == inner + depth - 1 else row + 1


@native
def clear_row(
    state: State, rules: Rules, k, facing, turret, row, tower, external, mask, event: EventRecord
):
    """IN-DMG-01, 04, 14 One hit for each box of a row under a mask; `event` counts those lost."""
    klass = class_of(state, rules, k)
    struck = int(state.rows[side_of(state, k), row]) & mask
    if struck == 0:
        return
    n = scaled_row(klass, facing, turret, row, tower, external)
    gone, bay = struck, bay_at(klass, turret, n)
    if bay != NONE:
        gone = fill_bay(state, rules, k, bay, bits(struck))
    elif n != NONE and klass.planes > 0:
        gone = slash(state, rules, k, n, struck)
    remove(state, rules, k, facing, turret, row, n, struck, gone, event)


@native
def finish_row(
    state: State,
    rules: Rules,
    k,
    facing,
    turret,
    row,
    tower,
    external,
    boxes,
    points,
    event: EventRecord,
):
    """IN-DMG-01, 15, IN-AMB-49, 93 Points on some columns of a row, from the left, box by box.

    Return how many are used.
    """
    klass = class_of(state, rules, k)
    struck = int(state.rows[side_of(state, k), row]) & boxes
    if struck == 0:
        return 0
    n = scaled_row(klass, facing, turret, row, tower, external)
    gone, bay = leftmost(struck, points), bay_at(klass, turret, n)
    used = bits(gone)
    if bay != NONE:
        gone, used = finish_bay(state, rules, k, bay, struck, points)
    elif n != NONE and klass.planes > 0:
        struck = leftmost(struck, points)
        gone, used = finish_boxes(state, rules, k, n, struck, points)
    else:
        struck = gone
    remove(state, rules, k, facing, turret, row, n, struck, gone, event)
    return used


@native
def remove(state: State, rules: Rules, k, facing, turret, row, n, struck, gone, event: EventRecord):
    """IN-DMG-01, 08 Of the boxes struck in a row those that are gone; n as of scaled_row.

    `event` counts them.
    """
    rows, count = state.rows[side_of(state, k)], bits(gone)
    rows[row] = int(rows[row]) & ~gone
    if n == NONE:
        event.a = int(event.a) + count
        if turret == NONE:
            state.craft[k].armour[facing] = int(state.craft[k].armour[facing]) - count
    elif n >= class_of(state, rules, k).cells:
        event.d = int(event.d) + count
        lose_external(state, rules, k, facing, gone)
    else:
        event.b = int(event.b) + count
        strike_components(state, rules, k, n, struck)
        lose_inside(state, rules, k, n, gone)


@native
def go_through(state: State, rules: Rules, k, n, turret, tower, external, laid, event: EventRecord):
    """IN-DMG-03..06, 11, IN-IDE-35 A hit passes a tower from its template's row `laid` on.

    Return how many of its rows are laid. It stops where a turret dies (IN-AMB-42). The first row
    is laid on the highest box in the arrow's column.
    """
    hit = state.exchange.hit[n]
    template, facing, begun = int(hit.template), int(hit.facing), False
    bit, rows = column_bit(hit.column), state.rows[side_of(state, k)]
    row = first_row(rows, bit, tower, external)
    while row != NONE and laid < rows_of_template(rules, template):
        carried = craft_at(state, rules, k, turret, tower, row)
        if carried != NONE:
            strike_carried(state, rules, carried, points_left(rules, template, laid, bit))
            return rows_of_template(rules, template)
        passed = is_passed(state, rules, k, turret, tower, row)
        begun = begun or (int(rows[row]) & bit != 0 and not passed)
        if begun and not passed:
            mask = mask_of(rules, template, laid, bit)
            clear_row(state, rules, k, facing, turret, row, tower, external, mask, event)
            laid += 1
            if turret != NONE and is_dead(state, rules, k, turret):
                return laid
        row = row_below(tower, external, row)
    return laid


@native
def dig_through(
    state: State, rules: Rules, k, n, turret, tower, external, spent, event: EventRecord
):
    """IN-DMG-01, 15, IN-AMB-49, 93 Point by point, box by box; holes cost nothing.

    A laser goes down its column, full rows from left to right. Return how many points are spent;
    where a turret dies the rest continues (IN-AMB-42).
    """
    hit = state.exchange.hit[n]
    points, facing = int(hit.points), int(hit.facing)
    boxes = FULL_ROW if hit.template == Template.ROWS else column_bit(hit.column)
    row = first_row(state.rows[side_of(state, k)], boxes, tower, external)
    while row != NONE and spent < points:
        carried = craft_at(state, rules, k, turret, tower, row)
        if carried != NONE:
            strike_carried(state, rules, carried, points - spent)
            return points
        if not is_passed(state, rules, k, turret, tower, row):
            left = points - spent
            spent += finish_row(
                state, rules, k, facing, turret, row, tower, external, boxes, left, event
            )
        if turret != NONE and is_dead(state, rules, k, turret):
            return spent
        row = row_below(tower, external, row)
    return spent


@native
def points_left(rules: Rules, template, laid, bit):
    """IN-IDE-38 Boxes of a template from its row `laid` on."""
    points = 0
    for row in range(laid, int(rows_of_template(rules, template))):
        points += bits(mask_of(rules, template, row, bit))
    return points


@native
def strike_carried(state: State, rules: Rules, k, points):
    """IN-IDE-38, IN-AMB-168 Hits on a bay strike the front armour of the craft in it, and inward.

    They go box by box in full rows; what passes through it is lost.
    """
    event, spent = note_target_own(state, Event.DAMAGE, k), 0
    block = tower(state, rules, k, Facing.F | 0)
    row = first_row(state.rows[side_of(state, k)], FULL_ROW, block, NONE)
    while row != NONE and spent < points:
        left = points - spent
        spent += finish_row(
            state, rules, k, Facing.F | 0, NONE, row, block, NONE, FULL_ROW, left, event
        )
        row = row_below(block, NONE, row)
    settle_components(state, rules, k)
    judge_crew(state, rules, k)


@native
def blow_up_bay(state: State, rules: Rules, carrier, bay):
    """IN-IDE-38, IN-AMB-122 A craft explodes in its bay: points on the rows inward of it."""
    klass, spent = class_of(state, rules, carrier), 0
    event = note_target_own(state, Event.DAMAGE, carrier)
    block = tower(state, rules, carrier, Facing.F | 0)
    row = row_below(block, NONE, block[2] + int(klass.bay[bay].cell))
    while row != NONE and spent < BAY_BLAST:
        left = BAY_BLAST - spent
        spent += finish_row(
            state, rules, carrier, Facing.F | 0, NONE, row, block, NONE, FULL_ROW, left, event
        )
        row = row_below(block, NONE, row)
    settle_components(state, rules, carrier)
    judge_crew(state, rules, carrier)


@native
def pass_through(
    state: State, rules: Rules, k, n, turret, tower, external, used, event: EventRecord
):
    """IN-DMG-03, 05, IN-COL-07 A hit passes through a tower: by its template, or point by point.

    Return how much of it is used up: rows of the template, or points.
    """
    if is_dug(int(state.exchange.hit[n].template)):
        return dig_through(state, rules, k, n, turret, tower, external, used, event)
    return go_through(state, rules, k, n, turret, tower, external, used, event)


@native
def strike(state: State, rules: Rules, k, n):
    """IN-DMG-01..06, 11, 12, IN-AMB-42, 49, 93 Apply state.exchange.hit[n] to hull or turret.

    It changes rows, craft.armour and craft.struck; the rest of a hit that kills a turret continues
    in the hull. Called by hits.apply_step.
    """
    hit = state.exchange.hit[n]
    facing, turret, used = int(hit.facing), int(hit.turret), 0
    event = note_target_own(state, Event.DAMAGE, k)
    event.c = facing
    if turret != NONE:
        block = turret_tower(state, rules, k, turret)
        used = pass_through(state, rules, k, n, turret, block, NONE, used, event)
    if turret == NONE or is_dead(state, rules, k, turret):
        block = tower(state, rules, k, facing)
        external = external_row(state, rules, k, facing)
        pass_through(state, rules, k, n, NONE, block, external, used, event)
    set_off_reloads(state, rules, k, event)
