"""Empty parts of rules, and run the tests marked with the rule: for `empty_rules.py`.

Tests are collected once; each part is emptied in a fork of that process.
"""

from __future__ import annotations

import gc
import json
import os
import re
import signal
import sys
from collections.abc import Generator, Iterable
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol
from broken_places import ROOT
from emptying import Part, empty_in_place, is_compiled, neutral_values
from judging_tests import WALKS

from spacecombat_agents.info.rule_coverage import rule_ids

TESTS = ROOT / "tests"
PATIENCE = 1
"""Seconds after which a test is stopped, since an emptied rule may cause an endless loop."""
WARM = 4
"""Number of files of which one test is run before the first fork."""
LONG_PATIENCE = 5
"""The same for tests that play whole games."""
STOPPED = 4
"""Number of stopped tests after which the rest is skipped; some tests compare without a game."""
PROVING = AssertionError, pytest.fail.Exception
"""Exceptions of a test that notices; the project's own exceptions count too."""
NOTICED = "noticed"

Cases = dict[str, list[pytest.Item]]
"""Test functions by name, each with its cases."""


class Disclosed(NamedTuple):
    """The result for a rule."""

    rule: str
    tests: int
    parts: list[Part]
    emptied: str = ""
    """The part that a test missed."""
    noticed_by: str = ""
    how: str = ""
    """`compared`; or `stood still` if the game stopped and no other test noticed."""
    crashed: dict[str, tuple[str, str]] = {}
    """Tests that failed without a comparison, with the part and the error."""

    def __str__(self) -> str:
        if self.noticed_by:
            return f"{self.rule} {self.emptied} noticed by {self.noticed_by}"
        return f"{self.rule} GOES BY: {self.tests} tests, {len(self.parts)} parts, {self.crashed}"


# -- running marked tests in forks ---------------------------------------------------------------


class Forks:
    """A plugin: pytest collects, and each emptied part is tried in a fork."""

    def __init__(self, rules: dict[str, list[Part]], keep: Any, imported: bool = False) -> None:
        self.rules = rules
        self.keep = keep
        """Called with the result of each rule."""
        self.imported = imported
        """Whether the part was emptied before the imports."""
        self.by_rule: dict[str, Cases] = {}
        self.seconds: dict[str, float] = {}
        self.kinds: dict[str, str] = {}
        """How each test failed."""
        self.broken = False
        """Whether a stopped test leaves the process unusable."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: Any) -> Generator[None, Any, Any]:
        """Note how a test failed."""
        report = yield
        if call.excinfo is not None and report.failed:
            kind = call.excinfo.type
            proves = issubclass(kind, PROVING) or kind.__module__.startswith("spacecombat_")
            self.kinds.setdefault(item.nodeid, NOTICED if proves else kind.__name__)
            self.broken |= kind is TooLong and call.when != "call"
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try every rule instead of the usual run."""
        gc.freeze()  # forks share what is there
        for item in session.items:
            for rule in marks_of(item):
                name = item.nodeid.partition("[")[0]
                self.by_rule.setdefault(rule, {}).setdefault(name, []).append(item)
        self.warm(session.items)
        for rule in sorted(self.rules, key=lambda rule: len(self.by_rule.get(rule, ()))):
            self.keep(self.tried(rule))
        return True

    def warm(self, items: list[pytest.Item]) -> None:
        """Run a few tests with nothing emptied, so that forks inherit tables and scenarios."""
        first = {item.path: item for item in reversed(items) if not _is_long(item)}
        for item in list(first.values())[: WARM if not self.imported else 0]:
            runtestprotocol(item, log=False, nextitem=None)
        self.kinds.clear()

    def tried(self, rule: str) -> Disclosed:
        """Empty the parts of a rule until a test notices; slow tests come last."""
        every = self.by_rule.get(rule, {})
        told = Disclosed(rule, len(every), self.rules[rule])
        for long, patience in ((False, PATIENCE), (True, LONG_PATIENCE)):
            tests = {name: of for name, of in every.items() if _is_long(of[0]) == long}
            if tests and not told.noticed_by:
                told = self._tried(told, tests, patience)
        for name, (part, kind) in told.crashed.items():
            if not told.noticed_by and kind == TooLong.__name__:
                return told._replace(emptied=part, noticed_by=name, how="stood still")
        return told

    def _tried(self, told: Disclosed, tests: Cases, patience: int) -> Disclosed:
        """Empty the parts of a rule until one of some tests notices."""
        crashed = dict(told.crashed)
        for part in told.parts:
            for value in neutral_values(part):
                failed = self.failing(part, value, tests, patience)
                for name, kind in failed.items():
                    if kind == NOTICED:
                        return told._replace(emptied=str(part), noticed_by=name, how="compared")
                    if kind:
                        crashed.setdefault(name, (str(part), kind))
                if TooLong.__name__ in failed.values():
                    break
        return told._replace(crashed=crashed)

    def failing(self, part: Part, value: str, tests: Cases, patience: int) -> dict[str, str]:
        """Run tests in a fork with a part emptied until one notices; return how each failed."""
        ear, mouth = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(ear)
            try:
                self._in_child(part, value, tests, patience, mouth)
            finally:
                os._exit(0)
        os.close(mouth)
        with os.fdopen(ear, encoding="utf-8") as heard:
            lines = [json.loads(line) for line in heard]
        os.waitpid(child, 0)
        self.seconds |= {name: taken for name, _, taken in lines}
        return {name: kind for name, kind, _ in lines}

    def _in_child(self, part: Part, value: str, tests: Cases, patience: int, mouth: int) -> None:
        """Empty a part, run tests, the fastest first, and write a line for each."""
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        if not self.imported:
            empty_in_place(part, value)
            if not is_compiled(part):  # caches may have been filled since
                clear_caches()
        signal.signal(signal.SIGPROF, _too_long)
        stopped = 0
        with os.fdopen(mouth, "w", encoding="utf-8") as told:
            for name in sorted(tests, key=lambda name: self.seconds.get(name, 0.5)):
                kind, taken = self._one(tests[name], patience)
                print(json.dumps([name, kind, taken]), file=told, flush=True)
                stopped += kind == TooLong.__name__
                if kind == NOTICED or stopped == STOPPED or self.broken:
                    return  # an endless loop would repeat in the others

    def _one(self, cases: list[pytest.Item], patience: int) -> tuple[str, float]:
        """Run the cases of a test until one notices; return how it failed, and the seconds."""
        began, worst = process_time(), ""
        signal.setitimer(signal.ITIMER_PROF, patience, 1)
        try:
            for case in cases:
                runtestprotocol(case, log=False, nextitem=None)
                worst = self.kinds.get(case.nodeid, "") or worst
                if worst in (NOTICED, TooLong.__name__):
                    break
        except TooLong:  # while another was reported
            worst, self.broken = worst or TooLong.__name__, True
        signal.setitimer(signal.ITIMER_PROF, 0)
        return worst, process_time() - began


