"""Measure how much of a rulebook is implemented and tested, by reading the sources.

    implemented      the rule's id is in a docstring or comment of the rule set's sources
    tested           the id is in a `@pytest.mark.rule("...")` of the tests, and one of these tests
                     fails with the rule emptied, according to emptied.csv among the rule set's
                     tests (scripts/empty_rules.py); not_emptied.csv gives the reason where no rule
                     can be emptied; if nothing was emptied the mark alone counts
    not applicable   the id is in the rule set's not_applicable.csv (id, reason)
    done             implemented and tested, or not applicable
    to come          the id is in the rule set's to_come.csv (id, part): a part of the book that is
                     not implemented yet

Ids may be written as ranges and lists: `BR-DMG-10..21`, `BR-DET-05/06`, `BR-DET-05, 06, 09`. Only
ids of the rule set's index count (core/loading/matrix.py). An installed package has no tests: then
`tested`, `not_tested` and `not_done` are null.
"""

from __future__ import annotations

import ast
import csv
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from spacecombat_agents.package_paths import CHECKOUT
from spacecombat_agents.terminal import print_table
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.loading.matrix import read_index
from spacecombat_env.core.ruleset import RuleSet

__all__ = [
    "TESTS",
    "implemented_rules",
    "marked_rules",
    "print_rules",
    "read_emptied",
    "read_reasons",
    "rule_ids",
    "rules_report",
    "source_prose",
    "tested_rules",
    "tiers_of",
]

NOT_APPLICABLE, TO_COME = "not_applicable.csv", "to_come.csv"
EMPTIED, NOT_EMPTIED = "emptied.csv", "not_emptied.csv"
TIERS = {"basic": "B", "advanced": "A", "optional": "O", "reference": "R"}
TESTS = None if CHECKOUT is None else CHECKOUT / "tests"
"""The project's own tests; None in an installed package, whatever folder `tests` exists there."""

_ID = re.compile(r"\b([A-Z]+-[A-Z0-9]+-)(\d{2,3})\b")
_MORE = re.compile(
    r"(\.\.|/)(\d{2,3})\b"  # a range, or a list with strokes
    r"|(?:,\s|,?\sand\s)(0\d+|\d{2,3}(?!\s+(?!and\s\d)[a-z]))\b(?!-)"  # no "05, 10 hexes"
)


def rules_report(
    ruleset: RuleSet, tests: Path | None = TESTS, tier: str | None = None
) -> dict[str, Any]:
    """Count a rule set's rules by tier; `not_done` lists incomplete ones.

    Without `tests` only implemented rules are counted.
    """
    if tests is not None and not tests.is_dir():
        raise ConfigError.at(tests, "tests", "no such folder")
    index = tiers_of(ruleset.package)
    if tier is not None:
        index = {rule: its for rule, its in index.items() if its == tier}
    inapplicable = read_reasons(ruleset.package / NOT_APPLICABLE, index, "reason")
    implemented = implemented_rules(ruleset.package, index)
    tested = missed_rules(tests, ruleset.name, index) if tests is not None else None
    tiers = {}
    for name in TIERS.values():
        rules = {rule for rule, its in index.items() if its == name}
        if rules:
            tiers[name] = {
                "total": len(rules),
                "implemented": len(rules & implemented),
                "tested": None if tested is None else len(rules & tested),
                "not_applicable": len(rules & set(inapplicable)),
            }
    return {
        "ruleset": ruleset.name,
        "tiers": tiers,
        "tests": tested is not None,
        "not_done": _missing(index, inapplicable, tested and implemented & tested),
        "not_implemented": _missing(index, inapplicable, implemented),
        "not_tested": _missing(index, inapplicable, tested),
        "not_applicable": inapplicable,
        "to_come": read_reasons(ruleset.package / TO_COME, index, "part"),
    }


def _missing(
    index: Iterable[str], inapplicable: Iterable[str], done: set[str] | None
) -> list[str] | None:
    """Return the applicable rules that are not among `done`; None if that is unknown."""
    if done is None:
        return None
    return [rule for rule in index if rule not in done and rule not in inapplicable]


def tiers_of(package: Path) -> dict[str, str]:
    """Return rule ids and their tiers' letters, in the order of the index."""
    try:
        return {row["id"]: TIERS[row["tier"]] for row in read_index(package)}
    except OSError:
        raise ConfigError.at(package, "file", "this rule set has no index of rules") from None
    except KeyError as cause:
        raise ConfigError.at(package, "tier", f"unknown column or tier {cause}") from None


