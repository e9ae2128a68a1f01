"""The end of the game: ours; each scenario says how it is won."""

from types import SimpleNamespace

import numpy as np
import pytest
from kit.intercept_sensors.table import BLUE, RED, Table, duel, position, sensors, ship

from spacecombat_env.rulesets.intercept_sensors import entry
from spacecombat_env.rulesets.intercept_sensors.model import (
    REASONS,
    InterceptReason,
    InterceptVerdict,
    Loss,
    Status,
)
from spacecombat_env.rulesets.intercept_sensors.presentation.tie_break import tie_break


def to_end(game):
    """Play on, everybody idle, to the end."""
    for _ in range(2000):
        if game.over:
            return game
        game.idle()
    raise AssertionError("it never ends")


def outcome(game):
    """Verdict, reason and turn of a game played to its end."""
    to_end(game)
    return (
        InterceptVerdict(int(game.state.verdict)),
        InterceptReason(int(game.state.reason)),
        int(game.state.turn),
    )


def returns(game, by_margin=False):
    """Rewards of both seats."""
    row = np.zeros(2, np.float32)
    entry.write_returns(game.state, row, by_margin)
    return row.tolist()


def hold(turns=3, **more):
    """A duel won by a track held for some turns."""
    return duel(victory={"kind": "hold", "turns": turns}, turn_limit=10, **more)


# -- hold ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("turns", [1, 3])
@pytest.mark.parametrize(
    ("prey", "winner"), [("Blue", InterceptVerdict.A), ("Red", InterceptVerdict.B)]
)
def test_a_track_held_for_so_many_turns_wins(turns, prey, winner):
    game = sensors(hold(turns), BLUE).track(prey)
    assert outcome(game) == (winner, InterceptReason.HELD, turns)
    assert returns(game) == ([1.0, -1.0] if winner == InterceptVerdict.A else [-1.0, 1.0])


@pytest.mark.parametrize(
    ("prey", "winner"), [("Blue", InterceptVerdict.A), ("Red", InterceptVerdict.B)]
)
def test_a_win_in_the_very_last_turn_is_a_win(prey, winner):
    """The turn limit judges only what is still open."""
    source = duel(victory={"kind": "hold", "turns": 2}, turn_limit=2)
    game = sensors(source, BLUE).track(prey)
    game.state.points[0 if winner == InterceptVerdict.B else 1] = (
        9  # the limit would give it to the other
    )
    assert outcome(game) == (winner, InterceptReason.HELD, 2)


@pytest.mark.parametrize(("turn", "winner"), [(1, InterceptVerdict.A), (2, InterceptVerdict.B)])
def test_of_two_tracks_gained_in_one_turn_that_of_the_first_to_scan_wins(turn, winner):
    game = sensors(hold(2), RED if turn == 2 else BLUE, turn).track("Red", "Blue")
    assert outcome(game) == (winner, InterceptReason.HELD, turn + 1)
    first = "Red" if winner == InterceptVerdict.A else "Blue"
    told = tie_break(SimpleNamespace(states=[game.state]), 0, game.scenario)
    assert f"{first} scanned first in turn {turn}" in told and "wins the tie" in told


def test_who_held_it_longer_wins_first():
    game = sensors(hold(3), BLUE).track("Red").to_scans(BLUE, 2).track("Blue")
    assert outcome(game) == (InterceptVerdict.B, InterceptReason.HELD, 3)
    assert tie_break(SimpleNamespace(states=[game.state]), 0, game.scenario) == ""


def test_a_lost_track_is_counted_anew():
    game = sensors(hold(3), BLUE).track("Blue").to_scans(BLUE, 2)
    assert game["Blue"].held == 1
    game.set("Red", crew=1).to_scans(BLUE, 3).set("Red", crew=0)
    assert not game["Blue"].tracked and game["Blue"].held == 0
    assert outcome(game.track("Blue")) == (
        InterceptVerdict.A,
        InterceptReason.HELD,
        5,
    )  # turns 3, 4 and 5


@pytest.mark.parametrize("what", ["Pinnace", "Missile volley"])
def test_only_tracks_of_ships_count(what):
    game = sensors(hold(2, blue_ship={"carries": [what]}), BLUE)
    game.to_plot("Blue").say("LAUNCH", "COAST").to_scans(BLUE, 2).track(what).to_scans(BLUE, 5)
    assert game[what].held >= 2 and list(game.state.points) == [0, 0]


# -- points --------------------------------------------------------------------------------------


