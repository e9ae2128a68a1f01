"""Who plays units: this process, or processes of its own.

A carrier takes units and gives back rows; it knows nothing of files. Units are pure functions, so a
unit whose worker died is simply asked again; one that ends its worker three times is booked as not
played, for no fault of its players.
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

MAX_ATTEMPTS = 3
UNITS_PER_WORKER = 2
"""Units that a worker has before it, the one it plays among them."""
GRACE_SECONDS = 5.0
"""Seconds that workers have to end the processes of bots."""


class UnitExecutor(Protocol):
    """Whoever plays units."""

    def has_capacity(self) -> bool:
        """Whether another unit may be submitted."""
        ...

    def submit(self, unit: Unit) -> None:
        """Take a unit."""
        ...

    def collect(self) -> tuple[Unit, list[GameRow]]:
        """Wait for a unit to be played, any of those submitted."""
        ...

    def close(self) -> None:
        """Let go of everything."""
        ...


def unplayed_unit(tournament: Tournament, unit: Unit, why: str) -> list[GameRow]:
    """Return the rows of a unit that failed too often."""
    return unplayed_rows(
        unit, paired_game_seeds(np.array(tournament.pair_seeds(unit))).tolist(), why
    )


class LocalExecutor:
    """This process."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self._units: deque[Unit] = deque()

    def has_capacity(self) -> bool:
        """Whether it has nothing to do."""
        return not self._units

    def submit(self, unit: Unit) -> None:
        """Take a unit, for the next time that one is collected."""
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
    """Processes of their own, started afresh (spawn) and not copied from this one."""

    def __init__(self, tournament: Tournament, count: int, about: dict[str, Any]) -> None:
        """`about` is what the cup is kept with: a worker that finds another is refused."""
        self.tournament, self.count, self.about = tournament, count, about
        self._context = multiprocessing.get_context("spawn")
        self._waiting: deque[Unit] = deque()
        self._workers: list[_Worker] = []
        self._failures: Counter[Unit] = Counter()
        self._is_first_ready = False
        """The first worker is ready: what it compiled others need not."""
        self._failed_starts = 0
        """Workers on end that ended before they were ready, while nothing was played."""

    def has_capacity(self) -> bool:
        """Whether somebody would soon have nothing to do."""
        busy = sum(worker.unit is not None for worker in self._workers)
        return len(self._waiting) + busy < UNITS_PER_WORKER * self.count

    def submit(self, unit: Unit) -> None:
        """Give a unit to whoever is free, or keep it until somebody is."""
        self._waiting.append(unit)
        self._dispatch()

    def _dispatch(self) -> None:
        """Start workers as long as there is work for more, and give it to them."""
        target = min(self.count, len(self._waiting) + self._busy()) if self._is_first_ready else 1
        while len(self._workers) < target:
            self._workers.append(_Worker(self._context, self.tournament))
        for worker in self._workers:
            if worker.ready and worker.unit is None and self._waiting:
                worker.assign(self._waiting.popleft())

    def _busy(self) -> int:
        """Return how many workers have a unit."""
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
        """Take in what a worker says; return a unit that is played, or given up."""
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
            worker.ready = self._is_first_ready = True
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
        """Count a worker that ended before it began; ConfigError where none can be opened."""
        self._failed_starts += 1
        if self._failed_starts >= MAX_ATTEMPTS:
            reason = f"a worker ended with status {worker.process.exitcode} before it began"
            raise ConfigError.at(
                self.tournament.file, "workers", f"{reason}, {MAX_ATTEMPTS} times on end"
            )

    def _retry(self, worker: _Worker, why: str) -> tuple[Unit, list[GameRow]] | None:
        """Ask for a unit again, before all others; give it up after some attempts."""
        unit, worker.unit = worker.unit, None
        if unit is None:
            return None
        self._failures[unit] += 1
        if self._failures[unit] < MAX_ATTEMPTS:
            self._waiting.appendleft(unit)
            return None
        return unit, unplayed_unit(self.tournament, unit, why)

    def close(self) -> None:
        """End all workers, and the processes of their bots with them."""
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.end()
        self._workers = []
        self.tournament.close()


class _Worker:
    """A process that plays a unit at a time."""

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
        """Give it a unit; whether it is still there is heard from its pipe."""
        self.unit = unit
        with contextlib.suppress(OSError):
            self.pipe.send(unit)

    def end(self) -> None:
        """Wait for its end, and help it where it takes too long."""
        self.process.join(GRACE_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.pipe.close()


THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@contextlib.contextmanager
def _one_thread_each() -> Iterator[None]:
    """While it is entered, processes that are started take one thread for their arithmetic."""
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
    """Play what is asked until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who asks
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
        pass  # whoever asked is gone
    finally:
        if tournament is not None:
            tournament.close()


def play_or_report(tournament: Tournament, unit: Unit) -> tuple[str, Any]:
    """Play a unit; what goes wrong is told, and not the end of the worker."""
    try:
        return "rows", [tuple(row) for row in play_unit(tournament, unit)]
    except SpaceCombatError:
        raise
    except Exception:
        return "failed", traceback.format_exc()


def _exit_with_parent() -> None:
    """End when the process that asks is gone, whatever is under way."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    threading.Event().wait(GRACE_SECONDS)
    os._exit(1)
