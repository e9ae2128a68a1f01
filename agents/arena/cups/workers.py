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

from spacecombat_agents.arena.cups.opening import Cup, check_same
from spacecombat_agents.arena.cups.plan import plan_from
from spacecombat_agents.arena.cups.rows import Row, of_nobody
from spacecombat_agents.arena.cups.schedule import Unit
from spacecombat_agents.arena.cups.units import play_unit
from spacecombat_agents.arena.match import both_games
from spacecombat_env.core.errors import ConfigError, SpaceCombatError

ATTEMPTS = 3
WAITING = 2
"""Units that a worker has before it, the one it plays among them."""
GRACE = 5.0
"""Seconds that workers have to end the processes of bots."""


class Carrier(Protocol):
    """Whoever plays units."""

    def room(self) -> bool:
        """Whether another unit may be submitted."""
        ...

    def submit(self, unit: Unit) -> None:
        """Take a unit."""
        ...

    def collect(self) -> tuple[Unit, list[Row]]:
        """Wait for a unit to be played, any of those submitted."""
        ...

    def close(self) -> None:
        """Let go of everything."""
        ...


def not_played(cup: Cup, unit: Unit, why: str) -> list[Row]:
    """Return the rows of a unit that failed too often."""
    return of_nobody(unit, both_games(np.array(cup.pair_seeds(unit))).tolist(), why)


class Here:
    """This process."""

    def __init__(self, cup: Cup) -> None:
        self.cup = cup
        self._units: deque[Unit] = deque()

    def room(self) -> bool:
        """Whether it has nothing to do."""
        return not self._units

    def submit(self, unit: Unit) -> None:
        """Take a unit, for the next time that one is collected."""
        self._units.append(unit)

    def collect(self) -> tuple[Unit, list[Row]]:
        """Play a unit."""
        unit, why = self._units.popleft(), ""
        for _ in range(ATTEMPTS):
            try:
                return unit, play_unit(self.cup, unit)
            except SpaceCombatError:
                raise
            except Exception:
                why = traceback.format_exc()
        return unit, not_played(self.cup, unit, why)

    def close(self) -> None:
        """Close players and environments."""
        self.cup.close()


