"""Signals sent to the command at moments drawn from a fixed seed: reported results are kept."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

resource = pytest.importorskip("resource")

from spacecombat_env.replay import load_replay  # noqa: E402

HERE = Path(__file__).parents[0]
MOMENTS = 10
BETWEEN, LEEWAY = 1.0, 1.5
"""Seconds between two states in these tests; seconds that a busy machine may take for anything."""
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/stat").is_file(), reason="reads Linux's accounts"),
]
MATCH = ["match", "scripted:captain", "random", "--ruleset", "auction", "--scenario", "plain"]
MATCH += ["--pairs", "3000", "--json"]
CONFIG = """
ruleset: auction
scenario: plain
torch_threads: 1
engine_threads: 1
budget: {minutes: null, decisions: 150000}
rollout: {games: 64, decisions: 4096}
ppo: {batch: 512}
network: {policy_layers: [64], value_layers: [64]}
imitation: {agent: random, decisions: 20000, epochs: 2}
opponents: {every: 3, keep: 4}
evaluation: {every_minutes: null, final_pairs: 10}
"""


def start(*arguments: str, **more: str) -> subprocess.Popen[str]:
    """Start the command in a process."""
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    command = [sys.executable, str(HERE / "auction_command.py"), *arguments]
    return subprocess.Popen(command, env={**os.environ, **more}, **pipes)


def wait_for(there: Callable[[], bool], process: subprocess.Popen[str]) -> float:
    """Wait until something is there; return when that was."""
    while not there():
        assert process.poll() is None, process.communicate()
        time.sleep(0.005)
    return time.monotonic()


def moments(seed: int, longest: float) -> list[float]:
    """Return this many moments from 0 to `longest`, drawn evenly."""
    return sorted(np.random.default_rng(seed).uniform(0.0, longest, MOMENTS).tolist())


def cpu_seconds(pid: int) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def stop_match(folder: Path, after: float, number: int) -> dict[str, Any] | None:
    """Stop a match after this many games, and a part of one; return what it told, None if nothing."""
    process = start(*MATCH, "--save", str(folder))
    wait_for((folder / "result.json").exists, process)
    wait_for(lambda: len(os.listdir(folder)) > after, process)
    time.sleep(after % 1 / 10)
    asked, worked = time.monotonic(), cpu_seconds(process.pid)
    process.send_signal(number)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out, err = process.communicate(timeout=60)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = time.monotonic() - asked
    pairs = json.loads(out)["pairs"] if out else 0
    works = used.ru_utime - before.ru_utime + used.ru_stime - before.ru_stime - worked
    assert process.returncode == 1, err
    assert works < 2.0, "of its own time, as others may keep the machine busy"
    print(
        f"{signal.Signals(number).name} after {after:.0f} games: ended in {took:.2f} s, "
        f"{works:.2f} s of it its own; {pairs} pairs told"
    )
    if not out:
        assert "no pair of games was finished" in err
        return None
    told: dict[str, Any] = json.loads(out)
    kept = json.loads((folder / "result.json").read_text())
    assert {**kept["result"], "provenance": kept["provenance"]} == told
    return told


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_match_stopped_at_any_moment_shows_what_it_kept(tmp_path: Path, number: int) -> None:
    """Every pair that is on the disk is in the result, and nothing else is."""
    told_of = 0
    for at, after in enumerate(moments(int(number), 600.0)):
        folder = tmp_path / str(at)
        told = stop_match(folder, after, number)
        files = {file.name: file for file in folder.glob("pair_*")}
        pairs = [name for name in files if name.replace("a_first", "b_first") in files]
        pairs = [name for name in pairs if "a_first" in name]
        assert len(pairs) == (told["pairs"] if told else 0)
        if told is None:
            continue
        verdicts = {name: load_replay(file).outcome for name, file in files.items()}
        wins = sum(verdicts[name].verdict == 0 for name in pairs)  # type: ignore[union-attr]
        others = [verdicts[name.replace("a_first", "b_first")] for name in pairs]
        wins += sum(outcome.verdict == 1 for outcome in others)  # type: ignore[union-attr]
        assert told["wins"] == wins
        told_of += 1
    assert told_of >= MOMENTS // 2


@pytest.fixture(scope="module")
def straight(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, float]:
    """A run that nobody stops, and how long it took from its first state to its last."""
    pytest.importorskip("sb3_contrib")
    folder = tmp_path_factory.mktemp("straight")
    (folder / "c.yaml").write_text(CONFIG)
    run = folder / "run"
    process = start("train", "--config", str(folder / "c.yaml"), "--out", str(run))
    begun = wait_for((run / "state.zip").exists, process)
    assert process.wait() == 0
    return run, time.monotonic() - begun


@dataclass
class Sitting:
    """A part of a run, from a start of the command to a signal."""

    status: int
    err: str
    lost: float
    """Seconds of training that are not in the state."""
    took: float
    """Seconds from the signal to the end of the process."""


def sit(run: Path, config: Path, after: float, number: int, *more: str) -> Sitting:
    """Train until a signal, sent so long after the first state of this sitting."""
    file = run / "state.zip"
    before = file.stat().st_mtime_ns if file.exists() else 0
    arguments = ["train", "--config", str(config), "--out", str(run), *more]
    process = start(*arguments, SECONDS_BETWEEN_STATES=str(BETWEEN))
    begun = wait_for(lambda: file.exists() and file.stat().st_mtime_ns > before, process)
    known = seconds_in(run)
    time.sleep(after)
    asked = time.monotonic()
    process.send_signal(number)
    _, err = process.communicate(timeout=300)
    took = time.monotonic() - asked
    return Sitting(process.returncode, err, known + asked - begun - seconds_in(run), took)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_run_stopped_at_ten_moments_goes_on(
    tmp_path: Path, straight: tuple[Path, float], number: int
) -> None:
    """Stopped, it has lost nothing; killed, at most the seconds since its last state. Resumed ten
    times it comes to what the undisturbed run comes to."""
    run, config, killed = tmp_path / "run", tmp_path / "c.yaml", number == signal.SIGKILL
    config.write_text(CONFIG)
    stopped = 0
    for at, after in enumerate(moments(number + 100, straight[1] / MOMENTS)):
        cut = sit(run, config, after, number, *(["--resume"] if at else []))
        print(
            f"{signal.Signals(number).name} {at}, after {after:.2f} s: ended in {cut.took:.2f} s, "
            f"{cut.lost:.2f} s of training not in the state",
            flush=True,
        )
        if cut.status in (0, -number) and (run / "result.json").exists():
            break  # this sitting was quicker than the undisturbed run, and came to the end
        stopped += 1
        assert cut.status == (-9 if killed else 1), cut.err
        assert killed or "--resume continues from there" in cut.err
        assert cut.lost < (BETWEEN + LEEWAY if killed else LEEWAY)
    assert stopped >= MOMENTS // 2
    process = start("train", "--config", str(config), "--out", str(run), "--resume", "--json")
    out, err = process.communicate()
    assert process.returncode == 0, err
    told, wanted = json.loads(out), json.loads((straight[0] / "result.json").read_text())
    for key in ("decisions", "words", "games", "updates", "imitated"):
        assert told[key] == wanted[key], key
    scores = [[played["score_a"] for played in each["evaluations"]] for each in (told, wanted)]
    assert scores[0] == scores[1]


def seconds_in(run: Path) -> float:
    """Return the seconds of training in a run's state."""
    import torch

    status = torch.load(run / "state.zip", weights_only=True)["status"]
    return float(status["seconds"])
