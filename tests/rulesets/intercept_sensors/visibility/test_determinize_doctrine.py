"""A determinized enemy burns or lies in wait, as its scans and the seat's own finds tell."""

import pytest
from kit.intercept_sensors.determinizing import determinization
from kit.intercept_sensors.table import BLUE, RED, duel, sensors

from spacecombat_env.rulesets.intercept_sensors.model import (
    InterceptDecision,
    Power,
    Result,
    Sensor,
    Victory,
)

SEEDS = 60
REST, FOUND_IN = (15, 20), 2


def asked_in(turn):
    """Red is about to scan in an odd turn, in which it scans first; nobody has scanned before."""
    game = sensors(duel(blue=REST))
    while game.state.turn < turn or game.decision != InterceptDecision.SCAN:
        game.idle()
    assert game.state.seat == RED
    return game


def blues(game, seeds=SEEDS):
    """Blue's ship in determinizations of what Red knows."""
    return [determinization(game, RED, seed)["Blue"].copy() for seed in range(seeds)]


def burning(game, victory=Victory.HOLD):
    """The share of them in which it burns; elsewhere it drifts on batteries."""
    usual, game.rules.option.victory = int(game.rules.option.victory), victory
    units = blues(game)
    game.rules.option.victory = usual
    assert all((unit.power == Power.FULL) == (unit.thrust > 0) for unit in units)
    assert all(unit.power in (Power.FULL, Power.BATTERIES) for unit in units)
    return sum(unit.thrust > 0 for unit in units) / SEEDS


@pytest.mark.rule("IC-SEQ-05", "IC-SCAN-05")
def test_before_any_scan_an_enemy_burns_or_lies_in_wait():
    assert 0.3 < burning(asked_in(1)) < 0.7


@pytest.mark.rule("IC-SCAN-01", "IC-SCAN-05")
@pytest.mark.parametrize("scans", range(5))
def test_an_enemy_that_makes_fewer_scans_than_it_may_lies_in_wait(scans):
    game = asked_in(3)
    game.state.scans[BLUE] = scans
    assert burning(game) == (scans == 4)


@pytest.mark.rule("IC-SCAN-01")
def test_the_scans_of_a_turn_count_once_all_are_declared():
    """In turn 2 Blue scans before Red is asked, and has made none of its four."""
    game = asked_in(1)
    game.state.scans[BLUE] = 2
    while game.state.turn < 2 or game.decision != InterceptDecision.SCAN:
        game.idle()
    assert game.state.seat == BLUE
    assert burning(game) == 1.0
    game.idle()
    assert game.state.seat == RED
    assert burning(game) == 0.0


@pytest.mark.rule("IC-SCAN-01")
def test_where_tracks_score_points_scans_do_not_tell():
    game = asked_in(3)
    game.state.scans[BLUE] = 4
    assert 0.3 < burning(game, Victory.POINTS) < 0.7


@pytest.mark.rule("IC-SEQ-05")
def test_a_unit_that_lies_in_wait_rests_in_its_zone():
    game = asked_in(3)
    left, right, top, bottom = (int(edge) for edge in game.rules.option.zone[BLUE])
    for unit in blues(game):
        assert (unit.vx, unit.vy) == (0, 0)
        assert left <= unit.x <= right and top <= unit.y <= bottom


@pytest.mark.rule("IC-SIG-03")
@pytest.mark.parametrize("result", [Result.CONTACT, Result.POSITION])
def test_a_unit_that_lay_in_wait_burns_in_the_turn_after_it_was_found(result):
    game = asked_in(3)
    scan = game.state.scan[RED, 0]
    scan.turn, scan.sensor, scan.side, scan.finds = FOUND_IN, Sensor.RADAR, 25, 1
    scan.left, scan.top = 5, 5
    scan.find[0].result = result
    if result == Result.POSITION:
        scan.find[0].x, scan.find[0].y = REST
    assert burning(game) == 1.0
    scan.turn = FOUND_IN - 1  # two turns ago: it is dark again, and drifts by what it burned then
    assert burning(game) == 0.0
    assert any(unit.vx or unit.vy for unit in blues(game))


@pytest.mark.rule("IC-LOST-01")
def test_a_unit_that_lay_in_wait_burned_in_the_turn_in_which_it_was_lost():
    game = asked_in(3)
    blue = game["Blue"]
    blue.last_turn, blue.last_x, blue.last_y = 3, *REST
    assert burning(game) == 1.0
