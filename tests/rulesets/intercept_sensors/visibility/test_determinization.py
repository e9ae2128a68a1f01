"""Determinizations of the sensor rules go on with the half of the turn that asks."""

import pytest
from kit.intercept_sensors.determinizing import determinization
from kit.intercept_sensors.table import BLUE, RED, duel, sensors

from spacecombat_env.rulesets.intercept_sensors.model import (
    Condition,
    InterceptDecision,
    InterceptPhase,
    InterceptStep,
    Result,
    Sensor,
)


@pytest.mark.rule("IC-SEQ-02", "IC-SEQ-03")
@pytest.mark.parametrize("turn", [1, 2])
def test_after_the_first_scans_the_other_side_scans_and_then_the_turn_ends(turn):
    """Red scans first in odd turns, Blue in even ones."""
    game = sensors(duel())
    while game.state.turn < turn or game.decision != InterceptDecision.SCAN:
        game.idle()
    first = RED if turn == 1 else BLUE
    assert game.state.seat == first
    for seed in range(3):
        other = determinization(game, first, seed)
        assert other.state.step == game.state.step == InterceptStep.FIRST_SCANS
        other.say("PASS")
        assert (other.decision, other.state.seat, other.state.turn) == (
            InterceptDecision.SCAN,
            1 - first,
            turn,
        )
    game.say("PASS")
    assert game.state.seat == 1 - first
    for seed in range(3):
        other = determinization(game, 1 - first, seed)
        assert other.state.step == game.state.step == InterceptStep.SECOND_SCANS
        other.say("PASS")
        assert other.state.turn == turn + 1 and other.state.phase != InterceptPhase.SENSORS


@pytest.mark.rule("IC-TRK-02", "IC-SEQ-04", "IC-SEQ-05")
def test_tracked_units_that_have_moved_openly_do_not_move_again():
    """Blue loses ties in turn 1 and moves first; when Red is asked, Blue's tracked ship has."""
    game = sensors(duel()).track("Red", "Blue")
    game.until(lambda: game.state.phase == InterceptPhase.OPEN_MOVEMENT)
    while game.state.phase == InterceptPhase.OPEN_MOVEMENT:
        seat = int(game.state.seat)
        moved = bool(game["Blue" if seat == RED else "Red"].plotted)
        other = determinization(game, seat)
        assert bool(other["Blue" if seat == RED else "Red"].plotted) == moved
        requested = [seat]
        while other.state.phase == InterceptPhase.OPEN_MOVEMENT and not other.over:
            other.idle()
            requested.append(int(other.state.seat))
        rest = [] if moved else [1 - seat]
        assert requested[1 : 1 + len(rest)] == rest
        game.idle()


def farthest_dreamt(game, at, determinizations=40):
    """How far from a square, in squares, Blue is put at most in Red's determinizations."""
    blues = [determinization(game, RED, seed)["Blue"] for seed in range(determinizations)]
    return max(max(abs(int(blue.x) - at[0]), abs(int(blue.y) - at[1])) for blue in blues)


@pytest.mark.rule("IC-SNS-04", "IC-LOST-01")
def test_an_enemy_is_looked_for_around_the_position_that_was_shown_last():
    """Told in turn 1, in turn 2 it is as far away as a turn's vector and a turn's thrust take it."""
    game = sensors(duel())
    while game.state.turn < 2 or game.decision != InterceptDecision.SCAN:
        game.idle()
    thrust = int(game.rules.classes[game["Blue"].klass].thrust)
    at, elsewhere = (24, 30), (12, 6)
    assert farthest_dreamt(game, at) > 15
    scan = game.state.scan[RED, 0]
    scan.turn, scan.sensor, scan.side, scan.finds = 1, Sensor.RADAR, 10, 1
    find = scan.find[0]
    find.result, find.signal, (find.x, find.y) = Result.POSITION, 9, at
    assert 0 < farthest_dreamt(game, at) <= 2 * thrust
    blue = game["Blue"]
    blue.last_turn, (blue.last_x, blue.last_y) = 1, elsewhere  # tracked since, and lost again
    assert 0 < farthest_dreamt(game, elsewhere) <= thrust


@pytest.mark.rule("IC-SNS-04")
def test_the_longer_ago_a_position_was_shown_the_farther_away_is_looked():
    """Told in turn 3 of a unit with two turns' thrust in its vector at most, looked for in turn 5."""
    game = sensors(duel())
    while game.state.turn < 5 or game.decision != InterceptDecision.SCAN:
        game.idle()
    thrust, at = int(game.rules.classes[game["Blue"].klass].thrust), (2, 2)
    scan = game.state.scan[RED, 0]
    scan.turn, scan.sensor, scan.side, scan.finds = 3, Sensor.RADAR, 10, 1
    find = scan.find[0]
    find.result, find.signal, (find.x, find.y) = Result.POSITION, 9, at
    coasted, burned = 2 * 2 * thrust, 3 * thrust  # two turns by its vector, and by its thrust
    assert thrust + coasted < farthest_dreamt(game, at) <= coasted + burned


@pytest.mark.rule("IC-LOST-05", "IC-LOST-06", "IC-TRK-01")
def test_an_enemy_that_is_not_tracked_is_determinized_in_the_state_in_which_it_began():
    hurt = {"surface": "critical", "core": "stunned", "crew": "stunned"}
    game = sensors(duel(blue_ship={"condition": hurt}))
    for seed in range(3):
        blue = determinization(game, RED, seed)["Blue"]
        shown = {place: Condition(int(blue[place])).name.lower() for place in hurt}
        assert shown == hurt
