"""Fast inference of a block network on the CPU, for play.

Between two steps of the engine, each worker evaluates about a hundred games. In torch that takes
over a hundred small operations, and between them workers wait for the interpreter lock and for each
other. Here it takes three matrix products and two compiled functions. It computes no gradients;
ragged_batch.py is used for learning. Tests compare its results with `BlockNet.evaluate`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch.nn import functional

from spacecombat_agents.players.nets.architectures import (
    BlockNet,
    LiveInputs,
    MultilayerPerceptron,
    index_of,
)
from spacecombat_agents.training.compiled import compiled, inlined
from spacecombat_agents.training.fast.rollout_evaluator import gather_entries

__all__ = ["CpuInference"]

NO_BLOCK = -1
"""Stands for the block of slots of actions that point at none."""


class EncoderWeights(NamedTuple):
    """Weights of the encoders of slots that may be occupied, for compiled code."""

    where: np.ndarray
    """int64 (B, 4): for each block its start in an observation, how many slots of which width are
    read, and its first row in `first`.
    """
    first: np.ndarray
    """float32 (sum of widths, slot): the first layers, times the scales of the entries."""
    first_bias: np.ndarray
    """float32 (B, slot)."""
    second: np.ndarray
    """float32 (B, slot, slot)."""
    second_bias: np.ndarray
    """float32 (B, slot)."""


class CpuInference:
    """Evaluates a block network with fixed weights."""

    @torch.no_grad()
    def __init__(
        self, net: BlockNet, scales: np.ndarray, inputs: LiveInputs, plain: np.ndarray
    ) -> None:
        """Copy the current weights; later changes are not noticed.

        `plain` names the live entries that describe no slot.
        """
        self._plain_columns, self._scales = plain, scales
        self._encoders = _encoder_weights(net, scales, inputs.rows)
        self._max_slots = sum(inputs.rows)
        first, *others = linear_layers(net.trunk)
        taken = first.weight.index_select(1, inputs.flat)
        trunk = [(taken, first.bias), *((each.weight, each.bias) for each in others)]
        self._trunk = [(weight.clone(), bias.clone()) for weight, bias in trunk]
        self._activation = net.trunk.activation
        self._outcomes = net.value.out_features
        self._heads = _head_weights(net)
        self._action_table, self._grids = _action_places(net, self._plain_columns)

    def evaluate(
        self, observations: np.ndarray, rows: np.ndarray
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits and outcome of these rows of int8 `observations` (n, O); no gradients."""
        blocks, slot = self._encoders.first_bias.shape
        x = np.empty((len(rows), len(self._plain_columns) + blocks * slot), np.float32)
        encoded = np.empty((len(rows) * self._max_slots, slot), np.float32)
        starts = np.empty((blocks, len(rows) + 1), np.int64)
        places = np.empty(len(encoded), np.int64)
        encoded_slots = encoded, starts, places
        gather_entries(observations, self._scales, rows, self._plain_columns, x)
        count = len(self._plain_columns)
        encode_slots(observations, rows, count, tuple(self._encoders), x, encoded_slots)
        latent = torch.from_numpy(x)
        for weight, bias in self._trunk:
            latent = self._activation(functional.linear(latent, weight, bias))
        head_outputs = functional.linear(latent, *self._heads).numpy()
        size = self._action_table[:, 1].sum()
        logits = np.empty((len(rows), size), np.float32)
        write_logits(x, head_outputs, encoded_slots, (self._action_table, self._grids), logits)
        return torch.from_numpy(logits), torch.from_numpy(head_outputs[:, -self._outcomes :])


def linear_layers(perceptron: MultilayerPerceptron) -> list[torch.nn.Linear]:
    """Return the linear layers of a perceptron."""
    return [
        sparse_layer
        for sparse_layer in perceptron.layers
        if isinstance(sparse_layer, torch.nn.Linear)
    ]


def _encoder_weights(net: BlockNet, scales: np.ndarray, rows: tuple[int, ...]) -> EncoderWeights:
    """Return a network's encoders; `rows` is the number of slots read of each block."""
    slot, blocks = net.slot, len(net.blocks)
    encoders = EncoderWeights(
        np.zeros((blocks, 4), np.int64),
        np.zeros((sum(block.width for block in net.blocks), slot), np.float32),
        np.zeros((blocks, slot), np.float32),
        np.zeros((blocks, slot, slot), np.float32),
        np.zeros((blocks, slot), np.float32),
    )
    own = 0
    for b, (block, count) in enumerate(zip(net.blocks, rows, strict=True)):
        first, second = linear_layers(net.encoder(block.name))
        scale = scales[block.start : block.start + block.width]
        encoders.where[b] = block.start, count, block.width, own
        encoders.first[own : own + block.width] = first.weight.detach().numpy().T * scale[:, None]
        encoders.first_bias[b] = first.bias.detach().numpy()
        encoders.second[b] = second.weight.detach().numpy().T
        encoders.second_bias[b] = second.bias.detach().numpy()
        own += block.width
    return encoders


def _head_weights(net: BlockNet) -> tuple[torch.Tensor, torch.Tensor]:
    """Return all heads as one layer: of actions, then of grids, then of the outcome."""
    heads = [*net.words.values(), *net.cells.values(), net.value]
    weights = torch.cat([each.weight for each in heads])  # type: ignore[misc]
    return weights, torch.cat([each.bias for each in heads])  # type: ignore[misc]


