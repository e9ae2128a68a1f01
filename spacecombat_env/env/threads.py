"""Splits a batch into blocks of rows and runs compiled code over them side by side."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from itertools import pairwise
from queue import SimpleQueue

Work = Callable[[int, int], None]

ROWS_WORTH_A_THREAD = 128
"""With fewer rows a thread, waking it costs more than it saves: some 50 microseconds against the
one or two that a decision takes."""


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Blocks:
    """Even blocks of rows, one a thread. With one block no thread is ever started.

    The threads wait at queues of their own, which wakes them sooner than a
    ThreadPoolExecutor does. They end with `close`, or with the process.
    """

    def __init__(self, rows: int, threads: int | None = None) -> None:
        if threads is None:
            threads = min(cores(), rows // ROWS_WORTH_A_THREAD)
        count = max(1, min(threads, rows))
        edges = [rows * k // count for k in range(count + 1)]
        self.spans = list(pairwise(edges))
        self._orders: list[SimpleQueue[Work | None]] = []
        self._answers: SimpleQueue[BaseException | None] = SimpleQueue()

    def run(self, work: Work) -> None:
        """Call `work(low, high)` for every block, the first in this thread; wait for all."""
        if len(self.spans) > 1 and not self._orders:
            self._start()
        for queue in self._orders:
            queue.put(work)
        try:
            work(*self.spans[0])
        finally:
            failures = [self._answers.get() for _ in self._orders]
        for failure in failures:
            if failure is not None:
                raise failure

    def _start(self) -> None:
        """Start a thread for every block but the first."""
        for span in self.spans[1:]:
            orders: SimpleQueue[Work | None] = SimpleQueue()
            self._orders.append(orders)
            target, name = _serve, f"spacecombat-{span[0]}"
            given = (orders, self._answers, span)
            threading.Thread(target=target, name=name, args=given, daemon=True).start()

    def close(self) -> None:
        """End the threads; `run` starts them anew."""
        for queue in self._orders:
            queue.put(None)
        self._orders = []


def _serve(
    orders: SimpleQueue[Work | None],
    answers: SimpleQueue[BaseException | None],
    span: tuple[int, int],
) -> None:
    """Work off the orders for one block of rows until there is a None."""
    while (work := orders.get()) is not None:
        try:
            work(*span)
        except BaseException as failure:
            answers.put(failure)
        else:
            answers.put(None)
