"""What determinizations imagine of the enemy is on average what it has: missiles, damage, courses.

GAMES is how many are played of each scenario by the slow test.
"""

from __future__ import annotations

import os

import pytest
from kit.determinizing import shipped
from kit.hidden_totals import TENTH, measure, off, pooled

pytestmark = pytest.mark.compiled
GAMES = int(os.environ.get("GAMES", "100"))
RATES = {"battle_rider": 0.02, "intercept_sensors": 0.1, "interceptor": 0.02}
"""Share of the decisions at which a game is determinized."""
LEAST_GAMES = 15
"""Games in which a turn must have come up."""
BY_CHANCE = 0.05
"""Share of means beyond two standard errors where all is well, give or take two of its own."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scenario"), shipped())
def test_hidden_totals_are_right_on_average_by_turn(name: str, scenario: str) -> None:
    """In games of all scripted players, within a tenth or two standard errors."""
    cells = measure(name, scenario, games=GAMES, rate=RATES[name])
    cells = [found for found in cells if found.games >= LEAST_GAMES]
    usual = BY_CHANCE * len(cells)
    assert len(off(cells)) <= usual + 2.0 * usual**0.5, off(cells)


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
    truth, imagined = pooled(measure(name, scenario, games=16, rate=2 * RATES[name]), total)
    assert truth > 0 and abs(imagined - truth) < 2 * TENTH * truth, (truth, imagined)
