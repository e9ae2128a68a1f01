"""The odds that people are shown are right, decile by decile: mean shown against mean true.

GAMES is how many are played of each scenario by the slow test.
"""

from __future__ import annotations

import os

import pytest
from kit.determinizing import shipped
from kit.odds_by_decile import Shown, deciles, measure

pytestmark = pytest.mark.compiled
GAMES = int(os.environ.get("GAMES", "40"))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scenario"), shipped())
def test_odds_are_right_by_decile(name: str, scenario: str) -> None:
    """Within five points, or two standard errors."""
    rows = deciles(measure(name, scenario, GAMES))
    assert all(row.is_right for row in rows), "\n".join(map(str, rows))


@pytest.mark.parametrize("off", [0.0, 0.1])
def test_a_decile_that_is_off_is_found(off: float) -> None:
    orders = [Shown(game, 0.55, 0.55 - off + game % 3 / 100) for game in range(30)]
    (row,) = deciles(orders)
    assert row.is_right == (off == 0), row
    assert row.number == 5 and row.orders == row.games == 30
