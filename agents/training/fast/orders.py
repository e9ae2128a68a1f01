"""Which words go on with an order: a seat's words on end, as long as the engine takes no step."""

from __future__ import annotations

import numpy as np
import torch

from spacecombat_agents.training.games import Ended
from spacecombat_env.env.vector import BatchEnv

NOBODY = -1


class Orders:
    """Follows the games of an arena. By rules that do not count steps each word is an order."""

    def __init__(self, env: BatchEnv) -> None:
        self._env = env
        self._seat = np.full(env.num_envs, NOBODY, np.int8)
        """Who spoke last in each game."""
        self._steps = np.zeros(env.num_envs, np.int64)
        """Steps that the engine had taken when he was asked."""

    def within(self) -> np.ndarray:
        """Return for each game whether the next word goes on with the order of the last: bool
        (games,). To be asked once a word."""
        env, count = self._env, self._env.kernels.steps
        if count is None:
            return np.zeros(env.num_envs, bool)
        steps = np.array([count(env.games, row) for row in range(env.num_envs)], np.int64)
        seats = env.out.seat.copy()
        goes_on = (steps == self._steps) & (seats == self._seat)
        self._seat, self._steps = seats, steps
        return goes_on

    def end(self, ended: Ended) -> None:
        """Forget what was said in games that ended: others stand in their rows."""
        self._seat[ended.chains // 2] = NOBODY

    def state(self) -> list[np.ndarray]:
        """Return what `restore` takes."""
        return [self._seat, self._steps]

    def restore(self, state: list[torch.Tensor]) -> None:
        """Go on with a `state`, read back."""
        self._seat, self._steps = (each.numpy().copy() for each in state)
