"""Where the plotted unit can be after its move: coasting, or a facing and its Gs."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.model.reach import ReachEnd, ReachExit, ReachMove, ReachPoint
from spacecombat_env.core.model.squaregrid import DIRECTION_X, DIRECTION_Y
from spacecombat_env.core.ruleset import Games, Scenario

from ..model import DIRECTIONS, InterceptDecision, InterceptVerb, amount_action, direction_action
from ..movement.vectors import is_safe, on_map, thrust_available
from .coordinates import place_text


def reach(games: Games, k: int, scenario: Scenario, seat: int) -> ReachPoint | None:
    """Return the point of a plot: 1 G changes the vector by a square. None if nothing is plotted.

    The record may be a determinization for the seat.
    """
    state, rules = games.states[k], scenario.table.rules[0]
    if state.decision == InterceptDecision.THRUST:
        facing = int(state.order[seat].facing)
        burns = _burns(state, rules, facing)
        return ReachPoint(
            (), tuple(ReachExit(int(amount_action(state, n)), end) for n, end in burns)
        )
    if state.decision != InterceptDecision.PLOT:
        return None
    moves = []
    for facing in range(DIRECTIONS):
        safe = _burns(state, rules, facing)
        if safe:
            moves.append(ReachMove(int(direction_action(state, facing)), facing, safe[0][1]))
    coast = ReachExit(int(InterceptVerb.COAST), _end(state, rules, 0, 0))
    return ReachPoint(tuple(moves), (coast,))


def _burns(state: Any, rules: Any, facing: int) -> list[tuple[int, ReachEnd]]:
    """Return the Gs that may be burned in a facing, and where the unit is then."""
    unit = state.unit_of[state.unit]
    return [
        (n, _end(state, rules, facing, n))
        for n in range(int(thrust_available(rules, unit)) + 1)
        if is_safe(state, rules, unit, facing, n)
    ]


def _end(state: Any, rules: Any, facing: int, thrust: int) -> ReachEnd:
    """Return where the unit is after its move."""
    unit = state.unit_of[state.unit]
    x = int(unit.x) + int(unit.vx) + thrust * int(DIRECTION_X[facing])
    y = int(unit.y) + int(unit.vy) + thrust * int(DIRECTION_Y[facing])
    left = int(thrust_available(rules, unit)) - thrust
    return ReachEnd(place_text(x, y) if on_map(rules, x, y) else "", thrust, left)
