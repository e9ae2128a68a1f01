"""Standing orders for movement: dummies as ships, the best stern and bow."""

from spacecombat_env.core.model.hexgrid import crosses_side
from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.native import native

from ..model import DIRECTIONS, NONE, Decision, ForceStatus, direction_action
from ..model.record_types import Rules, State
from .dummies import dummy_thrust_action
from .order_estimates import first_action, nearest_known


@native
def movement_ready(state: State, rules: Rules, side):
    """Dummies move as ships do; the best choice for ties."""
    if state.decision == Decision.THRUST:
        return dummy_thrust_action(state, rules)
    if state.decision == Decision.THRUST_SIDE:
        return thrust_side_action(state, side)
    return NONE


@native
def movement_choice(state: State, side, mask):
    """The best facing."""
    if state.decision == Decision.FACING:
        return facing_action(state, side, mask)
    return first_action(mask, 0, len(mask))


@native
def thrust_side_action(state: State, side):
    """BR-AMB-23 The hexside that shows the stern to more of its own task forces."""
    order = state.order[side]
    target = state.tf[order.target_tf]
    balance = 0
    for k in side_range(state.tf, side):
        force = state.tf[k]
        dq, dr = int(force.q) - int(target.q), int(force.r) - int(target.r)
        if force.status != ForceStatus.ON_MAP or (dq == 0 and dr == 0):
            continue
        if crosses_side(dq, dr, int(order.low)):
            balance += 1
        if crosses_side(dq, dr, int(order.high)):
            balance -= 1
    return direction_action(state, int(order.low) if balance >= 0 else int(order.high))


@native
def facing_action(state: State, side, mask):
    """A hexside towards the nearest enemy force that shows a craft, else the first."""
    own = state.tf[state.craft[state.order[side].craft].tf]
    target = nearest_known(state, side, int(own.q), int(own.r))
    if target != NONE:
        force = state.tf[target]
        dq, dr = int(force.q) - int(own.q), int(force.r) - int(own.r)
        for direction in range(DIRECTIONS):
            action = direction_action(state, direction)
            if mask[action] and (dq != 0 or dr != 0) and crosses_side(dq, dr, direction):
                return action
    return first_action(mask, 0, len(mask))
