"""The rules of a rule set: as RULES.md numbers them, or as its index lists them."""

from pathlib import Path

import pytest

from spacecombat_env.core.loading.matrix import read_index, read_matrix

RULES = """# A rule matrix

## Scans
- **X-SCAN-01** Two scans a turn. Not three.
- **X-SCAN-02** (p. 4) A scan is a square.

| no | rule |
- a line of no rule, X-SCAN-09

## Decoys (optional)
- **X-DEC-01** One a ship

### More of them (for two maps)
- **X-DEC-02** Two a ship.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A rule set's folder with such a RULES.md."""
    (tmp_path / "RULES.md").write_text(RULES)
    return tmp_path


def test_rules_are_listed_as_they_are_numbered(folder: Path) -> None:
    assert [tuple(row.values()) for row in read_matrix(folder)] == [
        ("X-SCAN-01", "SCAN", "basic", "Two scans a turn"),
        ("X-SCAN-02", "SCAN", "basic", "A scan is a square"),
        ("X-DEC-01", "DEC", "optional", "One a ship"),
        ("X-DEC-02", "DEC", "basic", "Two a ship"),
    ]


def test_an_index_says_it_where_there_is_one(folder: Path) -> None:
    (folder / "rules_index.csv").write_text("id,chapter,tier\nX-DEC-01,DEC,advanced\n")
    assert read_matrix(folder) == [
        {"id": "X-DEC-01", "chapter": "DEC", "tier": "advanced", "title": "One a ship"}
    ]


def test_without_either_there_are_no_rules(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"RULES\.md"):
        read_index(tmp_path)
