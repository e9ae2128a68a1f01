"""Empty rules one at a time, and see whether a test that is marked with them notices.

    python scripts/empty_rules.py                              # what is not known, all rule sets
    python scripts/empty_rules.py --ruleset battle_rider --all # every rule anew
    python scripts/empty_rules.py --rule BR-DET-05 --rule BR-DET-06
    python scripts/empty_rules.py --sample 40 --check          # a draw; status 1 if one goes by

A rule is not tested by a test that would not miss it. So what of the code names a rule is emptied
(`emptying.py`), each part in its turn, and the tests that are marked with the rule are run,
interpreted. One of them must fail because what it compares is not as it should be, or because an
action that it takes is refused; a crash on the way there proves nothing, and a game that stands
still only where no other test notices. Tests are collected once
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
import functools
import hashlib
import os
import random
import subprocess
import sys

from judging_tests import WITHOUT_COMPILER

if __name__ == "__main__":
    os.environ.update(WITHOUT_COMPILER)  # before the rules are imported

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
    """Empty the parts of a rule that went by once more, each before anything is imported."""
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
    """Return eight hex digits over a part and a test, as they are written without comments."""
    file, _, name = emptied.partition("::")
    test, _, function = noticed_by.partition("::")
    text = source_of(file, name.partition(":")[0]) + source_of(test, function.replace("::", "."))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def is_current(row: dict[str, str]) -> bool:
    """Tell whether a row names a test that notices, and what was emptied, as both are now."""
    emptied, test = row["emptied"], row["noticed_by"]
    return bool(test) and row["digest"] == digest(emptied, test)


@functools.cache
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
    target = TESTS / "rulesets" / name / EMPTIED
    new = target.with_suffix(".new")
    with new.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n", extrasaction="ignore")
        table.writeheader()
        table.writerows(rows[rule] for rule in rules_of(name) if rule in rows)
    new.replace(target)  # whoever reads it meanwhile reads the whole


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

    def keep(told: Disclosed) -> None:
        """Print what became of a rule, and write it down."""
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
