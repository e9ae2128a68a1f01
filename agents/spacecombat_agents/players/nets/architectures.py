"""The networks of the fast learner. Each maps an observation to action logits and an outcome.

All of them skip inputs that have been zero so far (`LiveInputs`): a weight of such an input has
never had a gradient and never mattered, so only the speed changes. The parameters keep their full
sizes, and saved and exported files do not depend on it.
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
from spacecombat_agents.players.nets.slot_blocks import (
    grid_offsets,
    plain_entries,
    pointed_blocks,
    slot_blocks,
)
from spacecombat_env.core.model.layout import Layout

__all__ = [
    *("BlockNet", "EncodedSlots", "InputLayer", "LiveInputs"),
    *("MultilayerPerceptron", "NO_ENTRY", "Net", "OUTCOME_CLASSES"),
    *("build_net", "index_of", "mask_logits"),
]

OUTCOME_CLASSES = 3
"""Classes of an outcome: win, draw, loss."""
OUTPUT_GAIN = 0.01
"""Initial gain of the layer that gives logits: all actions are about equally likely."""


class LiveInputs(NamedTuple):
    """The entries of the observation that a network receives, and their order."""

    columns: np.ndarray
    """int64 (C,): their indices in the observation."""
    rows: tuple[int, ...]
    """The number of rows of each slot block among them; empty if the network has no blocks."""
    flat: torch.Tensor
    """int64 (F,): the first layer's inputs that the plain entries are."""


NO_ENTRY = -1
"""An input that is not an entry of the observation."""


class InputLayer(NamedTuple):
    """A layer that reads entries of the observation."""

    layer: nn.Linear
    entries: np.ndarray
    """int64 (R, I): the entries of its inputs, in each of the rows that it evaluates; `NO_ENTRY`
    for other inputs.
    """
    slots: bool
    """Whether an all-zero row is an empty slot, whose output is discarded."""


