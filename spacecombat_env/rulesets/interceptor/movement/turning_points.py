"""Chapter MOV: turning points.

Decision: STORE (port, starboard for the heading; face_port, face_starboard), one point per action.
There is no `done`: the action `store` always stores a point, so every action spends one.
"""

from spacecombat_env.core.native import native

from ..damage.engines.steering import may_turn
from ..model import Decision, Event, Verb, is_in_air, note_own, request_decision
from ..model.record_types import Rules, State
from .control import go_on, manoeuvre
from .thrust import thrust_left
from .turning import facing_cost, full_heading_cost, stored_points


@native
def is_too_dear(state: State, k, cost, points):
    """IN-MOV-12 Whether a change costs more than one turn's thrust and points are still wanted."""
    return cost > int(state.craft[k].thrust) and points < cost


@native
def may_store_heading(state: State, rules: Rules, k, clockwise):
    """IN-MOV-12 Whether a point may be stored for a change of heading that way."""
    if not may_turn(state, rules, k, clockwise):
        return False
    cost = full_heading_cost(state, rules, k, clockwise)
    return is_too_dear(state, k, cost, stored_points(state.craft[k].heading_points, clockwise))


@native
def may_store_facing(state: State, rules: Rules, k, clockwise):
    """IN-MOV-12 The same of its facing."""
    if not may_turn(state, rules, k, clockwise):
        return False
    points = stored_points(state.craft[k].facing_points, clockwise)
    return is_too_dear(state, k, facing_cost(state, rules, k), points)


@native
def may_store(state: State, rules: Rules, k):
    """IN-MOV-12 Whether some change is too dear for one turn, and there is thrust to store.

    In air no change is dear.
    """
    if thrust_left(state, rules, k) == 0 or is_in_air(state, rules, state.craft[k]):
        return False
    for way in range(2):
        clockwise = way == 1
        if may_store_heading(state, rules, k, clockwise):
            return True
        if may_store_facing(state, rules, k, clockwise):
            return True
    return False


@native
def legal_store(state: State, rules: Rules, side, mask):
    """IN-MOV-12 The changes that are too dear."""
    k = int(state.mover)
    mask[Verb.PORT] = may_store_heading(state, rules, k, False)
    mask[Verb.STARBOARD] = may_store_heading(state, rules, k, True)
    mask[Verb.FACE_PORT] = may_store_facing(state, rules, k, False)
    mask[Verb.FACE_STARBOARD] = may_store_facing(state, rules, k, True)


@native
def apply_store(state: State, rules: Rules, seat, action):
    """IN-MOV-12..14 One point is stored: the other way's points are cancelled first."""
    k = int(state.mover)
    craft = state.craft[k]
    if not manoeuvre(state, rules, k, 1):
        go_on(state, k)
        return
    if action == Verb.PORT:
        craft.heading_points = int(craft.heading_points) - 1
    elif action == Verb.STARBOARD:
        craft.heading_points = int(craft.heading_points) + 1
    elif action == Verb.FACE_PORT:
        craft.facing_points = int(craft.facing_points) - 1
    else:
        craft.facing_points = int(craft.facing_points) + 1
    event = note_own(state, Event.STORED, k)
    event.c = craft.heading_points
    event.d = craft.facing_points
    request_decision(state, Decision.MOVE, seat)
