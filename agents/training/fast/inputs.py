"""Compact observations to what the network is given: live entries as floats."""

from __future__ import annotations

import numpy as np

from spacecombat_env.core.jit import jit


class Floats:
    """Turns entries of compact observations into floats, in memory that is used again."""

    def __init__(self, scales: np.ndarray) -> None:
        self._scales = scales
        self._room = np.zeros(0, np.float32)

    def take(
        self, seen: np.ndarray, columns: np.ndarray, rows: np.ndarray | None = None
    ) -> np.ndarray:
        """Return `seen[rows][:, columns]` (all rows without) as float32; valid until the next call.

        Fresh memory for each batch costs more than filling it.
        """
        rows = np.arange(len(seen)) if rows is None else rows
        size = len(rows) * len(columns)
        if size > len(self._room):
            self._room = np.zeros(2 * size, np.float32)
        out = self._room[:size].reshape(len(rows), len(columns))
        scale_columns(seen, self._scales, columns, rows, out)
        return out


@jit
def scale_columns(seen, scales, columns, rows, out):
    """Write the entries `columns` of `seen[rows[i]]`, times their scales, to `out[i]`."""
    for i in range(rows.shape[0]):
        row = seen[rows[i]]
        for j in range(columns.shape[0]):
            at = columns[j]
            out[i, j] = np.float32(row[at]) * scales[at]
