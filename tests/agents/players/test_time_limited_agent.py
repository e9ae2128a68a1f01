"""Bots from outside play in a process of their own: late, crashing or dead, they lose a game."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import signal
import time
from pathlib import Path

import numpy as np
import pytest

from spacecombat_agents import cli
from spacecombat_agents.arena.matches.match import MatchResult, play_match
from spacecombat_agents.bots.bot_players import Player, in_process_bot
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent, Needs, query_agent
from spacecombat_agents.players.plugins import per_seat_agent, time_limited_agent
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_agents.players.roster import make_agent

SECONDS = 0.4


def play(setting: GameSetting, name: str, pairs: int = 8, seconds: float = SECONDS) -> MatchResult:
    """Let a bot play against a random player."""
    bot = make_agent(name, setting, seconds)
    try:
        return play_match(setting, (bot, make_agent("random", setting)), pairs=pairs, seed=0)
    finally:
        bot.close()  # type: ignore[attr-defined]


def test_a_bot_that_sleeps_for_ever_loses_late(setting: GameSetting) -> None:
    begun = time.monotonic()
    result = play(setting, "bots:Sleeper")
    assert result.failures_by_cause == {"a.late": 16}, "each a game, though not each waited for"
    assert result.ends == {"late": 16}
    assert result.score_a == 0.0
    assert "0.4 s" in result.first_failure
    assert time.monotonic() - begun < 60, "it was not asked about every game for the whole time"


def test_only_the_games_in_which_it_hangs_are_lost(setting: GameSetting) -> None:
    """Worker and deadline against the same bot raising in the same games: who loses is the same."""
    late = play(setting, "bots:Spinner", pairs=2)
    crashed = play(setting, "bots:Crasher", pairs=2)
    assert late.failures_by_cause == {"a.late": late.failures}
    assert crashed.failures_by_cause == {"a.crash": crashed.failures}
    assert 0 < late.failures == crashed.failures < 4
    assert (late.wins, late.draws) == (crashed.wins, crashed.draws)


@pytest.mark.slow
def test_a_slow_bot_plays_fewer_games_at_once(setting: GameSetting) -> None:
    """0.05 s a game: sixteen games at once are too many for 0.4 s, and nobody is to blame."""
    result = play(setting, "bots:Slow", pairs=8)
    assert result.failures == 0
    assert result.games == 16


def test_a_crash_is_no_illegal_order_and_shown_once(setting: GameSetting) -> None:
    result = play(setting, "bots:Crasher")
    assert result.failures_by_cause == {"a.crash": result.failures}
    assert result.ends["crash"] == result.failures > 0
    assert "illegal order" not in result.ends
    assert result.first_failure.count("Traceback") == 1
    assert result.first_failure.count("no idea") == 2, "the line that raises, and its words"
    assert "worker.py" not in result.first_failure


def test_a_bot_that_ends_its_process_is_replaced(setting: GameSetting) -> None:
    result = play(setting, "bots:Exiter", pairs=2)
    assert 0 < result.failures < 4
    assert set(result.failures_by_cause) == {"a.crash"}
    assert "status 7" in result.first_failure


def test_a_bot_may_print_and_read(setting: GameSetting, capfd: pytest.CaptureFixture[str]) -> None:
    assert play(setting, "bots:Talker", pairs=2).failures == 0
    out, err = capfd.readouterr()
    assert out == "" and "thinking" in err


def test_its_randomness_follows_the_seed(setting: GameSetting) -> None:
    same = ("wins", "mean_margin_a", "first_seat_score")
    one, other = play(setting, "bots:Drawing"), play(setting, "bots:Drawing")
    assert [getattr(one, key) for key in same] == [getattr(other, key) for key in same]


def test_a_bot_gets_what_a_seat_is_given_and_no_more(
    setting: GameSetting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What arrives in the worker is, byte for byte, what `query_agent` hands to a player in this process."""
    notes = tmp_path / "notes"
    monkeypatch.setenv("SPACECOMBAT_TEST_NOTES", str(notes))
    spy = make_agent("bots:Spy", setting)
    assert spy.needs == Needs.RECORDS | Needs.OBSERVATIONS
    env = setting.batch(4)
    out = env.start(np.array([11, 12, 13, 14]))
    rows = np.array([0, 2, 3])
    query_agent(spy, env, rows)
    told = json.loads(notes.read_text())
    assert told["pid"] != os.getpid()
    assert told["masks"] == out.mask[rows].tolist()
    assert told["seats"] == out.seat[rows].tolist()
    assert told["raw"] == env.visible(rows).raw.tolist() != env.games.raw[rows].tolist()
    assert told["observations"] == env.floats(rows).tolist()
    assert told["seeds"] == [0, 0, 0] != env.games.states["seed"][rows].tolist()
    assert told["opening"] == 0
    spy.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("opponent", ["random", "bot"])
