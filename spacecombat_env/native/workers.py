"""The threads of a batch, which play its rows in the library (runtime/threads.cpp)."""

from __future__ import annotations

import ctypes
import os
import weakref
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from spacecombat_env.env.vector.threads import RowTask
from spacecombat_env.native.library import (
    ADDRESS,
    INT64,
    EntryPoint,
    Library,
    in_c,
    library,
)

__all__ = ["NativeWorkers"]

BIND_TYPES = (ADDRESS, INT64, ADDRESS, ADDRESS, INT64, INT64, ADDRESS, ADDRESS)


class NativeWorkers:
    """Even shares of rows, one for each thread. The caller is the first thread.

    The first `run` starts the other threads. They end with `close`, with this object, or with the
    process.
    """

    def __init__(self, edges: Sequence[int]) -> None:
        found = library()
        assert found is not None
        self._library: Library = found
        self._run = found.function("spacecombat_pool_run", (ADDRESS, INT64, INT64, INT64))
        self._edges = (INT64 * len(edges))(*edges)
        self.spans = list(pairwise(edges))
        self._owners: list[Any] = []
        """Arrays and their in_c addresses, which the pool reads."""
        self._bound: tuple[RowTask, RowTask] | None = None
        self._open()

    def _open(self) -> None:
        """Make a pool for this process; its threads start with the first round."""
        make = self._library.function("spacecombat_pool_new", (INT64, ADDRESS), ADDRESS)
        free = self._library.function("spacecombat_pool_free", (ADDRESS,))
        self._process = os.getpid()
        self._pool = make(len(self._edges) - 1, self._edges)
        end = weakref.finalize(self, _free_in_own_process, free, self._pool, self._process)
        end.atexit = False  # another Python thread may still play when the process ends

    def bind(self, step: RowTask, draw: RowTask) -> None:
        """Set `step`, called as `Kernels.advance`, and `draw`, called as `Kernels.random_actions`.

        The arrays are bound as they are now. Bind again after replacing one.
        """
        bind = self._library.function("spacecombat_pool_bind", BIND_TYPES)
        self._bound = step, draw
        self._owners = []
        for own in range(len(self.spans)):
            stepping, draw_arguments = step.arguments(0, 0, own), draw.arguments(0, 0, own)
            advance, random_actions = _entry_point(step), _entry_point(draw)
            *arrays, span = stepping
            given, drawn = (
                [in_c(each) for each in arrays],
                [in_c(each) for each in draw_arguments[:3]],
            )
            self._owners.append((arrays, given, draw_arguments, drawn))
            bind(
                self._pool,
                own,
                advance.address_for(arrays[0]),
                _addresses(given),
                *span[2:],
                random_actions.address_for(arrays[0]),
                _addresses(drawn),
            )

    def run(self, *, turns: int = 0, step: bool = False, draw: bool = False) -> None:
        """Process all rows in this order, and wait for all threads.

        First `turns` random decisions of each game, then a step, then a draw of random actions.
        """
        if self._process != os.getpid():  # threads do not survive a fork
            self._open()
            if self._bound is not None:
                self.bind(*self._bound)
        self._run(self._pool, turns, step, draw)

    def close(self) -> None:
        """End the threads; `run` starts them again."""
        if self._process == os.getpid():
            self._library.function("spacecombat_pool_stop", (ADDRESS,))(self._pool)


def _entry_point(task: RowTask) -> EntryPoint:
    """Return the entry point of a task, which is one of the library."""
    assert isinstance(task.door, EntryPoint)
    return task.door


def _addresses(parts: Sequence[Any]) -> Any:
    """Return the addresses of in_c arguments, as an array of C."""
    return (ADDRESS * len(parts))(*(ctypes.addressof(part) for part in parts))


def _free_in_own_process(free: Any, pool: int, process: int) -> None:
    """Free a pool, unless it is one that a forked process has from its parent."""
    if process == os.getpid():
        free(pool)
