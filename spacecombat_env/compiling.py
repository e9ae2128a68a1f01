"""Measure the time of compilation, and count the functions that are compiled.

Each function is cached as soon as it is compiled, by whichever process compiles it. Progress is
counted in the cache, so it includes the work of other processes and of interrupted runs.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from types import CodeType
from typing import Any

import numba
from numba.core import event

from spacecombat_env.core.engine.capacities import any_capacity
from spacecombat_env.core.engine.kept import prefix_and_tags, tags_within

SECONDS_BETWEEN_LINES = 15.0
"""Interval of progress lines where no bar can be drawn."""
SECONDS_BETWEEN_COUNTS = 0.5


def print_status(text: str) -> None:
    """Print a line for people to stderr, so that it does not mix with results."""
    print(text, file=sys.stderr, flush=True)


# -- the clock ------------------------------------------------------------------------------------


class _Clock(event.Listener):
    """Runs while any thread compiles, loads compiled code or waits for that."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._busy, self._since, self._spent = 0, 0.0, 0.0

    def on_start(self, event: Any = None) -> None:
        """One more thread compiles."""
        with self._lock:
            if self._busy == 0:
                self._since = time.perf_counter()
            self._busy += 1

    def on_end(self, event: Any = None) -> None:
        """A thread has finished compiling."""
        with self._lock:
            self._busy -= 1
            if self._busy == 0:
                self._spent += time.perf_counter() - self._since

    def seconds(self) -> float:
        """Return how long the clock has run."""
        with self._lock:
            running = time.perf_counter() - self._since if self._busy else 0.0
            return self._spent + running


_clock = _Clock()
event.register("numba:compiler_lock", _clock)


def compiling_seconds() -> float:
    """Return how long this process has compiled so far, to subtract from measured times."""
    return _clock.seconds()


@contextlib.contextmanager
def counted_as_compiling() -> Iterator[None]:
    """Let the clock run in the body."""
    _clock.on_start()
    try:
        yield
    finally:
        _clock.on_end()


# -- functions done -------------------------------------------------------------------------------


class Census:
    """The functions that some entry points need, and how many of them are compiled and cached.

    `doors` are functions with arguments of the types of their calls. A function counts only if it
    is cached for exactly these records. A few functions are pruned before they are compiled and
    never count, so the work may end a little before the total.
    """

    def __init__(self, doors: Iterable[tuple[Any, tuple[Any, ...]]]) -> None:
        doors = [door for door in doors if hasattr(door[0], "py_func")]  # others are plain Python
        argument_types = [
            numba.typeof(argument) for _, arguments in doors for argument in arguments
        ]
        self._tags = tags_within(
            [*argument_types, *(any_capacity(kind) for kind in argument_types)]
        )
        inside = [callee for door, _ in doors for callee in _callees(door.py_func)]
        needed = [*(door for door, _ in doors), *(_inner(each) for each in _reachable(inside))]
        files = [function._cache._cache_file for function in needed if _is_kept(function)]
        self._open = {(file._cache_path, file.prefix) for file in files}
        self.total = len(self._open)

    def done(self) -> int:
        """Return how many functions are compiled."""
        for folder in {folder for folder, _ in self._open}:
            with contextlib.suppress(OSError):  # nothing is cached there yet
                names = [name for name in os.listdir(folder) if name.endswith(".nbc")]
                found = (prefix_and_tags(name) for name in names)
                self._open -= {(folder, prefix) for prefix, tags in found if tags <= self._tags}
        return self.total - len(self._open)


def _reachable(functions: Iterable[Any]) -> list[Any]:
    """Return compiled functions and all functions that they call, each once."""
    found: dict[int, Any] = {}
    waiting = list(functions)
    while waiting:
        function = waiting.pop()
        if id(function) not in found:
            found[id(function)] = function
            waiting += _callees(function.py_func)
    return list(found.values())


def _callees(function: Callable[..., Any]) -> list[Any]:
    """Return the compiled functions that the code of a function names."""
    named = (function.__globals__.get(name) for name in _names(function.__code__))
    return [value for value in named if hasattr(value, "py_func")]


def _names(code: CodeType) -> set[str]:
    """Return the global names that code reads, including those of nested functions."""
    inside = (_names(part) for part in code.co_consts if isinstance(part, CodeType))
    return set(code.co_names).union(*inside)


def _inner(door: Any) -> Any:
    """Return the function that compiled callers use (core/engine/jit.py).

    Return `door` itself if it has none.
    """
    return door.inner() if hasattr(door, "inner") else door


def _is_kept(dispatcher: Any) -> bool:
    """Whether the function's code is cached between processes."""
    return hasattr(dispatcher._cache, "_cache_file")


# -- shown ----------------------------------------------------------------------------------------


@contextlib.contextmanager
def progress(label: str, census: Census) -> Iterator[None]:
    """Show the number of compiled functions while the body runs: a bar on a terminal, else
    lines.
    """
    over = threading.Event()
    watch = _bar if sys.stderr.isatty() else _lines
    thread = threading.Thread(target=watch, args=(label, census, over), daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _lines(label: str, census: Census, over: threading.Event) -> None:
    """Print lines; if no function was added, an entry point is being turned into machine code."""
    before = -1
    while not over.wait(SECONDS_BETWEEN_LINES):
        done = census.done()
        rest = ", writing machine code" if done == before else ""
        print_status(f"{label}: {done} of {census.total} functions{rest}")
        before = done


def _bar(label: str, census: Census, over: threading.Event) -> None:
    """Draw a bar that vanishes at the end."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("functions"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=census.total)
        while not over.wait(SECONDS_BETWEEN_COUNTS):
            bar.update(task, completed=census.done())
