"""A match that is stopped tells and keeps what was played; where it writes is asked beforehand."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from kit.hostile import command

from spacecombat_agents import cli
from spacecombat_agents.arena.matches import match
from spacecombat_agents.arena.matches.match import play_match
from spacecombat_agents.arena.stop_signal import Interrupted, StopSignal
from spacecombat_agents.arena.tournament.store import GameStore
from spacecombat_agents.bots.bot_players import BotPlayer
from spacecombat_agents.bots.process import BotProcess
from spacecombat_agents.evaluation import match_runs
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.roster import make_agent
from spacecombat_env.replay import load_replay

PLACE = ["--ruleset", "auction", "--scenario", "plain"]
MATCH = ["match", "scripted:captain", "random", *PLACE, "--seed", "0", "--pairs", "9"]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run a command line in this process."""
    status = cli.run(list(arguments))
    return (status, *capsys.readouterr())


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what has a signal sent when this many games are over; games are played eight at once."""
    monkeypatch.setattr(match, "BATCH", 8)

    def after(games: int, number: int = signal.SIGINT) -> None:
        left = [games]

        def advance(self: Any, steps: float) -> None:
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), number)

        monkeypatch.setattr(match_runs.Progress, "advance", advance)

    return after


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("games", [2, 5, 8, 11, 16])
def test_an_interrupted_match_is_what_was_finished(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, stopped: Any, games: int, number: int
) -> None:
    """It tells the same of those pairs as a match that ends there, and their games are kept."""
    whole = run(capsys, *MATCH, "--json", "--save", str(tmp_path / "whole"))[1]
    stopped(games, number)
    status, out, _ = run(capsys, *MATCH, "--json", "--save", str(tmp_path / "cut"))
    told = json.loads(out)
    pairs = games // 2
    assert (status, told["interrupted"], json.loads(whole)["interrupted"]) == (1, True, False)
    assert (told["pairs"], told["games"]) == (pairs, 2 * pairs)
    assert told["interval"][0] <= told["score_a"] <= told["interval"][1]
    kept = sorted((tmp_path / "cut").glob("pair_*"))
    assert len(kept) == games
    for file in kept:
        first, second = (load_replay(tmp_path / part / file.name) for part in ("whole", "cut"))
        for field in ("seed", "actions", "outcome", "agents", "scenario", "rules_hash"):
            assert getattr(first, field) == getattr(second, field), field
    wins = 0
    for file in kept[: 2 * pairs]:
        outcome = load_replay(file).outcome
        assert outcome is not None
        wins += outcome.verdict == ("a_first" not in file.name)
    assert told["wins"] == wins
    told.pop("provenance")
    assert json.loads((tmp_path / "cut" / "result.json").read_text())["result"] == told


@pytest.mark.parametrize("games", [5, 8, 11])
def test_an_interrupted_match_keeps_its_pairs_in_a_store(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, stopped: Any, games: int
) -> None:
    """The first rows of the match that nobody stopped; the same match may be played on top."""
    files = [tmp_path / name for name in ("whole.db", "cut.db")]
    assert run(capsys, *MATCH, "--store", str(files[0]))[0] == 0
    stopped(games)
    assert run(capsys, *MATCH, "--store", str(files[1]))[0] == 1
    with GameStore.open(files[0]) as whole, GameStore.open(files[1]) as cut:
        rows = list(cut.rows())
        assert len(rows) == games - games % 2
        assert set(rows) <= set(whole.rows())


def test_people_are_shown_that_it_was_interrupted(
    capsys: pytest.CaptureFixture[str], stopped: Any
) -> None:
    stopped(4)
    status, out, _ = run(capsys, *MATCH)
    assert status == 1
    assert "interrupted" in out and "4 in 2 pairs" in out and "95 % interval" in out


def test_before_a_pair_is_finished_there_is_nothing_to_show(
    capsys: pytest.CaptureFixture[str], stopped: Any
) -> None:
    stopped(1)
    status, out, err = run(capsys, *MATCH)
    assert (status, out) == (1, "")
    assert "interrupted: no pair of games was finished" in err


def test_an_interrupted_evaluation_keeps_what_was_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, stopped: Any
) -> None:
    stopped(18 + 6)
    file = tmp_path / "e.json"
    arguments = ["evaluate", "scripted:captain", *PLACE, "--pairs", "9", "--out", str(file)]
    arguments += ["--against", "random", "--against", "scripted:aggressive", "--against", "random"]
    assert run(capsys, *arguments)[0] == 1
    content = json.loads(file.read_text())
    assert content["interrupted"]
    played = [(each["pairs"], each["interrupted"]) for each in content["evaluations"]]
    assert played == [(9, False), (3, True)]


def test_without_a_stop_an_interrupt_goes_through(setting: GameSetting) -> None:
    """A caller of the library without options gets what Python gives."""
    players = make_agent("random", setting), make_agent("random", setting)

    def interrupt(games: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_match(setting, players, pairs=4, seed=0, progress=interrupt)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("bot", [False, True])
def test_who_stops_what_is_around_a_match_gets_no_half_match(
    setting: GameSetting, bot: bool, number: int
) -> None:
    """Short games come before long ones: what was over by then is no measure of all."""
    words = command("crash")
    other = BotPlayer("crash", setting, lambda: BotProcess(words))
    players = make_agent("random", setting), other if bot else make_agent("random", setting)
    over = []

    def ask(games: int) -> None:
        over.append(games)
        if len(over) == 5:
            os.kill(os.getpid(), number)

    with other, StopSignal(), pytest.raises(Interrupted):
        play_match(setting, players, pairs=8, seed=0, batch=4, progress=ask)
    assert len(over) == 5


def test_a_signal_waits_for_what_must_be_whole() -> None:
    done = []
    with StopSignal() as stop:
        with pytest.raises(Interrupted):
            with stop.deferred():
                os.kill(os.getpid(), signal.SIGTERM)
                done.append("whole")
            done.append("after")
        with stop.deferred():
            done.append("storing")
        with pytest.raises(Interrupted):
            os.kill(os.getpid(), signal.SIGINT)
            done.append("never")
        with pytest.raises(Interrupted), stop.deferred():
            os.kill(os.getpid(), signal.SIGINT)
            done.append("asked three times")
    assert done == ["whole", "storing"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([*MATCH, "--save", "file/games"], "file/games: save: cannot be created"),
        ([*MATCH, "--save", "file"], "file: save: cannot be created"),
        (["evaluate", "random", *PLACE, "--out", "none/e.json"], "none/e.json: out: there is no"),
        (["evaluate", "random", *PLACE, "--out", "."], ".: out: is a folder"),
        (["replay", "game.json", "--html", "none/g.html"], "none/g.html: html: there is no such"),
    ],
)
def test_where_it_cannot_write_it_does_not_play(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delattr(match_runs, "play_match")
    (tmp_path / "file").write_text("")
    status, out, err = run(capsys, *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("error: ") and words in err
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_a_folder_with_another_match_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = ["--save", str(tmp_path)]
    assert run(capsys, *MATCH, *save)[0] == 0
    games = {file: file.read_bytes() for file in tmp_path.glob("pair_*")}
    assert run(capsys, *MATCH, *save)[0] == 0, "the same match may be played again"
    assert {file: file.read_bytes() for file in tmp_path.glob("pair_*")} == games
    monkeypatch.delattr(match_runs, "play_match")
    for other, field in [
        ([*MATCH, "--seed", "3"], "seed: the folder holds games of another match: 0, not 3"),
        ([*MATCH[:-1], "8"], "pairs: the folder holds games of another match: 9, not 8"),
        (
            ["match", "random", "random", *MATCH[3:]],
            "agent_a: the folder holds games of another match",
        ),
    ]:
        status, _, err = run(capsys, *other, *save)
        assert status == 2
        assert f"{tmp_path / 'result.json'}: {field}" in err
    file = tmp_path / "result.json"
    content = json.loads(file.read_text())
    content["match"]["scenario_digest"] = "of other rules"
    file.write_text(json.dumps(content))
    status, _, err = run(capsys, *MATCH, *save)
    assert (
        status == 2 and f"{file}: scenario_digest: the folder holds games of another match" in err
    )
    file.unlink()
    status, _, err = run(capsys, *MATCH, *save)
    assert (
        status == 2
        and f"{tmp_path / 'result.json'}: file: is missing, but the folder holds games" in err
    )
