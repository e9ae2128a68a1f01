"""Orders that bring the plotted unit to a square: a facing and its Gs, or coasting."""

from __future__ import annotations

from spacecombat_env.core.model.squaregrid import DIRECTION_X, DIRECTION_Y
from spacecombat_env.core.ruleset import Games, Scenario

from ..model import DIRECTIONS, InterceptDecision, InterceptVerb, amount_action, direction_action
from ..movement.vectors import is_safe, thrust_available
from .coordinates import square_of

ActionSequence = tuple[int, ...]


def plans(
    visible: Games, k: int, scenario: Scenario, seat: int, place: str
) -> list[ActionSequence]:
    """Return the plot that ends in a square: 1 G changes the vector by a square (movement/).

    Other restrictions of the rules are not checked, but those of the Gs are: where a facing has a
    single safe number of them, the engine takes that one.
    """
    state, rules, square = visible.states[k], scenario.table.rules[0], square_of(place)
    if square is None or state.decision != InterceptDecision.PLOT:
        return []
    unit = state.unit_of[state.unit]
    across = square[0] - int(unit.x) - int(unit.vx)
    down = square[1] - int(unit.y) - int(unit.vy)
    thrust = max(abs(across), abs(down))
    if thrust == 0:
        return [(int(InterceptVerb.COAST),)]
    if thrust > thrust_available(rules, unit):
        return []
    for facing in range(DIRECTIONS):
        leads_there = (DIRECTION_X[facing] * thrust, DIRECTION_Y[facing] * thrust) == (across, down)
        if leads_there and is_safe(state, rules, unit, facing, thrust):
            direction = direction_action(state, facing)
            return [(int(direction), int(amount_action(state, thrust)))]
    return []
