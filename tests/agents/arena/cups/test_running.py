"""A cup comes to the same rows whoever plays it, in whatever order units are finished."""

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
from spacecombat_agents.arena.cups import workers
from spacecombat_agents.arena.cups.opening import Cup
from spacecombat_agents.arena.cups.plan import plan_from
from spacecombat_agents.arena.cups.rows import Row
from spacecombat_agents.arena.cups.running import Left, Run, begin, go_on, more_laps
from spacecombat_agents.arena.cups.schedule import Unit, units
from spacecombat_agents.arena.cups.store import Store
from spacecombat_agents.arena.cups.units import play_unit
from spacecombat_agents.arena.cups.workers import Here
from spacecombat_agents.arena.stopping import Stop
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


class Shuffled(Here):
    """Plays whatever unit it likes of those that it has."""

    def __init__(self, cup: Cup, seed: int) -> None:
        super().__init__(cup)
        self.lots = np.random.default_rng(seed)

    def room(self) -> bool:
        return len(self._units) < 7

    def collect(self) -> tuple[Unit, list[Row]]:
        self._units.rotate(int(self.lots.integers(10)))
        return super().collect()


def play(folder: Path, content: dict[str, Any], carrier: Any = Here) -> tuple[str, Left]:
    """Play a cup in a folder; return the SHA-256 of its rows."""
    cup = Cup(plan_from(content))
    with begin(cup, folder) as store, Stop() as stop:
        its = carrier(cup)
        left = Run(cup.plan, store, its, stop).to_the_end()
        its.close()
        return store.digest(), left


@pytest.mark.parametrize("more", [{}, STOPS])
def test_the_order_in_which_units_are_finished_changes_nothing(
    tmp_path: Path, more: dict[str, Any]
) -> None:
    straight, left = play(tmp_path / "straight", {**CUP, **more})
    assert (left.skipped > 0) == bool(more)
    for seed in range(3):
        carrier = lambda cup, seed=seed: Shuffled(cup, seed)  # noqa: E731
        assert play(tmp_path / f"{seed}", {**CUP, **more}, carrier)[0] == straight


def test_the_size_of_units_changes_nothing_where_nobody_is_stopped(tmp_path: Path) -> None:
    rows = {play(tmp_path / f"{unit}", {**CUP, "unit": unit})[0] for unit in (1, 5, 24)}
    assert len(rows) == 1


def test_a_stop_and_a_suspension_take_hold_so_many_units_later(tmp_path: Path) -> None:
    """Whether a unit is played is known `ahead` units before it."""
    content = {**CUP, "entrants": ["random", "bots:Crasher"], "faults": {"after": 2}}
    for ahead in (1, 3):
        cup = Cup(plan_from({**content, "ahead": ahead}))
        with begin(cup, tmp_path / f"{ahead}") as store, Stop() as stop:
            left = Run(cup.plan, store, Here(cup), stop).to_the_end()
            cup.close()
            rows = [store.of_unit(unit) for unit in units(cup.plan)]
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

    def failing(cup: Cup, unit: Unit) -> list[Row]:
        asked.append(unit)
        if unit == Unit(0, 0, 1, 4, 2):
            raise RuntimeError("out of order")
        return play_unit(cup, unit)

    monkeypatch.setattr(workers, "play_unit", failing)
    _, left = play(tmp_path / "cut", CUP)
    assert left.unplayed == 4 and len(asked) == 36 + 2
    with Store.open(tmp_path / "cut" / "results.db") as store:
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
        ({"pairs": 25}, "results.db: pairs: games of another cup are here: 24, not 25"),
        ({"unit": 3}, "results.db: unit: games of another cup are here: 2, not 3"),
        ({"seed": 1}, "results.db: seed: games of another cup are here: 0, not 1"),
    ],
)
def test_another_cup_is_refused_by_name(
    tmp_path: Path, changed: dict[str, Any], words: str
) -> None:
    begin(Cup(plan_from(CUP)), tmp_path).close()
    with pytest.raises(ConfigError, match=words):
        begin(Cup(plan_from({**CUP, **changed})), tmp_path)


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (("entrants", 1, "hash"), r"entrants\.scripted:captain: hash is [0-9a-f]{12} now; it was "),
        (("scenarios", 0, "rules_hash"), r"scenarios\.plain: rules_hash is "),
        (("scenarios", 0, "digest"), r"scenarios\.plain: digest is "),
        (("package",), "package: played with 0, this is spacecombat-env "),
    ],
)
def test_other_rules_and_players_are_refused_by_name(
    tmp_path: Path, part: tuple[Any, ...], words: str
) -> None:
    with begin(Cup(plan_from(CUP)), tmp_path) as store:
        about = store.content()["about"]
        at = about
        for key in part[:-1]:
            at = at[key]
        at[part[-1]] = "0"
        store.tell("about", about)
    with pytest.raises(ConfigError, match=words):
        go_on(tmp_path)


