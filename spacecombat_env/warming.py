"""The first call on a fresh machine: say what happens, and compile with both hands.

A rule set compiles when its kernels are first called. While this process compiles its way into a
game, a second one compiles what the game will need last into the same cache, and works towards it
until they meet; then it compiles the door that the first words go through.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from spacecombat_env import registry
from spacecombat_env.core.jit import (
    SETTINGS,
    cache_folder,
    compile_for_callers,
    compile_for_python,
)
from spacecombat_env.core.ruleset import RuleSet, Scenario, make_games, make_out

BUSY = "SPACECOMBAT_COMPILING"
"""Set in the environment of the second process, so that it starts no third."""

_prepared: set[Path] = set()


def mark_of(ruleset: RuleSet, scenario: Scenario) -> Path | None:
    """Return the file that tells that compiling for records of this scenario's size has begun.

    None where nothing is compiled: interpreted, or a rule set without compiled kernels.
    """
    entry = ruleset.package / "entry.py"
    if SETTINGS.DISABLE_JIT or not entry.is_file():
        return None
    size = hashlib.sha256(repr(scenario.table.opening.dtype).encode()).hexdigest()[:12]
    return cache_folder(entry) / f"{size}.begun"


def prepare(ruleset: RuleSet, scenario: Scenario) -> None:
    """Before the first call of the kernels: when cold, tell the user and start a second process.

    Scenarios of the same capacity share their code; larger ones have code of their own.
    """
    mark = mark_of(ruleset, scenario)
    if mark is None or mark in _prepared or BUSY in os.environ or mark.exists():
        return
    _prepared.add(mark)
    print(
        f"Compiling {ruleset.title} for this machine: about a minute, once ...",
        file=sys.stderr,
        flush=True,
    )
    with contextlib.suppress(OSError):
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    child = subprocess.Popen(
        [sys.executable, "-m", "spacecombat_env.warming", ruleset.name],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, BUSY: "1"},
    )
    assert child.stdin is not None
    child.stdin.write(json.dumps(dict(scenario.source)).encode())
    child.stdin.close()


def compile_beside(ruleset: RuleSet, scenario: Scenario) -> None:
    """Compile what the rule set's entry.py names for the second process, then `advance`."""
    entry = importlib.import_module(f"spacecombat_env.rulesets.{ruleset.name}.entry")
    table = scenario.table
    games = make_games(table.opening.dtype, 1)
    mask = np.zeros(scenario.actions.size, np.int8)
    row = np.zeros(scenario.observation.size, np.int8)
    if hasattr(entry, "compiled_beside"):
        for function, arguments in entry.compiled_beside(games, mask, row, table):
            compile_for_callers(function, arguments)
    out = make_out(scenario, 1, len(ruleset.seats))
    door = games, table, np.zeros(1, np.int64), out, (0, 1, 0, 0)
    compile_for_python(entry.advance, door)


def main() -> None:
    """Read a scenario from standard input and compile a part of its rule set."""
    ruleset = registry.ruleset(sys.argv[1])
    compile_beside(ruleset, ruleset.load(json.load(sys.stdin)))


if __name__ == "__main__":
    main()
