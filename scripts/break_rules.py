"""Break rules on purpose, one place at a time, and count how many a test notices.

    python scripts/break_rules.py                      # 150 places drawn with a fixed seed
    python scripts/break_rules.py --places 20 --only "jamming|interceptor/campaign/"
    python scripts/break_rules.py --at spacecombat_env/rulesets/battle_rider/sensors/jamming.py:109

First the tests of rules in positions are run once, interpreted, to record which functions they call
(`judging_tests.py`). Then each place is changed in a copy of the project, and the tests that call
its function are run until one fails. Tests of the module of the same name come first, then those of
its package, and long walks last.

Changes that survive these tests meet the golden games and the tests of fields, and for sentences
the tests of tables. Last come the tests of the rule set that play with the native engine
(`LAST_TESTS`): the whole games of the rule tests, and the contract.

With `--json FILE` the results are stored. The same command then tries only the others again, until
the sources or the test kit change.

A survivor needs a look: a test is missing, or the change has no effect.
"""

from __future__ import annotations

import argparse
import json
import os
import re
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
from judging_tests import INTERPRETED, judges, sources, tests_by_function
from rich.console import Console
from rich.progress import track

from spacecombat_env.core.kernels.codegen import is_generated

GOLDEN_TESTS = ("tests/test_golden.py", "tests/test_fields.py")
"""Whole games, and declarations of fields; interpreted, so that nothing is built."""
TOLD_TESTS = ("tests/env/table/test_plans.py", "tests/env/table/test_delivery.py")
"""Tests of sentences, meanings and plans; interpreted, too."""
LAST_TESTS = ("tests/test_conformance.py", "tests/rulesets")
"""Of these, only the tests that play natively and name the rule set of the broken rule."""
TARGETS = (
    "spacecombat_env/rulesets/*/**/*.py",
    "spacecombat_env/env/*.py",
    "spacecombat_env/env/vector/*.py",
)
NO_TARGETS = {
    *("action_text.py", "game_log.py", "render.py"),
    *("raster.py", "optional.py", "registration.py", "__init__.py", "bindings.py"),
    *("conformance.py", "threads.py"),
}
"""Pictures, texts and glue. Rules, observation, redaction and environments count.

Generated modules are no targets: they follow from declarations.
"""
NONE_RUN, USAGE = 5, 4  # pytest's status if no test is selected, and if one is unknown
LIKELIEST = 40
"""Number of tests that are run before the others; nearly always one of them notices."""
QUICK = 5.0
"""Tests that take longer, in seconds, come last: an endless loop is found soon among the fast
ones.
"""
LONGEST = 3600  # seconds for all tests of one place
PATIENCE, AT_LEAST, WITH_BUILD = 8, 60, 1800
"""Time limits, since a broken rule may cause an endless loop, which counts as noticed. A test
is stopped after PATIENCE times the seconds of the slowest one with all rules whole, or after
AT_LEAST seconds if that is more. Native tests are stopped after WITH_BUILD seconds.
"""


class Manner(NamedTuple):
    """How tests are run."""

    marked: str
    """Expression for pytest's `-m`."""
    environment: dict[str, str]


IN_POSITIONS = Manner("not slow and interpreted", INTERPRETED)
PLAYED = Manner("", INTERPRETED)
TOLD = Manner("not slow", INTERPRETED)
PLAYED_NATIVELY = Manner("not slow and not interpreted", {})


class Batch(NamedTuple):
    """Tests that one process runs."""

    tests: list[str]
    limit: float
    """Seconds after which one of them is stopped."""


def batches(tests: list[str], seconds: dict[str, float]) -> list[Batch]:
    """Return tests in the order of their run: some fast ones, the others, the slow ones."""
    quick = [test for test in tests if seconds.get(test, 1.0) < QUICK]
    long = [test for test in tests if test not in set(quick)]
    parts = quick[:LIKELIEST], quick[LIKELIEST:], long
    usual = [max((seconds.get(test, 1.0) for test in part), default=1.0) for part in parts]
    each = zip(parts, usual, strict=True)
    return [Batch(part, max(AT_LEAST, PATIENCE * most)) for part, most in each if part]


def target_files(only: str) -> list[Path]:
    """Return the files in which rules are broken: those whose path matches `only`."""
    files = {path for pattern in TARGETS for path in ROOT.glob(pattern)}
    files = {path for path in files if "pictures" not in path.parts}
    wanted = (p for p in files if p.name not in NO_TARGETS and re.search(only, p.as_posix()))
    return sorted(p for p in wanted if not is_generated(p.read_text(encoding="utf-8")))


# -- running -------------------------------------------------------------------------------------