class Processes:
    """Processes of their own, started afresh (spawn) and not copied from this one."""

    def __init__(self, cup: Cup, count: int, about: dict[str, Any]) -> None:
        """`about` is what the cup is kept with: a worker that finds another is refused."""
        self.cup, self.count, self.about = cup, count, about
        self._context = multiprocessing.get_context("spawn")
        self._waiting: deque[Unit] = deque()
        self._workers: list[_Worker] = []
        self._deaths: Counter[Unit] = Counter()
        self._warm = False
        """The first worker is ready: what it compiled others need not."""
        self._stillborn = 0
        """Workers on end that ended before they were ready, while nothing was played."""

    def room(self) -> bool:
        """Whether somebody would soon have nothing to do."""
        busy = sum(worker.unit is not None for worker in self._workers)
        return len(self._waiting) + busy < WAITING * self.count

    def submit(self, unit: Unit) -> None:
        """Give a unit to whoever is free, or keep it until somebody is."""
        self._waiting.append(unit)
        self._hand_out()

    def _hand_out(self) -> None:
        """Start workers as long as there is work for more, and give it to them."""
        wanted = min(self.count, len(self._waiting) + self._busy()) if self._warm else 1
        while len(self._workers) < wanted:
            self._workers.append(_Worker(self._context, self.cup))
        for worker in self._workers:
            if worker.ready and worker.unit is None and self._waiting:
                worker.give(self._waiting.popleft())

    def _busy(self) -> int:
        """Return how many workers have a unit."""
        return sum(worker.unit is not None for worker in self._workers)

    def collect(self) -> tuple[Unit, list[Row]]:
        """Wait for a unit."""
        while True:
            self._hand_out()
            pipes = {worker.pipe: worker for worker in self._workers}
            for pipe in wait(list(pipes)):
                done = self._hear(pipes[pipe])  # type: ignore[index]
                if done is not None:
                    self._hand_out()
                    return done

    def _hear(self, worker: _Worker) -> tuple[Unit, list[Row]] | None:
        """Take in what a worker says; return a unit that is played, or given up."""
        try:
            kind, content = worker.pipe.recv()
        except (EOFError, OSError):
            worker.end()
            self._workers.remove(worker)
            if not worker.ready:
                self._check_births(worker)
            return self._again(worker, f"its worker ended with status {worker.process.exitcode}")
        if kind == "ready":
            check_same(self.cup.file, self.about, content)
            worker.ready = self._warm = True
            self._stillborn = 0
            return None
        if kind == "refused":
            raise ConfigError(content)
        if kind == "failed":
            return self._again(worker, content)
        unit, worker.unit = worker.unit, None
        assert unit is not None
        self._stillborn = 0
        return unit, [Row._make(row) for row in content]

    def _check_births(self, worker: _Worker) -> None:
        """Count a worker that ended before it began; ConfigError where none can be opened."""
        self._stillborn += 1
        if self._stillborn >= ATTEMPTS:
            reason = f"a worker ended with status {worker.process.exitcode} before it began"
            raise ConfigError.at(self.cup.file, "workers", f"{reason}, {ATTEMPTS} times on end")

    def _again(self, worker: _Worker, why: str) -> tuple[Unit, list[Row]] | None:
        """Ask for a unit again, before all others; give it up after some attempts."""
        unit, worker.unit = worker.unit, None
        if unit is None:
            return None
        self._deaths[unit] += 1
        if self._deaths[unit] < ATTEMPTS:
            self._waiting.appendleft(unit)
            return None
        return unit, not_played(self.cup, unit, why)

    def close(self) -> None:
        """End all workers, and the processes of their bots with them."""
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.end()
        self._workers = []
        self.cup.close()


class _Worker:
    """A process that plays a unit at a time."""

    def __init__(self, context: Any, cup: Cup) -> None:
        self.pipe, far = context.Pipe()
        given = far, cup.plan.as_json(), cup.file, cup.threads or 1, cup.secret
        self.process = context.Process(target=work, args=given, daemon=False)
        with _one_thread_each():
            self.process.start()
        far.close()
        self.ready = False
        self.unit: Unit | None = None

    def give(self, unit: Unit) -> None:
        """Give it a unit; whether it is still there is heard from its pipe."""
        self.unit = unit
        with contextlib.suppress(OSError):
            self.pipe.send(unit)

    def end(self) -> None:
        """Wait for its end, and help it where it takes too long."""
        self.process.join(GRACE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.pipe.close()


THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@contextlib.contextmanager
def _one_thread_each() -> Iterator[None]:
    """While it is entered, processes that are started take one thread for their arithmetic."""
    before = {name: os.environ.get(name) for name in THREADS}
    os.environ.update(dict.fromkeys(THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


# -- in a worker ----------------------------------------------------------------------------------


def work(pipe: Connection, plan: dict[str, Any], file: str, threads: int, secret: bytes) -> None:
    """Play what is asked until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who asks
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    cup = None
    try:
        cup = Cup(plan_from(plan, file), file=file, threads=threads, secret=secret)
        pipe.send(("ready", cup.about()))
        while True:
            pipe.send(answer(cup, pipe.recv()))
    except SpaceCombatError as cause:
        pipe.send(("refused", str(cause)))
    except (EOFError, OSError):
        pass  # whoever asked is gone
    finally:
        if cup is not None:
            cup.close()


def answer(cup: Cup, unit: Unit) -> tuple[str, Any]:
    """Play a unit; what goes wrong is told, and not the end of the worker."""
    try:
        return "rows", [tuple(row) for row in play_unit(cup, unit)]
    except SpaceCombatError:
        raise
    except Exception:
        return "failed", traceback.format_exc()


def _end_with_parent() -> None:
    """End when the process that asks is gone, whatever is under way."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    threading.Event().wait(GRACE)
    os._exit(1)
