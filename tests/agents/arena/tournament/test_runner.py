"""A cup comes to the same rows with any workers, in any order of finished units."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from kit.ending import ends_at_once

from spacecombat_agents import cli
from spacecombat_agents.arena.stop_signal import StopSignal
from spacecombat_agents.arena.tournament import executors
from spacecombat_agents.arena.tournament.executors import LocalExecutor
from spacecombat_agents.arena.tournament.game_rows import GameRow
from spacecombat_agents.arena.tournament.plan import plan_from
from spacecombat_agents.arena.tournament.runner import (
    TournamentProgress,
    TournamentRunner,
    extend_ladder,
    open_tournament_store,
    resume_tournament,
)
from spacecombat_agents.arena.tournament.schedule import Unit, units
from spacecombat_agents.arena.tournament.store import GameStore
from spacecombat_agents.arena.tournament.tournament import Tournament
from spacecombat_agents.arena.tournament.unit_games import play_unit
from spacecombat_env.core.errors import ConfigError

pytest.importorskip("scipy")

HERE = Path(__file__).parents[2]
CUP: dict[str, Any] = {
    "seed": 0,
    "entrants": ["random", "scripted:captain", {"player": "random", "label": "other"}],
    "scenarios": [{"ruleset": "auction", "scenario": "plain"}],
    "pairs": 24,
    "unit": 2,
    "ahead": 4,
}
STOPS = {"stop": {"decided": True, "after": 4}, "ladder": {"pairs": 12, "step": 3, "couples": 2}}


class Shuffled(LocalExecutor):
    """Plays whatever unit it likes of those that it has."""

    def __init__(self, tournament: Tournament, seed: int) -> None:
        super().__init__(tournament)
        self.rng = np.random.default_rng(seed)

    def has_capacity(self) -> bool:
        return len(self._units) < 7

    def collect(self) -> tuple[Unit, list[GameRow]]:
        self._units.rotate(int(self.rng.integers(10)))
        return super().collect()


def play(
    folder: Path, content: dict[str, Any], carrier: Any = LocalExecutor
) -> tuple[str, TournamentProgress]:
    """Play a cup in a folder; return the SHA-256 of its rows."""
    tournament = Tournament(plan_from(content))
    with open_tournament_store(tournament, folder) as store, StopSignal() as stop:
        its = carrier(tournament)
        left = TournamentRunner(tournament.plan, store, its, stop).play_all()
        its.close()
        return store.digest(), left


@pytest.mark.parametrize("more", [{}, STOPS])
def test_the_order_in_which_units_are_finished_changes_nothing(
    tmp_path: Path, more: dict[str, Any]
) -> None:
    straight, left = play(tmp_path / "straight", {**CUP, **more})
    assert (left.skipped > 0) == bool(more)
    for seed in range(3):
        carrier = lambda tournament, seed=seed: Shuffled(tournament, seed)  # noqa: E731
        assert play(tmp_path / f"{seed}", {**CUP, **more}, carrier)[0] == straight


def test_the_size_of_units_changes_nothing_where_nobody_is_stopped(tmp_path: Path) -> None:
    rows = {play(tmp_path / f"{unit}", {**CUP, "unit": unit})[0] for unit in (1, 5, 24)}
    assert len(rows) == 1


def test_a_stop_and_a_suspension_take_hold_so_many_units_later(tmp_path: Path) -> None:
    """Whether a unit is played is known `ahead` units before it."""
    content = {**CUP, "entrants": ["random", "bots:Crasher"], "faults": {"after": 2}}
    for ahead in (1, 3):
        tournament = Tournament(plan_from({**content, "ahead": ahead}))
        with (
            open_tournament_store(tournament, tmp_path / f"{ahead}") as store,
            StopSignal() as stop,
        ):
            left = TournamentRunner(
                tournament.plan, store, LocalExecutor(tournament), stop
            ).play_all()
            tournament.close()
            rows = [store.unit_rows(unit) for unit in units(tournament.plan)]
        faults, games = np.cumsum(
            [(sum(r.owner == "b" for r in unit), len(unit)) for unit in rows], axis=0
        ).T
        known = int(np.flatnonzero((games >= 2) & (faults > 0.2 * games))[0])
        played = [bool(unit) for unit in rows]
        assert played == [number < known + ahead for number in range(len(rows))]
        assert left.suspended == ["bots:Crasher"] and left.faults == faults[-1]


def test_a_unit_that_fails_three_times_is_played_again_when_the_cup_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    straight, _ = play(tmp_path / "straight", CUP)
    asked = []

    def failing(tournament: Tournament, unit: Unit) -> list[GameRow]:
        asked.append(unit)
        if unit == Unit(0, 0, 1, 4, 2):
            raise RuntimeError("out of order")
        return play_unit(tournament, unit)

    monkeypatch.setattr(executors, "play_unit", failing)
    _, left = play(tmp_path / "cut", CUP)
    assert left.unplayed == 4 and len(asked) == 36 + 2
    with GameStore.open(tmp_path / "cut" / "results.db") as store:
        void = [row for row in store.rows() if row.cause == "runner"]
    assert [(row.pair, row.game, row.verdict, row.owner) for row in void] == [
        (4, 0, -1, ""),
        (4, 1, -1, ""),
        (5, 0, -1, ""),
        (5, 1, -1, ""),
    ]
    assert "RuntimeError: out of order" in void[0].note
    monkeypatch.undo()
    assert play(tmp_path / "cut", CUP)[0] == straight


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (
            {"pairs": 25},
            "results.db: pairs: the folder holds games of another tournament: 24, not 25",
        ),
        ({"unit": 3}, "results.db: unit: the folder holds games of another tournament: 2, not 3"),
        ({"seed": 1}, "results.db: seed: the folder holds games of another tournament: 0, not 1"),
    ],
)
def test_another_cup_is_refused_by_name(
    tmp_path: Path, changed: dict[str, Any], words: str
) -> None:
    open_tournament_store(Tournament(plan_from(CUP)), tmp_path).close()
    with pytest.raises(ConfigError, match=words):
        open_tournament_store(Tournament(plan_from({**CUP, **changed})), tmp_path)


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (("entrants", 1, "hash"), r"entrants\.scripted:captain: hash has changed from "),
        (("scenarios", 0, "rules_hash"), r"scenarios\.plain: rules_hash has changed from "),
        (("scenarios", 0, "digest"), r"scenarios\.plain: digest has changed from "),
        (("package",), "package: was played with 0, but this is spacecombat-env "),
    ],
)
def test_other_rules_and_players_are_refused_by_name(
    tmp_path: Path, part: tuple[Any, ...], words: str
) -> None:
    with open_tournament_store(Tournament(plan_from(CUP)), tmp_path) as store:
        about = store.content()["about"]
        at = about
        for key in part[:-1]:
            at = at[key]
        at[part[-1]] = "0"
        store.set_value("about", about)
    with pytest.raises(ConfigError, match=words):
        resume_tournament(tmp_path)


def test_one_process_alone_plays_a_cup(tmp_path: Path) -> None:
    with open_tournament_store(Tournament(plan_from(CUP)), tmp_path) as store:
        store.lock()
        code = (
            "import auction_command, sys; from pathlib import Path\n"
            "from spacecombat_agents.arena.tournament.store import GameStore\n"
            "GameStore.open(Path(sys.argv[1]) / 'results.db', write=True).lock()"
        )
        its = [sys.executable, "-c", code, str(tmp_path)]
        done = subprocess.run(its, cwd=HERE, capture_output=True, text=True)
        assert "another process is using it" in done.stderr


def test_a_ladder_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """In two parts as in one."""
    laps = {"pairs": 24, "step": 3, "couples": 2}
    whole, _ = play(tmp_path / "whole", {**CUP, "ladder": laps})
    content = {**CUP, "ladder": {**laps, "pairs": 12}}
    play(tmp_path / "parts", content)
    with GameStore.open(tmp_path / "parts" / "results.db", write=True) as store:
        extend_ladder(plan_from(CUP), store, 12, None, None)
        assert store.rounds() and all(len(lap) == 2 for lap in store.rounds())
        with pytest.raises(ConfigError, match="step: the ladder started with 3, not 4"):
            extend_ladder(plan_from(CUP), store, 12, 4, None)
        with pytest.raises(ConfigError, match="pairs: 2 are fewer than the 3 of a matchup"):
            extend_ladder(plan_from(CUP), store, 2, None, None)
    tournament, store = resume_tournament(tmp_path / "parts")
    with store, StopSignal() as stop:
        TournamentRunner(tournament.plan, store, LocalExecutor(tournament), stop).play_all()
        assert store.digest() == whole


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    its = [sys.executable, str(HERE / "auction_command.py"), *arguments, "--json"]
    return subprocess.run(its, capture_output=True, text=True, cwd=HERE)


@pytest.mark.parametrize("count", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_workers_play_the_same_rows(tmp_path: Path, count: int) -> None:
    """Stops, a ladder and a bot that crashes among them."""
    content = {**CUP, **STOPS, "entrants": [*CUP["entrants"], "bots:Crasher"], "unit": 4}
    straight, _ = play(tmp_path / "straight", content)
    (tmp_path / "cup.yaml").write_text(yaml.safe_dump(content))
    its = ["arena", "run", str(tmp_path / "cup.yaml"), "--out", str(tmp_path / "cup")]
    done = command(*its, "--workers", str(count))
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["rows_sha"] == straight and told["suspended"] == ["bots:Crasher"]


@pytest.mark.slow
def test_a_unit_that_ends_its_worker_three_times_is_booked_and_the_cup_goes_on(
    tmp_path: Path,
) -> None:
    straight, _ = play(tmp_path / "straight", CUP)
    (tmp_path / "cup.yaml").write_text(yaml.safe_dump(CUP))
    dying = tmp_path / "dying.py"
    dying.write_text(
        f"import sys; sys.path.insert(0, {str(HERE)!r})\n"
        "import os, auction_command\n"
        "from spacecombat_agents import cli\n"
        "from spacecombat_agents.arena.tournament import executors as workers\n"
        "real = workers.play_unit\n"
        "workers.play_unit = lambda cup, unit: os._exit(9) if unit.first == 4 else real(cup, unit)\n"
        "if __name__ == '__main__':\n    cli.main()\n"
    )
    its = ["arena", "run", str(tmp_path / "cup.yaml"), "--out", str(tmp_path / "cup"), "--json"]
    done = subprocess.run(
        [sys.executable, str(dying), *its, "--workers", "2"], capture_output=True, text=True
    )
    told = json.loads(done.stdout)
    assert (done.returncode, told["unplayed"], told["games"]) == (1, 12, 144)
    assert play(tmp_path / "cup", CUP)[0] == straight


SENSORS = {**CUP, "entrants": CUP["entrants"][::2], "scenarios": [{"ruleset": "intercept_sensors"}]}


@pytest.mark.slow
def test_where_no_worker_can_begin_a_cup_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not for one that is killed early: for three on end."""
    monkeypatch.setattr(executors, "run_worker", ends_at_once)
    tournament = Tournament(plan_from(SENSORS))
    carrier = executors.ProcessExecutor(tournament, 2, tournament.about())
    carrier.submit(units(tournament.plan)[0])
    with pytest.raises(
        ConfigError, match="ended with status 3 before it was ready, 3 times in a row"
    ):
        carrier.collect()
    carrier.close()


