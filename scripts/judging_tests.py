"""Find the tests that judge a broken rule: those that call its function, the likeliest first.

The tests of rules in positions are run once, interpreted, with the plugin `called_functions`. The
calls of a file of tests are cached under build/broken_rules until the sources, the test kit or that
file change.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from broken_places import ROOT, Place

KEPT = ROOT / "build" / "broken_rules"
RULE_TESTS = ("tests/rulesets", "tests/agents/scripted/positions")
WALKS = ("properties", "fuzz", "hidden", "modes", "random", "pairs")
"""Parts of the names of tests that play whole games."""
INTERPRETED = {"SPACECOMBAT_ENGINE": "interpreted"}


def sources() -> str:
    """Return a hash of the tested sources and of the test kit."""
    return _hash(sorted((*ROOT.glob("spacecombat_env/**/*.py"), *ROOT.glob("tests/kit/**/*.py"))))


def tests_by_function(rulesets: set[str]) -> tuple[dict[str, list[str]], dict[str, float]]:
    """Return file:line of a function -> tests that call it, and test -> its seconds.

    If all places are of one rule set, only its tests are run.
    """
    folder = KEPT / sources()
    files = {
        file: folder / f"{_hash([file])}.json"
        for part in RULE_TESTS
        for file in sorted((ROOT / part).rglob("test_*.py"))
    }
    if len(rulesets) == 1:
        (name,) = rulesets
        files = {f: kept for f, kept in files.items() if name in f.relative_to(ROOT).as_posix()}
    unknown = [file for file, kept in files.items() if not kept.is_file()]
    if unknown:
        print("Measuring which tests call which functions ...", file=sys.stderr, flush=True)
        called = _called(unknown, folder / "new")
        for file in unknown:
            name = file.relative_to(ROOT).as_posix()
            of = {test: visible for test, visible in called.items() if test.startswith(f"{name}::")}
            files[file].write_text(json.dumps(of), encoding="utf-8")
    callers: dict[str, list[str]] = {}
    seconds: dict[str, float] = {}
    for kept in files.values():
        for test, (taken, functions) in json.loads(kept.read_text(encoding="utf-8")).items():
            seconds[test] = taken
            for function in functions:
                callers.setdefault(function, []).append(test)
    return callers, seconds


def _called(files: Iterable[Path], folder: Path) -> dict[str, tuple[float, list[str]]]:
    """Run files of tests; return test -> its seconds, and file:line of the functions that it
    called.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    command = [
        *(sys.executable, "-m", "pytest", "-q", "-m", "not slow and interpreted", "-n", "2"),
        *("-p", "called_functions", "-p", "no:cacheprovider", *map(str, files)),
    ]
    paths = os.pathsep.join((str(ROOT / "scripts"), str(ROOT)))
    env = {**os.environ, **INTERPRETED, "PYTHONPATH": paths, "CALLED_FUNCTIONS": str(folder)}
    subprocess.run(command, cwd=ROOT, env=env, check=False, stdout=subprocess.DEVNULL)
    called = {}
    for file in folder.glob("*.json"):
        for test, (taken, functions) in json.loads(file.read_text(encoding="utf-8")).items():
            called[test] = taken, [_here(name) for name in functions if _here(name)]
    return called


def _here(function: str) -> str:
    """Return file below the project and line of a function; empty for one from elsewhere."""
    path, line = function.rsplit(":", 1)
    below = Path(path).is_relative_to(ROOT)
    return f"{Path(path).relative_to(ROOT).as_posix()}:{line}" if below else ""


def _hash(files: Iterable[Path]) -> str:
    """Return 16 hex digits over names and contents."""
    total = hashlib.sha256()
    for file in files:
        total.update(file.relative_to(ROOT).as_posix().encode() + b"\n" + file.read_bytes())
    return total.hexdigest()[:16]


def function_of(place: Place) -> str:
    """Return file:line of the outermost function around a place, including its decorators."""
    for node in ast.walk(ast.parse((ROOT / place.file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.lineno <= place.line <= (
            node.end_lineno or 0
        ):
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
            return f"{place.file}:{first}"
    return place.file


def importers(place: Place) -> list[str]:
    """Return the files of tests that import a place's module, or names from it."""
    module = ".".join(Path(place.file).with_suffix("").parts)
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [path.relative_to(ROOT).as_posix() for path in files if module in _imported(path)]


@functools.cache
def _imported(path: Path) -> set[str]:
    """Return the modules that a file imports, and the names that it imports from them."""
    named: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            named |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            named |= {str(node.module), *(f"{node.module}.{name.name}" for name in node.names)}
    return named


def judges(place: Place, callers: dict[str, list[str]], most: int) -> list[str]:
    """Return the tests that judge a change, the likeliest first.

    They are those that call its function. If none does (plain Python), they are the files of tests
    that import its module, and those of its package, or of the environments.

    Tests named after its module or its kind (`test_last_slots`) come first, then those of its
    package, then all others in turn by file. Walks come last.
    """
    parts = Path(place.file).parts
    room = parts[3] if len(parts) > 4 else ""
    chapter = Path(place.file).stem

    tests = callers.get(function_of(place), [])
    if not tests:
        in_rules = parts[1] == "rulesets"
        folder = Path("tests", *parts[1:3], room) if in_rules else Path("tests/env")
        room_of = (p.relative_to(ROOT).as_posix() for p in (ROOT / folder).rglob("test_*.py"))
        return list(dict.fromkeys((*importers(place), *sorted(room_of))))[:most]
    count: dict[str, int] = {}

    def likely(test: str) -> tuple[bool, int, int, str]:
        file = Path(test.partition("::")[0])
        walks = any(word in file.stem for word in WALKS)
        elsewhere = file.parent.name != room
        its_own = chapter in file.stem or place.kind.replace(" ", "_") in file.stem
        nth = count[str(file)] = count.get(str(file), -1) + 1
        return walks, 2 * (not its_own) + elsewhere, nth, test

    return sorted(dict.fromkeys(tests), key=likely)[:most]
