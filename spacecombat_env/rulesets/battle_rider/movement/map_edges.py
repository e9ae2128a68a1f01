"""Chapter SCN-02, 05, 08: task forces that enter the map, and craft that leave it."""

from spacecombat_env.core.model.hexgrid import EDGE_HIGH, EDGE_LOW, exit_side
from spacecombat_env.core.native import native

from ..model import (
    CraftStatus,
    Event,
    ForceStatus,
    Removal,
    Side,
    craft_slots,
    force_slots,
    has_fuel_for_jump,
    has_missions,
    log_event,
    may_escape_anywhere,
    watch_carrier,
)
from ..model.record_types import Rules, State
from ..ships.abilities import can_jump
from ..ships.losses import lose_craft, remove_force, remove_orphans
from .astrographics import is_beyond_jump_line
from .counters import free_contact
from .facing import face_inwards


@native
def enter_map(state: State, rules: Rules, tf):
    """BR-SCN-02, BR-AMB-56 A waiting task force appears as it begins its move."""
    force = state.tf[tf]
    if force.status == ForceStatus.WAITING:
        force.status = ForceStatus.ON_MAP
        if rules.option.facing:
            face_inwards(state, tf)
        force.contact = free_contact(state, tf)
        event = log_event(state, Event.ENTER, tf // force_slots(state))
        event.actor = force.contact
        event.target = tf


@native
def leave_map(state: State, rules: Rules, tf, start_q, start_r):
    """BR-SCN-05, 08, BR-AMB-57 Leave the map for good; over the enemy's edge a ship may escape.

    Where there is a jump line it counts instead, whatever the edge.
    """
    force = state.tf[tf]
    side = tf // force_slots(state)
    edge = exit_side(
        start_q,
        start_r,
        int(force.q),
        int(force.r),
        int(rules.option.columns),
        int(rules.option.rows),
    )
    enemy_edge = EDGE_HIGH if side == Side.RED else EDGE_LOW
    watch_carrier(state)
    why = Removal.DUMMY if force.strength == 0 else Removal.GONE
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf:
            free = edge == enemy_edge
            if rules.option.jump_line:
                free = is_beyond_jump_line(state, rules, int(force.q), int(force.r))
            free = free and can_jump(craft, rules.classes[craft.klass])
            if has_missions(rules):
                free = escapes(state, rules, k, edge)
            status = CraftStatus.ESCAPED if free else CraftStatus.LOST
            log_leaving(state, rules, k, status, False)
            lose_craft(state, rules, k, status)
    if force.status != ForceStatus.UNUSED:
        remove_force(state, tf, why)
    remove_orphans(state, rules)


@native
def log_leaving(state: State, rules: Rules, index, status, jumped):
    """BR-SCN-05 Log a craft that leaves; with missions the escape is secret (BR-ASG-14)."""
    craft = state.craft[index]
    side = index // craft_slots(state)
    event = log_event(state, Event.LEFT_MAP, side)
    event.known = 3 if craft.detected else 1 << side
    event.actor = index
    event.a = craft.klass
    event.b = status
    event.c = jumped
    if has_missions(rules) and craft.detected:
        event.known = 1 << side
        other = log_event(state, Event.LEFT_MAP, side)
        other.known = 1 << (1 - side)
        other.actor = index
        other.a = craft.klass
        other.b = CraftStatus.LOST


@native
def escapes(state: State, rules: Rules, index, edge):
    """BR-MIR-06..10 The edges by which a mission lets ships escape, and fuel for the jump."""
    craft = state.craft[index]
    side = index // craft_slots(state)
    allowed = edge == (EDGE_HIGH if side == Side.RED else EDGE_LOW)
    if may_escape_anywhere(state, side):
        allowed = allowed or edge == (EDGE_LOW if side == Side.RED else EDGE_HIGH)
    fuelled = has_fuel_for_jump(state, craft, side)
    return allowed and fuelled and can_jump(craft, rules.classes[craft.klass])
