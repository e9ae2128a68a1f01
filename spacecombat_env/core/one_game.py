"""One game, set up and played on without a view: `start` and `apply`, by a rule set's `advance`.

`advance` holds the whole turn as machine code. A second compiled door into the turn would hold it
again, and take as long to compile.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from spacecombat_env.core.batch import BEGIN, LOW_31_BITS, REFRESH
from spacecombat_env.core.interpreted import interpreted
from spacecombat_env.core.ruleset import TALLY, Games, Out, Table

SPAN = (0, 1, 0, 0)
"""The only row, played to its end and not replaced."""
SEATS = 2


def seeded(games: Games, rows: Any, seeds: Any) -> None:
    """Write seeds where `advance`, given BEGIN, looks for them."""
    chance = games.states["chance"]
    chance["seed_lo"][rows] = seeds & 0xFFFFFFFF
    chance["seed_hi"][rows] = seeds >> 32 & LOW_31_BITS


def doors_of_one_game(
    advance: Callable[..., None], word_count: Callable[[Any], int]
) -> tuple[Callable[..., None], Callable[..., int]]:
    """Return `start` and `apply` of a rule set."""
    widths: dict[np.dtype, int] = {}

    def unseen(games: Games, k: int) -> tuple[Games, Out]:
        """Return game k alone, and buffers for it."""
        kind = games.states.dtype
        if kind not in widths:
            widths[kind] = interpreted(word_count)(games.states[k])
        one = Games(*(part[k : k + 1] for part in games))
        return one, blind_out(one, widths[kind])

    def start(games: Games, k: int, table: Table, seed: int) -> None:
        """Set up game k and run it to the first decision."""
        seeded(games, k, seed)
        one, out = unseen(games, k)
        advance(one, table, np.array([BEGIN], np.int64), out, SPAN)

    def apply(games: Games, k: int, table: Table, token: int) -> int:
        """Carry out one word in game k and run to the next decision; 1 if it is not legal."""
        one, out = unseen(games, k)
        advance(one, table, np.array([REFRESH], np.int64), out, SPAN)
        mask = out.mask[0]
        if not 0 <= token < len(mask) or not mask[token]:
            return 1
        advance(one, table, np.array([token], np.int64), out, SPAN)
        return 0

    return start, apply


def blind_out(one: Games, words: int) -> Out:
    """Return buffers for a game at which nobody looks: observations have no columns."""
    return Out(
        observation=np.zeros((1, 0), np.int8),
        mask=np.zeros((1, words), np.int8),
        seat=np.zeros(1, np.int8),
        rewards=np.zeros((1, SEATS), np.float32),
        done=np.zeros(1, np.uint8),
        seen=one,
        tally=np.zeros((1, len(TALLY)), np.int32),
    )
