"""Splits a batch among threads, which run compiled code over blocks of its rows side by side.

A thread stays in compiled code (labour.py) while rounds follow each other closely, and so needs
neither Python's lock nor a call of the system to begin: it looks at a number. Where none comes for
a tenth of a millisecond it sleeps in Python until it is woken.
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
from typing import Any, NamedTuple

import numpy as np

from spacecombat_env.env import labour
from spacecombat_env.env.native import address_of, words_of

ROWS_WORTH_A_THREAD = 128
"""With fewer rows a thread, waking it costs more than it saves: some 50 microseconds against the
one or two that a decision takes."""
PATIENCE = 100e-6
"""Seconds that a thread looks for the next round, or for the others to be ready, before it sleeps:
about what it costs to be woken."""
IMPATIENCE = 5e-6
"""The same where looking was of no use the last time: the caller is busy with something else."""
PATIENT_AGAIN = 8
"""After so many times without patience it is tried with patience once more."""
NAP = 50e-6
"""Seconds that the caller sleeps at a time while a thread that was interrupted is not ready."""
GAP = 32
"""Words between what different threads write."""


class Task(NamedTuple):
    """A door, and what thread number `own` gives it for the rows low..high-1."""

    door: Callable[..., Any]
    arguments: Callable[[int, int, int], tuple[Any, ...]]
    """arguments(low, high, own)"""


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Blocks:
    """Even shares of rows, one a thread; the caller is the first of them.

    Other threads are started by the first `run` and end with `close`, with the Blocks, or with the
    process. Doors that are not compiled are called in the caller's thread alone.
    """

    def __init__(self, rows: int, threads: int | None = None) -> None:
        if threads is None:
            threads = min(cores(), rows // ROWS_WORTH_A_THREAD)
        count = max(1, min(threads, rows))
        edges = [rows * k // count for k in range(count + 1)]
        self.spans = list(pairwise(edges))
        self._tasks: tuple[Task, Task] | None = None
        self._addresses: dict[Callable[..., Any], int | None] = {}
        self._board: _Board | None = None
        self._crew: list[SimpleQueue[bool]] = []
        self._is_open = False
        weakref.finalize(self, _dismiss, self._crew)

    def bind(self, step: Task, draw: Task) -> None:
        """Take `step`, called as `Kernels.advance`, and `draw`, called as `Kernels.random_words`.

        Arrays are meant as they are now: where one is replaced by its like, bind again.
        """
        if self._is_open:
            self._finish()
        self._tasks = step, draw
        lists = self._words(step, labour.STEP_WORDS), self._words(draw, labour.DRAW_WORDS)
        if lists[0] is None or lists[1] is None:
            self.close()
            self._board = None
        elif self._board is None:
            self._board = _Board(self.spans, lists[0], lists[1])
        else:
            self._board.write(lists[0], lists[1])
        if self._board is not None:
            owns = range(len(self.spans))
            self._board.kept = [task.arguments(0, 0, own) for task in (step, draw) for own in owns]

    def _words(self, task: Task, count: int) -> list[list[int]] | None:
        """Return a task's address and the words of its arguments, thread by thread.

        None where they are not `count`. It takes milliseconds to find an address, which is kept.
        """
        arguments = [task.arguments(0, 0, own) for own in range(len(self.spans))]
        words = [words_of(given) for given in arguments]
        if task.door not in self._addresses:
            self._addresses[task.door] = address_of(task.door, arguments[0])
        address = self._addresses[task.door]
        if address is None or len(words[0]) != count:
            return None
        return [[address, *given] for given in words]

    def run(self, *, turns: int = 0, step: bool = False, draw: bool = False) -> None:
        """Do to all rows what is wanted, in this order, and wait for all threads.

        `turns` are of random play: words are drawn and said. Then a step, and a drawing.
        """
        assert self._tasks is not None, "bind first"
        if self._board is None:
            steps, draws = self._tasks
            for task in [draws, steps] * turns + [steps] * step + [draws] * draw:
                task.door(*task.arguments(0, self.spans[-1][1], 0))
            return
        if self._is_open:
            self._finish()
        if len(self.spans) > 1 and not self._crew:
            self._board = self._board.copy()
            self._start()
        self._is_open = True
        if labour.open_round(self._board.control, turns, int(step), int(draw)):
            for orders in self._crew:
                if orders.empty():
                    orders.put(True)
        self._finish()

    def _finish(self) -> None:
        """Work in the open round until all rows are done; raise what was raised in them."""
        board = self._board
        assert board is not None
        ready, looks = False, patience(PATIENCE) if self._crew else 0
        while not ready:
            try:
                ready = labour.lead(board.control, looks, *board.own)
            except BaseException as failure:
                labour.give_up(board.control, 0)
                board.failures.append(failure)
                continue
            if not ready:
                looks = patience(IMPATIENCE)
                time.sleep(NAP)
        self._is_open = False
        failures = board.failures.copy()
        board.failures.clear()
        for first in failures:
            raise first

    def _start(self) -> None:
        """Start a thread for every share but the first."""
        for own in range(1, len(self.spans)):
            orders: SimpleQueue[bool] = SimpleQueue()
            self._crew.append(orders)
            given = (self._board, own, orders)
            name = f"spacecombat-{own}"
            threading.Thread(target=_serve, name=name, args=given, daemon=True).start()

    def close(self) -> None:
        """End the threads; `run` starts them anew."""
        _dismiss(self._crew)


class _Board:
    """What the threads of a batch share: the words of labour.py, errors, and the arrays' owners."""

    def __init__(
        self, spans: list[tuple[int, int]], step: list[list[int]], draw: list[list[int]]
    ) -> None:
        self.spans = spans
        self.control = np.zeros(labour.FIRST_SHARE + len(spans) * labour.LINE, np.int64)
        self.control[labour.ROWS] = spans[-1][1]
        for own, (low, high) in enumerate(spans):
            share = labour.FIRST_SHARE + own * labour.LINE
            self.control[[share + labour.LOW, share + labour.HIGH]] = low, high
            self.control[share + labour.NEXT] = high
        self.step = np.zeros((len(spans), len(step[0]) + GAP), np.int64)
        self.draw = np.zeros((len(spans), len(draw[0]) + GAP), np.int64)
        self.own = self.step[0], self.draw[0]
        """The caller's words."""
        self.failures: list[BaseException] = []
        self.kept: list[Any] = []
        self.write(step, draw)

    def write(self, step: list[list[int]], draw: list[list[int]]) -> None:
        """Write the words of both calls, for each thread its own."""
        self.step[:, : len(step[0])] = step
        self.draw[:, : len(draw[0])] = draw

    def copy(self) -> _Board:
        """Return another one for new threads: old ones may look at this one for a while."""
        new = _Board(self.spans, self.step.tolist(), self.draw.tolist())
        new.kept = self.kept
        return new


