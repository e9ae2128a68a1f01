"""The page that maps the book to the code: chapters are in the folders that it names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/where_is_what.md").read_text(encoding="utf-8")
RULESETS = ROOT / "spacecombat_env" / "rulesets"
TITLES = {
    "battle_rider": ("Battle Rider", "BR"),
    "intercept_sensors": ("sensor rules", "IC"),
    "interceptor": ("Interceptor", "IN"),
}
RULINGS = "AMB"


def folders_of(title: str) -> dict[str, str]:
    """Return the folder of each chapter as the page has it."""
    table = PAGE.partition(f"| folder | {title} |\n|---|---|\n")[2].partition("\n\n")[0]
    rows = [re.match(r"\| `([\w./]+)` \| (.*) \|", line) for line in table.splitlines()]
    assert rows and all(rows)
    return {
        chapter: row[1].rstrip("/")
        for row in rows
        if row
        for chapter in re.findall(r"\b[A-Z]{2,4}\b", row[2])
    }


def ids_of(name: str, prefix: str) -> dict[str, dict[str, int]]:
    """Return by chapter and folder how often its ids are in the code of the rule set."""
    found: dict[str, dict[str, int]] = {}
    for path in (RULESETS / name).rglob("*.py"):
        folder = path.relative_to(RULESETS / name).parts[0]
        for chapter in re.findall(rf"\b{prefix}-([A-Z]+)-", path.read_text(encoding="utf-8")):
            found.setdefault(chapter, {}).setdefault(folder, 0)
            found[chapter][folder] += 1
    return found


@pytest.mark.parametrize("name", TITLES)
def test_most_ids_of_a_chapter_are_in_the_folder_that_the_page_names(name: str) -> None:
    title, prefix = TITLES[name]
    listed, found = folders_of(title), ids_of(name, prefix)
    for chapter, folder in listed.items():
        counts = found.get(chapter, {})
        assert counts and 2 * counts.get(folder, 0) > max(counts.values()), (
            chapter,
            folder,
            counts,
        )


@pytest.mark.parametrize("name", TITLES)
def test_every_chapter_with_several_ids_in_the_code_is_on_the_page(name: str) -> None:
    title, prefix = TITLES[name]
    listed, found = folders_of(title), ids_of(name, prefix)
    frequent = {chapter for chapter, counts in found.items() if sum(counts.values()) > 2}
    assert frequent - {RULINGS} - set(listed) == set()


@pytest.mark.parametrize("name", TITLES)
def test_every_folder_of_a_rule_set_is_in_its_table(name: str) -> None:
    table = PAGE.partition("| Interceptor | content |\n")[2].partition("\n\n")[0]
    folders = {path.parent.name for path in (RULESETS / name).glob("*/__init__.py")}
    assert {folder for folder in folders if f"`{folder}/`" not in table} == set()
