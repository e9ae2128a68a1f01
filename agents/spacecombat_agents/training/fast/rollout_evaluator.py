"""Evaluate a network on the compact observations of a rollout: live entries, as floats."""

from __future__ import annotations

import abc

import numpy as np
import torch

from spacecombat_agents.players.nets.architectures import LiveInputs, Net
from spacecombat_agents.training.compiled import compiled

__all__ = [
    "DenseEvaluator",
    "DeviceEvaluator",
    "RolloutEvaluator",
    "copy_observations",
    "gather_entries",
]


class RolloutEvaluator(abc.ABC):
    """Evaluates a network at decisions of a rollout."""

    @abc.abstractmethod
    def set_live_inputs(self, inputs: LiveInputs, stored: np.ndarray) -> None:
        """Set the live inputs, also for the observations `stored` so far, int8 (n, O).

        Called before a rollout, when the weights have changed, and when an input becomes live in
        it.
        """

    @abc.abstractmethod
    def add_observations(self, stored: np.ndarray, at: slice) -> None:
        """Add observations, int8 (n, O), as numbers `at` of the rollout."""

    @abc.abstractmethod
    def evaluate(self, worker: int, rows: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits and outcome at decisions of the rollout.

        Compute gradients before the worker's next call: its memory is reused, because fresh memory
        for each batch costs more than filling it.
        """

    def infer(self, worker: int, rows: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the same for play: no gradients, weights of the last `set_live_inputs`."""
        return self.evaluate(worker, rows)


class DenseEvaluator(RolloutEvaluator):
    """Stores the live entries of a rollout in one array and converts rows to floats on demand."""

    def __init__(self, net: Net, scales: np.ndarray, capacity: int, scratch: int) -> None:
        """Store the scales of all entries."""
        self._net, self._all_scales, self._capacity = net, scales, capacity
        self._scratch = [np.zeros(0, np.float32) for _ in range(scratch)]

    def set_live_inputs(self, inputs: LiveInputs, stored: np.ndarray) -> None:
        """Set the live inputs."""
        self._inputs = inputs
        self._scales = self._all_scales[inputs.columns]
        self._compact = np.zeros((self._capacity, len(inputs.columns)), np.int8)
        self.add_observations(stored, slice(0, len(stored)))

    def add_observations(self, stored: np.ndarray, at: slice) -> None:
        """Add the live entries of observations."""
        copy_columns(stored, self._inputs.columns, self._compact[at])

    def evaluate(self, worker: int, rows: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits and outcome at decisions of the rollout."""
        return self._net.evaluate(self.gather(worker, rows), self._inputs)

    def gather(self, worker: int, rows: np.ndarray) -> torch.Tensor:
        """Return live entries as float32 (m, C); valid until the worker's next call."""
        size = len(rows) * len(self._scales)
        if size > len(self._scratch[worker]):
            self._scratch[worker] = np.zeros(2 * size, np.float32)
        out = self._scratch[worker][:size].reshape(len(rows), len(self._scales))
        scale_rows(self._compact, self._scales, rows, out)
        return torch.from_numpy(out)


class DeviceEvaluator(RolloutEvaluator):
    """Evaluates on a GPU: observations are transferred once, in compact form."""

    def __init__(self, net: Net, scales: np.ndarray, capacity: int, device: torch.device) -> None:
        """Store the scales of all entries."""
        self._net = net
        self._all_scales = torch.from_numpy(np.array(scales, np.float32)).to(device)
        self._compact = torch.zeros((capacity, len(scales)), dtype=torch.int8, device=device)

    def set_live_inputs(self, inputs: LiveInputs, stored: np.ndarray) -> None:
        """Set the live inputs."""
        device = self._compact.device
        self._inputs = inputs._replace(flat=inputs.flat.to(device))
        self._columns = torch.from_numpy(inputs.columns).to(device)
        self._scales = self._all_scales[self._columns]
        self.add_observations(stored, slice(0, len(stored)))

    def add_observations(self, stored: np.ndarray, at: slice) -> None:
        """Add observations."""
        self._compact[at] = torch.from_numpy(stored).to(self._compact.device)

    def evaluate(self, worker: int, rows: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits and outcome at decisions of the rollout, on the device."""
        return self._net.evaluate(self.gather(rows), self._inputs)

    def gather(self, rows: np.ndarray) -> torch.Tensor:
        """Return live entries as float32 (m, C), on the device."""
        at = torch.from_numpy(rows).to(self._compact.device)
        compact = self._compact.index_select(0, at).index_select(1, self._columns)
        return compact * self._scales


@compiled
def copy_observations(observations, rows, live, stored, new_inputs):
    """Copy observations, and mark nonzero entries that were not live before."""
    for i in range(len(rows)):
        row, to = observations[rows[i]], stored[i]
        for j in range(len(row)):
            to[j] = row[j]
            new_inputs[j] |= (row[j] != 0) & (not live[j])


@compiled
def copy_columns(stored, columns, out):
    """Write the entries `columns` of each row to `out`."""
    for i in range(len(out)):
        for j in range(len(columns)):
            out[i, j] = stored[i, columns[j]]


@compiled
def scale_rows(compact, scales, rows, out):
    """Write the entries of `compact[rows[i]]`, times their scales, to `out[i]`."""
    for i in range(len(rows)):
        row, to = compact[rows[i]], out[i]
        for j in range(len(to)):
            to[j] = np.float32(row[j]) * scales[j]


@compiled
def gather_entries(stored, scales, rows, entries, out):
    """Write some entries of observations as floats."""
    for i in range(len(rows)):
        row, to = stored[rows[i]], out[i]
        for j in range(len(entries)):
            to[j] = np.float32(row[entries[j]]) * scales[entries[j]]
