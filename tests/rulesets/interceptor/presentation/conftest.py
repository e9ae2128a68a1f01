"""Moments of games that pictures are drawn of."""

from __future__ import annotations

import pytest
from kit.interceptor.games import Play


@pytest.fixture(scope="package")
def fights():
    """A few moments of games played at random."""
    found = []
    for name, seed in (("pair", 3), ("asteroid_field", 5)):
        play = Play(name, seed=seed)
        for n in range(6):
            play.play_at_random(n, 25)
            found.append((play.scenario, play.games, play.games.raw.copy()))
    return found
