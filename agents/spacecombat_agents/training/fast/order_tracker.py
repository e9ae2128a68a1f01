"""Track which actions continue an order: a seat's consecutive actions without an engine step."""

from __future__ import annotations

import numpy as np
import torch

from spacecombat_agents.training.rollout.selfplay_env import TrajectoryEnds
from spacecombat_env.env.vector.batch import BatchEnv

__all__ = ["OrderTracker"]

NO_SEAT = -1


class OrderTracker:
    """Follows the games of a `SelfPlayEnv`.

    If the rule set counts no steps, each action is an order.
    """

    def __init__(self, env: BatchEnv) -> None:
        self._env = env
        self._last_seat = np.full(env.num_envs, NO_SEAT, np.int8)
        """The seat that acted last in each game."""
        self._steps = np.zeros(env.num_envs, np.int64)
        """The engine's step count at that action."""

    def continues_order(self) -> np.ndarray:
        """Return whether the next action continues the last order, bool (games,).

        Call it once per action.
        """
        env, count = self._env, self._env.kernels.steps
        if count is None:
            return np.zeros(env.num_envs, bool)
        steps = np.array([count(env.games, row) for row in range(env.num_envs)], np.int64)
        seats = env.out.seat.copy()
        continues = (steps == self._steps) & (seats == self._last_seat)
        self._last_seat, self._steps = seats, steps
        return continues

    def end_trajectories(self, ended: TrajectoryEnds) -> None:
        """Forget the actions of games that ended: new games take their rows."""
        self._last_seat[ended.trajectory_ids // 2] = NO_SEAT

    def state(self) -> list[np.ndarray]:
        """Return what `restore` takes."""
        return [self._last_seat, self._steps]

    def restore(self, state: list[torch.Tensor]) -> None:
        """Resume from a saved `state`."""
        self._last_seat, self._steps = (each.numpy().copy() for each in state)
