"""Rules are counted from code and tests: ids, ranges, lists, docstrings, comments, marks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import auction
import pytest

from spacecombat_agents.info.rule_coverage import (
    marked_rules,
    print_rules,
    rule_ids,
    rules_report,
    source_prose,
)
from spacecombat_env.core.errors import ConfigError


@pytest.mark.parametrize(
    ("prose", "ids"),
    [
        ("BR-DET-05 A sensor", "05"),
        ("BR-DET-08..10 sensors", "08 09 10"),
        ("BR-DET-05/06 sensors", "05 06"),
        ("BR-DET-05, 06, 09", "05 06 09"),
        ("BR-DET-05, 06 and 09 say", "05 06 09"),
        ("BR-DET-08..10, 12 and 14.", "08 09 10 12 14"),
        ("BR-DET-07, 10 hexes away", "07"),
        ("BR-DET-07, 12-hex range", "07"),
        ("BR-DET-04 and 3 others", "04"),
        ("no rule, XBR-DET-04a", ""),
    ],
)
def test_ids_in_prose(prose: str, ids: str) -> None:
    assert list(rule_ids(prose)) == [f"BR-DET-{number}" for number in ids.split()]


def test_two_chapters_in_one_text() -> None:
    assert list(rule_ids("(BR-DET-13, BR-AMB-100)")) == ["BR-DET-13", "BR-AMB-100"]


def test_prose_is_docstrings_and_comments_alone() -> None:
    source = '''"""A."""
x = "B"  # C
class K:
    """D."""
    field: int = 3
    """E."""
    def f(self):
        """F."""
        return "G"
'''
    assert set(source_prose(source)) == {"A.", "# C", "D.", "E.", "F."}


def test_marks_are_found_wherever_they_stand() -> None:
    source = """
import pytest
pytestmark = pytest.mark.rule("X-A-01")
@pytest.mark.rule("X-A-02", "X-A-03..05")
def test_a(): "X-A-09"
@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("X-A-06"))])
def test_b(n): other.rule("X-A-10")
"""
    ids = {rule for text in marked_rules(source) for rule in rule_ids(text)}
    assert ids == {f"X-A-0{n}" for n in range(1, 7)}


def make(folder: Path) -> tuple[Path, Path]:
    """Write a rule set of five rules and a test."""
    package, tests = folder / "rules", folder / "tests"
    package.mkdir()
    tests.mkdir()
    index = "id,chapter,tier\nX-A-01,A,basic\nX-A-02,A,basic\nX-A-03,A,basic\nX-B-01,B,advanced\n"
    (package / "rules_index.csv").write_text(index)
    (package / "not_applicable.csv").write_text("id,reason\nX-A-03,a box of counters\n")
    (package / "a.py").write_text('def f():\n    """X-A-01, 02 Deeds."""\n')
    (tests / "test_a.py").write_text('@pytest.mark.rule("X-A-01")\ndef test(): pass\n')
    return package, tests


def test_the_report(tmp_path: Path) -> None:
    package, tests = make(tmp_path)
    ruleset = replace(auction.RULESET, package=package)
    report = rules_report(ruleset, tests)
    assert report["tiers"]["B"] == {
        "total": 3,
        "implemented": 2,
        "tested": 1,
        "not_applicable": 1,
    }
    assert report["not_done"] == ["X-A-02", "X-B-01"]
    assert rules_report(ruleset, tests, tier="B")["not_done"] == ["X-A-02"]


def test_a_mark_counts_only_where_the_rule_was_missed(tmp_path: Path) -> None:
    """As soon as rules were emptied at all; or where a reason tells why one cannot be."""
    package, tests = make(tmp_path)
    (tests / "test_a.py").write_text('@pytest.mark.rule("X-A-01..03")\ndef test(): pass\n')
    ruleset = replace(auction.RULESET, package=package)
    folder = tests / "rulesets" / ruleset.name
    folder.mkdir(parents=True)
    assert rules_report(ruleset, tests)["not_done"] == ["X-B-01"]
    head = "id,emptied,noticed_by,digest\n"
    (folder / "emptied.csv").write_text(f"{head}X-A-01,a.py::f,test_a.py::test,0\nX-A-02,,,\n")
    assert rules_report(ruleset, tests)["not_done"] == ["X-A-02", "X-B-01"]
    (folder / "not_emptied.csv").write_text("id,reason\nX-A-02,a table\n")
    assert rules_report(ruleset, tests)["not_done"] == ["X-B-01"]


def test_parts_that_are_to_come_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package, tests = make(tmp_path)
    (package / "to_come.csv").write_text("id,part\nX-B-01,the war\n")
    report = rules_report(replace(auction.RULESET, package=package), tests)
    assert report["to_come"] == {"X-B-01": "the war"}
    print_rules(report)
    told = capsys.readouterr().out
    assert "Of these 1 are in implemented parts of the book" in told and "the war: 1" in told
    (package / "to_come.csv").write_text("id,part\nX-B-01,\n")
    with pytest.raises(ConfigError, match="no part is given"):
        rules_report(replace(auction.RULESET, package=package), tests)


def test_without_tests_nothing_is_claimed(tmp_path: Path) -> None:
    package, _ = make(tmp_path)
    report = rules_report(replace(auction.RULESET, package=package), None)
    assert report["tiers"]["B"]["tested"] is None
    assert report["not_done"] is None
    assert report["not_tested"] is None
    assert report["not_implemented"] == ["X-B-01"]


def test_a_folder_of_tests_that_is_not_there_is_refused(tmp_path: Path) -> None:
    package, _ = make(tmp_path)
    with pytest.raises(ConfigError, match="nowhere: tests: no such folder"):
        rules_report(replace(auction.RULESET, package=package), tmp_path / "nowhere")


def test_a_rule_set_without_index_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no index of rules"):
        rules_report(replace(auction.RULESET, package=tmp_path), tmp_path)
