"""Each worked example of the book that is of a part that is in is named by a test."""

import csv
import re
from pathlib import Path

import yaml

from spacecombat_env.rulesets.interceptor import RULESET

TESTS = Path(__file__).parent
PACKAGE = RULESET.package


def test_every_example_of_what_is_in_is_tested() -> None:
    with (PACKAGE / "to_come.csv").open(encoding="utf-8") as file:
        to_come = {row["id"] for row in csv.DictReader(file)}
    rows = yaml.safe_load((PACKAGE / "data" / "oracles.yaml").read_text(encoding="utf-8"))
    rows = rows["oracles"] if isinstance(rows, dict) else rows
    wanted = {row["id"] for row in rows if row["rule"] not in to_come}
    prose = "".join(path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    named = {
        found.upper().replace("_", "-") for found in re.findall(r"(?i)or[-_][a-z]{3}[-_]\d+", prose)
    }
    assert wanted - named == set()
    assert len(wanted) > 40
