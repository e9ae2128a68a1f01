"""Fast evaluation of a block network on the CPU, for learning.

More than half of the slots in an observation are empty. Only the occupied slots are encoded, packed
together. Compiled code pools them and computes pointer logits, with gradients derived by hand.
Tests compare outputs and gradients with `BlockNet.evaluate`, which is what is exported. Play uses
cpu_inference.py.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch

from spacecombat_agents.players.nets.architectures import BlockNet, EncodedSlots, LiveInputs
from spacecombat_agents.training.compiled import compiled
from spacecombat_agents.training.fast.cpu_inference import CpuInference
from spacecombat_agents.training.fast.rollout_evaluator import RolloutEvaluator, gather_entries

__all__ = ["PADDING", "RaggedEvaluator"]

NO_SLOT = -1
PADDING = 256
"""Packed slots are padded with zeros to a multiple of this number.

Padding makes shapes repeat. The matrix library prepares itself for each new shape: about 450 rows
took 43 microseconds a row without padding and 10 with it (Intel Xeon, one thread).
"""


class OccupiedSlots(NamedTuple):
    """The occupied slots of a block, in n observations, in order."""

    starts: np.ndarray
    """int64 (n + 1,): where those of an observation begin."""
    places: np.ndarray
    """int64 (k,): the slot number of each."""


class RaggedBatch(NamedTuple):
    """Observations split into plain entries and the occupied slots of each block."""

    flat: torch.Tensor
    """float32 (n, F)."""
    slots: list[tuple[torch.Tensor, OccupiedSlots] | None]
    """By block: float32 (k or more, width) and their owners; None if the block has no live input.
    """


class RaggedEvaluator(RolloutEvaluator):
    """Splits observations for a block network, straight from the rollout."""

    def __init__(
        self, net: BlockNet, scales: np.ndarray, observations: np.ndarray, scratch: int
    ) -> None:
        """`observations`, int8 (capacity, O), is where the rollout writes its observations."""
        self._net, self._observations = net, observations
        self._scales = np.asarray(scales, np.float32)
        self._scratch: list[dict[str, np.ndarray]] = [{} for _ in range(scratch)]

    def set_live_inputs(self, inputs: LiveInputs, observations: np.ndarray) -> None:
        """Set the live inputs."""
        self._inputs = inputs
        sizes = zip(inputs.rows, self._net.blocks, strict=True)
        slots = sum(count * block.width for count, block in sizes)
        self._plain_columns = inputs.columns[: len(inputs.columns) - slots]
        self._inference = CpuInference(self._net, self._scales, inputs, self._plain_columns)

    def add_observations(self, observations: np.ndarray, at: slice) -> None:
        """Do nothing: observations are read where the rollout writes them."""

    def evaluate(self, worker: int, rows: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits and outcome at decisions of the rollout, as `BlockNet.evaluate` does."""
        batch = self.gather(worker, rows)
        encoded = [
            None if each is None else RaggedSlots(self._net.encoder(block.name)(each[0]), each[1])
            for block, each in zip(self._net.blocks, batch.slots, strict=True)
        ]
        return self._net.decode(batch.flat, encoded, self._inputs)

    def infer(self, worker: int, rows: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the same for play, in fewer calls."""
        return self._inference.evaluate(self._observations, rows)

    def gather(self, worker: int, rows: np.ndarray) -> RaggedBatch:
        """Return live entries of observations; valid until the worker's next call."""
        flat = self._scratch_array(worker, "", (len(rows), len(self._plain_columns)))
        gather_entries(self._observations, self._scales, rows, self._plain_columns, flat)
        slots: list[tuple[torch.Tensor, OccupiedSlots] | None] = []
        for count, block in zip(self._inputs.rows, self._net.blocks, strict=True):
            if count == 0:
                slots.append(None)
                continue
            most = round_up(len(rows) * count)
            out = self._scratch_array(worker, block.name, (most, block.width))
            starts, places = np.empty(len(rows) + 1, np.int64), np.empty(most, np.int64)
            where = block.start, count, block.width
            pack_slots(self._observations, self._scales, rows, where, out, starts, places)
            found = int(starts[-1])
            filled = round_up(found)
            out[found:filled] = 0.0
            slots.append((torch.from_numpy(out[:filled]), OccupiedSlots(starts, places[:found])))
        return RaggedBatch(torch.from_numpy(flat), slots)

    def _scratch_array(self, worker: int, name: str, shape: tuple[int, int]) -> np.ndarray:
        """Return memory that is reused."""
        scratch, size = self._scratch[worker], shape[0] * shape[1]
        if name not in scratch or len(scratch[name]) < size:
            scratch[name] = np.zeros(2 * size, np.float32)
        return scratch[name][:size].reshape(shape)


def round_up(count: int) -> int:
    """Return the next multiple of `PADDING`."""
    return -(-count // PADDING) * PADDING


class RaggedSlots(EncodedSlots):
    """The occupied slots of a block."""

    def __init__(self, slots: torch.Tensor, occupied: OccupiedSlots) -> None:
        self._slots, self._occupied = slots, occupied

    def pooled(self) -> torch.Tensor:
        """Return the maxima over slots."""
        return _MaxPool.apply(self._slots, self._occupied)  # type: ignore[no-untyped-call, no-any-return]

    def pointer_logits(self, queries: torch.Tensor, size: int) -> torch.Tensor:
        """Return the product of a query with each slot."""
        found = _PointerScores.apply(self._slots, queries, self._occupied, size)  # type: ignore[no-untyped-call]
        return found  # type: ignore[no-any-return]


class _MaxPool(torch.autograd.Function):
    """Maxima over the slots of each observation, 0 where there are none; none is below 0."""

    @staticmethod
    def forward(ctx: Any, slots: torch.Tensor, occupied: OccupiedSlots) -> torch.Tensor:
        """Return (n, slot)."""
        pooled = np.zeros((len(occupied.starts) - 1, slots.shape[1]), np.float32)
        ctx.best = np.full(pooled.shape, NO_SLOT, np.int32)
        ctx.shape = slots.shape
        max_pool(slots.detach().numpy(), occupied.starts, pooled, ctx.best)
        return torch.from_numpy(pooled)

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[torch.Tensor, None]:  # type: ignore[override]
        """Return the gradient by slots: the largest slot receives all of it."""
        found = np.zeros(ctx.shape, np.float32)
        max_pool_backward(gradient.contiguous().numpy(), ctx.best, found)
        return torch.from_numpy(found), None


class _PointerScores(torch.autograd.Function):
    """Products of a query and each slot of its observation."""

    @staticmethod
    def forward(
        ctx: Any, slots: torch.Tensor, queries: torch.Tensor, occupied: OccupiedSlots, size: int
    ) -> torch.Tensor:
        """Return (n, size)."""
        queries = queries.contiguous()
        ctx.save_for_backward(slots, queries)
        ctx.occupied = occupied
        found = np.zeros((len(queries), size), np.float32)
        pointer_scores(slots.detach().numpy(), queries.detach().numpy(), tuple(occupied), found)
        return torch.from_numpy(found)

    @staticmethod
    def backward(  # type: ignore[override]
        ctx: Any, gradient: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, None, None]:
        """Return the gradients by slots and queries."""
        slots, queries = (each.detach().numpy() for each in ctx.saved_tensors)
        by_slot, by_query = np.empty_like(slots), np.zeros_like(queries)
        by_slot[len(ctx.occupied.places) :] = 0.0
        pointer_scores_backward(
            slots, queries, tuple(ctx.occupied), gradient.contiguous().numpy(), by_slot, by_query
        )
        return torch.from_numpy(by_slot), torch.from_numpy(by_query), None, None


@compiled
def pack_slots(observations, scales, rows, block, out, starts, places):
    """Write the occupied slots of a block as floats, and their owners.

    `block` holds its start in an observation, the number of slots and their width.
    """
    at, count, width = block
    found = 0
    for i in range(len(rows)):
        row = observations[rows[i]]
        starts[i] = found
        for slot in range(count):
            first = at + slot * width
            is_occupied = False
            for j in range(first, first + width):
                if row[j]:
                    is_occupied = True
                    break
            if is_occupied:
                to = out[found]
                for j in range(width):
                    to[j] = np.float32(row[first + j]) * scales[first + j]
                places[found] = slot
                found += 1
    starts[len(rows)] = found


@compiled
def max_pool(slots, starts, pooled, best):
    """Write the maxima above 0 and the slots that have them."""
    for i in range(len(pooled)):
        largest, which = pooled[i], best[i]
        for k in range(starts[i], starts[i + 1]):
            slot = slots[k]
            for c in range(len(largest)):
                if slot[c] > largest[c]:
                    largest[c] = slot[c]
                    which[c] = k


@compiled
def max_pool_backward(gradient, best, found):
    """Add gradients to the slots that had the maxima."""
    for i in range(len(gradient)):
        for c in range(gradient.shape[1]):
            if best[i, c] != NO_SLOT:
                found[best[i, c], c] += gradient[i, c]


@compiled
def pointer_scores(slots, queries, occupied, found):
    """Write the products of queries and slots."""
    starts, places = occupied
    for i in range(len(found)):
        query = queries[i]
        for k in range(starts[i], starts[i + 1]):
            slot, total = slots[k], np.float32(0.0)
            for c in range(len(query)):
                total += slot[c] * query[c]
            found[i, places[k]] = total


@compiled
def pointer_scores_backward(slots, queries, occupied, gradient, by_slot, by_query):
    """Write the gradients by slots and sum those by queries."""
    starts, places = occupied
    for i in range(len(queries)):
        query, sums = queries[i], by_query[i]
        for k in range(starts[i], starts[i + 1]):
            score_gradient, slot, to = gradient[i, places[k]], slots[k], by_slot[k]
            for c in range(len(query)):
                to[c] = score_gradient * query[c]
                sums[c] += score_gradient * slot[c]