@pytest.mark.slow
def test_a_worker_killed_before_it_began_is_replaced() -> None:
    tournament = Tournament(plan_from(SENSORS))
    carrier = executors.ProcessExecutor(tournament, 1, tournament.about())
    unit = units(tournament.plan)[0]
    carrier.submit(unit)
    carrier._workers[0].process.kill()
    assert carrier.collect() == (unit, play_unit(tournament, unit))
    carrier.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_cup_keeps_what_it_has(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    number: int,
) -> None:
    straight, _ = play(tmp_path / "straight", CUP)
    (tmp_path / "cup.yaml").write_text(yaml.safe_dump(CUP))
    left = [5]

    def interrupted(tournament: Tournament, unit: Unit) -> list[GameRow]:
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), number)
        return play_unit(tournament, unit)

    monkeypatch.setattr(executors, "play_unit", interrupted)
    folder = tmp_path / "a cup"
    assert cli.run(["arena", "run", str(tmp_path / "cup.yaml"), "--out", str(folder)]) == 1
    assert f"spacecombat arena resume '{folder}'" in capsys.readouterr().out
    with GameStore.open(folder / "results.db") as store:
        assert store.count() == 16
    monkeypatch.undo()
    assert cli.run(["arena", "resume", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows_sha"] == straight
