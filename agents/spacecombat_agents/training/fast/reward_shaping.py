"""Potential-based reward shaping for points during a game (Ng, Harada and Russell 1999).

A seat's potential depends on its lead in points. The change in potential is added to a decision's
reward, and the end of the game takes all of it back. So a game's return stays its result, and the
shaped rewards are zero-sum. The lead is the true one: it changes what is learned, but no player
sees it.
"""

from __future__ import annotations

import numpy as np

from spacecombat_agents.training.config import Shaping
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.env.vector.batch import BatchEnv

__all__ = ["Potential"]

SEAT_SIGN = np.array([1.0, -1.0], np.float32)
"""By seat: the sign that turns the first seat's lead into that seat's."""


class Potential:
    """The potential of leads in the games of a `SelfPlayEnv`."""

    def __init__(self, env: BatchEnv, shaping: Shaping) -> None:
        self._env, self._shaping = env, shaping
        self._leads = np.zeros(env.num_envs, np.float32)
        if shaping.weight and env.kernels.standings is None:
            reason = f"{env.ruleset.name} has no running score"
            raise ConfigError.at("config", "shaping.weight", reason)

    def weight(self, share: float) -> float:
        """Return the potential of a large lead when a share of the budget is used."""
        its = self._shaping
        return its.weight * (1.0 - share / its.until) if share < its.until else 0.0

    def of(self, rows: np.ndarray, share: float) -> np.ndarray | float:
        """Return the potential of the seats to act in some games, float32 (n,); 0 if off."""
        weight, leads = self.weight(share), self._env.kernels.standings
        if not weight or leads is None:
            return 0.0
        leads(self._env.games, self._leads)
        return weight * np.tanh(self._leads[rows]) * SEAT_SIGN[self._env.out.seat[rows]]
