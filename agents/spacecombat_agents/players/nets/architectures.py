"""The networks of the fast learner. Each gives logits of words and an outcome from one observation.

All of them leave out inputs that have been zero so far (`LiveInputs`): a weight of such an input
has never had a gradient and never mattered, so nothing changes but the time it takes. The
parameters keep their full sizes, and what is saved and exported knows nothing of it.
"""

from __future__ import annotations

import abc
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from spacecombat_agents.players.nets.net_config import Network
from spacecombat_agents.players.nets.policy_net import MASKED_LOGIT
from spacecombat_env.core.model.layout import Layout

OUTCOME_CLASSES = 3
"""Classes of an outcome: win, draw, loss."""
OUTPUT_GAIN = 0.01
"""Gain of the layer that gives logits at the start: all words about equal."""


class LiveInputs(NamedTuple):
    """Which entries of the observation a network is given, in which order."""

    columns: np.ndarray
    """int64 (C,): their places in the observation."""
    rows: tuple[int, ...]
    """Of each slot block, how many of its rows are among them; empty where a net has none."""
    flat: torch.Tensor
    """int64 (F,): which of the first layer's inputs the plain entries are."""


NO_ENTRY = -1
"""An input that is no entry of the observation."""


class InputLayer(NamedTuple):
    """A layer that takes entries of the observation."""

    layer: nn.Linear
    entries: np.ndarray
    """int64 (R, I): which entries its inputs are, in each of the rows that it is given one by one;
    `NO_ENTRY` for what is none."""
    slots: bool
    """Whether a row of zeros alone is nobody, and what the layer makes of it is thrown away."""


class Net(nn.Module, abc.ABC):
    """What the networks have in common: words masked, an outcome in classes or as one number."""

    value: nn.Linear

    def inputs(self, live: np.ndarray) -> LiveInputs:
        """Return what the network is to be given where bool (O,) says what may be other than 0."""
        columns = np.flatnonzero(live)
        return LiveInputs(columns, (), torch.from_numpy(columns))

    @abc.abstractmethod
    def first_layers(self) -> list[InputLayer]:
        """Return the layers that take the observation."""

    @abc.abstractmethod
    def evaluate(self, x: torch.Tensor, inputs: LiveInputs) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits (n, A), none masked, and outcome (n, 3) as logits or (n, 1) as a value.

        `x` float32 (n, C) holds the entries that `inputs` names.
        """

    def forward(self, obs: torch.Tensor, action_mask: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Return masked logits (n, A) and values (n, 1), as every policy that plays does.

        With an outcome in classes also the chances of win, draw and loss, (n, 3).
        """
        whole = self.inputs(np.ones(obs.shape[1], bool))
        if not np.array_equal(whole.columns, np.arange(obs.shape[1])):
            obs = obs.index_select(1, torch.from_numpy(whole.columns))
        logits, outcome = self.evaluate(obs, whole)
        logits = mask_logits(logits, action_mask > 0.5)
        if outcome.shape[1] != OUTCOME_CLASSES:
            return logits, outcome
        probs = torch.softmax(outcome, dim=1)
        return logits, probs[:, :1] - probs[:, 2:], probs

    def masked_logits(self, obs: torch.Tensor, action_mask: torch.Tensor) -> torch.Tensor:
        """Return logits alone, those of illegal words at `MASKED_LOGIT`."""
        return self(obs, action_mask)[0]


def mask_logits(logits: torch.Tensor, legal: torch.Tensor) -> torch.Tensor:
    """Return logits with those of illegal words at `MASKED_LOGIT`."""
    return torch.where(legal, logits, torch.full((), MASKED_LOGIT, device=logits.device))


