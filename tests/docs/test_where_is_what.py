"""The page that leads from the book to the code: its chapters are where it says."""

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


def rooms_of(title: str) -> dict[str, str]:
    """Return the room of each chapter as the page has it."""
    table = PAGE.partition(f"| room | {title} |\n|---|---|\n")[2].partition("\n\n")[0]
    rows = [re.match(r"\| `([\w./]+)` \| (.*) \|", line) for line in table.splitlines()]
    assert rows and all(rows)
    return {
        chapter: row[1].rstrip("/")
        for row in rows
        if row
        for chapter in re.findall(r"\b[A-Z]{2,4}\b", row[2])
    }


def ids_of(name: str, prefix: str) -> dict[str, dict[str, int]]:
    """Return by chapter and room how often its ids stand in the code of the rule set."""
    found: dict[str, dict[str, int]] = {}
    for path in (RULESETS / name).rglob("*.py"):
        room = path.relative_to(RULESETS / name).parts[0]
        for chapter in re.findall(rf"\b{prefix}-([A-Z]+)-", path.read_text(encoding="utf-8")):
            found.setdefault(chapter, {}).setdefault(room, 0)
            found[chapter][room] += 1
    return found


@pytest.mark.parametrize("name", TITLES)
def test_a_chapter_is_at_home_in_the_room_that_the_page_names(name: str) -> None:
    title, prefix = TITLES[name]
    told, found = rooms_of(title), ids_of(name, prefix)
    for chapter, room in told.items():
        counts = found.get(chapter, {})
        assert counts and 2 * counts.get(room, 0) > max(counts.values()), (chapter, room, counts)


@pytest.mark.parametrize("name", TITLES)
def test_every_chapter_of_which_much_is_in_the_code_stands_on_the_page(name: str) -> None:
    title, prefix = TITLES[name]
    told, found = rooms_of(title), ids_of(name, prefix)
    much = {chapter for chapter, rooms in found.items() if sum(rooms.values()) > 2}
    assert much - {RULINGS} - set(told) == set()


@pytest.mark.parametrize("name", TITLES)
def test_every_room_of_a_rule_set_stands_in_the_first_table(name: str) -> None:
    table = PAGE.partition("| what is in it |\n")[2].partition("\n\n")[0]
    rooms = {path.parent.name for path in (RULESETS / name).glob("*/__init__.py")}
    assert {room for room in rooms if f"`{room}/`" not in table} == set()