class Net(nn.Module, abc.ABC):
    """Base of the networks: masked actions, and an outcome in classes or as one number."""

    value: nn.Linear

    def inputs(self, live: np.ndarray) -> LiveInputs:
        """Return the network's inputs, given the entries that may be nonzero, bool (O,)."""
        columns = np.flatnonzero(live)
        return LiveInputs(columns, (), torch.from_numpy(columns))

    @abc.abstractmethod
    def first_layers(self) -> list[InputLayer]:
        """Return the layers that read the observation."""

    @abc.abstractmethod
    def evaluate(self, x: torch.Tensor, inputs: LiveInputs) -> tuple[torch.Tensor, torch.Tensor]:
        """Return unmasked logits (n, A) and outcome, (n, 3) as logits or (n, 1) as a value.

        `x` float32 (n, C) holds the entries that `inputs` names.
        """

    def forward(self, obs: torch.Tensor, action_mask: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Return masked logits (n, A) and values (n, 1), as every playing network does.

        With an outcome in classes also the probabilities of win, draw and loss, (n, 3).
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
        """Return logits only, those of illegal actions at `MASKED_LOGIT`."""
        return self(obs, action_mask)[0]


def mask_logits(logits: torch.Tensor, legal: torch.Tensor) -> torch.Tensor:
    """Return logits with those of illegal actions at `MASKED_LOGIT`."""
    return torch.where(legal, logits, torch.full((), MASKED_LOGIT, device=logits.device))


class MultilayerPerceptron(nn.Module):
    """Hidden layers; the first may receive some of its inputs only."""

    def __init__(self, size: int, layers: tuple[int, ...], activation: str) -> None:
        super().__init__()
        sizes = (size, *layers)
        self.layers = nn.ModuleList(map(nn.Linear, sizes, sizes[1:]))
        self.activation = {"tanh": torch.tanh, "relu": torch.relu}[activation]
        self.size, self.width = size, sizes[-1]

    def first(self, entries: np.ndarray, slots: bool = False) -> list[InputLayer]:
        """Return the layer that reads these inputs; none without hidden layers."""
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
        """Return those of actions and value."""
        entries = np.arange(self.policy.size)[None]
        return self.policy.first(entries) + self.worth.first(entries)

    def evaluate(self, x: torch.Tensor, inputs: LiveInputs) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits and outcome."""
        return (
            self.words(self.policy(x, inputs.flat)),
            self.value(self.worth(x, inputs.flat)),
        )


class SharedNet(Net):
    """One perceptron for actions and value."""

    def __init__(self, size: int, actions: int, outcomes: int, network: Network) -> None:
        super().__init__()
        self.trunk = MultilayerPerceptron(size, network.layers, network.activation)
        self.words = nn.Linear(self.trunk.width, actions)
        self.value = nn.Linear(self.trunk.width, outcomes)

    def first_layers(self) -> list[InputLayer]:
        """Return its first layer."""
        return self.trunk.first(np.arange(self.trunk.size)[None])

    def evaluate(self, x: torch.Tensor, inputs: LiveInputs) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits and outcome."""
        latent = self.trunk(x, inputs.flat)
        return self.words(latent), self.value(latent)


class EncodedSlots(abc.ABC):
    """The encoded slots of one block."""

    @abc.abstractmethod
    def pooled(self) -> torch.Tensor:
        """Return the maxima over slots, (n, slot)."""

    @abc.abstractmethod
    def pointer_logits(self, queries: torch.Tensor, size: int) -> torch.Tensor:
        """Return the product of a query (n, slot) with each slot, (n, size); 0 for skipped ones."""


class DenseSlots(EncodedSlots):
    """All slots of a block, empty ones as zeros."""

    def __init__(self, slots: torch.Tensor) -> None:
        self._slots = slots
        """(n, rows, slot), none below 0."""

    def pooled(self) -> torch.Tensor:
        """Return the maxima over slots."""
        return self._slots.amax(dim=1)

    def pointer_logits(self, queries: torch.Tensor, size: int) -> torch.Tensor:
        """Return the product of a query with each slot."""
        found = torch.matmul(self._slots, queries[:, :, None]).squeeze(2)
        left_out = size - self._slots.shape[1]
        return functional.pad(found, (0, left_out)) if left_out else found


class BlockNet(Net):
    """Slots of one kind share an encoder, whose outputs also score the actions that point at them.

    The encoded slots of a block are pooled by their maxima and go through the hidden layers with
    the plain entries. If a block of actions has slots of the same name and number, each action's
    logit is the product of a query, made from the last layer, with its slot. Actions that lie on
    grids of the observation with the same number of cells add the values of their cell. All other
    actions have plain logits.
    """

    def __init__(
        self, observation: Layout, actions: Layout, outcomes: int, network: Network
    ) -> None:
        super().__init__()
        slot = self.slot = network.slot
        self.blocks = slot_blocks(observation)
        self.plain = plain_entries(self.blocks, observation.size)
        """Entries that describe no slot."""
        self.pointed = pointed_blocks(self.blocks, actions)
        """Blocks of actions that point at slots."""
        self.order = [(each.name, each.size) for each in actions.blocks]
        self.grids = {
            name: grid_offsets(observation, size)
            for name, size in self.order
            if name not in self.pointed
        }
        """By block of actions: the offsets of the grids it lies on."""
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
        """Return those of the encoders, and the trunk's, which also receives pooled slots."""
        found: list[InputLayer] = []
        for block in self.blocks:
            entries = block.start + np.arange(block.rows * block.width)
            rows = entries.reshape(block.rows, block.width)
            found += self.encoder(block.name).first(rows, slots=True)
        pooled = np.full(self.trunk.size - len(self.plain), NO_ENTRY)
        return found + self.trunk.first(np.concatenate([self.plain, pooled])[None])

    def inputs(self, live: np.ndarray) -> LiveInputs:
        """Return the live plain entries and the first rows of each block, up to its last live one.

        Grids that actions lie on stay whole.
        """
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
        """Return the encoder of a block's slots."""
        encoder = self.encoders[name]
        assert isinstance(encoder, MultilayerPerceptron)
        return encoder

    def decode(
        self, flat: torch.Tensor, slots: Sequence[EncodedSlots | None], inputs: LiveInputs
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits and outcome from the plain entries and the encoded slots of each block.

        None stands for a block without live inputs.
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
        """Return the logits of each block of actions."""
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
        """Return for each block of actions the offsets of the grids that it lies on."""
        return [self.grids.get(name, []) for name, _ in self.order]


def index_of(columns: np.ndarray, entry: int) -> int:
    """Return the index of an observation's entry among columns."""
    return int(np.flatnonzero(columns == entry)[0])


def build_net(network: Network, observation: Layout, actions: Layout, outcomes: int) -> Net:
    """Return an untrained network: orthogonal weights, all actions about equally likely."""
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
