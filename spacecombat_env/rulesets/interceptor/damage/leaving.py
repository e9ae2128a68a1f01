"""Chapters DES, ABN: crew who may leave a ship, and crew who escape from a failing hull.

From a failing hull there is no decision: crew who can leave do so.
"""

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..crew.wounds import is_alive
from ..model import (
    DIRECTIONS,
    NONE,
    CrewStatus,
    Decision,
    Event,
    Role,
    Status,
    Target,
    class_of,
    crew_of,
    is_active,
    is_out_of_control,
    neighbour,
    note_craft,
    on_board,
    request_decision,
    side_of,
    take_slot,
)
from ..model.geometry import opposite
from ..model.record_types import Class, Craft, Rules, State
from .berths import lose_riders
from .carried import lose_carried

SUIT_THRUST = 3  # IN-ABN-05
AIR_TURNS = 30  # IN-ABN-03


@native
def has_ejectors(klass: Class):
    """IN-ABN-01, IN-CON-39, 40 Whether any of its cockpits has an ejector."""
    return klass.ejectors != 0


@native
def someone_awake(state: State, rules: Rules, k):
    """IN-ABN-01, IN-IDE-06 Whether any crewman can pull the handle."""
    for m in crew_of(state, rules, k):
        if state.crew[m].status == CrewStatus.AWAKE:
            return True
    return False


@native
def may_eject(state: State, rules: Rules, k):
    """IN-ABN-01, 02, IN-DES-07 At any time; from a hull that breaks up while it holds."""
    craft = state.craft[k]
    if not is_active(craft) and not (craft.status == Status.WRECK and craft.leaving > 0):
        return False
    if not has_ejectors(class_of(state, rules, k)) or free_adrift(state, side_of(state, k)) == NONE:
        return False
    return someone_awake(state, rules, k)


@native
def may_leave(state: State, rules: Rules, k):
    """IN-AMB-103, IN-DES-10 Whether leaving is offered.

    Once a box inside is lost, out of control, or before it blows itself up.
    """
    craft = state.craft[k]
    hurt = craft.inside > 0 or is_out_of_control(craft) or craft.fuse > 0
    return hurt and may_eject(state, rules, k)


@native
def leaver_after(state: State, rules: Rules, seat, k):
    """IN-AMB-103 The next craft of a seat after craft k (NONE: the first) that may be left; or
    NONE.
    """
    for other in side_range(state.craft, seat):
        if other > k and may_leave(state, rules, other):
            return other
    return NONE


@native
def begin_eject(state: State, rules: Rules, seat, k):
    """IN-ABN-03 Begin to leave craft k: request the direction; a gunner may leave alone there."""
    state.order[seat].craft = k
    state.order[seat].crewman = NONE
    request_decision(state, Decision.EJECT_SIDE, seat)


@native
def pilot_leaves(state: State, rules: Rules, k):
    """IN-ABN-01 Whether a pilot aboard is conscious: he takes all others along."""
    for m in crew_of(state, rules, k):
        if state.crew[m].role == Role.PILOT and state.crew[m].status == CrewStatus.AWAKE:
            return True
    return False


@native
def air_left(craft: Craft):
    """IN-ABN-03, IN-IDE-39 Turns of air left in suits: less those since life support failed."""
    return AIR_TURNS - int(craft.air_used)


@native
def free_adrift(state: State, side):
    """Return a counter of a side that is not on the map; NONE."""
    for n in side_range(state.adrift, side):
        if state.adrift[n].people == 0:
            return n
    return NONE


@native
def landing(rules: Rules, craft: Craft):
    """IN-ABN-03 Place of a crew that leaves: two hexes astern, or the next side clockwise on the
    map.

    No explosion reaches them there (IN-DES-02).
    """
    for turn in range(DIRECTIONS):
        direction = (opposite(craft.heading) + turn) % DIRECTIONS
        q, r = neighbour(craft.q, craft.r, direction)
        q, r = neighbour(q, r, direction)
        if on_board(rules, q, r):
            return q, r
    return int(craft.q), int(craft.r)


@native
def leave_hull(state: State, rules: Rules, k):
    """IN-DES-07, IN-ABN-01..03, 05 All who can eject do: one counter."""
    craft, n = state.craft[k], free_adrift(state, side_of(state, k))
    if n == NONE or not has_ejectors(class_of(state, rules, k)):
        return
    take_slot(state, Target.ADRIFT, n)
    q, r = landing(rules, craft)
    adrift, all_go = state.adrift[n], pilot_leaves(state, rules, k)
    first = side_of(state, k) * (len(state.crew) // 2)
    adrift.conscious = False
    for m in crew_of(state, rules, k):
        member = state.crew[m]
        if not is_alive(member) or (member.status != CrewStatus.AWAKE and not all_go):
            continue
        adrift.conscious = adrift.conscious or member.status == CrewStatus.AWAKE
        adrift.people = int(adrift.people) + 1
        adrift.crew = int(adrift.crew) | (1 << (m - first))
        member.status = CrewStatus.GONE
        event = note_craft(state, Event.EJECTED, k)
        event.c = m - int(craft.first_crew)
        event.a = n
        event.b = 1
        event.e = q
        event.f = r
    if adrift.people == 0:
        return
    adrift.q = q
    adrift.r = r
    adrift.altitude = craft.altitude
    adrift.heading = craft.heading
    adrift.velocity = craft.velocity
    adrift.thrust = SUIT_THRUST
    adrift.air = air_left(craft)
    adrift.moved = True


@native
def lose_crew(state: State, rules: Rules, k):
    """IN-DES-07 All who are still aboard die."""
    for m in crew_of(state, rules, k):
        if is_alive(state.crew[m]):
            state.crew[m].status = CrewStatus.DEAD
    lose_riders(state, k)
    lose_carried(state, rules, k)
