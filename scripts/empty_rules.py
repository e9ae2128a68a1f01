"""Empty rules one at a time, and see whether a test that is marked with them notices.

    python scripts/empty_rules.py                              # what is not known, all rule sets
    python scripts/empty_rules.py --ruleset battle_rider --all # every rule anew
    python scripts/empty_rules.py --rule BR-DET-05 --rule BR-DET-06
    python scripts/empty_rules.py --sample 40 --check          # a draw; status 1 if one goes by

A rule is not tested by a test that would not miss it. So what of the code names a rule is emptied
(`emptying.py`), each part in its turn, and the tests that are marked with the rule are run,
interpreted. One of them must fail because what it compares is not as it should be, or because an
action that it takes is refused; a crash on the way there proves nothing. Tests are collected once
for a rule set, and each emptied part is tried in a fork of that process, until a test notices.
What only works while modules are imported is emptied before that with `--at-import`, in a process
of its own, which takes long.

The result is kept in `tests/rulesets/<rule set>/emptied.csv`, where `spacecombat rules` reads it:
for each rule what was emptied, the test that noticed, and a digest of both, so that only what was
changed since is tried again. Rules that cannot be emptied are listed beside it, in
`not_emptied.csv`, by hand and with the reason.
"""

from __future__ import annotations

import argparse
import csv
import gc
import hashlib
import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from judging_tests import WALKS, WITHOUT_COMPILER

if __name__ == "__main__":
    os.environ.update(WITHOUT_COMPILER)  # before the rules are imported

import pytest
from _pytest.runner import runtestprotocol
from broken_places import ROOT
from emptying import (
    Part,
    emptied_at_import,
    empty_in_place,
    is_compiled,
    neutral_values,
    parts_of_rules,
    source_of,
)

from spacecombat_agents.commands.rules_report import (
    EMPTIED,
    NOT_EMPTIED,
    implemented_rules,
    read_emptied,
    read_reasons,
    rule_ids,
    tested_rules,
    tiers_of,
)
from spacecombat_env import registry

TESTS = ROOT / "tests"
COLUMNS = "id", "emptied", "noticed_by", "digest"
PATIENCE = 1
"""Seconds of work after which a test is stopped: an emptied rule may go round in circles."""
WARM = 4
"""Files of which a test is run before the first fork."""
LONG_PATIENCE = 60
"""The same of tests that play whole games."""
PROVING = AssertionError, pytest.fail.Exception
"""What a test fails with that notices; and whatever the project itself raises."""
NOTICED = "noticed"

Cases = dict[str, list[pytest.Item]]
"""Test functions by name, each with its cases."""


