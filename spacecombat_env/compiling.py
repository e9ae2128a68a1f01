"""What compiling costs and how far it is: a clock that runs meanwhile, and functions counted.

Code is kept function by function as soon as it is made, by whichever process makes it, so the
functions done are counted where they are kept: what another process makes counts, and so does what
an interrupted one left behind.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import CodeType
from typing import Any

import numba
import numpy as np
from numba.core import event, types

SECONDS_BETWEEN_LINES = 15.0
"""Where progress cannot be drawn as a bar, a line so often."""
SECONDS_BETWEEN_COUNTS = 0.5


def tell(words: str) -> None:
    """Print a line for people, where it does not mix with results."""
    print(words, file=sys.stderr, flush=True)


# -- the clock ------------------------------------------------------------------------------------


class _Clock(event.Listener):
    """Runs while any thread compiles, loads compiled code or waits for that."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._busy, self._since, self._spent = 0, 0.0, 0.0

    def on_start(self, event: Any = None) -> None:
        """One more compiles."""
        with self._lock:
            if self._busy == 0:
                self._since = time.perf_counter()
            self._busy += 1

    def on_end(self, event: Any = None) -> None:
        """One has done."""
        with self._lock:
            self._busy -= 1
            if self._busy == 0:
                self._spent += time.perf_counter() - self._since

    def seconds(self) -> float:
        """Return how long it has run."""
        with self._lock:
            running = time.perf_counter() - self._since if self._busy else 0.0
            return self._spent + running


_clock = _Clock()
event.register("numba:compiler_lock", _clock)


def compiling_seconds() -> float:
    """Return how long this process has compiled so far: what a measured time is to be cut by."""
    return _clock.seconds()


@contextlib.contextmanager
def counted_as_compiling() -> Iterator[None]:
    """Let the clock run."""
    _clock.on_start()
    try:
        yield
    finally:
        _clock.on_end()


# -- functions done -------------------------------------------------------------------------------


class Census:
    """The functions that some doors need, and how many of them are compiled and kept.

    A function counts as kept if it is so for records of these sizes; the few that are pruned before
    they are compiled never count, so the end may come a little before the last.
    """

    def __init__(self, doors: Iterable[Any], records: Iterable[np.dtype]) -> None:
        self._own = [numba.from_dtype(dtype) for dtype in records]
        doors = [door for door in doors if hasattr(door, "py_func")]  # the others are plain Python
        inside = [callee for door in doors for callee in _callees(door.py_func)]
        inner = [_inner(function) for function in _reachable(inside)]
        self._open = [d._cache._cache_file for d in (*doors, *inner) if _is_kept(d)]
        self.total = len(self._open)
        self._seen: dict[Path, int] = {}

    def done(self) -> int:
        """Return how many functions are compiled."""
        self._open = [kept for kept in self._open if not self._holds(kept)]
        return self.total - len(self._open)

    def _holds(self, kept: Any) -> bool:
        """Whether the index of a function names code that fits; it is read when it has changed."""
        path = Path(kept._index_path)
        try:
            changed = path.stat().st_mtime_ns
            if self._seen.get(path) == changed:
                return False
            self._seen[path] = changed
            return any(self._fits(key[0]) for key in kept._load_index())
        except Exception:  # half written, or gone: look again next time
            return False

    def _fits(self, signature: tuple[Any, ...]) -> bool:
        """Whether no argument is a record like ours of another size."""
        for record in _records(signature):
            for own in self._own:
                if record.fields.keys() == own.fields.keys() and record.size != own.size:
                    return False
        return True


def _records(kinds: Iterable[Any]) -> Iterator[Any]:
    """Yield the record types among types, those in arrays and tuples too."""
    for kind in kinds:
        if isinstance(kind, types.Record):
            yield kind
        elif isinstance(kind, types.Array):
            yield from _records([kind.dtype])
        elif isinstance(kind, types.BaseTuple):
            yield from _records(getattr(kind, "types", ()))


def _reachable(functions: Iterable[Any]) -> list[Any]:
    """Return compiled functions and all they call, each once."""
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
    """Return the names that code reads, that of functions inside it too."""
    inside = (_names(part) for part in code.co_consts if isinstance(part, CodeType))
    return set(code.co_names).union(*inside)


def _inner(door: Any) -> Any:
    """Return the function that compiled callers take in (core/jit.py), or `door` if it has none."""
    return getattr(door.get_overload, "__self__", door)


def _is_kept(dispatcher: Any) -> bool:
    """Whether code of this function is kept between processes."""
    return hasattr(dispatcher._cache, "_cache_file")


# -- shown ----------------------------------------------------------------------------------------


@contextlib.contextmanager
def progress(label: str, census: Census) -> Iterator[None]:
    """Show functions done of how many while the body runs: a bar on a terminal, else lines."""
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
    """Print a line now and then."""
    while not over.wait(SECONDS_BETWEEN_LINES):
        tell(f"{label}: {census.done()} of {census.total} functions")


def _bar(label: str, census: Census, over: threading.Event) -> None:
    """Draw a bar that vanishes when it is done."""
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
