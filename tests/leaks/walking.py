"""Walks through games, at moments of which twins are dealt, and tables that play on from them.

LEAK_HISTORIES is how many moments the slow tests take, or a share of it (test_table.py).
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from kit.dreaming import walk
from kit.tables import seated
from kit.tables_on import TablesOn

from spacecombat_env.env.game import Game

HISTORIES = int(os.environ.get("LEAK_HISTORIES", "600"))
EVERY, MOST = 13, 300
"""Words between two moments from which is played on, and after which a game is left."""
Place = tuple[str, Mapping[str, Any]]
"""A scenario, and its switches."""
On = TypeVar("On", bound=TablesOn)


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


def let_play_on(on: On, from_moments: Iterator[tuple[Game, int]], histories: int, given: Any) -> On:
    """Let tables play on from so many moments, with twins of the seat that is asked."""
    for game, seed in itertools.islice(from_moments, histories):
        on.history(seated(game), game.seat, seed, given)
    return on


def nothing(table: Any, watcher: int) -> dict[str, str]:
    """Compare nothing that is given at the tables themselves; what is sent is compared."""
    return {}
