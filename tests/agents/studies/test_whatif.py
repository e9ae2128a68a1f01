"""Games taken up again: forks that know no more than the seat, luck and decision apart."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from spacecombat_agents.arena.match import play_match
from spacecombat_agents.arena.recording import ReplayFolder
from spacecombat_agents.commands.wondering import check_order
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.setting import Setting
from spacecombat_agents.studies.forks import Course, Pilots, course_of, dreams, turn_of
from spacecombat_agents.studies.whatif import given_order, in_words, orders_of, story, what_if
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.replay import load_replay

pytestmark = pytest.mark.compiled
CAPTAINS = ("scripted:captain", "scripted:captain")


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of the duel, kept."""
    folder = tmp_path_factory.mktemp("games")
    setting = Setting.of("battle_rider", "skirmish", options={"deck": "keyed"})
    players = (make_agent("scripted:captain", setting), make_agent("random", setting))
    keep = ReplayFolder(folder, setting, players).keep
    play_match(setting, players, pairs=1, seed=4, keep=keep, threads=1)
    return sorted(folder.glob("*.json.gz"))[0]


@pytest.fixture(scope="module")
def course(saved: Path) -> Course:
    """The game as Blue, who said anything, lived through it."""
    return course_of(load_replay(saved), 1)


def test_a_course_holds_every_word_of_the_seat(saved: Path, course: Course) -> None:
    replay = load_replay(saved)
    tokens = [token for at, token in enumerate(replay.tokens) if token is not None]
    assert len(course.words) < len(tokens)
    together = [token for moment in course.moments for token in given_order(course, moment)]
    assert together == [told.token for told in course.words]
    assert replay.outcome is not None
    assert course.score == float(replay.outcome.verdict == 1)


def test_forks_know_no_more_than_the_seat(course: Course) -> None:
    """Hidden things changed in the game change nothing in its forks."""
    for moment in course.moments[2::9]:
        twin = moment._replace(game=moment.game.imagined(1, 77))
        assert twin.game.games.raw.tobytes() != moment.game.games.raw.tobytes()
        first, second = (dreams(each, 1, 3, seed=5) for each in (moment, twin))
        for one, other in zip(first, second, strict=True):
            assert one.games.raw.tobytes() == other.games.raw.tobytes()
            assert np.array_equal(one.seen_by(1).states, moment.game.seen_by(1).states)


def test_the_same_order_changes_nothing(course: Course) -> None:
    moment = next(each for each in course.moments if each.turn == 3)
    said = in_words(moment.game, given_order(course, moment))
    found = what_if(course, Pilots(course, CAPTAINS, 1), 3, said, 12, seed=1)
    assert found.said == found.instead and found.whole == 1.0
    assert found.change.difference == 0.0
    assert found.change.interval.low < 0.0 < found.change.interval.high


def test_another_order_leads_to_other_games_and_the_same_ones_again(course: Course) -> None:
    pilots = Pilots(course, CAPTAINS, 1)
    runs = [what_if(course, pilots, 2, "done", 12, seed=2) for _ in range(2)]
    assert runs[0] == runs[1], "everything follows from the seed"
    assert runs[0].said != runs[0].instead == "done"


@pytest.mark.slow
def test_the_story_adds_up_to_the_result(course: Course) -> None:
    found = story(course, Pilots(course, CAPTAINS, 1), 12, seed=3)
    changes = sum(turn.decision + turn.luck for turn in found.turns)
    assert found.turns[0].before + changes == pytest.approx(course.score)
    assert [turn.turn for turn in found.turns] == sorted({m.turn for m in course.moments})
    assert all(turn.before_interval.low <= turn.before for turn in found.turns)


def test_the_orders_of_a_turn_are_told(course: Course) -> None:
    turn = course.moments[0].turn
    orders = orders_of(course, turn)
    assert len(orders) == sum(moment.turn == turn for moment in course.moments)
    with pytest.raises(ConfigError, match="say: --turn wants --say") as refused:
        check_order(course, turn, None)
    assert str(refused.value).endswith("; ".join(orders))
    with pytest.raises(ConfigError, match="turn: --say wants --turn"):
        check_order(course, None, "pass")
    check_order(course, turn, "pass")


def test_what_cannot_be_said_is_refused(course: Course) -> None:
    pilots = Pilots(course, CAPTAINS, 1)
    with pytest.raises(ConfigError, match="gave orders in turns"):
        what_if(course, pilots, 99, "done", 10, seed=1)
    with pytest.raises(ConfigError, match="say: at none of its"):
        what_if(course, pilots, 2, "surrender", 10, seed=1)
    assert turn_of(course.moments[0].game) <= 2
