"""The flight of a ship whose crew has failed a check of morale (IN-CAM-04, IN-AMB-132).

The engine decides for it, by what its side knows: it leaves the map the fastest way, and returns
fire by the standing order.
"""

from spacecombat_env.core.native import native

from ..damage.engines.steering import may_turn
from ..model import (
    ACTIONS,
    AMOUNTS,
    DIRECTIONS,
    NONE,
    Decision,
    Verb,
    amount_action,
    first_of,
    flees,
    neighbour,
    on_board,
    side_of,
)
from ..model.record_types import Order, Rules, State
from ..movement.thrust import safe_thrust, thrust_left
from ..movement.turning import heading_cost, heading_price
from ..movement.velocity import faster_cost, slower_cost
from .estimates import action_after, first_action

FLYING = (Decision.SPEED, Decision.PUSH, Decision.RAM, Decision.MOVE, Decision.STORE)
RETURNING = (
    *(Decision.RETURN, Decision.FIRE_COLUMN, Decision.FIRE_ROW, Decision.FIRE_WEAPONS),
    *(Decision.LAUNCH_KIND, Decision.LAY_SPEED, Decision.ARC),
)
EJECTING = (Decision.EJECT_SIDE, Decision.EJECT_RANGE)
SCALE = 100
"""Parts of a turn in which ways are compared."""
SLOW = 2
"""Greatest velocity at which a hexside of heading costs one point (IN-MOV-04)."""
TEN = 10


@native
def is_decided_by_flight(state: State, rules: Rules):
    """IN-CAM-04, IN-AMB-132 Whether the present decision is about a ship that flees."""
    if not rules.option.morale:
        return False
    decision, seat = int(state.decision), int(state.seat)
    if decision in FLYING:
        mover = int(state.mover)
        return mover != NONE and side_of(state, mover) == seat and flees(rules, state.craft[mover])
    if decision in RETURNING or decision in EJECTING:
        k = int(state.order[seat].craft)
        return k != NONE and flees(rules, state.craft[k])
    return False


@native
def is_flight(state: State, rules: Rules):
    """Return whether a decision is one of flying or leaving; others are standing orders."""
    decision = int(state.decision)
    return is_decided_by_flight(state, rules) and (decision in FLYING or decision in EJECTING)


@native
def flight_action(state: State, rules: Rules, side, mask):
    """Return the action of a ship that flees."""
    decision = int(state.decision)
    if decision == Decision.SPEED:
        return number_action(state, state.order[side], flight_speed(state, rules))
    if decision == Decision.MOVE:
        return move_action(state, rules, mask)
    if decision == Decision.RAM:
        return Verb.PASS | 0
    if decision == Decision.EJECT_SIDE:
        return action_after(mask, first_of(state, ACTIONS.sides))
    if decision == Decision.EJECT_RANGE:
        return number_action(state, state.order[side], int(state.order[side].high))
    return first_action(mask)


@native
def number_action(state: State, order: Order, number):
    """Return the action that leads to a number within the bounds of the order."""
    if int(order.high) < AMOUNTS:
        return amount_action(state, number)
    if order.tens == NONE:
        return amount_action(state, number // TEN)
    return amount_action(state, number % TEN)


# --- the way off the map -------------------------------------------------------------------------


@native
def way_out(state: State, rules: Rules, k):
    """IN-AMB-132 The heading by which a ship is off the map soonest; its own one of equals."""
    heading = int(state.craft[k].heading)
    found, best = heading, time_of(state, rules, k, heading)
    for direction in range(DIRECTIONS):
        if direction != heading and can_head(state, rules, k, direction):
            time = time_of(state, rules, k, direction)
            if time < best:
                found, best = direction, time
    return found


@native
def time_of(state: State, rules: Rules, k, direction):
    """Return the time of turning to a direction and flying off the map, in parts of a turn."""
    craft = state.craft[k]
    thrust, velocity = max(int(craft.thrust), 1), int(craft.velocity)
    turning = hexsides(state, rules, k, direction) * int(heading_price(velocity))
    return SCALE * turning // thrust + SCALE * hexes_off(state, rules, k, direction) // (
        velocity + thrust
    )


@native
def hexes_off(state: State, rules: Rules, k, direction):
    """Return the hexes from a ship to the first one off the map."""
    q, r, hexes = int(state.craft[k].q), int(state.craft[k].r), 0
    while on_board(rules, q, r):
        q, r = neighbour(q, r, direction)
        hexes += 1
    return hexes


@native
def turns_clockwise(state: State, rules: Rules, k, direction):
    """IN-IDE-11 Whether the shorter way round to a direction that it can turn is clockwise."""
    clockwise = (direction - int(state.craft[k].heading)) % DIRECTIONS
    if not may_turn(state, rules, k, True):
        return False
    return 2 * clockwise <= DIRECTIONS or not may_turn(state, rules, k, False)


@native
def hexsides(state: State, rules: Rules, k, direction):
    """Return the hexsides to turn to a direction."""
    clockwise = (direction - int(state.craft[k].heading)) % DIRECTIONS
    if clockwise == 0 or turns_clockwise(state, rules, k, direction):
        return clockwise
    return DIRECTIONS - clockwise


@native
def can_head(state: State, rules: Rules, k, direction):
    """IN-IDE-11, 20 Whether a ship can turn at all."""
    return may_turn(state, rules, k, True) or may_turn(state, rules, k, False)


# --- its thrust ----------------------------------------------------------------------------------


@native
def spare_thrust(state: State, rules: Rules, k):
    """Return the thrust that it can spend without a roll (IN-SOT-01)."""
    safe = safe_thrust(state, rules, k) - int(state.craft[k].spent)
    return max(min(safe, thrust_left(state, rules, k)), 0)


@native
def flight_speed(state: State, rules: Rules):
    """Return its velocity: as fast as it can on its way; slower if it cannot turn to it else."""
    k = int(state.mover)
    craft, order = state.craft[k], state.order[side_of(state, k)]
    speed, spare = int(craft.velocity), spare_thrust(state, rules, k)
    direction = way_out(state, rules, k)
    if direction == craft.heading:
        speed += spare // faster_cost(rules, craft)
    elif heading_price(speed) > spare:
        speed = max(speed - spare // slower_cost(rules, craft), min(speed, SLOW))
    return max(int(order.low), min(speed, int(order.high)))


@native
def move_action(state: State, rules: Rules, mask):
    """IN-CAM-04 Leave a ship without thrust; else turn to the way out, then fly on."""
    k = int(state.mover)
    if state.craft[k].thrust == 0 and mask[Verb.EJECT]:
        return Verb.EJECT | 0
    direction = way_out(state, rules, k)
    clockwise = turns_clockwise(state, rules, k, direction)
    turn = Verb.STARBOARD if clockwise else Verb.PORT
    dear = heading_cost(state, rules, k, clockwise) > spare_thrust(state, rules, k)
    if direction != state.craft[k].heading and mask[turn] and not dear:
        return turn | 0
    for hexes in range(int(state.lane), 0, -1):
        if hexes < AMOUNTS and mask[amount_action(state, hexes)]:
            return amount_action(state, hexes)
    return Verb.DONE | 0
