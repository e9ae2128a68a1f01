"""What the observation says of units and scans, column by column."""

import numpy as np
import pytest
from kit.intercept_sensors.maps import observed
from kit.intercept_sensors.table import BLUE, RED, duel, position, sensors, ship

from spacecombat_env.rulesets.intercept_sensors.visibility.observe import (
    observe,
    observe_action_fields,
)


def columns(game, seat, block, row=0):
    """One row of a block by the names of its columns."""
    names = game.scenario.observation.block(block).columns
    return dict(zip(names, map(int, observed(game, seat, block)[row]), strict=True))


def test_an_own_unit():
    game = sensors(duel()).set("Red", at=(7, 9), vector=(2, -1), thrust=3, held=2, found=2)
    row = columns(game, RED, "own_units")
    assert (row["on_map"], row["is_ship"], row["x"], row["y"]) == (1, 1, 7, 9)
    assert (row["vector_x"], row["vector_y"], row["thrust"], row["held"]) == (2, -1, 3, 2)
    assert (row["contact"], row["position"], row["popped"], row["power_idle"]) == (0, 1, 1, 1)


def test_blue_sees_left_and_right_exchanged():
    game = sensors(duel()).set("Blue", at=(24, 9), vector=(2, -1))
    row = columns(game, BLUE, "own_units")
    assert (row["x"], row["y"], row["vector_x"], row["vector_y"]) == (7, 9, -2, -1)


def test_an_enemy_shows_only_while_tracked():
    game = sensors(duel()).set("Blue", vector=(-1, 1))
    assert not any(columns(game, RED, "enemy_units").values())
    game.track("Blue").set("Blue", held=4)
    row = columns(game, RED, "enemy_units")
    assert (row["tracked"], row["identified"], row["x"], row["y"]) == (1, 1, 15, 20)
    assert (row["vector_x"], row["vector_y"], row["held"]) == (-1, 1, 4)


def test_a_scan_is_seen_by_both_and_its_position_by_the_scanner():
    game = sensors(duel()).set("Blue", popped=0).dice(9)
    game.scan("Red", "visual", "2x2_boxes", (11, 16)).say("PASS")
    own, told = columns(game, RED, "own_scans"), columns(game, BLUE, "enemy_scans")
    assert (own["sensor_visual"], own["x"], own["y"], own["side"]) == (1, 16, 21, 10)
    assert (own["contacts"], own["best_signal"], own["roll"], own["positions"]) == (1, 7, 9, 1)
    assert (own["position_x"], own["position_y"]) == (15, 20)
    assert (told["sensor_visual"], told["x"], told["y"], told["side"]) == (1, 15, 21, 10)


@pytest.mark.parametrize("seat", [RED, BLUE])
def test_an_action_selects_the_unit_in_the_last_slot(seat):
    """Three ships fill the slots of a side; the third has its order to scan, and nothing else is ordered."""
    fleets = [
        [ship(f"{name} {n}", (column, 10 * n)) for n in (1, 2, 3)]
        for name, column in (("Red", 5), ("Blue", 20))
    ]
    game = sensors(position(*fleets), seat)
    layout = game.scenario.observation
    row, whole = np.zeros((2, layout.size), np.int8)
    selected = layout.view(row)["own_units"][:, layout.block("own_units").columns.index("selected")]
    observe(game.visible(seat), game.rules, seat, row)
    assert selected.tolist() == [0, 0, 0]
    game.say("Red 3" if seat == RED else "Blue 3")
    observe_action_fields(game.visible(seat), game.rules, seat, row)
    assert selected.tolist() == [0, 0, 1]
    observe(game.visible(seat), game.rules, seat, whole)
    assert np.array_equal(row, whole)
