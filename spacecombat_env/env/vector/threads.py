"""Split a batch among threads, which run compiled code over blocks of its rows in parallel.

While rounds follow each other closely, a thread stays in compiled code (worker_loop.py) and polls a
number. It then needs neither the GIL nor a system call to begin a round. If no round comes for a
tenth of a millisecond, it sleeps in Python until it is woken.
"""

from __future__ import annotations

import functools
import os
import threading
import time
import weakref
from collections.abc import Callable
from itertools import pairwise
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from spacecombat_env.core.ruleset import Kernels
from spacecombat_env.env.vector import worker_loop
from spacecombat_env.env.vector.native import address_of, int64_arguments

if TYPE_CHECKING:
    from spacecombat_env.native.workers import NativeWorkers

__all__ = [
    "RowTask",
    "SHORT_SPIN_TIME",
    "SPIN_TIME",
    "WorkerThreads",
    "cores",
    "share_edges",
    "spin_count",
    "workers_for",
]

MIN_ROWS_PER_THREAD = 128
"""Minimum of rows for each thread. With fewer, waking it costs more than it saves: about 50
microseconds, against one or two for a decision.
"""
SPIN_TIME = 100e-6
"""Seconds that a thread polls for the next round, or for the other threads, before it sleeps. About
the cost of waking it.
"""
SHORT_SPIN_TIME = 5e-6
"""The same after a poll without success: the caller is busy with something else."""
LONG_SPIN_EVERY = 8
"""After this many short polls, poll for the long time once."""
SLEEP_TIME = 50e-6
"""Seconds that the caller sleeps at a time while it waits for an interrupted thread."""
GAP = 32
"""Array elements between the data of different threads."""


class RowTask(NamedTuple):
    """An entry point, and the arguments that thread number `own` passes for rows low..high-1."""

    door: Callable[..., Any]
    arguments: Callable[[int, int, int], tuple[Any, ...]]
    """arguments(low, high, own)"""


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class WorkerThreads:
    """Even shares of rows, one for each thread. The caller is the first thread.

    The first `run` starts the other threads. They end with `close`, with this object, or with the
    process. Entry points that are not compiled run in the caller's thread alone.
    """

    def __init__(self, rows: int, threads: int | None = None) -> None:
        self.spans = list(pairwise(share_edges(rows, threads)))
        self._tasks: tuple[RowTask, RowTask] | None = None
        self._addresses: dict[Callable[..., Any], int | None] = {}
        self._shared: _SharedState | None = None
        self._queues: list[SimpleQueue[bool]] = []
        self._is_open = False
        weakref.finalize(self, _stop_workers, self._queues)

    def bind(self, step: RowTask, draw: RowTask) -> None:
        """Set `step`, called as `Kernels.advance`, and `draw`, called as `Kernels.random_actions`.

        The arrays are bound as they are now. Bind again after replacing one.
        """
        if self._is_open:
            self._finish()
        self._tasks = step, draw
        lists = (
            self._argument_int64(step, worker_loop.STEP_INT64),
            self._argument_int64(draw, worker_loop.DRAW_INT64),
        )
        if lists[0] is None or lists[1] is None:
            self.close()
            self._shared = None
        elif self._shared is None:
            self._shared = _SharedState(self.spans, lists[0], lists[1])
        else:
            self._shared.write(lists[0], lists[1])
        if self._shared is not None:
            owns = range(len(self.spans))
            self._shared.owners = [
                task.arguments(0, 0, own) for task in (step, draw) for own in owns
            ]

    def _argument_int64(self, task: RowTask, count: int) -> list[list[int]] | None:
        """Return a task's address and its arguments as integers, for each thread.

        Return None if there are not `count` of them. Finding an address takes milliseconds, so it
        is kept.
        """
        arguments = [task.arguments(0, 0, own) for own in range(len(self.spans))]
        values = [int64_arguments(arguments_of_thread) for arguments_of_thread in arguments]
        if task.door not in self._addresses:
            self._addresses[task.door] = address_of(task.door, arguments[0])
        address = self._addresses[task.door]
        if address is None or len(values[0]) != count:
            return None
        return [[address, *arguments_of_thread] for arguments_of_thread in values]

    def run(self, *, turns: int = 0, step: bool = False, draw: bool = False) -> None:
        """Process all rows in this order, and wait for all threads.

        First `turns` random decisions of each game, then a step, then a draw of random actions.
        """
        assert self._tasks is not None, "bind first"
        if self._shared is None:
            steps, draws = self._tasks
            for task in [draws, steps] * turns + [steps] * step + [draws] * draw:
                task.door(*task.arguments(0, self.spans[-1][1], 0))
            return
        if self._is_open:
            self._finish()
        if len(self.spans) > 1 and not self._queues:
            self._shared = self._shared.copy()
            self._start()
        self._is_open = True
        if worker_loop.open_round(self._shared.control, turns, int(step), int(draw)):
            for queue in self._queues:
                if queue.empty():
                    queue.put(True)
        self._finish()

    def _finish(self) -> None:
        """Work in the open round until all rows are done; raise the errors of all threads."""
        shared = self._shared
        assert shared is not None
        ready, spins = False, spin_count(SPIN_TIME) if self._queues else 0
        while not ready:
            try:
                ready = worker_loop.lead_round(shared.control, spins, *shared.own)
            except BaseException as failure:
                worker_loop.mark_failed_block_done(shared.control, 0)
                shared.failures.append(failure)
                continue
            if not ready:
                spins = spin_count(SHORT_SPIN_TIME)
                time.sleep(SLEEP_TIME)
        self._is_open = False
        failures = shared.failures.copy()
        shared.failures.clear()
        for first in failures:
            raise first

    def _start(self) -> None:
        """Start a thread for every share except the first."""
        for own in range(1, len(self.spans)):
            queue: SimpleQueue[bool] = SimpleQueue()
            self._queues.append(queue)
            arguments_of_thread = (self._shared, own, queue)
            name = f"spacecombat-{own}"
            threading.Thread(
                target=_run_worker, name=name, args=arguments_of_thread, daemon=True
            ).start()

    def close(self) -> None:
        """End the threads; `run` starts them again."""
        _stop_workers(self._queues)


