"""Compare the speed of this checkout with another revision's, or of its two engines, in turns."""

from __future__ import annotations

import contextlib
import math
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

import spacecombat_env
from spacecombat_agents.bench import revision_worker
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.terminal import Progress, print_stderr
from spacecombat_env.core.engine import INTERPRETED, NATIVE
from spacecombat_env.core.engine import VARIABLE as ENGINE_VARIABLE
from spacecombat_env.native.library import library

__all__ = [
    "ROOT",
    "compare_speeds",
    "median_ranks",
    "print_against",
    "print_engines",
    "run_against",
    "run_engines",
]

ROOT = Path(spacecombat_env.__file__).resolve().parents[1]
COMPARED_STEPS, STARTED_AFTER = 400, 400
"""Steps over which results are compared byte for byte, and those before speeds are measured."""
ENGINE_GAMES, ENGINE_STEPS = 16, 60
"""Most games, and steps of both kinds, of a comparison with the slow interpreted engine."""
CONFIDENCE = 0.95


class Batch(NamedTuple):
    """The batch that both sides play."""

    games: int
    threads: int
    started_after: int
    """Steps before speeds are measured."""


class BenchProcess:
    """A checkout whose engine runs in a process of its own; `engine` None: the one that is chosen.

    A revision before the native engine has no choice of engines, and needs Numba.
    """

    def __init__(
        self, root: Path, setting: GameSetting, batch: Batch, engine: str | None = None
    ) -> None:
        self.root = root
        chosen = {} if engine is None else {ENGINE_VARIABLE: engine}
        command = [
            sys.executable,
            revision_worker.__file__,
            setting.ruleset.name,
            setting.scenario.name,
        ]
        self._process = subprocess.Popen(
            [*command, *map(str, batch)],
            cwd=root,
            env={**os.environ, "PYTHONPATH": str(root), **chosen},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def _line(self) -> str:
        """Return the next line of the process; raise ClickException if it has ended."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise click.ClickException(f"{self.root}: its engine failed to run (see above)")
        return line.strip()

    def wait(self) -> None:
        """Wait until its games are running."""
        while self._line() != "ready":
            pass

    def request(self, command_text: str) -> list[str]:
        """Return the answer to a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(command_text + "\n")
        self._process.stdin.flush()
        return self._line().split()

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()


def run_against(
    setting: GameSetting, revision: str, *, games: int, threads: int, pairs: int, seconds: float
) -> dict[str, Any]:
    """Return the ratios of speeds, here over there, and whether both play the same games."""
    batch = Batch(games, threads, STARTED_AFTER)
    with checkout(revision) as there:
        processes = [BenchProcess(root, setting, batch) for root in (ROOT, there)]
        found = _compare(processes, COMPARED_STEPS, pairs, seconds)
    return {**_about(setting, revision, batch, pairs), **found}


def run_engines(setting: GameSetting, *, games: int, pairs: int, seconds: float) -> dict[str, Any]:
    """Return the ratios of speeds, native over interpreted, and whether both play the same games.

    Both play on one thread, as the interpreted engine does, and at most ENGINE_GAMES games.
    """
    batch = Batch(min(games, ENGINE_GAMES), 1, ENGINE_STEPS)
    if library() is None:
        raise click.ClickException("--engines: there is no native engine to compare (see above)")
    processes = [BenchProcess(ROOT, setting, batch, name) for name in (NATIVE, INTERPRETED)]
    found = _compare(processes, ENGINE_STEPS, pairs, seconds)
    return {**_about(setting, INTERPRETED, batch, pairs), **found}


def _about(setting: GameSetting, against: str, batch: Batch, pairs: int) -> dict[str, Any]:
    """Return what is compared."""
    return {
        "ruleset": setting.ruleset.name,
        "scenario": setting.scenario.name,
        "against": against,
        "games": batch.games,
        "threads": batch.threads,
        "pairs": pairs,
    }


def _compare(
    processes: Sequence[BenchProcess], steps: int, pairs: int, seconds: float
) -> dict[str, Any]:
    """Return the ratios of speeds of two processes, and whether they play the same; end both."""
    try:
        print_stderr("Preparing both engines ...")
        for process in processes:
            process.wait()
        digests = [process.request(f"digest {steps}")[0] for process in processes]
        speeds = _measure_in_turn(processes, pairs, seconds)
    finally:
        for process in processes:
            process.end()
    return {
        "same_results": digests[0] == digests[1],
        "processor_time": compare_speeds([(here[0], other[0]) for here, other in speeds]),
        "wall_time": compare_speeds([(here[1], other[1]) for here, other in speeds]),
    }


def _measure_in_turn(processes: Sequence[BenchProcess], pairs: int, seconds: float) -> list[Any]:
    """Run both in turn, each first in every other pair; return speeds (here, there)."""
    speeds = []
    with Progress(pairs, "pairs") as progress:
        for n in range(pairs):
            turn = list(enumerate(processes))[:: -1 if n % 2 else 1]
            measured = {
                k: [float(figure) for figure in process.request(f"speed {seconds}")]
                for k, process in turn
            }
            speeds.append((measured[0], measured[1]))
            progress.advance(1)
    return speeds


def compare_speeds(pairs: Sequence[tuple[float, float]]) -> dict[str, Any]:
    """Return medians, the median ratio, and an order-statistic interval of it."""
    ratios = sorted(here / there for here, there in pairs)
    low, high = median_ranks(len(ratios))
    return {
        "here_per_s": statistics.median(here for here, _ in pairs),
        "there_per_s": statistics.median(there for _, there in pairs),
        "ratio": statistics.median(ratios),
        "low": ratios[low],
        "high": ratios[high],
    }


def median_ranks(count: int) -> tuple[int, int]:
    """Return ranks between which the median lies with `CONFIDENCE`, for any distribution.

    Return the least and the greatest if there are too few values for that.
    """
    below, rank = 0.0, 0
    while rank < (count - 1) // 2:
        below += math.comb(count, rank) / 2.0**count
        if below > (1.0 - CONFIDENCE) / 2.0:
            break
        rank += 1
    rank = max(0, rank - 1)
    return rank, count - 1 - rank


@contextlib.contextmanager
def checkout(revision: str) -> Iterator[Path]:
    """Yield a folder with another revision of this checkout, or the folder of that name."""
    if (Path(revision) / "spacecombat_env").is_dir():
        yield Path(revision).resolve()
        return
    with tempfile.TemporaryDirectory(prefix="spacecombat-bench-") as folder:
        there = Path(folder) / "there"
        _git("worktree", "add", "--quiet", "--detach", str(there), revision)
        try:
            yield there
        finally:
            _git("worktree", "remove", "--force", str(there))


def _git(*command_text: str) -> None:
    """Run git in this checkout; raise ClickException with its message if it fails."""
    try:
        done = subprocess.run(
            ["git", *command_text], cwd=ROOT, capture_output=True, text=True, check=False
        )
    except OSError as error:
        raise click.ClickException(f"--against needs git: {error}") from None
    if done.returncode:
        raise click.ClickException(f"--against: {done.stderr.strip()}")


def print_engines(result: dict[str, Any]) -> None:
    """Print the comparison of the engines in three lines."""
    _print_comparison(result, "native", "interpreted")


def print_against(result: dict[str, Any]) -> None:
    """Print the comparison with a revision in three lines."""
    _print_comparison(result, "here", f"at {result['against']}")


def _print_comparison(result: dict[str, Any], here: str, there: str) -> None:
    """Print whether both sides play the same games, and their speeds by both clocks."""
    same = "identical games, byte for byte" if result["same_results"] else "DIFFERENT games"
    print(f"{result['scenario']}, {result['games']} games, {result['threads']} threads: {same}")
    for key, name in (("processor_time", "processor time"), ("wall_time", "time")):
        part = result[key]
        print(
            f"by {name}: {part['here_per_s']:,.0f} {here}, {part['there_per_s']:,.0f} "
            f"{there}; ratio {part['ratio']:.3f} ({part['low']:.3f} to "
            f"{part['high']:.3f}, {result['pairs']} pairs)"
        )
