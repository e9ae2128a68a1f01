"""Where the moving task force or spread can go, point by point of its order."""

from __future__ import annotations

from typing import Any, NamedTuple

from spacecombat_env.core.model.hexgrid import DIRECTION_Q, DIRECTION_R, on_map
from spacecombat_env.core.model.reach import ReachEnd, ReachExit, ReachMove, ReachPoint
from spacecombat_env.core.ruleset import Games, Scenario

from ..model import NONE, Decision, ForceStatus, Verb, direction_action
from ..movement.movement import coast_endpoint, maneuver_limit
from .coordinates import hex_number


def reach(games: Games, k: int, scenario: Scenario, seat: int) -> ReachPoint | None:
    """BR-MOV-04, BR-MIS-12 Return the point of a move; None if the seat is not to move anything.

    The record may be a determinization for the seat.
    """
    state, rules = games.states[k], scenario.table.rules[0]
    order = state.order[seat]
    if state.decision == Decision.ROUND_MENU:
        tf = int(state.round_tf)
        if not _is_on_map(state, tf):
            return None
        drift = _Drift.of(state, rules, tf)
        return ReachPoint((ReachMove(int(Verb.MOVE), (0, 0), drift.end(0, 0, 0)),), ())
    if state.decision == Decision.THRUST and _is_on_map(state, int(order.tf)):
        drift = _Drift.of(state, rules, int(order.tf))
    elif state.decision == Decision.SPREAD_WORDS and order.spread != NONE:
        spread = state.spread[order.spread]
        q, r = int(spread.q) + int(spread.vq), int(spread.r) + int(spread.vr)
        drift = _Drift(rules, q, r, int(spread.g_left))
    else:
        return None
    dq, dr, spent = int(order.dq), int(order.dr), int(order.gs)
    shifts = ((dq + int(q), dr + int(r)) for q, r in zip(DIRECTION_Q, DIRECTION_R, strict=True))
    moves = (
        ReachMove(int(direction_action(state, n)), shift, drift.end(*shift, spent + 1))
        for n, shift in enumerate(shifts)
    )
    return ReachPoint(tuple(moves), (ReachExit(int(Verb.GO), drift.end(dq, dr, spent)),))


class _Drift(NamedTuple):
    """Where a piece would coast to, and the Gs it can spend."""

    rules: Any
    q: int
    r: int
    limit: int

    @classmethod
    def of(cls, state: Any, rules: Any, tf: int) -> _Drift:
        """Return the drift of a task force."""
        q, r = coast_endpoint(state, tf)
        return cls(rules, q, r, int(maneuver_limit(state, rules, tf)))

    def end(self, dq: int, dr: int, spent: int) -> ReachEnd:
        """Return where the piece ends after a shift of its endpoint."""
        q, r, option = self.q + dq, self.r + dr, self.rules.option
        place = hex_number(q, r) if on_map(q, r, option.columns, option.rows) else ""
        return ReachEnd(place, spent, self.limit - spent)


def _is_on_map(state: Any, tf: int) -> bool:
    """Whether a task force is on the map; those that enter it later have no vector yet."""
    return tf != NONE and bool(state.tf[tf].status == ForceStatus.ON_MAP)