def workers_for(kernels: Kernels, rows: int, threads: int | None) -> WorkerThreads | NativeWorkers:
    """Return the threads of a batch of so many rows: those of the library, for its kernels."""
    if hasattr(kernels.advance, "address_for"):
        from spacecombat_env.native.workers import NativeWorkers

        return NativeWorkers(share_edges(rows, threads))
    return WorkerThreads(rows, threads)


def share_edges(rows: int, threads: int | None) -> list[int]:
    """Return the first row of each thread's share, and the number of rows."""
    if threads is None:
        threads = min(cores(), rows // MIN_ROWS_PER_THREAD)
    count = max(1, min(threads, rows))
    return [rows * k // count for k in range(count + 1)]


class _SharedState:
    """State shared by the threads of a batch: control array, errors, and owners of the arrays."""

    def __init__(
        self, spans: list[tuple[int, int]], step: list[list[int]], draw: list[list[int]]
    ) -> None:
        self.spans = spans
        self.control = np.zeros(worker_loop.FIRST_SHARE + len(spans) * worker_loop.LINE, np.int64)
        self.control[worker_loop.ROWS] = spans[-1][1]
        for own, (low, high) in enumerate(spans):
            share = worker_loop.FIRST_SHARE + own * worker_loop.LINE
            self.control[[share + worker_loop.LOW, share + worker_loop.HIGH]] = low, high
            self.control[share + worker_loop.NEXT] = high
        self.step = np.zeros((len(spans), len(step[0]) + GAP), np.int64)
        self.draw = np.zeros((len(spans), len(draw[0]) + GAP), np.int64)
        self.own = self.step[0], self.draw[0]
        """The caller's arguments."""
        self.failures: list[BaseException] = []
        self.owners: list[Any] = []
        self.write(step, draw)

    def write(self, step: list[list[int]], draw: list[list[int]]) -> None:
        """Write the arguments of both calls for each thread."""
        self.step[:, : len(step[0])] = step
        self.draw[:, : len(draw[0])] = draw

    def copy(self) -> _SharedState:
        """Return a copy for new threads; old threads may read this one for a while."""
        new = _SharedState(self.spans, self.step.tolist(), self.draw.tolist())
        new.owners = self.owners
        return new


def _run_worker(shared: _SharedState, own: int, queue: SimpleQueue[bool]) -> None:
    """Work in a share's rounds until stopped: poll for a while, then sleep."""
    control, step, draw = shared.control, shared.step[own], shared.draw[own]
    last_round, fruitless_rounds = 0, 0
    while True:
        spins_long = fruitless_rounds % LONG_SPIN_EVERY == 0
        spins = spin_count(SPIN_TIME if spins_long else SHORT_SPIN_TIME)
        before = last_round
        try:
            last_round = worker_loop.follow_rounds(control, own, last_round, spins, step, draw)
        except BaseException as failure:
            shared.failures.append(failure)
            worker_loop.mark_failed_block_done(control, own)
            continue
        fruitless_rounds = 0 if last_round > before + 1 else fruitless_rounds + 1
        if not worker_loop.park(control, last_round) and not queue.get():
            return
        worker_loop.unpark(control)


def _stop_workers(queues: list[SimpleQueue[bool]]) -> None:
    """Stop threads and drop them."""
    for queue in queues:
        queue.put(False)
    queues.clear()


def spin_count(seconds: float) -> int:
    """Return how many polls take that many seconds on this machine."""
    return max(1, int(seconds * _spins_per_second()))


@functools.cache
def _spins_per_second() -> float:
    """Measure how often a waiting thread polls."""
    spins, control, values = (
        1000,
        np.zeros(worker_loop.FIRST_SHARE, np.int64),
        np.zeros(1, np.int64),
    )
    spent = []
    for _ in range(3):
        begun = time.perf_counter()
        worker_loop.follow_rounds(control, 0, 0, spins, values, values)
        spent.append(time.perf_counter() - begun)
    return spins / min(spent)
