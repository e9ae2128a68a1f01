"""Executors of units: this process, or worker processes.

An executor takes units and returns rows; it does not know files. Units are pure functions, so a
unit whose worker died is played again. A unit that ends its worker three times is recorded as
unplayed, through no fault of its players.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections import Counter, deque
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol

import numpy as np

from spacecombat_agents.arena.matches.match import paired_game_seeds
from spacecombat_agents.arena.tournament.game_rows import GameRow, unplayed_rows
from spacecombat_agents.arena.tournament.plan import plan_from
from spacecombat_agents.arena.tournament.schedule import Unit
from spacecombat_agents.arena.tournament.tournament import Tournament, check_unchanged
from spacecombat_agents.arena.tournament.unit_games import play_unit
from spacecombat_env.core.errors import ConfigError, SpaceCombatError

__all__ = [
    "GRACE_SECONDS",
    "LocalExecutor",
    "MAX_ATTEMPTS",
    "ProcessExecutor",
    "UNITS_PER_WORKER",
    "UnitExecutor",
    "play_or_report",
    "unplayed_unit",
]

MAX_ATTEMPTS = 3
UNITS_PER_WORKER = 2
"""Units assigned to a worker, including the one it plays."""
GRACE_SECONDS = 5.0
"""Seconds that workers have to end the processes of bots."""


class UnitExecutor(Protocol):
    """Plays units."""

    def has_capacity(self) -> bool:
        """Return whether another unit may be submitted."""
        ...

    def submit(self, unit: Unit) -> None:
        """Take a unit."""
        ...

    def collect(self) -> tuple[Unit, list[GameRow]]:
        """Wait until any submitted unit has been played; return it with its rows."""
        ...

    def close(self) -> None:
        """Release all resources."""
        ...


def unplayed_unit(tournament: Tournament, unit: Unit, why: str) -> list[GameRow]:
    """Return the rows of a unit that failed too often."""
    return unplayed_rows(
        unit, paired_game_seeds(np.array(tournament.pair_seeds(unit))).tolist(), why
    )


class LocalExecutor:
    """Plays units in this process."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self._units: deque[Unit] = deque()

    def has_capacity(self) -> bool:
        """Return whether it is idle."""
        return not self._units

    def submit(self, unit: Unit) -> None:
        """Keep a unit until the next `collect`."""
        self._units.append(unit)

    def collect(self) -> tuple[Unit, list[GameRow]]:
        """Play a unit."""
        unit, why = self._units.popleft(), ""
        for _ in range(MAX_ATTEMPTS):
            try:
                return unit, play_unit(self.tournament, unit)
            except SpaceCombatError:
                raise
            except Exception:
                why = traceback.format_exc()
        return unit, unplayed_unit(self.tournament, unit, why)

    def close(self) -> None:
        """Close players and environments."""
        self.tournament.close()


