"""Break rules on purpose, one place at a time, and count how many a test notices.

    python scripts/break_rules.py                      # 150 places drawn with a fixed seed
    python scripts/break_rules.py --places 20 --only jamming
    python scripts/break_rules.py --at spacecombat_env/rulesets/battle_rider/sensors/jamming.py:109

First the tests of rules in positions are run once, interpreted, to see which of them call which
functions (kept in build/broken_rules until sources or tests change). Then each place is changed in
a copy of the project, and the tests that call its function are run until one fails: those of the
chapter of the same name first, then those of its room, long walks last. What survives them meets
the golden games, and then those tests of its rule set that run compiled (`LAST_TESTS`): the whole
games of the rule tests, the contract.

A survivor is a place to look at: a missing test, or a change that changes nothing.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from queue import Queue
from typing import NamedTuple

from broken_places import ROOT, Place, draw_places, places_of
from rich.console import Console
from rich.progress import track

KEPT = ROOT / "build" / "broken_rules"
RULE_TESTS = ("tests/rulesets", "tests/agents/scripted/positions")
WALKS = ("properties", "fuzz", "hidden", "modes", "random", "pairs")
"""Words in the names of tests that walk through whole games."""
GOLDEN_TESTS = ("tests/test_golden.py",)
"""Whole games, interpreted, so that nothing is compiled for them."""
LAST_TESTS = ("tests/test_conformance.py", "tests/rulesets")
"""Of these the tests that run compiled and name the rule set of the broken rule, so that no other
is compiled."""
TARGETS = ("spacecombat_env/rulesets/*/**/*.py", "spacecombat_env/env/*.py")
NO_TARGETS = {
    *("notation.py", "story.py", "render.py"),
    *("raster.py", "optional.py", "registration.py", "__init__.py", "entry.py", "conformance.py"),
    *("threads.py", "labour.py", "native.py"),
}
"""Pictures, words and glue: rule chapters, observation, redaction and environments count."""
NONE_RUN = 5  # pytest's status where no test is of the kind asked for
PATIENCE, AT_LEAST, WITH_COMPILING = 8, 60, 1800
"""A broken rule may go round in circles, and that is noticed: tests are stopped after so many times
the seconds they took with all rules whole, or so many seconds if that is more; compiled ones after
so many."""


class Manner(NamedTuple):
    """How tests are run."""

    marked: str
    """Which of them, as pytest's `-m` has it."""
    environment: dict[str, str]


IN_POSITIONS = Manner("not slow and interpreted", {"NUMBA_DISABLE_JIT": "1"})
PLAYED = Manner("", {"NUMBA_DISABLE_JIT": "1"})
COMPILED = Manner("not slow and not interpreted", {})


def compiled_anew(copy: Path) -> Manner:
    """Return how tests are run compiled where the engine is broken."""
    return COMPILED._replace(environment={"SPACECOMBAT_CACHE_DIR": str(copy / "cache")})


def target_files(only: str) -> list[Path]:
    """Return the files in which rules are broken."""
    files = {path for pattern in TARGETS for path in ROOT.glob(pattern)}
    files = {path for path in files if "pictures" not in path.parts}
    wanted = (p for p in files if p.name not in NO_TARGETS and only in p.as_posix())
    return sorted(wanted)


# -- which tests judge ---------------------------------------------------------------------------


def tests_by_function() -> tuple[dict[str, list[str]], dict[str, float]]:
    """Return file:line of a function -> tests that call it, and test -> its seconds.

    Both are measured anew when anything changed.
    """
    stamp = hashlib.sha256()
    for path in sorted((*ROOT.glob("spacecombat_env/**/*.py"), *ROOT.glob("tests/**/*.py"))):
        stamp.update(path.read_bytes())
    kept = KEPT / stamp.hexdigest()[:16]
    if not kept.is_dir():
        print("Measuring which tests call which functions ...", file=sys.stderr, flush=True)
        measured = Path(f"{kept}.new")
        shutil.rmtree(measured, ignore_errors=True)
        measured.mkdir(parents=True)
        command = [
            *(sys.executable, "-m", "pytest", "-q", "-m", "not slow and interpreted", "-n", "2"),
            *("-p", "called_functions", "-p", "no:cacheprovider", *RULE_TESTS),
        ]
        paths = os.pathsep.join((str(ROOT / "scripts"), str(ROOT)))
        env = {**os.environ, **IN_POSITIONS.environment}
        env |= {"PYTHONPATH": paths, "CALLED_FUNCTIONS": str(measured)}
        subprocess.run(command, cwd=ROOT, env=env, check=False, stdout=subprocess.DEVNULL)
        measured.replace(kept)
    callers: dict[str, list[str]] = {}
    seconds: dict[str, float] = {}
    for file in kept.glob("*.json"):
        for test, (taken, functions) in json.loads(file.read_text(encoding="utf-8")).items():
            seconds[test] = taken
            for function in functions:
                path, line = function.rsplit(":", 1)
                if Path(path).is_relative_to(ROOT):
                    name = f"{Path(path).relative_to(ROOT).as_posix()}:{line}"
                    callers.setdefault(name, []).append(test)
    return callers, seconds