class Told(NamedTuple):
    """What became of a rule."""

    rule: str
    tests: int
    parts: list[Part]
    emptied: str = ""
    """The part that a test missed."""
    noticed_by: str = ""
    crashed: dict[str, str] = {}
    """Tests that broke down without a comparison, and on which part."""

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
        """Called with what became of each rule."""
        self.imported = imported
        """Whether the part was emptied before all was imported."""
        self.by_rule: dict[str, Cases] = {}
        self.seconds: dict[str, float] = {}
        self.kinds: dict[str, str] = {}
        """Tests, each with how it failed."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: Any) -> Iterator[Any]:
        """Note how a test failed."""
        report = yield
        if call.excinfo is not None and report.failed:
            kind = call.excinfo.type
            proves = issubclass(kind, PROVING) or kind.__module__.startswith("spacecombat_")
            self.kinds.setdefault(item.nodeid, NOTICED if proves else kind.__name__)
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try every rule instead of running the tests."""
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
        """Run a few tests with nothing emptied, so that forks find tables and scenarios read."""
        first = {item.path: item for item in reversed(items) if not _is_long(item)}
        for item in list(first.values())[: WARM if not self.imported else 0]:
            runtestprotocol(item, log=False, nextitem=None)
        self.kinds.clear()

    def tried(self, rule: str) -> Told:
        """Empty the parts of a rule until a test notices, those that take long after the others."""
        every = self.by_rule.get(rule, {})
        told = Told(rule, len(every), self.rules[rule])
        for long, patience in ((False, PATIENCE), (True, LONG_PATIENCE)):
            tests = {name: of for name, of in every.items() if _is_long(of[0]) == long}
            if tests and not told.noticed_by:
                told = self._tried(told, tests, patience)
        return told

    def _tried(self, told: Told, tests: Cases, patience: int) -> Told:
        """Empty the parts of a rule until one of some tests notices."""
        crashed = dict(told.crashed)
        for part in told.parts:
            for value in neutral_values(part):
                failed = self.failing(part, value, tests, patience)
                for name, kind in failed.items():
                    if kind == NOTICED:
                        return told._replace(emptied=str(part), noticed_by=name)
                    if kind:
                        crashed.setdefault(name, f"{part} {kind}")
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
        """Empty a part, run tests, the quickest first, and write a line for each."""
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        if not self.imported:
            empty_in_place(part, value)
            if not is_compiled(part):  # it may have read what is kept since
                clear_caches()
        signal.signal(signal.SIGPROF, _too_long)
        with os.fdopen(mouth, "w", encoding="utf-8") as told:
            for name in sorted(tests, key=lambda name: self.seconds.get(name, 0.5)):
                kind, taken = self._one(tests[name], patience)
                print(json.dumps([name, kind, taken]), file=told, flush=True)
                if kind in (NOTICED, TooLong.__name__):
                    return  # what goes round in circles would so in the others

    def _one(self, cases: list[pytest.Item], patience: int) -> tuple[str, float]:
        """Run the cases of a test until one notices; return how it failed, and the seconds."""
        began, worst = process_time(), ""
        signal.setitimer(signal.ITIMER_PROF, patience, 1)
        for case in cases:
            runtestprotocol(case, log=False, nextitem=None)
            worst = self.kinds.get(case.nodeid, "") or worst
            if worst in (NOTICED, TooLong.__name__):
                break
        signal.setitimer(signal.ITIMER_PROF, 0)
        return worst, process_time() - began


class TooLong(BaseException):
    """A test took longer than is waited for."""


def _too_long(*_: object) -> None:
    """Stop a test."""
    raise TooLong


