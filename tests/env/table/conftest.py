"""Games of every rule set, played at tables at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from spacecombat_env import registry
from spacecombat_env.core.ruleset import Scenario
from spacecombat_env.env.game import open_scenario
from spacecombat_env.env.table import ReaderState, Table

GAMES = {
    "skirmish": ("battle_rider", "skirmish", None),
    "picket": ("battle_rider", "picket", ()),
    "hunt": ("intercept_sensors", "picket", ()),
    "pair": ("interceptor", "pair", ()),
    "asteroids": ("interceptor", "asteroid_field", None),
}
WORDS = 45


@cache
def scenario_of(game: str) -> Scenario:
    """A game's scenario."""
    name, scenario, delegate = GAMES[game]
    return open_scenario(registry.ruleset(name), scenario, delegate)


def opened(game: str, seed: int = 3) -> Table:
    """A table with a new game."""
    return Table(registry.ruleset(GAMES[game][0]), scenario_of(game), seed)


def walked(table: Table, words: int = WORDS, seed: int = 5) -> Iterator[ReaderState]:
    """Play at random and yield the state of the seat to act before each action."""
    rng = np.random.default_rng(seed)
    for _ in range(words):
        asked = table.to_act
        if asked is None:
            return
        state = table.state(asked, since=10**6)
        yield state
        word = state.offers[int(rng.integers(len(state.offers)))]
        table.say(asked, state.at, [word.action])


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """The name of each game in turn."""
    return str(request.param)


@pytest.fixture
def table(game: str) -> Table:
    """A table with each game in turn."""
    return opened(game)


@pytest.fixture
def walk() -> Callable[..., Iterator[Any]]:
    """`walked`."""
    return walked


@pytest.fixture
def new_table() -> Callable[..., Table]:
    """`opened`."""
    return opened


@pytest.fixture
def setting(game: str) -> tuple[Any, ...]:
    """Rule set, scenario and delegation of each game."""
    return GAMES[game]