def _serve(board: _Board, own: int, orders: SimpleQueue[bool]) -> None:
    """Work in a share's rounds until told to end: look for a while, then sleep."""
    control, step, draw = board.control, board.step[own], board.draw[own]
    seen, fruitless = 0, 0
    while True:
        is_patient = fruitless % PATIENT_AGAIN == 0
        looks = patience(PATIENCE if is_patient else IMPATIENCE)
        before = seen
        try:
            seen = labour.serve(control, own, seen, looks, step, draw)
        except BaseException as failure:
            board.failures.append(failure)
            labour.give_up(control, own)
            continue
        fruitless = 0 if seen > before + 1 else fruitless + 1
        if not labour.lie_down(control, seen) and not orders.get():
            return
        labour.get_up(control)


def _dismiss(crew: list[SimpleQueue[bool]]) -> None:
    """Tell threads to end, and forget them."""
    for orders in crew:
        orders.put(False)
    crew.clear()


def patience(seconds: float) -> int:
    """Return how many looks take so long on this machine."""
    return max(1, int(seconds * _looks_a_second()))


@functools.cache
def _looks_a_second() -> float:
    """Measure how often a waiting thread looks."""
    looks, control, words = 1000, np.zeros(labour.FIRST_SHARE, np.int64), np.zeros(1, np.int64)
    spent = []
    for _ in range(3):
        begun = time.perf_counter()
        labour.serve(control, 0, 0, looks, words, words)
        spent.append(time.perf_counter() - begun)
    return looks / min(spent)
