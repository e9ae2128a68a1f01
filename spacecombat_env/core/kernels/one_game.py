"""`start` and `apply` for one game without observations, by a rule set's `advance`.

`advance` holds the whole turn as machine code; another entry point would hold it again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from spacecombat_env.core.kernels.batch import BEGIN, LOW_31_BITS, REFRESH
from spacecombat_env.core.ruleset import TALLY, Games, Out, ScenarioData

SPAN = (0, 1, 0, 0)
"""One row, without auto_reset."""
SEATS = 2


def write_seeds(games: Games, rows: Any, seeds: Any) -> None:
    """Write seeds where `advance` reads them for BEGIN."""
    chance = games.states["chance"]
    chance["seed_lo"][rows] = seeds & 0xFFFFFFFF
    chance["seed_hi"][rows] = seeds >> 32 & LOW_31_BITS


def one_game_functions(
    advance: Callable[..., None], action_count: Callable[[Any], int]
) -> tuple[Callable[..., None], Callable[..., int]]:
    """Return `start` and `apply` of a rule set."""
    widths: dict[np.dtype, int] = {}

    def unobserved(games: Games, k: int) -> tuple[Games, Out]:
        """Return game k alone, and buffers for it."""
        kind = games.states.dtype
        if kind not in widths:
            widths[kind] = action_count(games.states[k])
        one = Games(*(part[k : k + 1] for part in games))
        return one, unobserved_out(one, widths[kind])

    def start(games: Games, k: int, table: ScenarioData, seed: int) -> None:
        """Set up game k and run it to the first decision."""
        write_seeds(games, k, seed)
        one, out = unobserved(games, k)
        advance(one, table, np.array([BEGIN], np.int64), out, SPAN)

    def apply(games: Games, k: int, table: ScenarioData, action: int) -> int:
        """Apply an action in game k and run to the next decision; return 1 if it is not legal."""
        one, out = unobserved(games, k)
        advance(one, table, np.array([REFRESH], np.int64), out, SPAN)
        mask = out.mask[0]
        if not 0 <= action < len(mask) or not mask[action]:
            return 1
        advance(one, table, np.array([action], np.int64), out, SPAN)
        return 0

    return start, apply


def unobserved_out(one: Games, actions: int) -> Out:
    """Return buffers for a game without observations, which have no columns."""
    return Out(
        observation=np.zeros((1, 0), np.int8),
        mask=np.zeros((1, actions), np.int8),
        seat=np.zeros(1, np.int8),
        rewards=np.zeros((1, SEATS), np.float32),
        done=np.zeros(1, np.uint8),
        visible=one,
        tally=np.zeros((1, len(TALLY)), np.int32),
    )
