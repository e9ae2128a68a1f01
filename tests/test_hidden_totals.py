"""What determinizations imagine of the enemy is on average what it has: missiles, damage, courses.

GAMES is how many are played of each scenario by the slow test.
"""

from __future__ import annotations

import os

import pytest
from kit.determinizing import shipped
from kit.hidden_totals import TENTH, Cell, measure, off, pooled

pytestmark = pytest.mark.compiled
GAMES = int(os.environ.get("GAMES", "100"))
LEAST = 30
"""Positions that a turn must have: two of each game that reaches it."""
ROUNDS = 3
"""Rounds, each of other games, in which a mean must be off, to the same side, to be wrong. By chance
one in twenty is beyond two standard errors, and one in thirty thousand three times to one side."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scenario"), shipped())
def test_hidden_totals_are_right_on_average_by_turn(name: str, scenario: str) -> None:
    """In games of all scripted players, within a tenth or two standard errors: every one."""
    wrong, first = dict[tuple[str, int, bool], list[Cell]](), 0
    for number in range(ROUNDS):
        games = GAMES << number  # later rounds are sharper
        cells = measure(name, scenario, games=games, first=first)
        found = {each.side: each for each in off([c for c in cells if c.positions >= LEAST])}
        wrong = {
            side: [*wrong.get(side, []), each]
            for side, each in found.items()
            if not number or side in wrong
        }
        if not wrong:
            return
        first += games
    raise AssertionError("\n".join(map(str, wrong.values())))


@pytest.mark.parametrize(
    ("name", "scenario", "total"),
    [
        ("battle_rider", "skirmish", "missiles aboard"),
        ("interceptor", "pair", "missiles aboard"),
        ("intercept_sensors", "duel", "thrust"),
    ],
)
def test_what_is_spent_is_gone(name: str, scenario: str, total: str) -> None:
    """Launched missiles are gone from the racks, and an enemy unseen burns."""
    truth, imagined = pooled(measure(name, scenario, games=40), total)
    assert truth > 0 and abs(imagined - truth) < 2 * TENTH * truth, (truth, imagined)
