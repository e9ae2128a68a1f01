"""Where the enemies that a seat does not see are in one determinization."""

from __future__ import annotations

from spacecombat_env.core.model.record import side_range
from spacecombat_env.core.ruleset import Games, Scenario

from ..model import Status
from .coordinates import place_text


def belief(games: Games, k: int, scenario: Scenario, seat: int) -> list[tuple[int, str]]:
    """Return number and square of each enemy on the map that is not tracked."""
    state = games.states[k]
    units = side_range(state.unit_of, 1 - seat)
    return [
        (n, place_text(int(unit.x), int(unit.y)))
        for n, unit in enumerate(state.unit_of[index] for index in units)
        if unit.status == Status.ON_MAP and not unit.tracked
    ]
