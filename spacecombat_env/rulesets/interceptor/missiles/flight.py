"""Chapter MSL: the flight, hex by hex. One missile flies at a time, to its end.

A missile that is itself hunted by a DAP (IN-DEF-02) waits until that one has flown.
"""

from spacecombat_env.core.model.hexgrid import DIRECTION_Q, DIRECTION_R, distance, dot
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..damage.blasts.hell import destroy_missile, lose_target
from ..model import (
    DIRECTIONS,
    NONE,
    Decision,
    Event,
    MissileStatus,
    Step,
    is_hull,
    name_actor,
    name_target,
    neighbour,
    note,
    on_board,
    proceed,
    request_decision,
    side_of,
)
from ..model.record_types import Rules, State
from .interception import HELD, defender_of, is_to_act
from .obstacles import is_obstructed, meet_obstacle, note_place
from .point_defence import meet
from .slots import is_in_flight, place_of_target

__all__ = ["advance_missile", "flight_step"]

FLYING, LOCKED = int(MissileStatus.FLYING), int(MissileStatus.LOCKED)
OBSTRUCTED, OFF_MAP = 1000, 1000000
"""Cost of a hex in addition to its distance from the straight line, when a way is chosen."""


# --- the next missile ----------------------------------------------------------------------------


@native
def is_hunted(state: State, n):
    """IN-DEF-02 Whether a missile in flight is aimed at missile n."""
    for other in range(len(state.missile)):
        if is_in_flight(state.missile[other]) and state.missile[other].target_missile == n:
            return True
    return False


@native
def first_of(state: State, status, hunters):
    """Return the first missile with a status, the attacker's side first; NONE.

    It hunts other missiles, or it does not (`hunters`).
    """
    side = 0
    if state.exchange.volleys > 0:
        side = side_of(state, int(state.exchange.volley[0].firer))
    for turn in range(2):
        for n in side_range(state.missile, (side + turn) % 2):
            missile = state.missile[n]
            if missile.status != status or (missile.target_missile != NONE) != hunters:
                continue
            if not is_hunted(state, n):
                return n
    return NONE


@native
def next_in_flight(state: State):
    """IN-MSL-06 The missile that flies now: hunters of missiles, then one under way, then the next.

    NONE: all have flown.
    """
    for hunters in (True, False):
        for status in (FLYING, LOCKED):
            n = first_of(state, status, hunters)
            if n != NONE:
                return n
    return NONE


@native
def has_target(state: State, n):
    """Return whether the target of missile n is still there."""
    missile = state.missile[n]
    if missile.target_missile != NONE:
        hunted = state.missile[int(missile.target_missile)]
        return is_in_flight(hunted) or hunted.status == MissileStatus.DORMANT
    return missile.target != NONE and is_hull(state.craft[int(missile.target)])


# --- the step ------------------------------------------------------------------------------------


@native
def flight_step(state: State, rules: Rules):
    """Step.FLIGHT: missiles of the exchange fly, the attacker's first (LOCKED, then FLYING).

    In each hex: obstacle, then Decision.DEFENCE for the threatened seat (interception.is_to_act).
    In the target's hex: point defence, then ARRIVED. None left: proceed to RESOLVE.
    """
    n = next_in_flight(state)
    if n == NONE:
        end_flight(state)
        proceed(state, Step.RESOLVE)
        return
    if not has_target(state, n):
        lose_target(state, rules, n)
        return
    seat = defender_of(state, n)
    if is_to_act(state, rules, seat, n):
        state.order[seat].missile = n
        request_decision(state, Decision.DEFENCE, seat)
        return
    missile = state.missile[n]
    q, r = place_of_target(state, n)
    if distance(missile.q, missile.r, q, r) == 0:
        arrive(state, rules, n)
        return
    if missile.status == LOCKED:
        set_off(state, seat, n)
    advance_missile(state, rules, n)
    if meet_obstacle(state, rules, n):
        return
    if distance(missile.q, missile.r, q, r) == 0:
        arrive(state, rules, n)


@native
def end_flight(state: State):
    """Clear what was passed; IN-AMB-142 and what was decoyed or met."""
    for seat in range(2):
        state.order[seat].passed_defence = 0
        state.order[seat].missile = NONE
    for k in range(len(state.craft)):
        craft = state.craft[k]
        if craft.decoyed or craft.defended:
            craft.decoyed = False
            craft.defended = False


@native
def set_off(state: State, seat, n):
    """Start a missile from its launcher's hex; clear what was passed against another one."""
    missile, order = state.missile[n], state.order[seat]
    if not (int(missile.tried) >> seat) & 1 and order.passed_defence != HELD:
        order.passed_defence = 0
    missile.status = MissileStatus.FLYING


@native
def arrive(state: State, rules: Rules, n):
    """IN-MSL-01, IN-DEF-02, 08, IN-AMB-37 It is in its target's hex: point defence, then it hits.

    A hunter of a missile is destroyed with it. A HELL that is destroyed detonates.
    """
    missile = state.missile[n]
    hunted = int(missile.target_missile)
    if hunted != NONE:
        event = note(state, Event.INTERCEPTED, n // (len(state.missile) // 2))
        name_actor(state, event, int(missile.craft))
        event.a = hunted
        event.b = n
        event.d = 1
        destroy_missile(state, rules, hunted)
        destroy_missile(state, rules, n)
        return
    if meet(state, rules, n):
        destroy_missile(state, rules, n)
        return
    missile.status = MissileStatus.ARRIVED
    missile.tried = 0
    event = note(state, Event.ARRIVED, n // (len(state.missile) // 2))
    event.a = n
    name_target(state, event, int(missile.target))


# --- a hex ---------------------------------------------------------------------------------------


@native
def cost_of(state: State, rules: Rules, n, direction):
    """Return the cost of a direction for missile n on its way to its target.

    The lowest is nearest the straight line; IN-AMB-163 of equally short ways it takes a free one.
    """
    missile = state.missile[n]
    there_q, there_r = place_of_target(state, n)
    dq, dr = there_q - int(missile.q), there_r - int(missile.r)
    q, r = neighbour(missile.q, missile.r, direction)
    cost = -dot(dq, dr, DIRECTION_Q[direction], DIRECTION_R[direction])
    at_target = q == there_q and r == there_r
    if not at_target and is_obstructed(state, q, r, int(missile.altitude)):
        cost += OBSTRUCTED
    return cost if on_board(rules, q, r) else cost + OFF_MAP


@native
def way_of(state: State, rules: Rules, n):
    """IN-MSL-06 Direction of the next hex on a shortest path.

    Of two alike it is the one clockwise before the other, so that both sides' missiles fly alike.
    """
    missile = state.missile[n]
    there_q, there_r = place_of_target(state, n)
    left = distance(missile.q, missile.r, there_q, there_r)
    found, least = NONE, 0
    for direction in range(DIRECTIONS):
        q, r = neighbour(missile.q, missile.r, direction)
        if distance(q, r, there_q, there_r) >= left:
            continue
        cost = cost_of(state, rules, n, direction)
        wraps = found == 0 and direction == DIRECTIONS - 1
        if found == NONE or cost < least or (cost == least and wraps):
            found, least = direction, cost
    return found


@native
def advance_missile(state: State, rules: Rules, n):
    """IN-MSL-06 One hex on the shortest path to its target; the event is FLEW."""
    missile = state.missile[n]
    direction = way_of(state, rules, n)
    q, r = neighbour(missile.q, missile.r, direction)
    missile.q = q
    missile.r = r
    missile.heading = direction
    missile.tried = 0
    note_place(state, n)