def test_one_process_alone_plays_a_cup(tmp_path: Path) -> None:
    with begin(Cup(plan_from(CUP)), tmp_path) as store:
        store.alone()
        code = (
            "import auction_command, sys; from pathlib import Path\n"
            "from spacecombat_agents.arena.cups.store import Store\n"
            "Store.open(Path(sys.argv[1]) / 'results.db', write=True).alone()"
        )
        its = [sys.executable, "-c", code, str(tmp_path)]
        done = subprocess.run(its, cwd=HERE, capture_output=True, text=True)
        assert "another process is playing it" in done.stderr


def test_a_ladder_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """In two parts as in one."""
    laps = {"pairs": 24, "step": 3, "couples": 2}
    whole, _ = play(tmp_path / "whole", {**CUP, "ladder": laps})
    content = {**CUP, "ladder": {**laps, "pairs": 12}}
    play(tmp_path / "parts", content)
    with Store.open(tmp_path / "parts" / "results.db", write=True) as store:
        more_laps(plan_from(CUP), store, 12, None, None)
        assert store.laps() and all(len(lap) == 2 for lap in store.laps())
        with pytest.raises(ConfigError, match="step: the ladder was begun with 3, not 4"):
            more_laps(plan_from(CUP), store, 12, 4, None)
        with pytest.raises(ConfigError, match="pairs: 2 are fewer than the 3 that a couple"):
            more_laps(plan_from(CUP), store, 2, None, None)
    cup, store = go_on(tmp_path / "parts")
    with store, Stop() as stop:
        Run(cup.plan, store, Here(cup), stop).to_the_end()
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
        "from spacecombat_agents.arena.cups import workers\n"
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
    monkeypatch.setattr(workers, "work", ends_at_once)
    cup = Cup(plan_from(SENSORS))
    carrier = workers.Processes(cup, 2, cup.about())
    carrier.submit(units(cup.plan)[0])
    with pytest.raises(ConfigError, match="ended with status 3 before it began, 3 times on end"):
        carrier.collect()
    carrier.close()


@pytest.mark.slow
def test_a_worker_killed_before_it_began_is_replaced() -> None:
    cup = Cup(plan_from(SENSORS))
    carrier = workers.Processes(cup, 1, cup.about())
    unit = units(cup.plan)[0]
    carrier.submit(unit)
    carrier._workers[0].process.kill()
    assert carrier.collect() == (unit, play_unit(cup, unit))
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

    def interrupted(cup: Cup, unit: Unit) -> list[Row]:
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), number)
        return play_unit(cup, unit)

    monkeypatch.setattr(workers, "play_unit", interrupted)
    folder = tmp_path / "a cup"
    assert cli.run(["arena", "run", str(tmp_path / "cup.yaml"), "--out", str(folder)]) == 1
    assert f"spacecombat arena resume '{folder}'" in capsys.readouterr().out
    with Store.open(folder / "results.db") as store:
        assert store.count() == 16
    monkeypatch.undo()
    assert cli.run(["arena", "resume", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows_sha"] == straight