def test_no_process_plays_both_games_of_a_pair(
    setting: GameSetting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opponent: str
) -> None:
    """They have the same randomness: who saw it in one game would know it in the other."""
    notes = tmp_path / "notes"
    monkeypatch.setenv("SPACECOMBAT_TEST_NOTES", str(notes))
    spy = make_agent("bots:Seated", setting)
    other: Player = RandomAgent()
    if opponent == "bot":  # game by game
        other = in_process_bot(Lots, setting)
    play_match(setting, (spy, other), pairs=3, seed=0)
    spy.close()  # type: ignore[attr-defined]
    played = {tuple(line.split()) for line in notes.read_text().splitlines()}
    assert {seat for _, seat in played} == {"0", "1"}
    assert len({process for process, _ in played}) == len(played) == 2


class Lots:
    """A bot that says the first action."""

    def ready(self, hello: object) -> dict[str, str]:
        return {"name": "lots"}

    def say(self, query_agent: dict) -> int:  # type: ignore[type-arg]
        return query_agent["words"][0]["token"]  # type: ignore[no-any-return]


def test_players_of_the_package_stay_in_this_process(setting: GameSetting) -> None:
    for name in ("random", "scripted:captain"):
        assert not isinstance(
            make_agent(name, setting),
            per_seat_agent.PerSeatAgent | time_limited_agent.TimeLimitedAgent,
        )


def test_a_worker_ends_with_its_match(setting: GameSetting) -> None:
    bot = make_agent("bots:First", setting)
    process = bot.seats[0]._worker.process  # type: ignore[attr-defined]
    source = (Path(__file__).parents[1] / "bots.py").read_bytes()
    assert bot.digest == hashlib.sha256(source).hexdigest()  # type: ignore[attr-defined]
    copy = pickle.loads(pickle.dumps(bot))
    assert isinstance(copy, Agent)
    assert copy.act(None, np.eye(3, dtype=np.int8)).tolist() == [0, 1, 2]
    copy.close()
    assert process.poll() is None
    del bot
    assert process.wait(5) is not None


@pytest.mark.skipif(not hasattr(signal, "alarm"), reason="this system has no alarms")
def test_a_worker_may_wait_for_its_first_decision(setting: GameSetting) -> None:
    """The rules may be compiled first, which takes minutes."""
    bot = make_agent("bots:Waiting", setting)
    time.sleep(1.0)
    assert bot.act(None, np.eye(3, dtype=np.int8)).tolist() == [0, 1, 2]
    bot.close()  # type: ignore[attr-defined]


def test_the_command_says_the_same_deadline() -> None:
    for name in ("match", "evaluate"):
        options = {option.name: option for option in cli.spacecombat.commands[name].params}
        assert options["deadline"].default == time_limited_agent.DEFAULT_DEADLINE


def test_a_bot_that_cannot_be_read_is_refused_in_a_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_bot.py").write_text("def nonsense(:\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    arguments = ["match", "broken_bot:Bot", "random", "--ruleset", "auction", "--scenario", "plain"]
    assert cli.run(arguments) == 2
    said = capsys.readouterr().err
    assert said.startswith("error: broken_bot:Bot: ") and said.count("\n") == 1
