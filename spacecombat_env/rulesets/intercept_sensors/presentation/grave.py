"""The loss that an action means for good: a unit that cannot stop any more."""

from __future__ import annotations

from collections.abc import Sequence

from spacecombat_env.core.ruleset import Games, Scenario

from ..model import InterceptDecision, InterceptVerb
from ..movement.vectors import on_map
from ..scans.planets import crosses_body
from .piece_names import InterceptNames


def grave(
    visible: Games, k: int, scenario: Scenario, seat: int, action: int, mask: Sequence[int]
) -> str:
    """Return what an action of a seat gives up, from its redacted record; empty for nothing."""
    names = InterceptNames(visible.states[k], scenario, seat)
    state, rules = names.state, scenario.table.rules[0]
    if state.decision != InterceptDecision.PLOT or action != InterceptVerb.COAST:
        return ""
    unit = state.unit_of[state.unit]
    x, y = int(unit.x) + int(unit.vx), int(unit.y) + int(unit.vy)
    if not on_map(rules, x, y):
        return f"{names.unit(int(state.unit))} runs off the map and is lost"
    if crosses_body(state, int(unit.x), int(unit.y), x, y):
        return f"{names.unit(int(state.unit))} crashes and is lost"
    return ""
