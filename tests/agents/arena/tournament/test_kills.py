"""A cup that is killed and gone on with has the rows and the report of one that was not."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from kit.slowly import first_quick

from spacecombat_agents import cli
from spacecombat_agents.arena.tournament.seeds import SECRET_FILE
from spacecombat_agents.arena.tournament.store import GameStore
from spacecombat_env.core.errors import ConfigError

pytest.importorskip("scipy")
pytest.importorskip("jinja2")

HERE = Path(__file__).parents[2]
ROOT = HERE.parents[1]
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
    with GameStore.open(folder / "results.db") as store:
        return (store.digest(), *((folder / name).read_text() for name in REPORTS))


@pytest.fixture(scope="module")
def straight(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a cup that nobody killed, beside its file."""
    folder = tmp_path_factory.mktemp("cups")
    (folder / "cup.yaml").write_text(CUP)
    assert cli.run(["arena", "run", str(folder / "cup.yaml"), "--out", str(folder / "cup")]) == 0
    return folder / "cup"


@pytest.mark.parametrize("killed", first_quick(["14:within", "1:before", "31:after"]))
def test_a_killed_cup_goes_on(
    straight: Path, tmp_path: Path, killed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file, folder = straight.with_name("cup.yaml"), tmp_path / "cup"
    done = command("arena", "run", str(file), "--out", str(folder), KILLED=killed)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert not (folder / "report.html").exists()
    number, _, when = killed.partition(":")
    with GameStore.open(folder / "results.db") as store:
        assert store.count() == 8 * (int(number) - (when != "after"))
    assert cli.run(["arena", "resume", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 10 * 24 + 32
    assert shown(folder) == shown(straight)


BOT = f"bot:{sys.executable} {ROOT / 'configs' / 'starters' / 'bot.py'}"
FOUR_HUNDRED: dict[str, Any] = {
    "name": "four hundred games",
    "seed": 5,
    "format": "gauntlet",
    "scenarios": [{"ruleset": "intercept_sensors", "scenario": "duel"}],
    "pairs": 100,
    "unit": 2,
    "replays": {"pages": 0},
}
THIRD = {"agent": {"player": "random", "label": "other"}, "bot": {"player": BOT, "label": "other"}}
"""Who else plays, beside the hunter and chance."""
KILLS = 20
BETWEEN = 18
"""Games from a kill to the next one, at least, if no more than these were kept; 400 are enough."""
WORKERS = (1, 2, 4)
"""How many play, in turn: one is the driver itself."""
TWO = 2
"""Workers who are killed."""
linux = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="reads Linux's accounts")


def begin(*arguments: str) -> subprocess.Popen[bytes]:
    """Start the command in a process of its own."""
    code = "import sys; from spacecombat_agents import cli; cli.main(sys.argv[1:])"
    return subprocess.Popen([sys.executable, "-c", code, *arguments], stderr=subprocess.PIPE)


def folder_beside(straight: Path) -> Path:
    """Return the folder of a second cup in which bots get the same seeds."""
    folder = straight.with_name("cup")
    folder.mkdir()
    shutil.copy(straight / SECRET_FILE, folder)
    return folder


def games_in(folder: Path) -> int:
    """Return how many games are kept so far."""
    if not (folder / "results.db").exists():
        return 0
    try:
        with GameStore.open(folder / "results.db") as store:
            return store.count()
    except ConfigError:
        return 0  # the file is there, its tables not yet


def started_by(pid: int) -> list[int]:
    """Return the processes that a process has started, and those that they have, and so on."""
    try:
        found = list(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))
    except OSError:
        return []
    return found + [each for child in found for each in started_by(child)]


def workers_of(pid: int) -> list[int]:
    """Return the workers of a cup's process."""
    return [each for each in started_by(pid) if b"spawn_main" in words_of(each)]


def words_of(pid: int) -> bytes:
    """Return the command line of a process; nothing once it is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def played(tmp_path: Path, third: str) -> tuple[Path, Path, float]:
    """Play the cup of 400 games; return its file, its folder and the seconds it took."""
    file, folder = tmp_path / "cup.yaml", tmp_path / "straight"
    entrants = ["scripted:hunter", "random", THIRD[third]]
    file.write_text(yaml.safe_dump({**FOUR_HUNDRED, "entrants": entrants}))
    process = begin("arena", "run", str(file), "--out", str(folder))
    until_more(process, folder, 0)
    begun = time.monotonic()
    assert process.wait() == 0
    return file, folder, time.monotonic() - begun


def until_more(process: subprocess.Popen[bytes], folder: Path, than: int) -> None:
    """Wait until a cup keeps more games, or has come to its end."""
    while games_in(folder) <= than and process.poll() is None:
        time.sleep(0.01)


def moments(took: float, seed: int) -> Iterator[tuple[int, float]]:
    """Yield games after which something is killed, and seconds to wait then: up to a game's time."""
    afters = np.random.default_rng(seed).uniform(0.0, took / 400, KILLS)
    for number, after in enumerate(afters):
        yield BETWEEN * number, float(after)


@pytest.mark.slow
@linux
@pytest.mark.parametrize("third", THIRD)
def test_a_cup_of_400_games_killed_at_20_moments(tmp_path: Path, third: str) -> None:
    """At moments all over the cup, within games and between them; one, two and four workers.

    Nothing that was kept is lost, and no process is left.
    """
    file, straight, took = played(tmp_path, third)
    folder, kept = folder_beside(straight), 0
    for workers, (least, after) in zip(itertools.cycle(WORKERS), moments(took, 20), strict=False):
        more = ["--workers", str(workers)]
        process = begin("arena", "run", str(file), "--out", str(folder), *more)
        until_more(process, folder, max(kept, least))
        time.sleep(after)
        its = started_by(process.pid)
        process.kill()
        assert process.wait() == -signal.SIGKILL
        now = games_in(folder)
        print(f"killed with {now} games kept, {len(its)} processes")
        assert now > kept
        kept = now
        ended = time.monotonic() + 30.0
        while any(words_of(pid) for pid in its):
            assert time.monotonic() < ended
            time.sleep(0.05)
    assert kept < 400
    assert begin("arena", "resume", str(folder)).wait() == 0
    assert games_in(folder) == 400
    assert shown(folder) == shown(straight)


@pytest.mark.slow
@linux
@pytest.mark.parametrize("third", THIRD)
def test_a_cup_of_400_games_whose_workers_are_killed_20_times(tmp_path: Path, third: str) -> None:
    """Any worker may be killed at any step: the others continue, and the cup ends."""
    file, straight, took = played(tmp_path, third)
    folder, kept = folder_beside(straight), 0
    process = begin("arena", "run", str(file), "--out", str(folder), "--workers", f"{TWO}")
    rng = np.random.default_rng(21)
    for least, after in moments(took, 21):
        until_more(process, folder, max(kept, least))
        time.sleep(after)
        workers = workers_of(process.pid)
        kept = games_in(folder)
        print(f"killed one of {len(workers)} workers with {kept} games kept")
        os.kill(int(rng.choice(workers)), signal.SIGKILL)
    assert kept < 400
    its = started_by(process.pid)
    if process.wait() == 1:  # a unit that ended its worker three times is asked again by `resume`
        assert begin("arena", "resume", str(folder)).wait() == 0
    assert games_in(folder) == 400
    assert shown(folder) == shown(straight)
    assert not any(map(words_of, its))