def _action_places(net: BlockNet, plain: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return where logits are written, int64 (W, 4), and what grids add, int64 (G, 4).

    For each block of actions: the first action, their number, where its head's outputs begin, and
    the block of slots it points at or `NO_BLOCK`. For each grid: the first action, their number,
    where its weight stands among the heads' outputs, and its first entry among the plain ones.
    """
    names = [block.name for block in net.blocks]
    action_table, grids = [], []
    at = column = 0
    starts = {}
    for name, size in net.order:
        starts[name] = at
        block = names.index(name) if name in net.pointed else NO_BLOCK
        action_table.append((at, size, column, block))
        at += size
        column += size if block == NO_BLOCK else net.slot + 1
    sizes = dict(net.order)
    for name, cells in net.cells.items():
        for start in net.grids[name]:
            grids.append((starts[name], sizes[name], column, index_of(plain, start)))
            column += 1
        assert cells.out_features == len(net.grids[name])
    return np.array(action_table, np.int64), np.array(grids, np.int64).reshape(-1, 4)


@compiled
def encode_slots(observations, rows, first_column, encoders, x, encoded_slots):
    """Write the maxima of each block's slots to `x`, from `first_column` on.

    `encoded_slots` receives the encoded occupied slots, where those of each block and row begin,
    and their slot numbers. It works block by block to keep a block's weights in the cache.
    """
    where, first, first_bias, second, second_bias = encoders
    encoded, starts, places = encoded_slots
    size = first.shape[1]
    capacity = max(observations.shape[1], size)
    scratch = np.empty(capacity + 1, np.float32), np.empty(capacity + 1, np.int64)
    hidden, all_hidden = np.empty(size, np.float32), np.arange(size)
    for i in range(len(rows)):
        for j in range(first_column, x.shape[1]):
            x[i, j] = 0.0
    found = 0
    for b in range(len(where)):
        start, count = where[b, 0], where[b, 1]
        width, own = where[b, 2], where[b, 3]
        weights = first[own : own + width]
        for i in range(len(rows)):
            starts[b, i] = found
            row, pooled = observations[rows[i]], x[i, first_column + b * size :]
            for slot in range(count):
                begin = start + slot * width
                nonzero_count = nonzero_entries(row[begin : begin + width], scratch)
                if nonzero_count == 0:
                    continue
                out = encoded[found]
                sparse_layer(scratch, nonzero_count, weights, first_bias[b], hidden)
                sparse_layer((hidden, all_hidden), size, second[b], second_bias[b], out)
                for c in range(size):
                    pooled[c] = out[c] if out[c] > pooled[c] else pooled[c]
                places[found] = slot
                found += 1
        starts[b, len(rows)] = found


@inlined
def nonzero_entries(entries, scratch):
    """Write the nonzero entries and their indices; return their number."""
    values, which = scratch
    nonzero_count = 0
    for j in range(len(entries)):  # branchless: zeros are unpredictable
        values[nonzero_count] = np.float32(entries[j])
        which[nonzero_count] = j
        nonzero_count += entries[j] != 0
    return nonzero_count


@inlined
def sparse_layer(inputs, nonzero_count, weights, bias, out):
    """Write relu of a layer; `inputs` are values and the rows of `weights` they multiply."""
    values, which = inputs
    for c in range(len(out)):
        out[c] = bias[c]
    whole = nonzero_count - nonzero_count % 4
    for k in range(0, whole, 4):
        p, q, r, s = values[k], values[k + 1], values[k + 2], values[k + 3]
        by_p, by_q = weights[which[k]], weights[which[k + 1]]
        by_r, by_s = weights[which[k + 2]], weights[which[k + 3]]
        for c in range(len(out)):
            out[c] += p * by_p[c] + q * by_q[c] + r * by_r[c] + s * by_s[c]
    for k in range(whole, nonzero_count):
        p, by_p = values[k], weights[which[k]]
        for c in range(len(out)):
            out[c] += p * by_p[c]
    for c in range(len(out)):
        out[c] = out[c] if out[c] > 0.0 else np.float32(0.0)


@compiled
def write_logits(x, head_outputs, encoded_slots, places, logits):
    """Write the logits of all actions from plain entries, head outputs and slots."""
    encoded, starts, slots = encoded_slots
    action_table, grids = places
    size = encoded.shape[1]
    for i in range(len(logits)):
        outputs, to = head_outputs[i], logits[i]
        for n in range(len(action_table)):
            at, count = action_table[n, 0], action_table[n, 1]
            column, block = action_table[n, 2], action_table[n, 3]
            if block == NO_BLOCK:
                for j in range(count):
                    to[at + j] = outputs[column + j]
                continue
            for j in range(count):
                to[at + j] = outputs[column + size]
            for k in range(starts[block, i], starts[block, i + 1]):
                to[at + slots[k]] += dot_product(encoded[k], outputs[column : column + size])
        for n in range(len(grids)):
            at, count = grids[n, 0], grids[n, 1]
            weight, entry = grids[n, 2], grids[n, 3]
            for j in range(count):
                to[at + j] += outputs[weight] * x[i, entry + j]


@inlined
def dot_product(left, right):
    """Return the dot product, summed in four parallel sums."""
    a = b = c = d = np.float32(0.0)
    even = len(left) - len(left) % 4
    for k in range(0, even, 4):
        a += left[k] * right[k]
        b += left[k + 1] * right[k + 1]
        c += left[k + 2] * right[k + 2]
        d += left[k + 3] * right[k + 3]
    for k in range(even, len(left)):
        a += left[k] * right[k]
    return (a + b) + (c + d)