def test_a_point_for_each_enemy_ship_tracked_at_the_end_of_each_turn():
    blues = [ship("One", (15, 20)), ship("Two", (15, 22))]
    source = position([ship("Red", (5, 20))], blues, victory={"kind": "points"}, turn_limit=3)
    game = sensors(source, BLUE).track("One", "Two", "Red")
    assert outcome(game) == (InterceptVerdict.A, InterceptReason.TURN_LIMIT, 3)
    assert list(game.state.points) == [6, 3]
    assert returns(game, by_margin=True) == pytest.approx([3 / 20, -3 / 20])


def test_equal_points_are_a_draw():
    game = sensors(duel(turn_limit=2), BLUE).track("Red", "Blue")
    assert outcome(game) == (InterceptVerdict.DRAW, InterceptReason.TURN_LIMIT, 2)


@pytest.mark.parametrize(
    ("limit", "verdict"),
    [
        ("points", InterceptVerdict.A),
        ("draw", InterceptVerdict.DRAW),
        ("red", InterceptVerdict.A),
        ("blue", InterceptVerdict.B),
    ],
)
def test_the_turn_limit_has_its_verdict(limit, verdict):
    game = sensors(duel(turn_limit=2, turn_limit_verdict=limit), BLUE).track("Blue")
    assert outcome(game) == (verdict, InterceptReason.TURN_LIMIT, 2)


def test_a_long_track_does_not_run_over():
    """More turns than a small number holds."""
    game = sensors(duel(turn_limit=200), BLUE).track("Blue").set("Blue", held=98)
    game.to_turn(4)
    assert game["Blue"].held == 99
    game.set("Blue", held=99).to_turn(6)
    assert game["Blue"].held == 99


# -- crossing ------------------------------------------------------------------------------------


def crossing(turns=2, **more):
    """Red must reach rows 33 to 35."""
    victory = {"kind": "cross", "side": "red", "turns": turns, "goal": {"rows": [33, 35]}}
    more = {"turn_limit": 8, "turn_limit_verdict": "blue", **more}
    return duel(red=(5, 25), blue=(25, 5), victory=victory, **more)


def test_the_runner_wins_in_the_goal_zone_untracked():
    game = sensors(crossing(red_ship={"vector": [0, 2]}), BLUE, 4)
    assert game.place("Red") == (5, 33)
    assert outcome(game) == (InterceptVerdict.A, InterceptReason.CROSSED, 4)


def test_tracked_in_the_goal_zone_it_has_not_won_yet():
    game = sensors(crossing(9, red_ship={"vector": [0, 2]}), BLUE, 4).track("Red").to_turn(5)
    assert game.place("Red") == (5, 33) and not game.over


def test_other_zones_or_craft_do_not_count():
    source = crossing(red_ship={"carries": ["Pinnace"], "vector": [0, 2]})
    game = Table(source).say("LAUNCH", "COAST").to_plot("Red").say("N", "2G")
    game.until(lambda: game.place("Pinnace")[1] == 33).to_turn(int(game.state.turn) + 1)
    assert game.place("Red")[1] < 33 and not game.over


def test_a_runner_tracked_for_so_many_turns_is_caught():
    game = sensors(crossing(), BLUE).track("Red")
    assert outcome(game) == (InterceptVerdict.B, InterceptReason.CAUGHT, 2)
    assert (game["Red"].status, game["Red"].loss) == (Status.GONE, Loss.CAUGHT)


def test_with_another_runner_left_the_game_goes_on():
    source = crossing()
    source["sides"]["red"]["ships"].append(ship("Second", (8, 25)))
    game = sensors(source, BLUE).track("Red").to_turn(3)
    assert game["Red"].loss == Loss.CAUGHT and not game.over
    assert outcome(game) == (InterceptVerdict.B, InterceptReason.TURN_LIMIT, 8)


def test_the_searchers_are_not_caught():
    game = sensors(crossing(), BLUE).track("Blue").to_turn(5)
    assert game["Blue"].status == Status.ON_MAP and not game.over


# -- no ships ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gone", "verdict"),
    [
        (["Red"], InterceptVerdict.B),
        (["Blue"], InterceptVerdict.A),
        (["Red", "Blue"], InterceptVerdict.DRAW),
    ],
)
def test_a_side_without_ships_has_lost(gone, verdict):
    game = sensors(duel(), BLUE)
    for name in gone:
        game.set(name, status=Status.GONE)
    assert outcome(game) == (verdict, InterceptReason.NO_SHIPS, 1)


def test_reasons_have_texts():
    assert len(REASONS) == len(InterceptReason)
    game = to_end(sensors(duel(turn_limit=1), RED))
    event = game.events("OVER")[-1]
    assert (event.a, event.b, event.known) == (InterceptVerdict.DRAW, InterceptReason.TURN_LIMIT, 3)
    assert game.legal() == set()
