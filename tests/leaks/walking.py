"""Walks through games, at moments of which twins are dealt.

LEAK_HISTORIES is how many moments the slow tests take, or a share of it (test_table.py).
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kit.determinizing import walk

from spacecombat_env.env.game import Game

HISTORIES = int(os.environ.get("LEAK_HISTORIES", "600"))
EVERY, MOST = 13, 300
"""Words between two moments from which is played on, and after which a game is left."""
Place = tuple[str, Mapping[str, Any]]
"""A scenario, and its switches."""


def moments(
    name: str, places: Sequence[Place], first: int = 0, every: int = EVERY, most: int = MOST
) -> Iterator[tuple[Game, int]]:
    """Yield moments of game after game, and a seed for each, without an end."""
    for seed in itertools.count(first):
        scenario, options = places[seed % len(places)]
        for n, game in enumerate(walk(name, scenario, seed, options)):
            if n >= most:
                break
            if n % every == seed % every:
                yield game.copy(), 1000 * seed + n
