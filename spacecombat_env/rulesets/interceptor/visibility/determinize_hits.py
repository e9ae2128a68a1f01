"""Hits on a determinized enemy ship: they are applied again.

The place of each is public (IN-CMB-05): facing, turret, column, template, points. Their effect
inside is computed on the determinized ship. Wounds are left out, since whether its crew is awake
enough to fly is public. The memory of the game keeps the last of them.
"""

from spacecombat_env.core.native import native

from ..damage.armour import strike
from ..damage.hits import write_hit
from ..damage.internals import lost_of
from ..damage.widowing import widow
from ..model import (
    DIRECTIONS,
    FULL_ROW,
    MAX_HITS,
    MEMORY_HITS,
    NONE,
    WIDTH,
    Comp,
    Source,
    Template,
    class_of,
    is_hull,
    is_out,
    side_of,
)
from ..model.record_types import Class, PastHit, Rules, State


@native
def reapply_hits(state: State, rules: Rules, k, first, last):
    """Apply every hit on craft k from one place to another in the memory of the game.

    Events of this replay are dropped: the log is the seat's.
    """
    count, delivered, side = int(state.log_count), int(state.log_delivered), side_of(state, k)
    n = int(state.exchange.hits)
    if n == MAX_HITS or not is_hull(state.craft[k]):
        return
    for place in range(first, last):
        past = state.memory_hits[side, place % MEMORY_HITS]
        if past.target == k:
            write_past_hit(state, rules, past, k, n)
            strike(state, rules, k, n)
            widow(state, rules, k, turret_or_facing(state, n))
    write_hit(state, n, NONE, Source.FIRE, 0, Template.NONE, 0, NONE, NONE, NONE, NONE)
    state.log_count = count
    state.log_delivered = delivered
    settle_struck(state, rules, k)


@native
def write_past_hit(state: State, rules: Rules, past: PastHit, k, n):
    """Write a hit as announced; a ship without that turret takes it in its hull."""
    facing, template, points = int(past.facing), int(past.template), int(past.points)
    write_hit(state, n, k, Source.FIRE, facing, template, points, NONE, NONE, NONE, NONE)
    hit = state.exchange.hit[n]
    hit.column = past.column
    hit.turret = past.turret if past.turret < class_of(state, rules, k).turrets else NONE


@native
def turret_or_facing(state: State, n):
    """Return the block that a hit has opened, as widowing counts them."""
    hit = state.exchange.hit[n]
    return int(hit.facing) if hit.turret == NONE else DIRECTIONS + int(hit.turret)


@native
def settle_struck(state: State, rules: Rules, k):
    """IN-DMG-09 Components that are out by it; damage that would destroy the ship is undone."""
    craft, klass = state.craft[k], class_of(state, rules, k)
    struck = int(craft.struck)
    craft.struck = 0
    if would_be_destroyed(state, rules, k):
        undo_inside_damage(state, klass, k)
    for component in range(int(klass.components)):
        part = klass.component[component]
        if not (struck >> component) & 1 or part.kind == Comp.COCKPIT:
            continue
        if not is_out(craft, component) and lost_of(state, rules, k, component) >= part.fatal:
            craft.disabled = int(craft.disabled) | (1 << component)


@native
def would_be_destroyed(state: State, rules: Rules, k):
    """IN-DES-06, IN-IDE-30 Whether it would have exploded or broken up."""
    klass = class_of(state, rules, k)
    plant = int(klass.system[Comp.PLANT])
    if lost_of(state, rules, k, plant) >= int(klass.component[plant].boxes):
        return True
    return state.rows[side_of(state, k), last_row(state, klass, k)] == 0


@native
def last_row(state: State, klass: Class, k):
    """Return the Ship Destroyed row."""
    return int(state.craft[k].first_row) + int(klass.inner) + int(klass.depth) - 1


@native
def undo_inside_damage(state: State, klass: Class, k):
    """Reset the inside, as last seen, or whole: the hits cannot have gone so deep."""
    craft = state.craft[k]
    undo_row_damage(state, k, klass.inner, klass.depth)
    for turret in range(int(klass.turrets)):
        undo_row_damage(state, k, klass.turret_inner[turret], klass.turret_depth[turret])
    undo_slashes(state, klass, k)
    restore_bays(state, klass, k)
    craft.inside = craft.last_seen_inside


@native
def restore_bays(state: State, klass: Class, k):
    """IN-ICB-10 Hits on bays as far as they show: none, more than half of the boxes, or all."""
    craft, side = state.craft[k], side_of(state, k)
    for bay in range(int(klass.bays)):
        row, boxes = klass.bay[bay], int(klass.bay[bay].boxes)
        component = int(klass.cell[int(row.cell), WIDTH - 1])
        lost = boxes // 2 + 1 if is_out(craft, component) else 0
        if state.rows[side, int(craft.first_row) + int(klass.inner) + int(row.cell)] == 0:
            lost = boxes
        craft.bay_hits[bay] = lost * int(klass.scale)


@native
def undo_slashes(state: State, klass: Class, k):
    """IN-DMG-14 Reset the hits taken by boxes inside, as last seen, or to none."""
    craft, side, step = state.craft[k], side_of(state, k), int(klass.cells) + DIRECTIONS
    for p in range(int(klass.planes)):
        start = int(craft.first_row) + int(klass.plane_row) + p * step
        for row in range(start, start + int(klass.cells)):
            state.rows[side, row] = state.last_seen_rows[side, row]


@native
def undo_row_damage(state: State, k, first, count):
    """Reset some rows inside, as last seen, or whole if never seen."""
    craft, side = state.craft[k], side_of(state, k)
    start = int(craft.first_row) + int(first)
    for row in range(start, start + int(count)):
        visible = int(state.last_seen_rows[side, row])
        state.rows[side, row] = visible if craft.inside_turn != 0 else FULL_ROW
