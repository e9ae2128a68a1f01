"""Which words go on with an order: a seat's words on end, as long as the engine takes no step."""

from __future__ import annotations

import numpy as np
import torch

from spacecombat_agents.training.rollout.selfplay_env import TrajectoryEnds
from spacecombat_env.env.vector.batch import BatchEnv

NO_SEAT = -1


class OrderTracker:
    """Follows the games of an arena. By rules that do not count steps each word is an order."""

    def __init__(self, env: BatchEnv) -> None:
        self._env = env
        self._last_seat = np.full(env.num_envs, NO_SEAT, np.int8)
        """Who spoke last in each game."""
        self._steps = np.zeros(env.num_envs, np.int64)
        """Steps that the engine had taken when he was asked."""

    def continues_order(self) -> np.ndarray:
        """Return for each game whether the next word goes on with the order of the last: bool
        (games,). To be asked once a word."""
        env, count = self._env, self._env.kernels.steps
        if count is None:
            return np.zeros(env.num_envs, bool)
        steps = np.array([count(env.games, row) for row in range(env.num_envs)], np.int64)
        seats = env.out.seat.copy()
        continues = (steps == self._steps) & (seats == self._last_seat)
        self._last_seat, self._steps = seats, steps
        return continues

    def end_trajectories(self, ended: TrajectoryEnds) -> None:
        """Forget what was said in games that ended: others stand in their rows."""
        self._last_seat[ended.trajectory_ids // 2] = NO_SEAT

    def state(self) -> list[np.ndarray]:
        """Return what `restore` takes."""
        return [self._last_seat, self._steps]

    def restore(self, state: list[torch.Tensor]) -> None:
        """Go on with a `state`, read back."""
        self._last_seat, self._steps = (each.numpy().copy() for each in state)
