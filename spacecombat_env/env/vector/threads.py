"""Split a batch among threads.

The native engine plays the rows of a batch in threads of the library (native/workers.py).
Interpreted games are played in the caller's thread.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from spacecombat_env.core.ruleset import Kernels

if TYPE_CHECKING:
    from spacecombat_env.native.workers import NativeWorkers

__all__ = ["RowTask", "SerialWorkers", "cores", "share_edges", "workers_for"]

MIN_ROWS_PER_THREAD = 128
"""Minimum of rows for each thread. With fewer, waking it costs more than it saves: about 50
microseconds, against one or two for a decision.
"""


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


def workers_for(kernels: Kernels, rows: int, threads: int | None) -> SerialWorkers | NativeWorkers:
    """Return what plays the rows of a batch: the library's threads, for its kernels.

    `threads` None uses as many as pay off, at most one for each core.
    """
    if hasattr(kernels.advance, "address_for"):
        from spacecombat_env.native.workers import NativeWorkers

        return NativeWorkers(share_edges(rows, threads))
    return SerialWorkers(rows)


def share_edges(rows: int, threads: int | None) -> list[int]:
    """Return the first row of each thread's share, and the number of rows."""
    if threads is None:
        threads = min(cores(), rows // MIN_ROWS_PER_THREAD)
    count = max(1, min(threads, rows))
    return [rows * k // count for k in range(count + 1)]


class SerialWorkers:
    """All rows in the caller's thread, for entry points that are Python."""

    def __init__(self, rows: int) -> None:
        self.spans = list(pairwise([0, rows]))
        self._tasks: tuple[RowTask, RowTask] | None = None

    def bind(self, step: RowTask, draw: RowTask) -> None:
        """Set `step`, called as `Kernels.advance`, and `draw`, called as `Kernels.random_actions`.

        The arrays are bound as they are now. Bind again after replacing one.
        """
        self._tasks = step, draw

    def run(self, *, turns: int = 0, step: bool = False, draw: bool = False) -> None:
        """Process all rows in this order.

        First `turns` random decisions of each game, then a step, then a draw of random actions.
        """
        assert self._tasks is not None, "bind first"
        steps, draws = self._tasks
        for task in [draws, steps] * turns + [steps] * step + [draws] * draw:
            task.door(*task.arguments(0, self.spans[-1][1], 0))

    def close(self) -> None:
        """Do nothing: there are no threads to end."""
