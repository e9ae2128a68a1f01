"""Chapter ABN: leaving a ship.

Decisions: EJECT_SIDE (directions; first a gunner, if he goes alone, then the directions),
EJECT_RANGE (0..2).
"""

from spacecombat_env.core.kernels.numbers import begin_number
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..crew.takeover import release_weapons
from ..damage.counters import lose_counter
from ..damage.derelicts import judge_crew
from ..damage.leaving import SUIT_THRUST, air_left, free_adrift, pilot_leaves
from ..model import (
    DIRECTIONS,
    NONE,
    CrewStatus,
    Decision,
    Event,
    Phase,
    Role,
    Step,
    Target,
    class_of,
    crew_of,
    crewman,
    crewman_action,
    decode_crewman,
    decode_direction,
    direction_action,
    is_active,
    neighbour,
    note_craft,
    on_board,
    proceed,
    request_decision,
    side_of,
    take_slot,
)
from ..model.record_types import Crew, Rules, State

EJECTOR_REACH = 2


@native
def is_aboard(member: Crew):
    """Return whether a crewman lives and has not left."""
    return member.status == CrewStatus.AWAKE or member.status == CrewStatus.UNCONSCIOUS


@native
def has_spare_counter(state: State, side):
    """IN-AMB-154 Whether a counter is left for one man, besides those for crews still aboard."""
    spare = 0
    for n in side_range(state.adrift, side):
        spare += state.adrift[n].people == 0
    for k in side_range(state.craft, side):
        spare -= is_active(state.craft[k])
    return spare > 0


@native
def may_go_alone(state: State, rules: Rules, k, m):
    """IN-AMB-144 Whether a gunner who is awake may leave without the others."""
    member = state.crew[m]
    if member.status != CrewStatus.AWAKE or member.role == Role.PILOT:
        return False
    if not has_spare_counter(state, side_of(state, k)):
        return False
    for other in crew_of(state, rules, k):
        if other != m and state.crew[other].status == CrewStatus.AWAKE:
            return True
    return False


@native
def reach_of(state: State, rules: Rules, k, direction):
    """IN-ABN-03 Hexes at which a crew may be placed in a direction: within 2, on the map."""
    q, r = int(state.craft[k].q), int(state.craft[k].r)
    for steps in range(EJECTOR_REACH):
        q, r = neighbour(q, r, direction)
        if not on_board(rules, q, r):
            return steps
    return EJECTOR_REACH


@native
def legal_eject_side(state: State, rules: Rules, side, mask):
    """IN-ABN-03, IN-AMB-144 Directions with a hex of the map; gunners who may go alone."""
    order = state.order[side]
    k = int(order.craft)
    for direction in range(DIRECTIONS):
        if reach_of(state, rules, k, direction) > 0:
            mask[direction_action(state, direction)] = 1
    for place in range(int(class_of(state, rules, k).crew)):
        m = crewman(state, k, place)
        if order.crewman == NONE and may_go_alone(state, rules, k, m):
            mask[crewman_action(state, place)] = 1


@native
def apply_eject_side(state: State, rules: Rules, seat, action):
    """IN-ABN-03, IN-AMB-144 Request the distance; for a gunner who goes alone, the direction."""
    order = state.order[seat]
    place = decode_crewman(state, action)
    if place != NONE:
        order.crewman = crewman(state, int(order.craft), place)
        request_decision(state, Decision.EJECT_SIDE, seat)
        return
    direction = decode_direction(state, action)
    order.direction = direction
    begin_number(order, 0, reach_of(state, rules, int(order.craft), direction))
    request_decision(state, Decision.EJECT_RANGE, seat)


