"""The layout of the observation: blocks and the names of their columns."""

from __future__ import annotations

from functools import cache

from spacecombat_env.core.layout import Layout, block
from spacecombat_env.rulesets.interceptor.pieces.constants.sizes import Capacity

GAME = {"turn": 40}


@cache
def observation_layout(capacity: Capacity) -> Layout:
    """Return the observation of a capacity class."""
    return Layout((block("game", (), GAME, "the turn and the like"),))
