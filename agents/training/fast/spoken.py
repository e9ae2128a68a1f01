"""What a network of blocks says while it plays, worked out on the CPU: the same, in few calls.

Between two steps of the engine each lane asks about some hundred games. Said by torch that is a
hundred and more small pieces, and between any two of them lanes wait for Python's lock and for each
other. Here it is three products and two pieces of compiled code. Nothing is learned from it: that
goes by packed.py. Tests hold what is said to `Blocks.answers`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch.nn import functional

from spacecombat_agents.players.nets import Blocks, Inputs, Perceptron, place_of
from spacecombat_agents.training.fast.inputs import take_entries
from spacecombat_env.core.jit import jit

PLAIN = -1
"""In place of a block of slots: words that point at none."""


class Encoders(NamedTuple):
    """What encodes the slots that may hold somebody, as compiled code takes it."""

    where: np.ndarray
    """int64 (B, 4): of each block where it starts in an observation, how many slots of what width
    are looked at, and which row of `first` is its own first."""
    first: np.ndarray
    """float32 (sum of widths, slot): the first layers, times the scales of the entries."""
    first_bias: np.ndarray
    """float32 (B, slot)."""
    second: np.ndarray
    """float32 (B, slot, slot)."""
    second_bias: np.ndarray
    """float32 (B, slot)."""


class Spoken:
    """Answers as a network of blocks has them at the moment."""

    @torch.no_grad()
    def __init__(self, net: Blocks, scales: np.ndarray, inputs: Inputs, plain: np.ndarray) -> None:
        """Take over the weights as they are: changed ones are not noticed.

        `plain` names the live entries that describe no slot.
        """
        self._plain, self._scales = plain, scales
        self._encoders = _encoders_of(net, scales, inputs.rows)
        self._most = sum(inputs.rows)
        first, *others = layers_of(net.trunk)
        taken = first.weight.index_select(1, inputs.flat)
        trunk = [(taken, first.bias), *((each.weight, each.bias) for each in others)]
        self._trunk = [(weight.clone(), bias.clone()) for weight, bias in trunk]
        self._activation = net.trunk.activation
        self._outcomes = net.value.out_features
        self._heads = _heads_of(net)
        self._words, self._grids = _places_of(net, self._plain)

    def answers(self, seen: np.ndarray, rows: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits and outcome where `seen`, int8 (n, O), has these rows; without slopes."""
        blocks, slot = self._encoders.first_bias.shape
        x = np.empty((len(rows), len(self._plain) + blocks * slot), np.float32)
        encoded = np.empty((len(rows) * self._most, slot), np.float32)
        starts = np.empty((blocks, len(rows) + 1), np.int64)
        places = np.empty(len(encoded), np.int64)
        held = encoded, starts, places
        encode(seen, rows, (self._plain, self._scales), tuple(self._encoders), x, held)
        latent = torch.from_numpy(x)
        for weight, bias in self._trunk:
            latent = self._activation(functional.linear(latent, weight, bias))
        told = functional.linear(latent, *self._heads).numpy()
        size = self._words[:, 1].sum()
        logits = np.empty((len(rows), size), np.float32)
        write_logits(x, told, held, (self._words, self._grids), logits)
        return torch.from_numpy(logits), torch.from_numpy(told[:, -self._outcomes :])


def layers_of(perceptron: Perceptron) -> list[torch.nn.Linear]:
    """Return its layers."""
    return [layer for layer in perceptron.layers if isinstance(layer, torch.nn.Linear)]


def _encoders_of(net: Blocks, scales: np.ndarray, rows: tuple[int, ...]) -> Encoders:
    """Return the encoders of a network, of whose blocks so many slots are looked at."""
    slot, blocks = net.slot, len(net.blocks)
    made = Encoders(
        np.zeros((blocks, 4), np.int64),
        np.zeros((sum(block.width for block in net.blocks), slot), np.float32),
        np.zeros((blocks, slot), np.float32),
        np.zeros((blocks, slot, slot), np.float32),
        np.zeros((blocks, slot), np.float32),
    )
    own = 0
    for b, (block, count) in enumerate(zip(net.blocks, rows, strict=True)):
        first, second = layers_of(net.encoder(block.name))
        scale = scales[block.start : block.start + block.width]
        made.where[b] = block.start, count, block.width, own
        made.first[own : own + block.width] = first.weight.detach().numpy().T * scale[:, None]
        made.first_bias[b] = first.bias.detach().numpy()
        made.second[b] = second.weight.detach().numpy().T
        made.second_bias[b] = second.bias.detach().numpy()
        own += block.width
    return made


def _heads_of(net: Blocks) -> tuple[torch.Tensor, torch.Tensor]:
    """Return all layers behind the trunk as one: of words, then of grids, then the outcome's."""
    heads = [*net.words.values(), *net.cells.values(), net.value]
    weights = torch.cat([each.weight for each in heads])  # type: ignore[misc]
    return weights, torch.cat([each.bias for each in heads])  # type: ignore[misc]


