"""Each worked example of the book is named by a test."""

import re
from pathlib import Path

import yaml

from spacecombat_env.rulesets.interceptor import RULESET

TESTS = Path(__file__).parent
PACKAGE = RULESET.package


def test_every_example_is_tested() -> None:
    rows = yaml.safe_load((PACKAGE / "data" / "oracles.yaml").read_text(encoding="utf-8"))
    rows = rows["oracles"] if isinstance(rows, dict) else rows
    wanted = {row["id"] for row in rows}
    prose = "".join(path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    named = {
        found.upper().replace("_", "-") for found in re.findall(r"(?i)or[-_][a-z]{3}[-_]\d+", prose)
    }
    assert wanted - named == set()
    assert len(wanted) > 40


def test_every_example_of_construction_is_tested() -> None:
    text = (PACKAGE / "data" / "oracles_ii.yaml").read_text(encoding="utf-8")
    rows = yaml.safe_load(text)["oracles"]
    wanted = {row["id"] for row in rows if row["id"].startswith(("ORC-CON", "ORC-ICB"))}
    prose = "".join(path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    assert wanted - set(re.findall(r"ORC-[A-Z]{3}-\d+", prose)) == set()
    assert len(wanted) == 24


def test_every_example_of_campaigns_is_tested() -> None:
    text = (PACKAGE / "data" / "oracles_ii.yaml").read_text(encoding="utf-8")
    rows = [row for row in yaml.safe_load(text)["oracles"] if row["id"].startswith("ORC-CAM")]
    wanted = {row["id"] for row in rows}
    prose = "".join(path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    assert wanted - set(re.findall(r"ORC-[A-Z]{3}-\d+", prose)) == set()
    assert len(wanted) >= 7