class ProcessExecutor:
    """Plays units in worker processes, which are spawned, not forked."""

    def __init__(self, tournament: Tournament, count: int, about: dict[str, Any]) -> None:
        """Take the description `about` of the tournament; workers must find the same one."""
        self.tournament, self.count, self.about = tournament, count, about
        self._context = multiprocessing.get_context("spawn")
        self._waiting: deque[Unit] = deque()
        self._workers: list[_Worker] = []
        self._failures: Counter[Unit] = Counter()
        self._failed_starts = 0
        """Consecutive workers that ended before they were ready, while nothing was played."""

    def has_capacity(self) -> bool:
        """Return whether a worker would soon be idle."""
        busy = sum(worker.unit is not None for worker in self._workers)
        return len(self._waiting) + busy < UNITS_PER_WORKER * self.count

    def submit(self, unit: Unit) -> None:
        """Assign a unit to a free worker, or queue it."""
        self._waiting.append(unit)
        self._dispatch()

    def _dispatch(self) -> None:
        """Start workers while there is work for more, and assign it."""
        target = min(self.count, len(self._waiting) + self._busy())
        while len(self._workers) < target:
            self._workers.append(_Worker(self._context, self.tournament))
        for worker in self._workers:
            if worker.ready and worker.unit is None and self._waiting:
                worker.assign(self._waiting.popleft())

    def _busy(self) -> int:
        """Return the number of workers with a unit."""
        return sum(worker.unit is not None for worker in self._workers)

    def collect(self) -> tuple[Unit, list[GameRow]]:
        """Wait for a unit."""
        while True:
            self._dispatch()
            pipes = {worker.pipe: worker for worker in self._workers}
            for pipe in wait(list(pipes)):
                done = self._handle_message(pipes[pipe])  # type: ignore[index]
                if done is not None:
                    self._dispatch()
                    return done

    def _handle_message(self, worker: _Worker) -> tuple[Unit, list[GameRow]] | None:
        """Handle a worker's message; return a unit that was played or given up."""
        try:
            kind, content = worker.pipe.recv()
        except (EOFError, OSError):
            worker.end()
            self._workers.remove(worker)
            if not worker.ready:
                self._check_start(worker)
            return self._retry(worker, f"its worker ended with status {worker.process.exitcode}")
        if kind == "ready":
            check_unchanged(self.tournament.file, self.about, content)
            worker.ready = True
            self._failed_starts = 0
            return None
        if kind == "refused":
            raise ConfigError(content)
        if kind == "failed":
            return self._retry(worker, content)
        unit, worker.unit = worker.unit, None
        assert unit is not None
        self._failed_starts = 0
        return unit, [GameRow._make(row) for row in content]

    def _check_start(self, worker: _Worker) -> None:
        """Count a worker that ended before it began; raise ConfigError after too many."""
        self._failed_starts += 1
        if self._failed_starts >= MAX_ATTEMPTS:
            reason = f"a worker ended with status {worker.process.exitcode} before it was ready"
            raise ConfigError.at(
                self.tournament.file, "workers", f"{reason}, {MAX_ATTEMPTS} times in a row"
            )

    def _retry(self, worker: _Worker, why: str) -> tuple[Unit, list[GameRow]] | None:
        """Queue a unit again before all others; give it up after some attempts."""
        unit, worker.unit = worker.unit, None
        if unit is None:
            return None
        self._failures[unit] += 1
        if self._failures[unit] < MAX_ATTEMPTS:
            self._waiting.appendleft(unit)
            return None
        return unit, unplayed_unit(self.tournament, unit, why)

    def close(self) -> None:
        """End all workers and the processes of their bots."""
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.end()
        self._workers = []
        self.tournament.close()


class _Worker:
    """A process that plays one unit at a time."""

    def __init__(self, context: Any, tournament: Tournament) -> None:
        self.pipe, worker_end = context.Pipe()
        arguments = (
            worker_end,
            tournament.plan.as_json(),
            tournament.file,
            tournament.threads or 1,
            tournament.secret,
        )
        self.process = context.Process(target=run_worker, args=arguments, daemon=False)
        with _one_thread_each():
            self.process.start()
        worker_end.close()
        self.ready = False
        self.unit: Unit | None = None

    def assign(self, unit: Unit) -> None:
        """Send it a unit; its pipe reports whether it is still alive."""
        self.unit = unit
        with contextlib.suppress(OSError):
            self.pipe.send(unit)

    def end(self) -> None:
        """Wait for its end; kill it if that takes too long."""
        self.process.join(GRACE_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.pipe.close()


THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@contextlib.contextmanager
def _one_thread_each() -> Iterator[None]:
    """Limit processes that are started inside the block to one arithmetic thread."""
    before = {name: os.environ.get(name) for name in THREAD_VARIABLES}
    os.environ.update(dict.fromkeys(THREAD_VARIABLES, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


# -- in a worker ----------------------------------------------------------------------------------


def run_worker(
    pipe: Connection, plan: dict[str, Any], file: str, threads: int, secret: bytes
) -> None:
    """Play the requested units until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    tournament = None
    try:
        tournament = Tournament(plan_from(plan, file), file=file, threads=threads, secret=secret)
        pipe.send(("ready", tournament.about()))
        while True:
            pipe.send(play_or_report(tournament, pipe.recv()))
    except SpaceCombatError as cause:
        pipe.send(("refused", str(cause)))
    except (EOFError, OSError):
        pass  # the parent is gone
    finally:
        if tournament is not None:
            tournament.close()


def play_or_report(tournament: Tournament, unit: Unit) -> tuple[str, Any]:
    """Play a unit; report an error instead of ending the worker."""
    try:
        return "rows", [tuple(row) for row in play_unit(tournament, unit)]
    except SpaceCombatError:
        raise
    except Exception:
        return "failed", traceback.format_exc()


def _exit_with_parent() -> None:
    """End this process when its parent is gone."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    threading.Event().wait(GRACE_SECONDS)
    os._exit(1)