class MultilayerPerceptron(nn.Module):
    """Hidden layers, of which the first may be given some of its inputs alone."""

    def __init__(self, size: int, layers: tuple[int, ...], activation: str) -> None:
        super().__init__()
        sizes = (size, *layers)
        self.layers = nn.ModuleList(map(nn.Linear, sizes, sizes[1:]))
        self.activation = {"tanh": torch.tanh, "relu": torch.relu}[activation]
        self.size, self.width = size, sizes[-1]

    def first(self, entries: np.ndarray, slots: bool = False) -> list[InputLayer]:
        """Return the layer that takes these inputs; none where there are no hidden ones."""
        layers = [layer for layer in self.layers[:1] if isinstance(layer, nn.Linear)]
        return [InputLayer(layer, entries, slots) for layer in layers]

    def forward(self, x: torch.Tensor, inputs: torch.Tensor | None = None) -> torch.Tensor:
        """Return the last layer's activations; `inputs` names the entries that `x` holds."""
        for number, layer in enumerate(self.layers):
            assert isinstance(layer, nn.Linear)
            weight = layer.weight
            if number == 0 and inputs is not None and len(inputs) < self.size:
                weight = weight.index_select(1, inputs.to(weight.device))
            x = self.activation(functional.linear(x, weight, layer.bias))
        return x


class SeparateNet(Net):
    """Two perceptrons, as MaskablePPO has them."""

    def __init__(self, size: int, actions: int, outcomes: int, network: Network) -> None:
        super().__init__()
        self.policy = MultilayerPerceptron(size, network.policy_layers, network.activation)
        self.worth = MultilayerPerceptron(size, network.value_layers, network.activation)
        self.words = nn.Linear(self.policy.width, actions)
        self.value = nn.Linear(self.worth.width, outcomes)

    def first_layers(self) -> list[InputLayer]:
        """Return those of words and value."""
        entries = np.arange(self.policy.size)[None]
        return self.policy.first(entries) + self.worth.first(entries)

    def evaluate(self, x: torch.Tensor, inputs: LiveInputs) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits and outcome."""
        return (
            self.words(self.policy(x, inputs.flat)),
            self.value(self.worth(x, inputs.flat)),
        )


class SharedNet(Net):
    """One perceptron for both."""

    def __init__(self, size: int, actions: int, outcomes: int, network: Network) -> None:
        super().__init__()
        self.trunk = MultilayerPerceptron(size, network.layers, network.activation)
        self.words = nn.Linear(self.trunk.width, actions)
        self.value = nn.Linear(self.trunk.width, outcomes)

    def first_layers(self) -> list[InputLayer]:
        """Return the one."""
        return self.trunk.first(np.arange(self.trunk.size)[None])

    def evaluate(self, x: torch.Tensor, inputs: LiveInputs) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits and outcome."""
        latent = self.trunk(x, inputs.flat)
        return self.words(latent), self.value(latent)


class EncodedSlots(abc.ABC):
    """What the slots of one block are encoded as."""

    @abc.abstractmethod
    def pooled(self) -> torch.Tensor:
        """Return the maxima over slots, (n, slot)."""

    @abc.abstractmethod
    def pointer_logits(self, queries: torch.Tensor, size: int) -> torch.Tensor:
        """Return what a question (n, slot) finds in each slot, (n, size); 0 in those left out."""


class DenseSlots(EncodedSlots):
    """All slots of a block, those that hold nobody as zeros."""

    def __init__(self, slots: torch.Tensor) -> None:
        self._slots = slots
        """(n, rows, slot), none below 0."""

    def pooled(self) -> torch.Tensor:
        """Return the maxima over slots."""
        return self._slots.amax(dim=1)

    def pointer_logits(self, queries: torch.Tensor, size: int) -> torch.Tensor:
        """Return what a question finds in each slot."""
        found = torch.matmul(self._slots, queries[:, :, None]).squeeze(2)
        left_out = size - self._slots.shape[1]
        return functional.pad(found, (0, left_out)) if left_out else found


class SlotBlock(NamedTuple):
    """A block of the observation that describes slots of one kind, a row each."""

    name: str
    start: int
    rows: int
    width: int


