"""Compile a rule set on the first call on a machine, with a message and two processes.

A game needs one entry point of its rule set, `advance`. If it came in a wheel
(core/engine/shipped.py), there is nothing to compile. Otherwise this process compiles it, and a
second one compiles into the same cache, starting with the functions that are needed last. When they
meet, the second process continues with the other entry points, while the first makes machine code.

Then a marker file is written, and no process compiles again for records of that size. For records
of another size, only entry points are compiled (core/engine/capacities.py). An interrupted run
leaves its cached functions, no marker and no process: the second process ends with the first, and
the next run resumes.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from spacecombat_env import registry
from spacecombat_env.compiling import Census, counted_as_compiling, print_status, progress
from spacecombat_env.core.engine.folders import SETTINGS, cache_folder
from spacecombat_env.core.engine.jit import compile_for_callers, compile_for_python, is_shipped
from spacecombat_env.core.ruleset import RuleSet, Scenario, make_games, make_out

BUSY_VARIABLE = "SPACECOMBAT_COMPILING"
"""Environment variable of the second process, which prevents a third one."""

EntryPoint = tuple[Any, tuple[Any, ...]]
"""A function, and arguments of the types of its calls."""

_prepared: set[Path] = set()


def marker_path(file: Path, scenario: Scenario) -> Path | None:
    """Return the marker file of a module compiled for records of this scenario's size.

    None if nothing is compiled: in interpreted mode, or if there is no such module.
    """
    if SETTINGS.DISABLE_JIT or not file.is_file():
        return None
    size = hashlib.sha256(repr(scenario.table.opening.dtype).encode()).hexdigest()[:12]
    return cache_folder(file) / f"{file.parent.name}.{file.stem}.{size}.done"


def prepare(ruleset: RuleSet, scenario: Scenario) -> None:
    """Compile what a game needs before the first call of the kernels, if it is not cached.

    Scenarios with the same capacity share all code. Others share all but the entry points.
    """
    mark = marker_path(ruleset.package / "entry.py", scenario)
    if mark is None or mark in _prepared or BUSY_VARIABLE in os.environ:
        return
    if not mark.exists() and not are_shipped([game_entry_point(ruleset, scenario)]):
        functions = census([game_entry_point(ruleset, scenario)])
        with counted_as_compiling(), _set_marker(mark, ruleset.title, functions) as is_needed:
            if is_needed:
                _compile_in_two_processes(ruleset, scenario, functions)
    _prepared.add(mark)


def prepare_entry_points(
    title: str, file: Path, scenario: Scenario, doors: Sequence[EntryPoint]
) -> None:
    """The same for entry points of another module, such as a player's; without a second process."""
    mark = marker_path(file, scenario)
    if mark is None or mark in _prepared or BUSY_VARIABLE in os.environ:
        return
    if not mark.exists() and not are_shipped(doors):
        functions = census(doors)
        with counted_as_compiling(), _set_marker(mark, title, functions) as is_needed:
            if is_needed:
                with progress(f"Compiling {title}", functions):
                    for function, arguments in doors:
                        compile_for_python(function, arguments)
    _prepared.add(mark)


def are_shipped(doors: Iterable[EntryPoint]) -> bool:
    """Whether all entry points came in the wheel that this package was installed from."""
    return all(is_shipped(function, arguments) for function, arguments in doors)


def game_entry_point(ruleset: RuleSet, scenario: Scenario) -> EntryPoint:
    """Return `advance` with the arguments of a game."""
    table = scenario.table
    games = make_games(table.opening.dtype, 1)
    out = make_out(scenario, 1, len(ruleset.seats))
    return ruleset.kernels().advance, (games, table, np.zeros(1, np.int64), out, (0, 1, 0, 0))


def other_entry_points(ruleset: RuleSet, scenario: Scenario) -> list[EntryPoint]:
    """Return the rule set's other compiled entry points with their arguments."""
    kernels, table = ruleset.kernels(), scenario.table
    games = make_games(table.opening.dtype, 1)
    out = make_out(scenario, 1, len(ruleset.seats))
    row, mask, numbers = out.observation[0], out.mask[0], np.zeros(1, np.int64)
    doors: list[EntryPoint] = [
        (kernels.redact, (games, 0, games, 0, 0)),
        (kernels.observe, (games, 0, table, 0, row)),
        (kernels.legal, (games, 0, table, mask)),
        (kernels.returns, (games, 0, table, out.rewards[0])),
        (kernels.determinize, (games, 0, table, 0, 0, games, 0)),
        (kernels.random_actions, (out.mask, numbers, numbers, 0, 1)),
        (kernels.player, (games, 0)),
    ]
    return [door for door in doors if hasattr(door[0], "py_func")]