def read_reasons(path: Path, index: Iterable[str], column: str) -> dict[str, str]:
    """Return the ids that a file lists, with the reasons; none if there is no file."""
    if not path.is_file():
        return {}
    known = set(index)
    rows = csv.DictReader(io.StringIO(path.read_text(encoding="utf-8")))
    reasons = {row["id"]: (row.get(column) or "").strip() for row in rows if row["id"] in known}
    for rule, reason in reasons.items():
        if not reason:
            raise ConfigError.at(path, rule, f"no {column} is given")
    return reasons


def implemented_rules(folder: Path, index: Iterable[str]) -> set[str]:
    """Return the ids in docstrings and comments of a folder's sources."""
    known = set(index)
    found: set[str] = set()
    for path in sorted(folder.rglob("*.py")):
        for prose in source_prose(path.read_text(encoding="utf-8")):
            found.update(known.intersection(rule_ids(prose)))
    return found


def tested_rules(folder: Path, index: Iterable[str]) -> set[str]:
    """Return the ids in test marks."""
    known = set(index)
    found: set[str] = set()
    for path in sorted(folder.rglob("test_*.py")):
        for prose in marked_rules(path.read_text(encoding="utf-8")):
            found.update(known.intersection(rule_ids(prose)))
    return found


def missed_rules(folder: Path, ruleset: str, index: Iterable[str]) -> set[str]:
    """Return the ids in test marks with a test that fails without the rule."""
    marked, emptied = tested_rules(folder, index), read_emptied(folder, ruleset)
    if emptied is None:
        return marked
    reasons = read_reasons(folder / "rulesets" / ruleset / NOT_EMPTIED, index, "reason")
    return marked & ({rule for rule, row in emptied.items() if row["noticed_by"]} | set(reasons))


def read_emptied(folder: Path, ruleset: str) -> dict[str, dict[str, str]] | None:
    """Return the result of emptying each rule; None if there is no such file."""
    path = folder / "rulesets" / ruleset / EMPTIED
    if not path.is_file():
        return None
    with path.open(encoding="utf-8", newline="") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


def rule_ids(prose: str) -> Iterator[str]:
    """Return every id in a text, with ranges and lists expanded."""
    for match in _ID.finditer(prose):
        prefix, last = match.group(1), match.group(2)
        yield prefix + last
        at = match.end()
        while (more := _MORE.match(prose, at)) is not None:
            number_text = more.group(2) or more.group(3)
            first = int(last) + 1 if more.group(1) == ".." else int(number_text)
            last, at = number_text, more.end()
            for number in range(first, int(last) + 1):
                yield f"{prefix}{number:0{len(match.group(2))}d}"


def source_prose(source: str) -> Iterator[str]:
    """Yield the docstrings and comments of a source file."""
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, documented) and (prose := ast.get_docstring(node)):
            yield prose
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)
    for action in tokenize.generate_tokens(io.StringIO(source).readline):
        if action.type == tokenize.COMMENT:
            yield action.string


def marked_rules(source: str) -> Iterator[str]:
    """Return the texts in `pytest.mark.rule(...)` anywhere in a test file."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and _is_rule_mark(node.func):
            for argument in ast.walk(node):
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def _is_rule_mark(function: ast.expr) -> bool:
    """Return whether an expression is `pytest.mark.rule`."""
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "rule"
        and isinstance(function.value, ast.Attribute)
        and function.value.attr == "mark"
    )


def print_rules(report: Mapping[str, Any]) -> None:
    """Print the coverage of a rulebook."""
    if not report["tests"]:
        print("This installed package has no tests, so it is not known which rules are")
        print("tested; use --tests FOLDER with the tests of a checkout.\n")
    rows = []
    for tier, counts in report["tiers"].items():
        tested = "?" if counts["tested"] is None else str(counts["tested"])
        numbers = [counts["total"], counts["implemented"], tested, counts["not_applicable"]]
        rows.append([tier, *map(str, numbers)])
    print_table(["tier", "rules", "implemented", "tested", "not applicable"], rows)
    part = "not_done" if report["tests"] else "not_implemented"
    title = part.replace("_", " ").capitalize()
    print(f"{title}: {len(report[part])} rules (--json lists them).")
    if report["to_come"]:
        missing = sum(rule not in report["to_come"] for rule in report[part])
        print(f"Of these {missing} are in implemented parts of the book; the others are to come:")
        for name, count in Counter(report["to_come"].values()).items():
            print(f"  {name}: {count}")
