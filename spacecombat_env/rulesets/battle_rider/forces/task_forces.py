"""Chapter TF: position and capacity of task forces, and craft that join them."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import CraftStatus, Event, ForceStatus, Surface, force_slots, force_tactics, log_event
from ..model.record_types import State
from ..sensors.detection import hide_shadow


@native
def same_place(state: State, a, b):
    """BR-TF-06 Same hex and exactly the same vector."""
    first, second = state.tf[a], state.tf[b]
    return (
        first.q == second.q
        and first.r == second.r
        and first.vq == second.vq
        and first.vr == second.vr
    )


@native
def holds_tumbler(state: State, tf):
    """BR-DMG-25, BR-AMB-52 A tumbling ship remains a separate task force."""
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.status == CraftStatus.IN_FORCE and craft.tf == tf and craft.tumble:
            return True
    return False


@native
def empty_forces(state: State, side):
    """BR-TF-04, BR-AMB-30 Task forces without craft: dummies, and those emptied by losses."""
    count = 0
    for k in side_range(state.tf, side):
        if state.tf[k].status != ForceStatus.UNUSED and state.tf[k].strength == 0:
            count += 1
    return count


@native
def has_room(state: State, tf, more):
    """BR-TF-02, 07, BR-MPL-02, BR-AMB-31 Whether a task force can take this many more craft."""
    return state.tf[tf].strength + more <= force_tactics(state, tf)


@native
def on_map_force(state: State, tf):
    """BR-AMB-61 Whether a task force is on the map, and not on the ground of a planet."""
    force = state.tf[tf]
    return force.status == ForceStatus.ON_MAP and force.surface == Surface.SPACE


@native
def join_force(state: State, index, tf):
    """BR-AMB-28, 29 A craft becomes part of a task force; an unknown one hides its shadow."""
    craft = state.craft[index]
    craft.tf = tf
    state.tf[tf].strength += 1
    if not craft.detected:
        hide_shadow(state, tf)


@native
def keep_lower_evasion(state: State, old, new):
    """BR-AMB-101 Neither the craft that join nor those they join evade better than before.

    An Evade marker lies on the map: both sides see when it is lowered or removed.
    """
    force = state.tf[new]
    if state.tf[old].evade >= force.evade:
        return
    force.evade = state.tf[old].evade
    event = log_event(state, Event.EVADE_LOWERED, new // force_slots(state))
    event.actor = force.contact
    event.target = new
    event.a = force.evade
