"""The rule matrix of a rule set, as numbered in its RULES.md and listed in its rules_index.csv."""

from __future__ import annotations

import csv
import re
from pathlib import Path

_RULE = re.compile(r"- \*\*(?P<id>[A-Z]+-[A-Z0-9]+-\d+)\*\*(?P<text>.*)")


def read_matrix(folder: Path) -> list[dict[str, str]]:
    """Return id, chapter, tier and title (the first sentence in RULES.md) of every rule."""
    titles = _titles(folder / "RULES.md")
    with (folder / "rules_index.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["id"]]
    return [
        {key: row[key] for key in ("id", "chapter", "tier")} | {"title": titles.get(row["id"], "")}
        for row in rows
    ]


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
