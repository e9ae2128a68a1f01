"""Compact observations to what the network is given: live entries as floats."""

from __future__ import annotations

import numpy as np

from spacecombat_env.core.jit import jit


class Floats:
    """The live entries of a rollout's observations, side by side, and some of them as floats."""

    def __init__(self, scales: np.ndarray, capacity: int, rooms: int) -> None:
        """Take the scales of all entries; floats are laid into one of several rooms."""
        self._all_scales = scales
        self._capacity = capacity
        self._rooms = [np.zeros(0, np.float32) for _ in range(rooms)]
        self.live_on(np.zeros(0, np.int64), np.zeros((0, len(scales)), np.int8))

    def live_on(self, columns: np.ndarray, seen: np.ndarray) -> None:
        """From now on the entries `columns`, int64 (C,), live; of what was `seen` so far too."""
        self._columns = columns
        self._scales = self._all_scales[columns]
        self._near = np.zeros((self._capacity, len(columns)), np.int8)
        self.note(seen, slice(0, len(seen)))

    def note(self, seen: np.ndarray, at: slice) -> None:
        """Take over observations, int8 (n, O), as numbers `at` of the rollout."""
        take_columns(seen, self._columns, self._near[at])

    def take(self, room: int, rows: np.ndarray) -> np.ndarray:
        """Return live entries as float32 (m, C); valid until the next call with that room.

        Fresh memory for each batch costs more than filling it.
        """
        size = len(rows) * len(self._columns)
        if size > len(self._rooms[room]):
            self._rooms[room] = np.zeros(2 * size, np.float32)
        out = self._rooms[room][:size].reshape(len(rows), len(self._columns))
        scale_rows(self._near, self._scales, rows, out)
        return out


@jit
def take_columns(seen, columns, out):
    """Write the entries `columns` of each row to `out`."""
    for i in range(len(out)):
        for j in range(len(columns)):
            out[i, j] = seen[i, columns[j]]


@jit
def scale_rows(near, scales, rows, out):
    """Write the entries of `near[rows[i]]`, times their scales, to `out[i]`."""
    for i in range(len(rows)):
        row, to = near[rows[i]], out[i]
        for j in range(len(to)):
            to[j] = np.float32(row[j]) * scales[j]
