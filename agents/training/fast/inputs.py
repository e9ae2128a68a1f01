"""What a network is given of a rollout's compact observations: the live entries, as floats."""

from __future__ import annotations

import abc

import numpy as np
import torch

from spacecombat_agents.players.nets import Inputs, Net
from spacecombat_env.core.jit import jit


class Reader(abc.ABC):
    """Asks a network about decisions of a rollout."""

    @abc.abstractmethod
    def live_on(self, inputs: Inputs, seen: np.ndarray) -> None:
        """From now on these inputs live; of what was `seen` so far, int8 (n, O), too.

        Called before a rollout, when the weights have changed, and when inputs wake in it.
        """

    @abc.abstractmethod
    def note(self, seen: np.ndarray, at: slice) -> None:
        """Take over observations, int8 (n, O), as numbers `at` of the rollout."""

    @abc.abstractmethod
    def answers(self, room: int, rows: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits and outcome at decisions of the rollout.

        Gradients are wanted before the next call with that room: fresh memory for each batch costs
        more than filling it.
        """

    def spoken(self, room: int, rows: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the same for play: no gradients, by the weights as `live_on` found them."""
        return self.answers(room, rows)


class Floats(Reader):
    """Keeps the live entries of a rollout side by side, and makes floats of some when asked."""

    def __init__(self, net: Net, scales: np.ndarray, capacity: int, rooms: int) -> None:
        """Take the scales of all entries."""
        self._net, self._all_scales, self._capacity = net, scales, capacity
        self._rooms = [np.zeros(0, np.float32) for _ in range(rooms)]

    def live_on(self, inputs: Inputs, seen: np.ndarray) -> None:
        """From now on these inputs live."""
        self._inputs = inputs
        self._scales = self._all_scales[inputs.columns]
        self._near = np.zeros((self._capacity, len(inputs.columns)), np.int8)
        self.note(seen, slice(0, len(seen)))

    def note(self, seen: np.ndarray, at: slice) -> None:
        """Take over the live entries of observations."""
        take_columns(seen, self._inputs.columns, self._near[at])

    def answers(self, room: int, rows: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits and outcome at decisions of the rollout."""
        return self._net.answers(self.take(room, rows), self._inputs)

    def take(self, room: int, rows: np.ndarray) -> torch.Tensor:
        """Return live entries as float32 (m, C); valid until the next call with that room."""
        size = len(rows) * len(self._scales)
        if size > len(self._rooms[room]):
            self._rooms[room] = np.zeros(2 * size, np.float32)
        out = self._rooms[room][:size].reshape(len(rows), len(self._scales))
        scale_rows(self._near, self._scales, rows, out)
        return torch.from_numpy(out)


class DeviceFloats(Reader):
    """Where a graphics card computes: observations go there compact, and once."""

    def __init__(self, net: Net, scales: np.ndarray, capacity: int, device: torch.device) -> None:
        """Take the scales of all entries."""
        self._net = net
        self._all_scales = torch.from_numpy(np.array(scales, np.float32)).to(device)
        self._near = torch.zeros((capacity, len(scales)), dtype=torch.int8, device=device)

    def live_on(self, inputs: Inputs, seen: np.ndarray) -> None:
        """From now on these inputs live."""
        device = self._near.device
        self._inputs = inputs._replace(flat=inputs.flat.to(device))
        self._columns = torch.from_numpy(inputs.columns).to(device)
        self._scales = self._all_scales[self._columns]
        self.note(seen, slice(0, len(seen)))

    def note(self, seen: np.ndarray, at: slice) -> None:
        """Take over observations."""
        self._near[at] = torch.from_numpy(seen).to(self._near.device)

    def answers(self, room: int, rows: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits and outcome at decisions of the rollout, there."""
        return self._net.answers(self.take(rows), self._inputs)

    def take(self, rows: np.ndarray) -> torch.Tensor:
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


@jit
def take_entries(seen, scales, rows, entries, out):
    """Write some entries of observations as floats."""
    for i in range(len(rows)):
        row, to = seen[rows[i]], out[i]
        for j in range(len(entries)):
            to[j] = np.float32(row[entries[j]]) * scales[entries[j]]