def function_of(place: Place) -> str:
    """Return file:line of the outermost function that holds a place, its decorators included."""
    for node in ast.walk(ast.parse((ROOT / place.file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.lineno <= place.line <= (
            node.end_lineno or 0
        ):
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
            return f"{place.file}:{first}"
    return place.file


def judges(place: Place, callers: dict[str, list[str]], most: int) -> list[str]:
    """Return the tests that judge a change, the likeliest first.

    Those that call its function; where none was seen to call it (plain Python), the files of tests
    of its room, or of the environments.
    """
    parts = Path(place.file).parts
    room = parts[3] if len(parts) > 4 else ""
    chapter = Path(place.file).stem

    def likely(test: str) -> tuple[bool, bool, bool, str]:
        file = Path(test.partition("::")[0])
        walks = any(word in file.stem for word in WALKS)
        elsewhere = file.parent.name != room
        return walks, chapter not in file.stem or elsewhere, elsewhere, test

    tests = callers.get(function_of(place), [])
    if not tests:
        in_rules = parts[1] == "rulesets"
        folder = Path("tests", *parts[1:3], room) if in_rules else Path("tests/env")
        tests = [p.relative_to(ROOT).as_posix() for p in (ROOT / folder).rglob("test_*.py")]
    return sorted(dict.fromkeys(tests), key=likely)[:most]


# -- running -------------------------------------------------------------------------------------


class Copies:
    """Copies of the project, one a worker, in which a file may be broken."""

    def __init__(self, count: int, folder: Path) -> None:
        self.free: Queue[Path] = Queue()
        for n in range(count):
            copy = folder / f"copy{n}"
            for name in (
                "spacecombat_env",
                "agents",
                "tests",
                "configs",
                "scripts",
                "docs",
            ):
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(ROOT / name, copy / name, ignore=ignored)
            for name in ("pyproject.toml", "README.md"):
                shutil.copy(ROOT / name, copy / name)
            (copy / "spacecombat_agents").symlink_to("agents")
            self.free.put(copy)

    def noticed(self, place: Place, tests: list[str], last: tuple[str, ...], limit: float) -> str:
        """Return the first test that notices, `time` where none ends, or nothing."""
        copy = self.free.get()
        try:
            file = copy / place.file
            source = file.read_text(encoding="utf-8")
            broken = source[: place.start] + place.new + source[place.end :]
            file.write_text(broken, encoding="utf-8")
            try:
                if "/env/" in place.file:  # the engine's code is not touched, and so is there
                    return (_run(copy, tests, COMPILED, WITH_COMPILING) or [""])[0]
                its = "-x", "-k", Path(place.file).parts[2]
                by = _run(copy, tests, IN_POSITIONS, limit) if tests else []
                by = by or _run(copy, GOLDEN_TESTS, PLAYED, PATIENCE * AT_LEAST, *its)
                if not by and last:
                    by = _run(copy, last, compiled_anew(copy), WITH_COMPILING, *its)
                return (by or [""])[0]
            finally:
                file.write_text(source, encoding="utf-8")
                shutil.rmtree(copy / "cache", ignore_errors=True)
        finally:
            self.free.put(copy)

    def failing(self, tests: set[str]) -> set[str]:
        """Return those of some tests that fail where nothing is broken, and so notice nothing."""
        copy = self.free.get()
        named = {test for test in tests if "::" in test}
        golden = {test for test in named if test.startswith(GOLDEN_TESTS)}
        others, failed = named - golden, set()
        for judged, manner in ((golden, PLAYED), (others, IN_POSITIONS), (others, COMPILED)):
            if judged:
                every = "--maxfail=1000"
                failed |= set(_run(copy, sorted(judged), manner, WITH_COMPILING, every))
        self.free.put(copy)
        return failed


def _run(copy: Path, tests: Sequence[str], manner: Manner, limit: float, *how: str) -> list[str]:
    """Run tests in a copy until one fails; return the names of those that failed.

    `how` takes other words of pytest's than "stop at the first that fails".
    """
    command = [sys.executable, "-B", "-m", "pytest", "-q", "--tb=no", *(how or ("-x",))]
    command += ["-m", manner.marked, "-p", "no:cacheprovider", "-p", "no:randomly", *tests]
    env = {**os.environ, **manner.environment, "PYTHONPATH": str(copy), "OMP_NUM_THREADS": "1"}
    try:
        done = subprocess.run(
            command, cwd=copy, env=env, capture_output=True, text=True, timeout=limit
        )
    except subprocess.TimeoutExpired:
        return ["time"]
    if done.returncode in (0, NONE_RUN):
        return []
    failed = [
        ln.split()[1] for ln in done.stdout.splitlines() if ln.startswith(("FAILED", "ERROR"))
    ]
    return failed or ["import"]


def main() -> None:
    """Break rules and report; exit status 1 if fewer are noticed than `--least` percent."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--places", type=int, default=150, help="how many places (150)")
    parser.add_argument("--seed", type=int, default=2026, help="of the draw (2026)")
    parser.add_argument("--only", default="", help="files whose path contains this")
    parser.add_argument("--at", help="FILE:LINE: every change of that line instead")
    parser.add_argument("--workers", type=int, default=2, help="processes (2)")
    parser.add_argument("--most", type=int, default=400, help="tests a place before the last (400)")
    parser.add_argument("--interpreted", action="store_true", help="leave out the compiled tests")
    parser.add_argument("--least", type=float, default=0.0, help="percent that must be noticed")
    parser.add_argument("--list", action="store_true", help="print the places and stop")
    parser.add_argument("--json", type=Path, help="write the result here")
    chosen = parser.parse_args()
    if chosen.at:
        file, line = chosen.at.rsplit(":", 1)
        places = [p for p in places_of((ROOT / file).resolve()) if p.line == int(line)]
    else:
        places = draw_places(target_files(chosen.only), chosen.places, chosen.seed)
    if chosen.list:
        print(*places, sep="\n")
        return
    last = () if chosen.interpreted else LAST_TESTS
    callers, seconds = tests_by_function()
    with tempfile.TemporaryDirectory() as folder:
        copies = Copies(chosen.workers, Path(folder))

        def judge(place: Place) -> str:
            tests = judges(place, callers, chosen.most)
            usual = sum(seconds.get(test, 1.0) for test in tests)
            return copies.noticed(place, tests, last, max(AT_LEAST, PATIENCE * usual))

        with ThreadPoolExecutor(chosen.workers) as pool:
            judged = zip(places, pool.map(judge, places), strict=True)
            console, told = Console(stderr=True), []
            for place, test in track(judged, "Breaking rules", len(places), console=console):
                told.append(test)
                print(f"{'noticed ' if test else 'survived'}  {place}  {test}", flush=True)
                if chosen.json is not None:  # killed, it loses nothing
                    write_rows(places[: len(told)], told, chosen.json)
        void = copies.failing(set(told))
    for place, test in zip(places, told, strict=True):
        if test in void:
            print(f"not judged {place}: {test} fails without it")
    told = ["" if test in void else test for test in told]
    report(places, told, chosen.json)
    if 100 * sum(map(bool, told)) < chosen.least * len(told):
        sys.exit(1)


def report(places: list[Place], noticed: list[str], path: Path | None) -> None:
    """Print the score by kind of change; write all of it to `path`."""
    kinds = sorted({place.kind for place in places})
    for kind in (*kinds, "all"):
        of = [bool(t) for p, t in zip(places, noticed, strict=True) if kind in (p.kind, "all")]
        print(f"{kind:18s} {sum(of):4d} of {len(of):4d} noticed, {100 * sum(of) / len(of):.0f} %")
    if path is not None:
        write_rows(places, noticed, path)


def write_rows(places: list[Place], noticed: list[str], path: Path) -> None:
    """Write each place with the test that noticed it, or nothing."""
    rows = [{**asdict(p), "noticed_by": t} for p, t in zip(places, noticed, strict=True)]
    path.write_text(json.dumps(rows, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