def _places_of(net: Blocks, plain: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return where words are written, int64 (W, 4), and what grids add to them, int64 (G, 4).

    Of each block of words: its first, how many, where its head's answers begin, and the block of
    slots it points at or `PLAIN`. Of each grid: the first word, how many, where its weight stands
    among the heads' answers, and its first entry among the plain ones.
    """
    names = [block.name for block in net.blocks]
    words, grids = [], []
    at = asked = 0
    starts = {}
    for name, size in net.order:
        starts[name] = at
        block = names.index(name) if name in net.pointed else PLAIN
        words.append((at, size, asked, block))
        at += size
        asked += size if block == PLAIN else net.slot + 1
    sizes = dict(net.order)
    for name, cells in net.cells.items():
        for start in net.grids[name]:
            grids.append((starts[name], sizes[name], asked, place_of(plain, start)))
            asked += 1
        assert cells.out_features == len(net.grids[name])
    return np.array(words, np.int64), np.array(grids, np.int64).reshape(-1, 4)


@jit
def encode(seen, rows, plain, encoders, x, held):
    """Write plain entries as floats and, behind them, the maxima of each block's slots.

    `held` takes the encoded slots that hold somebody, where those of each block and row begin, and
    which slots they are. Block by block, so that the weights of one stay near.
    """
    entries, scales = plain
    where, first, first_bias, second, second_bias = encoders
    encoded, starts, places = held
    size = first.shape[1]
    every = max(seen.shape[1], size)
    room = np.empty(every + 1, np.float32), np.empty(every + 1, np.int64)
    hidden, all_hidden = np.empty(size, np.float32), np.arange(size)
    take_entries(seen, scales, rows, entries, x)
    for i in range(len(rows)):
        for j in range(len(entries), x.shape[1]):
            x[i, j] = 0.0
    found = 0
    for b in range(len(where)):
        start, count = where[b, 0], where[b, 1]
        width, own = where[b, 2], where[b, 3]
        weights = first[own : own + width]
        for i in range(len(rows)):
            starts[b, i] = found
            row, pooled = seen[rows[i]], x[i, len(entries) + b * size :]
            for slot in range(count):
                begin = start + slot * width
                number = pick(row[begin : begin + width], room)
                if number == 0:
                    continue
                out = encoded[found]
                layer(room, number, weights, first_bias[b], hidden)
                layer((hidden, all_hidden), size, second[b], second_bias[b], out)
                for c in range(size):
                    pooled[c] = out[c] if out[c] > pooled[c] else pooled[c]
                places[found] = slot
                found += 1
        starts[b, len(rows)] = found


@jit
def pick(entries, room):
    """Write the entries other than 0 and which they are; return how many there are."""
    values, which = room
    number = 0
    for j in range(len(entries)):  # no branch: which entries are 0 cannot be foreseen
        values[number] = np.float32(entries[j])
        which[number] = j
        number += entries[j] != 0
    return number


@jit
def layer(inputs, number, weights, bias, out):
    """Write relu of a layer: `inputs` are values and which rows of `weights` they multiply."""
    values, which = inputs
    for c in range(len(out)):
        out[c] = bias[c]
    whole = number - number % 4
    for k in range(0, whole, 4):
        p, q, r, s = values[k], values[k + 1], values[k + 2], values[k + 3]
        by_p, by_q = weights[which[k]], weights[which[k + 1]]
        by_r, by_s = weights[which[k + 2]], weights[which[k + 3]]
        for c in range(len(out)):
            out[c] += p * by_p[c] + q * by_q[c] + r * by_r[c] + s * by_s[c]
    for k in range(whole, number):
        p, by_p = values[k], weights[which[k]]
        for c in range(len(out)):
            out[c] += p * by_p[c]
    for c in range(len(out)):
        out[c] = out[c] if out[c] > 0.0 else np.float32(0.0)


@jit
def write_logits(x, told, held, places, logits):
    """Write the logits of all words, by the plain entries, the heads' answers and the slots."""
    encoded, starts, slots = held
    words, grids = places
    size = encoded.shape[1]
    for i in range(len(logits)):
        said, to = told[i], logits[i]
        for n in range(len(words)):
            at, count = words[n, 0], words[n, 1]
            asked, block = words[n, 2], words[n, 3]
            if block == PLAIN:
                for j in range(count):
                    to[at + j] = said[asked + j]
                continue
            for j in range(count):
                to[at + j] = said[asked + size]
            for k in range(starts[block, i], starts[block, i + 1]):
                to[at + slots[k]] += product(encoded[k], said[asked : asked + size])
        for n in range(len(grids)):
            at, count = grids[n, 0], grids[n, 1]
            weight, entry = grids[n, 2], grids[n, 3]
            for j in range(count):
                to[at + j] += said[weight] * x[i, entry + j]


@jit
def product(left, right):
    """Return the sum of products, in four sums side by side."""
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
