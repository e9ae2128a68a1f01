"""Chapter MOV: velocity. Decision: SPEED, the velocity after the change, one number."""

from spacecombat_env.core.native import native

from ..damage.engines.steering import velocity_change
from ..model import MAX_VELOCITY, Decision, Event, apart, is_in_air, note_craft, request_decision
from ..model.record_types import Craft, Rules, State
from ..planet.altitude import flight_cost, flight_velocities
from ..planet.flight import air_velocities
from .control import go_on, manoeuvre
from .pushing import push_limit, request_push
from .ramming import may_ram
from .thrust import thrust_left

EASY, HARD = 1, 2
"""Thrust points for one step of velocity: with facing near the heading, and otherwise."""


@native
def is_nose_on(craft: Craft):
    """IN-MOV-07, 08 Whether its facing is within one hexside of its heading."""
    return apart(craft.facing, craft.heading) <= 1


@native
def faster_cost(rules: Rules, craft: Craft):
    """IN-MOV-07, 08 Thrust points for one step faster."""
    return EASY if rules.option.symmetric or is_nose_on(craft) else HARD


@native
def slower_cost(rules: Rules, craft: Craft):
    """IN-MOV-07, 08, IN-AMB-14 Thrust points for one step slower."""
    return HARD if is_nose_on(craft) and not rules.option.symmetric else EASY


@native
def velocity_cost(state: State, rules: Rules, k, velocity):
    """IN-MOV-06..08, IN-ADV-02 Thrust points from its velocity to another."""
    craft = state.craft[k]
    if rules.option.altitude and is_in_air(state, rules, craft):
        points = thrust_left(state, rules, k) + push_limit(state, rules, k)
        return flight_cost(state, rules, k, velocity, points)
    change = int(velocity) - int(craft.velocity)
    if change > 0:
        return change * faster_cost(rules, craft)
    return -change * slower_cost(rules, craft)


@native
def speed_bounds(state: State, rules: Rules, k):
    """IN-MOV-06, 16, IN-IDE-21, 33, IN-ATM-01, 05, IN-DES-10 Least and greatest velocity.

    Pushing is included. A ship that is about to blow itself up keeps its velocity.
    """
    craft = state.craft[k]
    points = thrust_left(state, rules, k) + push_limit(state, rules, k)
    if rules.option.altitude and is_in_air(state, rules, craft):
        return flight_velocities(state, rules, k, points)
    if craft.fuse > 0:
        return int(craft.velocity), int(craft.velocity)
    most = int(velocity_change(state, rules, k))
    velocity = int(craft.velocity)
    low = velocity - min(points // slower_cost(rules, craft), most)
    high = velocity + min(points // faster_cost(rules, craft), most)
    low, high = max(low, 0), min(high, MAX_VELOCITY)
    if is_in_air(state, rules, craft):
        return air_velocities(state, rules, k, low, high)
    return low, high


@native
def apply_speed(state: State, rules: Rules, seat, number):
    """IN-MOV-06, IN-PSH-01 A velocity beyond the thrust requires pushing the plant."""
    k = int(state.mover)
    state.order[seat].speed = number
    lacking = velocity_cost(state, rules, k, number) - thrust_left(state, rules, k)
    if lacking > 0:
        request_push(state, rules, seat, k, lacking)
    else:
        set_speed(state, rules, seat, number)


@native
def set_speed(state: State, rules: Rules, seat, number):
    """IN-MOV-01, 02, 06 The velocity of the turn, and the hexes to move; then RAM, if it may."""
    k = int(state.mover)
    craft = state.craft[k]
    before = int(craft.velocity)
    if manoeuvre(state, rules, k, velocity_cost(state, rules, k, number)):
        craft.velocity = number
        craft.start_velocity = number
        state.lane = number
        if before != number:
            event = note_craft(state, Event.SPEED, k)
            event.a = before
            event.b = number
        if may_ram(state, rules, k):
            request_decision(state, Decision.RAM, seat)
            return
    go_on(state, k)