class BlockNet(Net):
    """Slots of one kind share an encoder; what it makes of a slot is what its word is judged by.

    The encoded slots of a block are pooled by their maxima beside the plain entries, and go through
    the hidden layers. A word of a block that has slots of the same name and number is worth what
    a question, made of the last layer, finds in that slot; words laid over grids of the observation
    of the same number of cells add what they find in their cell. All other words are plain.
    """

    def __init__(
        self, observation: Layout, actions: Layout, outcomes: int, network: Network
    ) -> None:
        super().__init__()
        slot = self.slot = network.slot
        self.blocks = _slot_blocks(observation)
        self.plain = _plain_entries(self.blocks, observation.size)
        """Entries that describe no slot."""
        rows = {block.name: block.rows for block in self.blocks}
        self.pointed = [each.name for each in actions.blocks if rows.get(each.name) == each.size]
        """Blocks of words of which each points at a slot."""
        self.order = [(each.name, each.size) for each in actions.blocks]
        self.grids = {
            name: _grid_offsets(observation, size)
            for name, size in self.order
            if name not in self.pointed
        }
        """By block of words: where the grids start that it is laid over."""
        encoders = {
            each.name: MultilayerPerceptron(each.width, (slot, slot), "relu")
            for each in self.blocks
        }
        self.encoders = nn.ModuleDict(encoders)
        size = len(self.plain) + slot * len(self.blocks)
        self.trunk = MultilayerPerceptron(size, network.layers, network.activation)
        width = self.trunk.width
        queries = {name: slot + 1 if name in self.pointed else size for name, size in self.order}
        self.words = nn.ModuleDict({name: nn.Linear(width, size) for name, size in queries.items()})
        laid = {name: nn.Linear(width, len(grids)) for name, grids in self.grids.items() if grids}
        self.cells = nn.ModuleDict(laid)
        self.value = nn.Linear(width, outcomes)

    def first_layers(self) -> list[InputLayer]:
        """Return those of the encoders, and the trunk's, which has pooled slots as well."""
        found: list[InputLayer] = []
        for block in self.blocks:
            entries = block.start + np.arange(block.rows * block.width)
            rows = entries.reshape(block.rows, block.width)
            found += self.encoder(block.name).first(rows, slots=True)
        pooled = np.full(self.trunk.size - len(self.plain), NO_ENTRY)
        return found + self.trunk.first(np.concatenate([self.plain, pooled])[None])

    def inputs(self, live: np.ndarray) -> LiveInputs:
        """Return the plain entries that live, and the first rows of each block that hold all that
        live in it; grids that words are laid over stay whole."""
        plain = live[self.plain].copy()
        for starts, (_, size) in zip(self._grids(), self.order, strict=True):
            for start in starts:
                plain[(self.plain >= start) & (self.plain < start + size)] = True
        flat = np.flatnonzero(plain)
        columns, rows = [self.plain[flat]], []
        for block in self.blocks:
            end = block.start + block.rows * block.width
            used = live[block.start : end].reshape(block.rows, block.width).any(axis=1)
            rows.append(int(np.flatnonzero(used)[-1]) + 1 if used.any() else 0)
            columns.append(np.arange(block.start, block.start + rows[-1] * block.width))
        pooled = np.arange(len(self.plain), self.trunk.size)
        first = torch.from_numpy(np.concatenate([flat, pooled]))
        return LiveInputs(np.concatenate(columns), tuple(rows), first)

    def evaluate(self, x: torch.Tensor, inputs: LiveInputs) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits and outcome."""
        width = sum(n * block.width for n, block in zip(inputs.rows, self.blocks, strict=True))
        flat, slots = x[:, : x.shape[1] - width], x[:, x.shape[1] - width :]
        found: list[EncodedSlots | None] = []
        at = 0
        for rows, block in zip(inputs.rows, self.blocks, strict=True):
            if rows == 0:
                found.append(None)
                continue
            part = slots[:, at : at + rows * block.width].reshape(-1, rows, block.width)
            at += rows * block.width
            occupied = (part * part).amax(dim=2, keepdim=True) > 0.0
            found.append(DenseSlots(self.encoder(block.name)(part) * occupied))
        return self.decode(flat, found, inputs)

    def encoder(self, name: str) -> MultilayerPerceptron:
        """Return what encodes the slots of a block."""
        encoder = self.encoders[name]
        assert isinstance(encoder, MultilayerPerceptron)
        return encoder

    def decode(
        self, flat: torch.Tensor, slots: Sequence[EncodedSlots | None], inputs: LiveInputs
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits and outcome by the plain entries and the encoded slots of each block.

        None stands for a block in which nothing lives.
        """
        pooled = [
            flat.new_zeros(len(flat), self.slot) if each is None else each.pooled()
            for each in slots
        ]
        latent = self.trunk(torch.cat([flat, *pooled], dim=1), inputs.flat)
        encoded = {block.name: each for block, each in zip(self.blocks, slots, strict=True)}
        return torch.cat(self._logits(flat, inputs, latent, encoded), dim=1), self.value(latent)

    def _logits(
        self,
        flat: torch.Tensor,
        inputs: LiveInputs,
        latent: torch.Tensor,
        encoded: Mapping[str, EncodedSlots | None],
    ) -> list[torch.Tensor]:
        """Return the logits of each block of words."""
        found = []
        for starts, (name, size) in zip(self._grids(), self.order, strict=True):
            queries = self.words[name](latent)
            if name not in self.pointed:
                if starts:
                    columns = inputs.columns[: flat.shape[1]]
                    cells = [flat[:, index_of(columns, start) :][:, :size] for start in starts]
                    weights = self.cells[name](latent)[:, None, :]
                    queries = queries + torch.matmul(weights, torch.stack(cells, dim=1)).squeeze(1)
                found.append(queries)
                continue
            logits = queries[:, -1:].expand(-1, size)
            slots = encoded[name]
            found.append(
                logits if slots is None else logits + slots.pointer_logits(queries[:, :-1], size)
            )
        return found

    def _grids(self) -> list[list[int]]:
        """Return for each block of words where the grids start that it is laid over."""
        return [self.grids.get(name, []) for name, _ in self.order]