class Copies:
    """Copies of the project, one for each worker, in which a file may be broken."""

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
            (copy / "spacecombat_agents").symlink_to("agents/spacecombat_agents")
            self.free.put(copy)

    def noticed(self, place: Place, tests: list[Batch], last: tuple[str, ...]) -> str:
        """Return the first test that notices, `time` if none ends, or nothing."""
        copy, is_told = self.free.get(), "presentation" in Path(place.file).parts
        try:
            file = copy / place.file
            source = file.read_text(encoding="utf-8")
            broken = source[: place.start] + place.new + source[place.end :]
            file.write_text(broken, encoding="utf-8")
            try:
                if "/env/" in place.file:  # the engine is not touched
                    every = [test for batch in tests for test in batch.tests]
                    return (_run(copy, every, PLAYED_NATIVELY, WITH_BUILD) or [""])[0]
                its = "-x", "-k", Path(place.file).parts[2]
                by: list[str] = []
                manner = TOLD if is_told else IN_POSITIONS
                for batch in tests:
                    by = by or _run(copy, batch.tests, manner, batch.limit)
                by = by or _run(copy, GOLDEN_TESTS, PLAYED, AT_LEAST, *its)
                if is_told:
                    by = by or _run(copy, TOLD_TESTS, TOLD, WITH_BUILD)
                if not by and last:
                    by = _run(copy, last, PLAYED_NATIVELY, WITH_BUILD, *its)
                return (by or [""])[0]
            finally:
                file.write_text(source, encoding="utf-8")
        finally:
            self.free.put(copy)

    def failing(self, tests: set[str]) -> set[str]:
        """Return the tests that fail without a change, and so notice nothing."""
        copy = self.free.get()
        named = {test for test in tests if "::" in test}
        played = {test for test in named if test.startswith(GOLDEN_TESTS + TOLD_TESTS)}
        others, failed = named - played, set()
        for judged, manner in ((played, PLAYED), (others, IN_POSITIONS), (others, PLAYED_NATIVELY)):
            if judged:
                every = "--maxfail=1000"
                failed |= set(_run(copy, sorted(judged), manner, WITH_BUILD, every))
        self.free.put(copy)
        return failed


def _run(copy: Path, tests: Sequence[str], manner: Manner, limit: float, *how: str) -> list[str]:
    """Run tests in a copy until one fails; return the names of those that failed.

    `how` replaces pytest's option to stop at the first failure.
    """
    command = [sys.executable, "-B", "-m", "pytest", "-q", "--tb=no", *(how or ("-x",))]
    command += ["-m", manner.marked, "-p", "no:cacheprovider", "-p", "no:randomly", *tests]
    command += ["-o", f"faulthandler_timeout={limit}", "-o", "faulthandler_exit_on_timeout=true"]
    env = {**os.environ, **manner.environment, "PYTHONPATH": str(copy), "OMP_NUM_THREADS": "1"}
    try:
        done = subprocess.run(
            command, cwd=copy, env=env, capture_output=True, text=True, timeout=LONGEST
        )
    except subprocess.TimeoutExpired:
        return ["time"]
    if done.returncode in (0, NONE_RUN):
        return []
    if done.returncode == USAGE:
        raise RuntimeError(done.stderr)
    failed = [
        ln.split()[1] for ln in done.stdout.splitlines() if ln.startswith(("FAILED", "ERROR"))
    ]
    return failed or ["time" if "Timeout" in done.stderr + done.stdout else "import"]


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--places", type=int, default=150, help="how many places (150)")
    parser.add_argument("--seed", type=int, default=2026, help="of the draw (2026)")
    parser.add_argument("--only", default="", help="files whose path matches this expression")
    parser.add_argument("--at", help="FILE:LINE: every change of that line instead")
    parser.add_argument("--workers", type=int, default=2, help="processes (2)")
    parser.add_argument("--most", type=int, default=400, help="tests a place before the last (400)")
    parser.add_argument("--interpreted", action="store_true", help="leave out the native tests")
    parser.add_argument("--least", type=float, default=0.0, help="percent that must be noticed")
    parser.add_argument("--list", action="store_true", help="print the places and stop")
    parser.add_argument("--json", type=Path, help="write the result here")
    return parser.parse_args()


def main() -> None:
    """Break rules and report; exit status 1 if tests notice fewer than `--least` percent."""
    chosen = arguments()
    if chosen.at:
        file, line = chosen.at.rsplit(":", 1)
        places = [p for p in places_of((ROOT / file).resolve()) if p.line == int(line)]
    else:
        places = draw_places(target_files(chosen.only), chosen.places, chosen.seed)
    if chosen.list:
        print(*places, sep="\n")
        return
    last = () if chosen.interpreted else LAST_TESTS
    callers, seconds = tests_by_function({Path(place.file).parts[2] for place in places})
    known = kept_rows(chosen.json)
    with tempfile.TemporaryDirectory() as folder:
        copies = Copies(chosen.workers, Path(folder))

        def judge(place: Place) -> str:
            if known.get(str(place)):
                return known[str(place)]
            tests = batches(judges(place, callers, chosen.most), seconds)
            return copies.noticed(place, tests, last)

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
    """Print the score by kind of change; write all results to `path`."""
    kinds = sorted({place.kind for place in places})
    for kind in (*kinds, "all"):
        of = [bool(t) for p, t in zip(places, noticed, strict=True) if kind in (p.kind, "all")]
        print(f"{kind:18s} {sum(of):4d} of {len(of):4d} noticed, {100 * sum(of) / len(of):.0f} %")
    if path is not None:
        write_rows(places, noticed, path)


def write_rows(places: list[Place], noticed: list[str], path: Path) -> None:
    """Write each place with its change and the test that noticed it, if any."""
    rows = [{**asdict(p), "noticed_by": t} for p, t in zip(places, noticed, strict=True)]
    told = {"sources": sources(), "places": rows}
    path.write_text(json.dumps(told, indent=1), encoding="utf-8")


def kept_rows(path: Path | None) -> dict[str, str]:
    """Return the places of a file that were noticed in the present sources, with the test."""
    if path is None or not path.is_file():
        return {}
    told = json.loads(path.read_text(encoding="utf-8"))
    if told["sources"] != sources():
        return {}
    rows = [(row.pop("noticed_by"), Place(**row)) for row in told["places"]]
    return {str(place): test for test, place in rows if test}


if __name__ == "__main__":
    main()
