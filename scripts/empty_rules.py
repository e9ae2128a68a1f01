"""Empty rules one at a time, and check whether a test marked with them notices.

    python scripts/empty_rules.py                              # unknown results, all rule sets
    python scripts/empty_rules.py --ruleset battle_rider --all # every rule again
    python scripts/empty_rules.py --rule BR-DET-05 --rule BR-DET-06
    python scripts/empty_rules.py --sample 40 --check          # a sample; status 1 if one is missed

A rule counts as tested only if a test fails without it. The parts of the code that name a rule are
emptied one after the other (`emptying.py`), and the tests marked with the rule are run,
interpreted. One of them must fail in a comparison, or because one of its actions is refused. A
crash before that proves nothing, and a game that stands still counts only if no other test notices.

Tests are collected once for a rule set, and each emptied part is tried in a fork of that process,
until a test notices. With `--at-import`, parts that run only during import are emptied before it,
in a slow process of their own.

The result is stored in `tests/rulesets/<rule set>/emptied.csv`, where `spacecombat rules` reads it.
Each row has the emptied part, the test that noticed, and a digest of both, so that only changed
ones are tried again. The file `not_emptied.csv` next to it lists by hand the rules that cannot be
emptied, with reasons.
"""

from __future__ import annotations

import argparse
import csv
import functools
import hashlib
import os
import random
import subprocess
import sys

from judging_tests import INTERPRETED

if __name__ == "__main__":
    os.environ.update(INTERPRETED)  # before the rules are imported

from broken_places import ROOT
from emptied_parts import TESTS, Disclosed, Forks, run
from emptying import Part, emptied_at_import, neutral_values, parts_of_rules, source_of

from spacecombat_agents.info.rule_coverage import (
    EMPTIED,
    NOT_EMPTIED,
    implemented_rules,
    read_emptied,
    read_reasons,
    tested_rules,
    tiers_of,
)
from spacecombat_env import registry

COLUMNS = "id", "emptied", "noticed_by", "how", "digest"


def at_import(told: Disclosed) -> Disclosed:
    """Empty the parts of a missed rule once more, each before the imports."""
    for part in told.parts:
        for value in neutral_values(part):
            words = ["--at-import", part.file, part.name, str(part.line), value, told.rule]
            command = [sys.executable, __file__, *words]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
            for line in done.stdout.splitlines():
                if line.startswith("noticed "):
                    return told._replace(
                        emptied=str(part), noticed_by=line.split()[1], how="compared"
                    )
    return told


def one_at_import(file: str, name: str, line: str, value: str, rule: str) -> None:
    """Empty a part, import, run the tests of a rule, and print one that notices."""
    part = Part(file, name, int(line))
    emptied_at_import(part, value)

    def keep(told: Disclosed) -> None:
        """Print the test that noticed, if one did."""
        if told.noticed_by:
            print("\nnoticed", told.noticed_by)

    run(Forks({rule: [part]}, keep, imported=True))


# -- what is known -------------------------------------------------------------------------------


def digest(emptied: str, noticed_by: str) -> str:
    """Return eight hex digits over the sources of a part and a test, without comments."""
    file, _, name = emptied.partition("::")
    test, _, function = noticed_by.partition("::")
    text = source_of(file, name.partition(":")[0]) + source_of(test, function.replace("::", "."))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def is_current(row: dict[str, str]) -> bool:
    """Whether a row names a test that notices, and both part and test are unchanged."""
    emptied, test = row["emptied"], row["noticed_by"]
    return bool(test) and row["digest"] == digest(emptied, test)


@functools.cache
def rules_of(name: str) -> list[str]:
    """Return the rules in the code and in marks of tests, in the order of the index, without
    those that cannot be emptied.
    """
    ruleset = registry.ruleset(name)
    index = tiers_of(ruleset.package)
    both = implemented_rules(ruleset.package, index) & tested_rules(TESTS, index)
    reasons = read_reasons(TESTS / "rulesets" / name / NOT_EMPTIED, index, "reason")
    return [rule for rule in index if rule in both and rule not in reasons]


def write(name: str, rows: dict[str, dict[str, str]]) -> None:
    """Write the results of a rule set, in the order of its index."""
    target = TESTS / "rulesets" / name / EMPTIED
    new = target.with_suffix(".new")
    with new.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n", extrasaction="ignore")
        table.writeheader()
        table.writerows(rows[rule] for rule in rules_of(name) if rule in rows)
    new.replace(target)  # replaced atomically for parallel readers


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ruleset", help="one rule set (all)")
    parser.add_argument("--rule", action="append", default=[], help="one rule; may be repeated")
    parser.add_argument("--all", action="store_true", help="what is known already, too")
    parser.add_argument("--sample", type=int, help="number of rules per rule set, known or not")
    parser.add_argument("--seed", type=int, default=2026, help="of the draw (2026)")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail where one goes by"
    )
    parser.add_argument("--import-too", action="store_true", help="what goes by, before importing")
    parser.add_argument("--at-import", nargs=5, help=argparse.SUPPRESS)
    return parser.parse_args()


def wanted(chosen: argparse.Namespace, name: str, rows: dict[str, dict[str, str]]) -> list[str]:
    """Return the rules of a rule set to try."""
    rules = rules_of(name)
    if chosen.rule:
        return [rule for rule in rules if rule in chosen.rule]
    if chosen.sample is not None:
        return random.Random(chosen.seed).sample(rules, min(chosen.sample, len(rules)))
    return [r for r in rules if chosen.all or r not in rows or not is_current(rows[r])]


def try_rules(chosen: argparse.Namespace, name: str) -> list[str]:
    """Try rules of a rule set, store the results, and return those that no test noticed."""
    rows = read_emptied(TESTS, name) or {}
    rules = wanted(chosen, name, rows)
    gone_by: list[str] = []

    def keep(told: Disclosed) -> None:
        """Print the result of a rule, and store it."""
        if chosen.import_too and not told.noticed_by:
            told = at_import(told)
        print(f"{told}", file=sys.stderr, flush=True)
        if not told.noticed_by:
            gone_by.append(told.rule)
        mark = digest(told.emptied, told.noticed_by) if told.noticed_by else ""
        cells = told.rule, told.emptied, told.noticed_by, told.how, mark
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
    """Empty rules and report; exit status 1 if one is not noticed."""
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
