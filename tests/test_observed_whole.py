"""Observations are written action by action: the same as when they are written whole."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kit.determinizing import walk
from test_determinizations import HIDING, LOOKS, named

from spacecombat_env.env.game import Game

WORDS = 400


def whole(game: Game) -> np.ndarray:
    """Return the observation of the seat to act, written again from what it knows."""
    row = np.zeros_like(game.out.observation[0])
    visible = game.visible_to(game.seat)
    game.kernels.observe(visible, 0, game.scenario.table, game.seat, row)
    return np.multiply(row, game.scales)


def compared(name: str, scenario: str, options: dict[str, Any], seeds: range) -> int:
    """Play with random actions; return how many observations were compared."""
    words = 0
    for seed in seeds:
        for count, game in enumerate(walk(name, scenario, seed, options, whims=1.0)):
            differ = np.flatnonzero(game.floats() != whole(game))
            layout = game.scenario.observation
            columns = [layout.describe(int(place)) for place in differ[:9]]
            question = game.ruleset.decision_text(
                game.visible_to(game.seat), 0, game.scenario, game.seat
            )
            assert not columns, (seed, count, question, columns)
            words += 1
            if count == WORDS:
                break
    return words


SOME = [
    ("battle_rider", "skirmish", {}),
    ("battle_rider", "secrets", HIDING),
    ("intercept_sensors", "duel", {}),
    ("interceptor", "pair", {}),
]


@pytest.mark.rule("BR-SIM-01", "BR-MIS-07")
@pytest.mark.parametrize("case", SOME, ids=named)
def test_some_observations_are_whole(case: tuple[str, str, dict[str, Any]]) -> None:
    """A ship that launches missiles of both kinds sees the first spread at its next decision."""
    assert compared(*case, range(4)) > WORDS // 4


@pytest.mark.slow
@pytest.mark.rule("BR-CRW-06", "BR-ASG-10")
@pytest.mark.parametrize("case", LOOKS, ids=named)
def test_observations_are_whole(case: tuple[str, str, dict[str, Any]]) -> None:
    """Fleets bought with crews and missiles among them."""
    assert compared(*case, range(10, 16)) > WORDS // 4
