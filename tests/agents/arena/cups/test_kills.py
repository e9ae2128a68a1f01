"""A cup that is killed and gone on with has the rows and the report of one that was not."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from spacecombat_agents import cli
from spacecombat_agents.arena.cups.store import Store
from spacecombat_env.core.errors import ConfigError

pytest.importorskip("scipy")
pytest.importorskip("jinja2")

HERE = Path(__file__).parents[2]
CUP = """
name: small
seed: 11
entrants: [random, "scripted:captain", "scripted:aggressive", {player: random, label: other}]
scenarios: [{ruleset: auction, scenario: plain}]
pairs: 12
unit: 4
mirror: true
replays: {pages: 0}
ladder: {pairs: 16, step: 4, couples: 2}
"""
REPORTS = ("report.html", "report.json")


def command(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    its = [sys.executable, str(HERE / "killed_command.py"), *arguments]
    return subprocess.run(its, env={**os.environ, **more}, capture_output=True, text=True)


def shown(folder: Path) -> tuple[str, ...]:
    """Return the SHA-256 of all rows of a cup, and its report."""
    with Store.open(folder / "results.db") as store:
        return (store.digest(), *((folder / name).read_text() for name in REPORTS))


@pytest.fixture(scope="module")
def straight(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a cup that nobody killed, beside its file."""
    folder = tmp_path_factory.mktemp("cups")
    (folder / "cup.yaml").write_text(CUP)
    assert cli.run(["arena", "run", str(folder / "cup.yaml"), "--out", str(folder / "cup")]) == 0
    return folder / "cup"


@pytest.mark.parametrize("killed", ["1:within", "14:before", "31:after"])
def test_a_killed_cup_goes_on(
    straight: Path, tmp_path: Path, killed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file, folder = straight.with_name("cup.yaml"), tmp_path / "cup"
    done = command("arena", "run", str(file), "--out", str(folder), KILLED=killed)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert not (folder / "report.html").exists()
    number, _, when = killed.partition(":")
    with Store.open(folder / "results.db") as store:
        assert store.count() == 8 * (int(number) - (when != "after"))
    assert cli.run(["arena", "resume", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 10 * 24 + 32
    assert shown(folder) == shown(straight)


FOUR_HUNDRED = """
name: four hundred games
seed: 5
format: gauntlet
entrants: ["scripted:hunter", random, {player: random, label: other}]
scenarios: [{ruleset: intercept_sensors, scenario: duel}]
pairs: 100
unit: 2
replays: {pages: 0}
"""
KILLS = 20


def begin(*arguments: str) -> subprocess.Popen[bytes]:
    """Start the command in a process of its own."""
    code = "import sys; from spacecombat_agents import cli; cli.main(sys.argv[1:])"
    return subprocess.Popen([sys.executable, "-c", code, *arguments], stderr=subprocess.PIPE)


def games_in(folder: Path) -> int:
    """Return how many games are kept so far."""
    if not (folder / "results.db").exists():
        return 0
    try:
        with Store.open(folder / "results.db") as store:
            return store.count()
    except ConfigError:
        return 0  # the file is there, its tables not yet


def workers_of(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return list(map(int, found))


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="reads Linux's accounts")
def test_a_cup_of_400_games_killed_at_20_moments(tmp_path: Path) -> None:
    """At moments drawn evenly from the time between two of 20 parts; one and two workers in turn.

    Nothing that was kept is lost, and no process is left.
    """
    file = tmp_path / "cup.yaml"
    file.write_text(FOUR_HUNDRED)
    process = begin("arena", "run", str(file), "--out", str(tmp_path / "straight"))
    while not games_in(tmp_path / "straight"):
        time.sleep(0.05)
    begun = time.monotonic()
    assert process.wait() == 0
    took, folder, kept = time.monotonic() - begun, tmp_path / "cup", 0
    for at, after in enumerate(np.random.default_rng(20).uniform(0.0, took / KILLS, KILLS)):
        more = ["--workers", str(1 + at % 2)]
        process = begin("arena", "run", str(file), "--out", str(folder), *more)
        while games_in(folder) == kept and process.poll() is None:
            time.sleep(0.05)
        time.sleep(float(after))
        workers = workers_of(process.pid)
        process.kill()
        assert process.wait() == -signal.SIGKILL
        now = games_in(folder)
        print(f"killed with {now} games kept, {len(workers)} workers")
        assert now > kept
        kept = now
        ended = time.monotonic() + 30.0
        while any(Path(f"/proc/{pid}").exists() for pid in workers):
            assert time.monotonic() < ended
            time.sleep(0.05)
    assert kept < 400
    assert begin("arena", "resume", str(folder)).wait() == 0
    assert games_in(folder) == 400
    assert shown(folder) == shown(tmp_path / "straight")
