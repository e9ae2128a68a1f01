"""Hits on a determinized enemy ship since it was last seen: they are applied again.

The place of each is public (IN-CMB-05): facing, turret, column, template, points. Their effect
inside is computed on the determinized ship. Wounds are left out, since whether its crew is awake
enough to fly is public. The log keeps the last of them.
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
    NONE,
    WIDTH,
    Comp,
    Event,
    Source,
    Template,
    class_of,
    is_hull,
    is_out,
    side_of,
)
from ..model.constants.log import LOG_LENGTH
from ..model.record_types import Class, EventRecord, Rules, State


@native
def reapply_hits(state: State, rules: Rules, k, seat, first, last):
    """Apply every hit on craft k from one place to another in the log of a seat.

    Events of this replay are dropped: the log is the seat's.
    """
    count, delivered = int(state.log_count), int(state.log_delivered)
    n = int(state.exchange.hits)
    if n == MAX_HITS or not is_hull(state.craft[k]):
        return
    end = int(state.delivered_count[seat])
    for place in range(first, last):
        event = state.delivered[seat, place % LOG_LENGTH]
        if event.kind != Event.HIT or event.target != k or is_stopped(state, seat, place, end):
            continue
        write_announced_hit(state, rules, event, k, n)
        strike(state, rules, k, n)
        widow(state, rules, k, turret_or_facing(state, n))
    write_hit(state, n, NONE, Source.FIRE, 0, Template.NONE, 0, NONE, NONE, NONE, NONE)
    state.log_count = count
    state.log_delivered = delivered
    settle_struck(state, rules, k)


@native
def event_after_look(state: State, k, seat, seeing):
    """Return the place in the log after the last look at craft k from as near as that."""
    last = int(state.delivered_count[seat])
    first = max(last - LOG_LENGTH, 0)
    for place in range(last - 1, first - 1, -1):
        event = state.delivered[seat, place % LOG_LENGTH]
        if event.kind == Event.SEEN and event.target == k and event.c >= seeing:
            return place + 1
    return first


@native
def is_stopped(state: State, seat, place, last):
    """IN-DEF-16 Whether the hit at a place of the log has ended in a Firewall."""
    if place + 1 == last:
        return False
    return state.delivered[seat, (place + 1) % LOG_LENGTH].kind == Event.FIREWALL


@native
def write_announced_hit(state: State, rules: Rules, event: EventRecord, k, n):
    """Write a hit as announced; a ship without that turret takes it in its hull."""
    facing, template, points = int(event.c), int(event.b), int(event.a)
    write_hit(state, n, k, Source.FIRE, facing, template, points, NONE, NONE, NONE, NONE)
    hit = state.exchange.hit[n]
    hit.column = event.d
    hit.turret = event.e if event.e < class_of(state, rules, k).turrets else NONE


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