def census(doors: Iterable[EntryPoint]) -> Census:
    """Return the functions that entry points need, without those that came in a wheel."""
    return Census(door for door in doors if not is_shipped(*door))


# -- the mark -------------------------------------------------------------------------------------


@contextlib.contextmanager
def _set_marker(mark: Path, title: str, functions: Census) -> Iterator[bool]:
    """Print that code is compiled; write the marker at the end unless the body was interrupted.

    Yields False if another process has finished while this one waited. If the folder is not
    writable, there is no marker.
    """
    begun = mark.with_suffix(".begun")
    with contextlib.suppress(OSError):
        mark.parent.mkdir(parents=True, exist_ok=True)
    with _exclusive(mark.with_suffix(".lock"), title):
        if mark.exists():
            yield False
            return
        still = "Still compiling" if begun.exists() else "Compiling"
        is_half_done = functions.done() * 2 > functions.total
        time_it_takes = "ten seconds or more" if is_half_done else "half a minute or more"
        print_status(f"{still} {title} for this machine: {time_it_takes}, once ...")
        with contextlib.suppress(OSError):
            begun.touch()
        since = time.perf_counter()
        yield True
        with contextlib.suppress(OSError):
            begun.replace(mark)
        print_status(f"Compiled {title}: {time.perf_counter() - since:.0f} s")


@contextlib.contextmanager
def _exclusive(path: Path, title: str) -> Iterator[None]:
    """Wait until no other process holds the file; the system releases it when its holder dies.

    If files cannot be locked, each process compiles whatever it needs.
    """
    try:
        import fcntl

        file = open(path, "a", encoding="utf-8")  # noqa: SIM115 closed below
    except (ImportError, OSError):
        yield
        return
    with file:
        has_told = False
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if not has_told:
                    print_status(f"Another process is compiling {title}: waiting for it ...")
                has_told = True
                time.sleep(0.2)
            except OSError:
                break
        yield


# -- two processes --------------------------------------------------------------------------------


def _compile_in_two_processes(ruleset: RuleSet, scenario: Scenario, functions: Census) -> None:
    """Compile `advance` here, and in a second process the functions that it needs last."""
    with (
        progress(f"Compiling {ruleset.title}", functions),
        _second_process(ruleset, scenario),
    ):
        compile_for_python(*game_entry_point(ruleset, scenario))


@contextlib.contextmanager
def _second_process(ruleset: RuleSet, scenario: Scenario) -> Iterator[None]:
    """Run a second process during the body; it lives as long as its input is open."""
    child = subprocess.Popen(
        [sys.executable, "-m", "spacecombat_env.warming", ruleset.name],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, BUSY_VARIABLE: "1"},
    )
    assert child.stdin is not None
    try:
        with contextlib.suppress(OSError):  # it failed at once: this process does all the work
            child.stdin.write(json.dumps(dict(scenario.source)).encode() + b"\n")
            child.stdin.flush()
        yield
    finally:
        child.kill()
        child.wait()
        with contextlib.suppress(OSError):
            child.stdin.close()


def compile_beside(ruleset: RuleSet, scenario: Scenario) -> None:
    """Compile the functions that bindings.py names for the second process, then the other entry
    points.
    """
    bindings = importlib.import_module(f"spacecombat_env.rulesets.{ruleset.name}.bindings")
    table = scenario.table
    games = make_games(table.opening.dtype, 1)
    mask = np.zeros(scenario.actions.size, np.int8)
    row = np.zeros(scenario.observation.size, np.int8)
    if hasattr(bindings, "compiled_beside"):
        for function, arguments in bindings.compiled_beside(games, mask, row, table):
            compile_for_callers(function, arguments)
    for function, arguments in other_entry_points(ruleset, scenario):
        compile_for_python(function, arguments)


def _end_with_input() -> None:
    """End this process as soon as its input is closed, however the first process ended."""
    while sys.stdin.buffer.read(1):
        pass
    os._exit(1)


def _lower_priority() -> None:
    """Let this process run only where a core has nothing else to do."""
    if hasattr(os, "SCHED_IDLE"):  # Linux alone
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
            return
    with contextlib.suppress(AttributeError, OSError):  # there is no such thing on Windows
        os.nice(10)


def main() -> None:
    """Read a scenario from standard input and compile a part of its rule set.

    It yields both cores to the first process where that compiles an entry point in two halves
    (core/engine/halves.py).
    """
    _lower_priority()
    ruleset = registry.ruleset(sys.argv[1])
    source = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_input, daemon=True).start()
    compile_beside(ruleset, ruleset.load(source))


if __name__ == "__main__":
    main()
