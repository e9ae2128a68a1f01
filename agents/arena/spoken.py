"""The words of games under way, side by side."""

from __future__ import annotations

import numpy as np

ROOM = 512
"""Words that there is room for in a game, before it is doubled."""


class Spoken:
    """The words of games under way."""

    def __init__(self, games: int) -> None:
        self._words = np.zeros((games, ROOM), np.int32)
        self._count = np.zeros(games, np.int64)

    def add(self, words: np.ndarray) -> None:
        """Take in a word a game, -1 where there is none."""
        rows = np.flatnonzero(words >= 0)
        at = self._count[rows]
        if at.max(initial=0) >= self._words.shape[1]:
            self._words = np.pad(self._words, [(0, 0), (0, self._words.shape[1])])
        self._words[rows, at] = words[rows]
        self._count[rows] += 1

    def of(self, row: int) -> np.ndarray:
        """Return the words of a game, int32."""
        return self._words[row, : self._count[row]].copy()
