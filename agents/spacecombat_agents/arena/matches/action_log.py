"""The actions of a batch of running games."""

from __future__ import annotations

import numpy as np

__all__ = ["ActionLog"]

INITIAL_CAPACITY = 512
"""Actions a game has room for before the log doubles."""


class ActionLog:
    """The actions of running games."""

    def __init__(self, games: int) -> None:
        self._actions = np.zeros((games, INITIAL_CAPACITY), np.int32)
        self._count = np.zeros(games, np.int64)

    def append(self, actions: np.ndarray) -> None:
        """Append one action per game; -1 means none."""
        rows = np.flatnonzero(actions >= 0)
        at = self._count[rows]
        if at.max(initial=0) >= self._actions.shape[1]:
            self._actions = np.pad(self._actions, [(0, 0), (0, self._actions.shape[1])])
        self._actions[rows, at] = actions[rows]
        self._count[rows] += 1

    def of_game(self, row: int) -> np.ndarray:
        """Return the actions of a game, int32."""
        return self._actions[row, : self._count[row]].copy()