def clear_caches() -> None:
    """Forget what functions of the project and of the tests' kit keep."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("spacecombat_env", "spacecombat_agents", "kit"):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear") and hasattr(value, "__wrapped__"):
                    value.cache_clear()


def _is_long(item: pytest.Item) -> bool:
    """Tell whether a test plays whole games, or takes long."""
    if any(item.get_closest_marker(name) for name in ("slow", "long", "compiled")):
        return True
    return any(word in item.nodeid.partition("::")[0] for word in WALKS)


def marks_of(item: pytest.Item) -> set[str]:
    """Return the rules that a test is marked with."""
    texts = (text for mark in item.iter_markers("rule") for text in mark.args)
    return {rule for text in texts for rule in rule_ids(text)}


def run(forks: Forks) -> None:
    """Collect the tests that are marked with rules of the same book, and try each rule."""
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
    """Return the files with tests that are marked with rules of the same books."""
    books = "|".join({rule.partition("-")[0] for rule in rules})
    mark = re.compile(rf"mark\.rule\(.*\b({books})-", re.DOTALL)
    return [path for path in sorted(TESTS.rglob("test_*.py")) if mark.search(path.read_text())]


def at_import(told: Told) -> Told:
    """Empty the parts of a rule that went by once more, each before anything is imported."""
    for part in told.parts:
        for value in neutral_values(part):
            words = ["--at-import", part.file, part.name, str(part.line), value, told.rule]
            command = [sys.executable, __file__, *words]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
            for line in done.stdout.splitlines():
                if line.startswith("noticed "):
                    return told._replace(emptied=str(part), noticed_by=line.split()[1])
    return told


def one_at_import(file: str, name: str, line: str, value: str, rule: str) -> None:
    """Empty a part, import, run the tests of a rule, and print one that notices."""
    part = Part(file, name, int(line))
    emptied_at_import(part, value)
    run(Forks({rule: [part]}, lambda told: print("\nnoticed", told.noticed_by), imported=True))


# -- what is known -------------------------------------------------------------------------------


def digest(emptied: str, noticed_by: str) -> str:
    """Return eight hex digits over a part and a test, as they are written without comments."""
    file, _, name = emptied.partition("::")
    test, _, function = noticed_by.partition("::")
    text = source_of(file, name.partition(":")[0]) + source_of(test, function.replace("::", "."))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def is_current(row: dict[str, str]) -> bool:
    """Tell whether a row names a test that notices, and what was emptied, as both are now."""
    emptied, test = row["emptied"], row["noticed_by"]
    return bool(test) and row["digest"] == digest(emptied, test)


def rules_of(name: str) -> list[str]:
    """Return the rules that stand in the code and in marks of tests, but those that cannot be
    emptied, in the order of the index."""
    ruleset = registry.ruleset(name)
    index = tiers_of(ruleset.package)
    both = implemented_rules(ruleset.package, index) & tested_rules(TESTS, index)
    reasons = read_reasons(TESTS / "rulesets" / name / NOT_EMPTIED, index, "reason")
    return [rule for rule in index if rule in both and rule not in reasons]


def write(name: str, rows: dict[str, dict[str, str]]) -> None:
    """Write what is known of a rule set, in the order of its index."""
    with (TESTS / "rulesets" / name / EMPTIED).open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n", extrasaction="ignore")
        table.writeheader()
        table.writerows(rows[rule] for rule in rules_of(name) if rule in rows)


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ruleset", help="one rule set (all)")
    parser.add_argument("--rule", action="append", default=[], help="one rule; may be repeated")
    parser.add_argument("--all", action="store_true", help="what is known already, too")
    parser.add_argument("--sample", type=int, help="so many rules a rule set, known or not")
    parser.add_argument("--seed", type=int, default=2026, help="of the draw (2026)")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail where one goes by"
    )
    parser.add_argument("--import-too", action="store_true", help="what goes by, before importing")
    parser.add_argument("--at-import", nargs=5, help=argparse.SUPPRESS)
    return parser.parse_args()


def wanted(chosen: argparse.Namespace, name: str, rows: dict[str, dict[str, str]]) -> list[str]:
    """Return the rules of a rule set that are to be tried."""
    rules = rules_of(name)
    if chosen.rule:
        return [rule for rule in rules if rule in chosen.rule]
    if chosen.sample is not None:
        return random.Random(chosen.seed).sample(rules, min(chosen.sample, len(rules)))
    return [r for r in rules if chosen.all or r not in rows or not is_current(rows[r])]


def try_rules(chosen: argparse.Namespace, name: str) -> list[str]:
    """Try rules of a rule set, keep what became of them, and return those that go by."""
    rows = read_emptied(TESTS, name) or {}
    rules = wanted(chosen, name, rows)
    gone_by: list[str] = []

    def keep(told: Told) -> None:
        """Print what became of a rule, and write it down."""
        if chosen.import_too and not told.noticed_by:
            told = at_import(told)
        print(f"{told}", file=sys.stderr, flush=True)
        if not told.noticed_by:
            gone_by.append(told.rule)
        mark = digest(told.emptied, told.noticed_by) if told.noticed_by else ""
        cells = told.rule, told.emptied, told.noticed_by, mark
        rows[told.rule] = dict(zip(COLUMNS, cells, strict=True))
        if not chosen.check:
            write(name, rows)

    if rules:
        run(Forks(parts_of_rules(registry.ruleset(name).package, rules), keep))
    if not chosen.check:
        write(name, rows)
    print(f"{name}: {len(rules)} rules emptied, {len(gone_by)} go by unnoticed: {gone_by}")
    return gone_by


def main() -> None:
    """Empty rules and report; exit status 1 if one goes by unnoticed."""
    chosen = arguments()
    if chosen.at_import:
        one_at_import(*chosen.at_import)
    elif chosen.ruleset:
        sys.exit(1 if try_rules(chosen, chosen.ruleset) else 0)
    else:  # a process each: pytest collects once in one
        command = [sys.executable, __file__, *sys.argv[1:], "--ruleset"]
        each = [subprocess.run([*command, name], cwd=ROOT).returncode for name in registry.names()]
        sys.exit(max(each))


if __name__ == "__main__":
    main()
