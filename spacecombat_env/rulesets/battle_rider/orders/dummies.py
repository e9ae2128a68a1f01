"""Standing orders of dummies: they move as the ships of their side do, so as not to stand out."""

from spacecombat_env.core.model.hexgrid import DIRECTION_Q, DIRECTION_R, distance
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..forces.round_menu import may_move
from ..model import (
    DIRECTIONS,
    IMPOSSIBLE,
    NONE,
    Decision,
    ForceStatus,
    Surface,
    Verb,
    direction_action,
    force_slots,
)
from ..model.record_types import Rules, State
from ..movement.movement import maneuver_limit


@native
def dummy_round_action(state: State, rules: Rules):
    """BR-MOV-08, BR-TF-08 Move if there is a thrust to follow; else end the round."""
    if may_move(rules, state.tf[state.round_tf]) and thrust_to_follow(state, rules) != NONE:
        return Verb.MOVE
    return Verb.END_ROUND


@native
def dummy_thrust_action(state: State, rules: Rules):
    """BR-MOV-08 The next G of the thrust that is followed, or go."""
    action = thrust_to_follow(state, rules)
    return Verb.GO if action == NONE else action


@native
def thrust_to_follow(state: State, rules: Rules):
    """BR-MOV-08, BR-TF-08 Copy the vector of the nearest ships, with no more Gs than theirs.

    Only where they have thrust this turn: a dummy never thrusts by itself.
    """
    if state.tf[state.round_tf].moved:
        return NONE
    model = ships_beside(state, int(state.round_tf))
    if model == NONE or not state.tf[model].spent_g:
        return NONE
    return next_g(state, rules, model)


@native
def ships_beside(state: State, tf):
    """The nearest task force of the side with ships, in space and on the map, or NONE."""
    force = state.tf[tf]
    best, found = IMPOSSIBLE, NONE
    for k in side_range(state.tf, tf // force_slots(state)):
        other = state.tf[k]
        if other.strength == 0 or other.status != ForceStatus.ON_MAP:
            continue
        if other.surface != Surface.SPACE:
            continue
        away = distance(int(force.q), int(force.r), int(other.q), int(other.r))
        if away < best:
            best = away
            found = k
    return found


@native
def next_g(state: State, rules: Rules, model):
    """Direction of the next G that brings the vector nearer to the model's, or NONE."""
    side = model // force_slots(state)
    force, other, order = state.tf[state.round_tf], state.tf[model], state.order[side]
    spent, dq, dr = 0, 0, 0
    if state.decision == Decision.THRUST:
        spent, dq, dr = int(order.gs), int(order.dq), int(order.dr)
    if spent >= maneuver_limit(state, rules, model):
        return NONE
    q = int(other.vq) - int(force.vq) - dq
    r = int(other.vr) - int(force.vr) - dr
    best, action = distance(0, 0, q, r), NONE
    for direction in range(DIRECTIONS):
        left = distance(int(DIRECTION_Q[direction]), int(DIRECTION_R[direction]), q, r)
        if left < best:
            best = left
            action = direction_action(state, direction)
    return action
