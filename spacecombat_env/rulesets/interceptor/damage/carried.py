"""Chapters TSK, DES: small craft in the bays of a ship, and what befalls them with it."""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..crew.wounds import is_alive
from ..model import (
    HANGAR_FACTOR,
    NONE,
    CrewStatus,
    Status,
    class_of,
    crew_of,
    side_of,
)
from ..model.record_types import Class, Craft, Rules, State


@native
def is_aboard(state: State, k, carrier):
    """Return whether craft k lies in a bay of a carrier."""
    return state.craft[k].status == Status.ABOARD and state.craft[k].carrier == carrier


@native
def seen_status(state: State, craft: Craft):
    """IN-AMB-196 The status of a craft for the enemy: as if it had not exploded in its bay.

    While it lies there, whole or exploded, it leaves the battle as its carrier does.
    """
    if craft.status != Status.DESTROYED or craft.carrier == NONE:
        return int(craft.status)
    fate = int(state.craft[int(craft.carrier)].status)
    return fate if fate == Status.DESTROYED or fate == Status.BROKEN_OFF else Status.ABOARD | 0


@native
def craft_in_bay(state: State, carrier, bay):
    """IN-IDE-38 The first craft in a bay of a carrier, or NONE."""
    for k in side_range(state.craft, side_of(state, carrier)):
        if is_aboard(state, k, carrier) and state.craft[k].bay == bay:
            return k
    return NONE


@native
def bay_for(state: State, rules: Rules, carrier, k):
    """IN-TSK-03, IN-CON-25 A bay of a carrier, unused this turn, with room for craft k; or NONE."""
    klass, tons = class_of(state, rules, carrier), int(class_of(state, rules, k).tons)
    for bay in range(int(klass.bays)):
        if klass.bay[bay].cargo or is_used(state, carrier, bay):
            continue
        if tons <= room_in_bay(state, rules, carrier, bay):
            return bay
    return NONE


@native
def is_used(state: State, carrier, bay):
    """IN-TSK-03 Whether a bay has launched or recovered a craft this turn."""
    return (int(state.craft[carrier].bays_used) >> int(bay)) & 1 == 1


@native
def use_bay(state: State, carrier, bay):
    """IN-TSK-03 A bay is used, once a turn."""
    state.craft[carrier].bays_used = int(state.craft[carrier].bays_used) | (1 << int(bay))


@native
def bay_tons(klass: Class, bay):
    """IN-AMB-64 Tons of craft that an empty hangar takes."""
    return int(klass.bay[bay].boxes) * max(int(klass.scale), 1) // HANGAR_FACTOR


@native
def room_in_bay(state: State, rules: Rules, carrier, bay):
    """IN-AMB-64 Tons of craft that a hangar still takes."""
    room = bay_tons(class_of(state, rules, carrier), bay)
    for k in side_range(state.craft, side_of(state, carrier)):
        if is_aboard(state, k, carrier) and state.craft[k].bay == bay:
            room -= int(class_of(state, rules, k).tons)
    return room


@native
def count_aboard(state: State, carrier):
    """Return how many craft lie in the bays of a carrier."""
    count = 0
    for k in side_range(state.craft, side_of(state, carrier)):
        count += is_aboard(state, k, carrier)
    return count


@native
def free_bays(state: State, rules: Rules, carrier):
    """IN-TSK-03 Return the hangars of a carrier that may still be used this turn."""
    klass, count = class_of(state, rules, carrier), 0
    for bay in range(int(klass.bays)):
        count += not klass.bay[bay].cargo and not is_used(state, carrier, bay)
    return count


@native
def lose_carried(state: State, rules: Rules, carrier):
    """IN-DES-12, IN-AMB-138, 196 Craft in the bays of a ship that is destroyed are lost with it.

    Those that exploded there are seen to be lost now, like those that were whole.
    """
    for k in side_range(state.craft, side_of(state, carrier)):
        if state.craft[k].carrier == carrier:
            destroy_carried(state, rules, k)
            state.craft[k].carrier = NONE


@native
def destroy_carried(state: State, rules: Rules, k):
    """IN-AMB-138 One of them is lost, with its crew."""
    join_carrier(state, k)
    state.craft[k].status = Status.DESTROYED
    for m in crew_of(state, rules, k):
        if is_alive(state.crew[m]):
            state.crew[m].status = CrewStatus.DEAD


@native
def join_carrier(state: State, k):
    """IN-LOS-01, IN-AMB-138 A craft that goes with its carrier has its place and course.

    Both sides know of it now, but not where it was before.
    """
    craft, ship = state.craft[k], state.craft[int(state.craft[k].carrier)]
    craft.q = ship.q
    craft.r = ship.r
    craft.altitude = ship.altitude
    craft.heading = ship.heading
    craft.facing = ship.facing
    craft.velocity = ship.velocity
    craft.start_velocity = ship.start_velocity
    craft.arrived = ship.arrived
    craft.rolled = 0
    craft.hexes = 0
    craft.left_in = 0
    craft.lowered = 0
    craft.straight = 0
    craft.fast = 0
    craft.dived = 0
    craft.gained = 0
    craft.free_hexes = 0


@native
def take_along(state: State, carrier):
    """IN-AMB-138 Craft in the bays of a ship that leaves the battle leave with it."""
    for k in side_range(state.craft, side_of(state, carrier)):
        if state.craft[k].carrier == carrier:
            join_carrier(state, k)
            if state.craft[k].status == Status.ABOARD:
                state.craft[k].status = state.craft[carrier].status
