"""The rule matrix of a rule set: its rules as numbered in RULES.md.

The file rules_index.csv lists chapter and tier of each rule. Without it, the id names the chapter.
A heading of RULES.md that ends in `(advanced)`, `(optional)` or `(reference)` gives the tier of the
rules below it; all others are basic.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path

_RULE = re.compile(r"- \*\*(?P<id>[A-Z]+-[A-Z0-9]+-\d+)\*\*(?P<text>.*)")
_HEADING = re.compile(r"#+ .*?(\((?P<tier>advanced|optional|reference)\))?$")


def read_matrix(folder: Path) -> list[dict[str, str]]:
    """Return id, chapter, tier and title (the first sentence in RULES.md) of every rule."""
    titles = _titles(folder / "RULES.md")
    return [
        {key: row[key] for key in ("id", "chapter", "tier")} | {"title": titles.get(row["id"], "")}
        for row in read_index(folder)
    ]


def read_index(folder: Path) -> list[dict[str, str]]:
    """Return at least id, chapter and tier of every rule. Raise OSError if nothing lists them."""
    index = folder / "rules_index.csv"
    if not index.is_file():
        return list(_numbered(folder / "RULES.md"))
    with index.open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if row["id"]]


def _numbered(path: Path) -> Iterator[dict[str, str]]:
    """Yield the rules of a RULES.md in their order."""
    tier = "basic"
    for line in path.read_text(encoding="utf-8").splitlines():
        heading, rule = _HEADING.match(line), _RULE.match(line)
        if heading is not None:
            tier = heading["tier"] or "basic"
        elif rule is not None:
            yield {"id": rule["id"], "chapter": rule["id"].split("-")[1], "tier": tier}


def _titles(path: Path) -> dict[str, str]:
    """Return the text of each rule up to its first full stop, by id."""
    titles: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        found = _RULE.match(line)
        if found is None:
            continue
        text = found["text"].strip()
        if text.startswith("("):
            text = text.partition(")")[2].strip()
        titles[found["id"]] = text.partition(". ")[0].rstrip(".")
    return titles
