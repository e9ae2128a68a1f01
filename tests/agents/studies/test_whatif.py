"""Games taken up again: forks that know no more than the seat, randomness and decision apart."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from spacecombat_agents.arena.matches.match import play_match
from spacecombat_agents.arena.matches.replay_folder import ReplayFolder
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.studies.game_forks import (
    Pilots,
    SeatRecord,
    determinizations,
    record_of_seat,
    turn_of,
)
from spacecombat_agents.studies.whatif import (
    analyse_turns,
    evaluate_order,
    given_order,
    order_text,
    orders_of,
)
from spacecombat_agents.studies.whatif_run import check_order_named
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.replay import load_replay

pytestmark = pytest.mark.compiled
CAPTAINS = ("scripted:captain", "scripted:captain")


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of the duel, kept."""
    folder = tmp_path_factory.mktemp("games")
    setting = GameSetting.of("battle_rider", "skirmish", options={"deck": "keyed"})
    players = (make_agent("scripted:captain", setting), make_agent("random", setting))
    on_game = ReplayFolder(folder, setting, players).add_game
    play_match(setting, players, pairs=1, seed=4, on_game=on_game, threads=1)
    return sorted(folder.glob("*.json.gz"))[0]


@pytest.fixture(scope="module")
def seat_record(saved: Path) -> SeatRecord:
    """The game as Blue, who said anything, lived through it."""
    return record_of_seat(load_replay(saved), 1)


def test_a_trajectory_holds_every_action_of_the_seat(saved: Path, seat_record: SeatRecord) -> None:
    replay = load_replay(saved)
    actions = [action for at, action in enumerate(replay.actions) if action is not None]
    assert len(seat_record.actions) < len(actions)
    together = [
        action
        for order_point in seat_record.order_points
        for action in given_order(seat_record, order_point)
    ]
    assert together == [told.action for told in seat_record.actions]
    assert replay.outcome is not None
    assert seat_record.score == float(replay.outcome.verdict == 1)


def test_forks_know_no_more_than_the_seat(seat_record: SeatRecord) -> None:
    """Hidden things changed in the game change nothing in its forks."""
    for order_point in seat_record.order_points[2::9]:
        twin = order_point._replace(game=order_point.game.determinize(1, 77))
        assert twin.game.games.raw.tobytes() != order_point.game.games.raw.tobytes()
        first, second = (determinizations(each, 1, 3, seed=5) for each in (order_point, twin))
        for one, other in zip(first, second, strict=True):
            assert one.games.raw.tobytes() == other.games.raw.tobytes()
            assert np.array_equal(one.visible_to(1).states, order_point.game.visible_to(1).states)


def test_the_same_order_changes_nothing(seat_record: SeatRecord) -> None:
    order_point = next(each for each in seat_record.order_points if each.turn == 3)
    said = order_text(order_point.game, given_order(seat_record, order_point))
    found = evaluate_order(seat_record, Pilots(seat_record, CAPTAINS, 1), 3, said, 12, seed=1)
    assert found.said == found.instead and found.whole == 1.0
    assert found.change.difference == 0.0
    assert found.change.interval.low < 0.0 < found.change.interval.high


def test_another_order_leads_to_other_games_and_the_same_ones_again(
    seat_record: SeatRecord,
) -> None:
    pilots = Pilots(seat_record, CAPTAINS, 1)
    runs = [evaluate_order(seat_record, pilots, 2, "done", 12, seed=2) for _ in range(2)]
    assert runs[0] == runs[1], "everything follows from the seed"
    assert runs[0].said != runs[0].instead == "done"


@pytest.mark.slow
def test_the_story_adds_up_to_the_result(seat_record: SeatRecord) -> None:
    found = analyse_turns(seat_record, Pilots(seat_record, CAPTAINS, 1), 12, seed=3)
    changes = sum(turn.decision + turn.luck for turn in found.turns)
    assert found.turns[0].before + changes == pytest.approx(seat_record.score)
    assert [turn.turn for turn in found.turns] == sorted({m.turn for m in seat_record.order_points})
    assert all(turn.before_interval.low <= turn.before for turn in found.turns)


def test_the_orders_of_a_turn_are_shown(seat_record: SeatRecord) -> None:
    turn = seat_record.order_points[0].turn
    orders = orders_of(seat_record, turn)
    assert len(orders) == sum(order_point.turn == turn for order_point in seat_record.order_points)
    with pytest.raises(ConfigError, match="say: --turn needs --say") as refused:
        check_order_named(seat_record, turn, None)
    assert str(refused.value).endswith("; ".join(orders))
    with pytest.raises(ConfigError, match="turn: --say needs --turn"):
        check_order_named(seat_record, None, "pass")
    check_order_named(seat_record, turn, "pass")


def test_what_cannot_be_said_is_refused(seat_record: SeatRecord) -> None:
    pilots = Pilots(seat_record, CAPTAINS, 1)
    with pytest.raises(ConfigError, match="gave orders in turns"):
        evaluate_order(seat_record, pilots, 99, "done", 10, seed=1)
    with pytest.raises(ConfigError, match="say: is legal at none of its"):
        evaluate_order(seat_record, pilots, 2, "surrender", 10, seed=1)
    assert turn_of(seat_record.order_points[0].game) <= 2