@native
def apply_eject_range(state: State, rules: Rules, seat, number):
    """IN-ABN-02, 03 Place the counter, and judge the ship by the crew that is left."""
    order = state.order[seat]
    k = int(order.craft)
    q, r = int(state.craft[k].q), int(state.craft[k].r)
    for _ in range(number):
        q, r = neighbour(q, r, int(order.direction))
    if order.crewman == NONE:
        leave(state, rules, k, q, r)
    else:
        leave_alone(state, rules, k, int(order.crewman), q, r)
    judge_crew(state, rules, k)
    resume(state, rules, seat)


@native
def resume(state: State, rules: Rules, seat):
    """IN-AMB-103 Resume the interrupted decision.

    That is decisions, the fire at the ship that was left, its own move, or another's.
    """
    if state.phase == Phase.DECISION:
        request_decision(state, Decision.DECIDE, seat)
    elif state.exchange.volleys > 0:
        state.exchange.volley[0].answered = 1
        proceed(state, Step.DECLARED)
    elif side_of(state, int(state.mover)) == seat:
        state.back = Step.MOVE if state.begun else Step.SPEED
        proceed(state, Step.AFTER_STEP)
    else:
        proceed(state, Step.OPPORTUNITY)


@native
def leave(state: State, rules: Rules, k, q, r):
    """IN-ABN-02, 03 With the pilot all living crew leave; else those who are awake; one counter."""
    all_go = pilot_leaves(state, rules, k)
    people = 0
    for m in crew_of(state, rules, k):
        people += goes_along(state.crew[m], all_go)
    n = put_counter(state, k, q, r, people, 0)
    for m in crew_of(state, rules, k):
        if goes_along(state.crew[m], all_go):
            board(state, rules, n, m)


@native
def goes_along(member: Crew, all_go):
    """IN-ABN-02 Whether a crewman is awake, or is taken along alive."""
    return member.status == CrewStatus.AWAKE or (all_go and is_aboard(member))


@native
def leave_alone(state: State, rules: Rules, k, m, q, r):
    """IN-AMB-144 A gunner leaves the others."""
    board(state, rules, put_counter(state, k, q, r, 1, 1), m)


@native
def put_counter(state: State, k, q, r, people, alone):
    """IN-ABN-03, 05, IN-IDE-39 Place an empty counter for crew of craft k, with the air of their
    suits.

    The event EJECTED holds where and how many they are, and whether one goes alone.
    """
    n = free_adrift(state, side_of(state, k))
    take_slot(state, Target.ADRIFT, n)
    event = note_craft(state, Event.EJECTED, k)
    event.a = n
    event.b = people
    event.d = alone
    event.e = q
    event.f = r
    set_counter(state, k, n, q, r)
    return n


@native
def set_counter(state: State, k, n, q, r):
    """IN-ABN-03, 05, IN-IDE-39 Write an empty counter for crew of craft k."""
    craft, crew = state.craft[k], state.adrift[n]
    crew.crew = 0
    crew.people = 0
    crew.conscious = 0
    crew.q = q
    crew.r = r
    crew.altitude = craft.altitude
    crew.heading = craft.heading
    crew.velocity = craft.velocity
    crew.thrust = SUIT_THRUST
    crew.air = air_left(craft)
    crew.moved = 1 if craft.acted or state.mover == k else 0
    crew.tries = 0


@native
def board(state: State, rules: Rules, n, m):
    """IN-ABN-02, IN-OVL-12 A crewman leaves his ship for a counter; his weapons are not worked."""
    crew, member = state.adrift[n], state.crew[m]
    release_weapons(state, rules, m)
    crew.crew = int(crew.crew) | (1 << (m % (len(state.crew) // 2)))
    crew.people = int(crew.people) + 1
    if member.status == CrewStatus.AWAKE:
        crew.conscious = 1
    member.status = CrewStatus.GONE
    member.flies = 0


@native
def breathe(state: State, n):
    """IN-ABN-03 A turn of air is used; without air they die."""
    crew = state.adrift[n]
    if crew.people == 0:
        return
    crew.air = int(crew.air) - 1
    if crew.air <= 0:
        lose_counter(state, n)
