"""Chapters DMG-07, 15 and MIS-11: the loss of craft, and of their missiles, riders and drones."""

from spacecombat_env.core.native import native

from ..model import (
    MAX_WHITEOUTS,
    NONE,
    RESULTS,
    TURN_LENGTH_MARKER,
    CraftStatus,
    Damage,
    Event,
    ForceStatus,
    Phase,
    Removal,
    Result,
    craft_slots,
    force_slots,
    log_event,
)
from ..model.record_types import Craft, Rules, State
from .abilities import can_operate_missiles
from .force_memory import forget_force


@native
def white_out(state: State, q, r):
    """BR-MIS-30, BR-DMG-15 Place a White Out-2 marker in a hex.

    Printed markers are no limit, except those of damage (BR-AMB-87).
    """
    for k in range(MAX_WHITEOUTS):
        marker = state.whiteout[k]
        if marker.timer == 0:
            marker.timer = TURN_LENGTH_MARKER
            marker.q = q
            marker.r = r
            return


@native
def remove_force(state: State, index, why):
    """Take a task force counter off the map; `why` is a Removal."""
    event = log_event(state, Event.FORCE_REMOVED, index // force_slots(state))
    event.actor = state.tf[index].contact
    event.a = index
    event.b = why
    state.tf[index].status = ForceStatus.UNUSED
    forget_force(state, index)


@native
def leave_force(state: State, index):
    """BR-TF-09, BR-AMB-28 Take a craft out of its task force; an exposed empty force goes too."""
    tf = int(state.craft[index].tf)
    state.craft[index].tf = NONE
    if tf == NONE:
        return
    force = state.tf[tf]
    force.strength -= 1
    if force.strength == 0 and force.shadow_found:
        remove_force(state, tf, Removal.GONE)


@native
def return_markers(state: State, craft: Craft):
    """BR-AMB-37 Put the markers of a ship that is gone back into the cup."""
    for result in range(RESULTS):
        if craft.damage[result]:
            state.pool[result] += 1
            craft.damage[result] = Damage.INTACT


@native
def count_points(state: State, rules: Rules, index, status):
    """BR-SCN-06, BR-S2-05 Count a craft's printed points as lost or escaped; captured is lost."""
    craft = state.craft[index]
    side = index // craft_slots(state)
    points = int(rules.classes[craft.klass].points)
    known = points if craft.detected and not is_unseen_cargo(state, craft) else 0
    if status == CraftStatus.ESCAPED:
        state.points_escaped[side] += points
        state.known_escaped[side] += known
    else:
        state.points_lost[side] += points
        state.known_lost[side] += known


@native
def is_unseen_cargo(state: State, craft: Craft):
    """BR-AMB-29, 89 Whether a craft is aboard a ship that was never found, or was lost with it.

    Its enemy, who may have seen the craft before, does not learn of that.
    """
    if craft.status == CraftStatus.IN_FORCE or craft.keeper == NONE:
        return False
    return not state.craft[craft.keeper].detected


@native
def lose_craft(state: State, rules: Rules, index, status):
    """BR-AMB-89 Take a craft out of the game; the craft aboard share its fate."""
    craft = state.craft[index]
    count_points(state, rules, index, status)
    return_markers(state, craft)
    leave_force(state, index)
    craft.status = status
    craft.keeper = NONE  # it was not aboard
    for k in range(len(state.craft)):
        other = state.craft[k]
        if other.status == CraftStatus.ABOARD and other.keeper == index:
            count_points(state, rules, k, status)
            if not is_unseen_cargo(state, other):
                return_markers(state, other)
            other.status = status


@native
def destroy_craft(state: State, rules: Rules, index):
    """BR-DMG-07, 15 A craft is destroyed; a ship that explodes leaves a White Out-2 marker."""
    craft = state.craft[index]
    force = state.tf[craft.tf]
    event = log_event(state, Event.DESTROYED, index // craft_slots(state))
    event.actor = index
    event.a = craft.klass
    if not rules.classes[craft.klass].drone:
        white_out(state, force.q, force.r)
    lose_craft(state, rules, index, CraftStatus.DESTROYED)
    remove_orphans(state, rules)


@native
def is_gone(craft: Craft):
    """Whether a craft has left the game; one aboard its tender has not."""
    return craft.status != CraftStatus.IN_FORCE and craft.status != CraftStatus.ABOARD


@native
def remove_orphans(state: State, rules: Rules):
    """BR-MIS-11, BR-AMB-48, BR-DRN-03, BR-AMB-50 Remove craft and spreads without controlling ship.

    Spreads go at once in the Operations Phase and at the end of the Missile Attack Phase.
    """
    if state.phase != Phase.MISSILE_ATTACK:
        remove_orphaned_spreads(state)
    for k in range(len(state.craft)):
        drone = state.craft[k]
        if drone.status == CraftStatus.IN_FORCE and rules.classes[drone.klass].drone:
            carrier = state.craft[drone.keeper]
            if is_gone(carrier) or carrier.damage[Result.BRIDGE]:
                log_drone_lost(state, k)
                lose_craft(state, rules, k, CraftStatus.LOST)


@native
def log_drone_lost(state: State, index):
    """BR-DRN-03 Log a drone without controller, for both sides if it is detected (BR-DET-02)."""
    craft = state.craft[index]
    side = index // craft_slots(state)
    event = log_event(state, Event.DRONE_LOST, side)
    event.known = 3 if craft.detected else 1 << side
    event.actor = index
    event.a = craft.klass


@native
def remove_orphaned_spreads(state: State):
    """BR-MIS-11 Spreads of ships that are gone or have a Fire Control result are removed."""
    for k in range(len(state.spread)):
        spread = state.spread[k]
        if spread.count > 0:
            owner = state.craft[spread.owner]
            if is_gone(owner) or not can_operate_missiles(owner):
                remove_spread(state, k)


@native
def remove_spread(state: State, index):
    """Take a missile spread off the map."""
    event = log_event(state, Event.SPREAD_GONE, index // (len(state.spread) // 2))
    event.actor = state.spread[index].contact
    event.a = index
    state.spread[index].count = 0
    state.spread[index].target_tf = NONE
    state.spread[index].target_spread = NONE