class TooLong(BaseException):
    """A test exceeded its time limit."""


def _too_long(*_: object) -> None:
    """Stop a test."""
    raise TooLong


def clear_caches() -> None:
    """Clear the caches of functions of the project and of the test kit."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("spacecombat_env", "spacecombat_agents", "kit"):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear") and hasattr(value, "__wrapped__"):
                    value.cache_clear()


def _is_long(item: pytest.Item) -> bool:
    """Whether a test plays whole games or takes long."""
    if any(item.get_closest_marker(name) for name in ("slow", "long", "compiled")):
        return True
    return any(word in item.nodeid.partition("::")[0] for word in WALKS)


def marks_of(item: pytest.Item) -> set[str]:
    """Return the rules that a test is marked with."""
    texts = (text for mark in item.iter_markers("rule") for text in mark.args)
    return {rule for text in texts for rule in rule_ids(text)}


def run(forks: Forks) -> None:
    """Collect the tests marked with rules of the same rule set, and try each rule."""
    import hypothesis

    found = hypothesis.Phase.explicit, hypothesis.Phase.generate  # no search for smaller cases
    how: dict[str, Any] = {"database": None, "derandomize": True, "phases": found}
    hypothesis.settings.register_profile("empty", deadline=None, **how)
    hypothesis.settings.load_profile("empty")
    options = ["--capture=no", "-p", "no:cacheprovider", "-p", "no:xdist"]
    status = pytest.main([*options, *map(str, marked_files(forks.rules))], plugins=[forks])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise SystemExit(f"the tests were not collected: {status!r}")


def marked_files(rules: Iterable[str]) -> list[Path]:
    """Return the files with tests that are marked with rules of the same rule sets."""
    books = "|".join({rule.partition("-")[0] for rule in rules})
    mark = re.compile(rf"mark\.rule\(.*\b({books})-", re.DOTALL)
    return [path for path in sorted(TESTS.rglob("test_*.py")) if mark.search(path.read_text())]
