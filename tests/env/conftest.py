"""The games the environment tests play: the toy always, the real ones that exist."""

from __future__ import annotations

import os

import numpy as np
import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from kit import toy_ruleset

from spacecombat_env import registry

registry.add(toy_ruleset.RULESET)
TOY = "hidden_number"
GAMES = registry.names()


@pytest.fixture(params=GAMES)
def name(request: pytest.FixtureRequest) -> str:
    """Return the name of each rule set in turn."""
    return str(request.param)


def random_action(mask: np.ndarray, generator: np.random.Generator) -> int:
    """Return an evenly drawn legal action."""
    return int(generator.choice(mask.nonzero()[0]))


@pytest.fixture
def draw():
    """Return `random_action`."""
    return random_action
