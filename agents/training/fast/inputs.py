"""Compact observations to what the network is given: live entries as floats."""

from __future__ import annotations

import numpy as np
import torch

from spacecombat_agents.players.nets import Inputs
from spacecombat_env.core.jit import jit


class Floats:
    """The live entries of a rollout's observations, side by side, and some of them as floats."""

    def __init__(self, scales: np.ndarray, capacity: int, rooms: int) -> None:
        """Take the scales of all entries; floats are laid into one of several rooms."""
        self._all_scales = scales
        self._capacity = capacity
        self._rooms = [np.zeros(0, np.float32) for _ in range(rooms)]
        self._columns = np.zeros(0, np.int64)

    def live_on(self, inputs: Inputs, seen: np.ndarray) -> None:
        """From now on these inputs live; of what was `seen` so far, too."""
        columns = self._columns = inputs.columns
        self._scales = self._all_scales[columns]
        self._near = np.zeros((self._capacity, len(columns)), np.int8)
        self.note(seen, slice(0, len(seen)))

    def note(self, seen: np.ndarray, at: slice) -> None:
        """Take over observations, int8 (n, O), as numbers `at` of the rollout."""
        take_columns(seen, self._columns, self._near[at])

    def take(self, room: int, rows: np.ndarray) -> torch.Tensor:
        """Return live entries as float32 (m, C); valid until the next call with that room.

        Fresh memory for each batch costs more than filling it.
        """
        size = len(rows) * len(self._columns)
        if size > len(self._rooms[room]):
            self._rooms[room] = np.zeros(2 * size, np.float32)
        out = self._rooms[room][:size].reshape(len(rows), len(self._columns))
        scale_rows(self._near, self._scales, rows, out)
        return torch.from_numpy(out)


class DeviceFloats:
    """As `Floats`, where a graphics card computes: observations go there compact, and once."""

    def __init__(self, scales: np.ndarray, capacity: int, device: torch.device) -> None:
        """Take the scales of all entries."""
        self._all_scales = torch.from_numpy(np.asarray(scales, np.float32)).to(device)
        self._near = torch.zeros((capacity, len(scales)), dtype=torch.int8, device=device)
        self._columns = torch.zeros(0, dtype=torch.int64, device=device)
        self._scales = self._all_scales[:0]

    def live_on(self, inputs: Inputs, seen: np.ndarray) -> None:
        """From now on these inputs live; `seen` is all there is so far."""
        self._columns = torch.from_numpy(inputs.columns).to(self._near.device)
        self._scales = self._all_scales[self._columns]
        self.note(seen, slice(0, len(seen)))

    def note(self, seen: np.ndarray, at: slice) -> None:
        """Take over observations, int8 (n, O), as numbers `at` of the rollout."""
        self._near[at] = torch.from_numpy(seen).to(self._near.device)

    def take(self, room: int, rows: np.ndarray) -> torch.Tensor:
        """Return live entries as float32 (m, C), there."""
        at = torch.from_numpy(rows).to(self._near.device)
        near = self._near.index_select(0, at).index_select(1, self._columns)
        return near * self._scales


@jit
def copy_seen(observations, rows, live, seen, found):
    """Copy observations, and mark entries that are other than 0 and did not live before."""
    for i in range(len(rows)):
        row, to = observations[rows[i]], seen[i]
        for j in range(len(row)):
            to[j] = row[j]
            found[j] |= (row[j] != 0) & (not live[j])


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
