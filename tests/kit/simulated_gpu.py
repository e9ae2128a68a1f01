"""Plays games in Numba's CUDA simulator, a thread a game, beside the interpreted engine.

    NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1 python simulated_gpu.py RULESET SCENARIO GAMES STEPS

Prints how many decisions gave the same bytes; an AssertionError names the first that did not.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numba import cuda

from spacecombat_env import registry
from spacecombat_env.core.ruleset import make_games, make_out


def play(ruleset: str, scenario: str, count: int, steps: int) -> int:
    """Play the same games twice by random actions; return the decisions of one engine."""
    rules = registry.ruleset(ruleset)
    ready = rules.load(scenario)
    kernels = rules.kernels()
    advance, table = kernels.advance, ready.table

    @cuda.jit
    def step(games: Any, table: Any, actions: Any, out: Any) -> None:
        k = cuda.grid(1)
        if k < actions.shape[0]:
            advance(games, table, actions, out, (k, k + 1, 1, False))

    sides = [(make_games(table.opening.dtype, count), make_out(ready, count)) for _ in range(2)]
    for games, _ in sides:
        for k in range(count):
            kernels.start(games, k, table, k)
    rng, actions = np.random.default_rng(1), np.full(count, -1, np.int64)
    for nth in range(steps):
        (games, out), (other, others) = sides
        advance(games, table, actions, out, (0, count, 1, False))
        step[1, count](other, table, actions, others)
        assert games.raw.tobytes() == other.raw.tobytes(), f"decision {nth}: the games differ"
        for name, one, two in zip(out._fields, out, others, strict=True):
            same = one.raw if hasattr(one, "raw") else one, two.raw if hasattr(two, "raw") else two
            assert same[0].tobytes() == same[1].tobytes(), f"decision {nth}: {name} differs"
        actions[:] = [rng.choice(np.flatnonzero(row)) for row in out.mask]
    return count * steps


if __name__ == "__main__":
    name, scenario, count, steps = sys.argv[1:]
    print(play(name, scenario, int(count), int(steps)))