def _slot_blocks(observation: Layout) -> list[SlotBlock]:
    """Return the blocks of an observation that describe slots."""
    return [
        SlotBlock(block.name, observation.offsets[block.name], *block.shape)
        for block in observation.blocks
        if len(block.shape) == 2 and block.columns
    ]


def _plain_entries(blocks: list[SlotBlock], size: int) -> np.ndarray:
    """Return the entries of an observation of that size that no block has, int64 (any,)."""
    inside = np.zeros(size, bool)
    for block in blocks:
        inside[block.start : block.start + block.rows * block.width] = True
    return np.flatnonzero(~inside)


def _grid_offsets(observation: Layout, cells: int) -> list[int]:
    """Return where the grids of so many cells start in an observation."""
    return [
        observation.offsets[block.name]
        for block in observation.blocks
        if len(block.shape) == 2 and not block.columns and block.size == cells
    ]


def index_of(columns: np.ndarray, entry: int) -> int:
    """Return where an entry of the observation stands among columns."""
    return int(np.flatnonzero(columns == entry)[0])


def build_net(network: Network, observation: Layout, actions: Layout, outcomes: int) -> Net:
    """Return an untrained network: orthogonal weights, all words about equally likely."""
    net: Net
    if network.form == "blocks":
        net = BlockNet(observation, actions, outcomes, network)
    else:
        kind = {"pair": SeparateNet, "trunk": SharedNet}[network.form]
        net = kind(observation.size, actions.size, outcomes, network)
    for name, layer in net.named_modules():
        if isinstance(layer, nn.Linear):
            gain = OUTPUT_GAIN if name.split(".")[0] in ("words", "cells") else np.sqrt(2.0)
            nn.init.orthogonal_(layer.weight, gain=1.0 if layer is net.value else gain)
            nn.init.zeros_(layer.bias)
    return net
