"""The loss that an order means for good is shown before it is given."""

from __future__ import annotations

import pytest
from kit.intercept_sensors.table import BLUE, RED, position, sensors, ship

from spacecombat_env.core.ruleset import make_games
from spacecombat_env.rulesets.intercept_sensors import entry
from spacecombat_env.rulesets.intercept_sensors.presentation.grave import grave


@pytest.mark.parametrize(("speed", "says"), [(0, ""), (9, "Red runs off the map and is lost")])
def test_coasting_off_the_map_is_told(speed: int, says: str) -> None:
    scene = sensors(position([ship("Red", (3, 20))], [ship("Blue", (25, 20))]), BLUE).to_turn(2)
    scene.set("Red", vx=-speed)
    coast = scene.action_of("COAST")
    visible = make_games(scene.table.opening.dtype, 1)
    entry.redact(scene.games, 0, visible, 0, RED)
    assert grave(visible, 0, scene.scenario, RED, coast, scene.legal()) == says
