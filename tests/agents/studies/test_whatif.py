"""Games taken up again: forks that know no more than the seat, randomness and decision apart."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from spacecombat_agents.arena.matches.match import play_match
from spacecombat_agents.arena.matches.replay_folder import ReplayFolder
from spacecombat_agents.arena.statistics.intervals import Interval
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.search.trajectory import Trajectory
from spacecombat_agents.studies.game_forks import (
    Pilots,
    fork_games,
    score_of_seat,
    whole_trajectory,
)
from spacecombat_agents.studies.whatif import (
    GameStory,
    StoryTurn,
    analyse_turns,
    evaluate_order,
    order_text,
    orders_of,
)
from spacecombat_agents.studies.whatif_run import (
    check_order_named,
    list_orders,
    story_sentences,
)
from spacecombat_env.core.errors import ConfigError, ReplayError
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
def trajectory(saved: Path) -> Trajectory:
    """The game as Blue, who said anything, lived through it."""
    return whole_trajectory(load_replay(saved), 1)


def test_the_score_is_the_seats(saved: Path, trajectory: Trajectory) -> None:
    outcome = load_replay(saved).outcome
    assert outcome is not None
    assert score_of_seat(trajectory) == float(outcome.verdict == 1)


def test_a_game_without_an_end_is_refused(saved: Path) -> None:
    replay = load_replay(saved)
    cut = dataclasses.replace(replay, actions=replay.actions[:5], outcome=None)
    with pytest.raises(ReplayError, match="not played to its end"):
        whole_trajectory(cut, 1)


def test_forks_know_no_more_than_the_seat(trajectory: Trajectory) -> None:
    """They follow from its record, look like it, and differ in what it does not know."""
    for number in range(2, len(trajectory.orders), 9):
        forks = fork_games(trajectory, number, 3, seed=5)
        for fork, again in zip(forks, fork_games(trajectory, number, 3, seed=5), strict=True):
            assert fork.games.raw.tobytes() == again.games.raw.tobytes()
            seen = fork.visible_to(1).states[0]
            assert seen.tobytes() == trajectory.visible.states[number].tobytes()
        assert len({fork.games.raw.tobytes() for fork in forks}) == 3


def test_the_same_order_changes_nothing(trajectory: Trajectory) -> None:
    said = next(order.text for order in trajectory.orders if order.turn == 3)
    found = evaluate_order(trajectory, Pilots(trajectory, CAPTAINS, 1), 3, said, 12, seed=1)
    assert found.said == found.instead and found.whole == 1.0
    assert found.change.difference == 0.0
    assert found.change.interval.low < 0.0 < found.change.interval.high


def test_the_text_of_an_order_is_the_recorded_one(trajectory: Trajectory) -> None:
    for number, order in list(enumerate(trajectory.orders))[::7]:
        [game] = fork_games(trajectory, number, 1, seed=0)
        assert order_text(game, list(order.actions)) == order.text


def test_another_order_leads_to_other_games_and_the_same_ones_again(
    trajectory: Trajectory,
) -> None:
    pilots = Pilots(trajectory, CAPTAINS, 1)
    runs = [evaluate_order(trajectory, pilots, 2, "done", 12, seed=2) for _ in range(2)]
    assert runs[0] == runs[1], "everything follows from the seed"
    assert runs[0].said != runs[0].instead == "done"


@pytest.mark.slow
def test_the_story_adds_up_to_the_result(trajectory: Trajectory) -> None:
    found = analyse_turns(trajectory, Pilots(trajectory, CAPTAINS, 1), 12, seed=3)
    changes = sum(turn.decision + turn.luck for turn in found.turns)
    assert found.turns[0].before + changes == pytest.approx(score_of_seat(trajectory))
    assert [turn.turn for turn in found.turns] == sorted(
        {order.turn for order in trajectory.orders}
    )
    assert all(turn.before_interval.low <= turn.before for turn in found.turns)


def test_every_number_of_a_story_has_its_interval() -> None:
    interval = Interval(-0.1, 0.3)
    turns = tuple(
        StoryTurn(n, 0.5, Interval(0.4, 0.6), 0.1, interval, 0.05, interval) for n in (1, 2)
    )
    told = story_sentences(GameStory("Red", 1.0, turns, 100))
    values = re.compile(r"(?:[+\N{MINUS SIGN}]\d+\.\d|\d+%)(?! \(| to|[;)])")
    assert not [line for line in told[:-2] if values.search(line.replace("95%", ""))]
    assert "its decisions changed +20.0 (\N{MINUS SIGN}8.3 to +48.3) points" in told[0]


def test_the_orders_of_a_turn_are_listed(
    trajectory: Trajectory, capsys: pytest.CaptureFixture[str]
) -> None:
    turn = trajectory.orders[0].turn
    orders = orders_of(trajectory, turn)
    assert len(orders) == sum(order.turn == turn for order in trajectory.orders)
    check_order_named(trajectory, turn, None)
    assert list_orders(trajectory, turn, None, False) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [f"  {order}" for order in orders]
    with pytest.raises(ConfigError, match="turn: --say needs --turn"):
        check_order_named(trajectory, None, "pass")
    check_order_named(trajectory, turn, "pass")


def test_what_cannot_be_said_is_refused(trajectory: Trajectory) -> None:
    pilots = Pilots(trajectory, CAPTAINS, 1)
    with pytest.raises(ConfigError, match="gave orders in turns"):
        evaluate_order(trajectory, pilots, 99, "done", 10, seed=1)
    with pytest.raises(ConfigError, match="say: is legal at none of its"):
        evaluate_order(trajectory, pilots, 2, "surrender", 10, seed=1)
