"""Opponent files without plain steps, written before files held them: the steps are made here.

Such a file holds its networks as ONNX alone. Those of the package's own forms
(nets/architectures.py) and of MaskablePPO are written as steps from their weights by name, with
NumPy only. Golden vectors show whether that is right.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from spacecombat_agents.players.bundles.bundle import Bundle
from spacecombat_agents.players.nets.slot_blocks import (
    SlotBlock,
    grid_offsets,
    plain_entries,
    pointed_blocks,
    slot_blocks,
)
from spacecombat_agents.players.onnx.onnx_graph import read_onnx_graph
from spacecombat_agents.players.onnx.onnx_weights import read_onnx_weights
from spacecombat_agents.players.steps.step_writer import StepWriter
from spacecombat_env.core.model.layout import Block, Layout

__all__ = ["network_steps", "read_layout", "steps_from_onnx"]

Array = np.ndarray
PREFIX, TRANSPOSED = "network.", ".turned"
"""In an ONNX file, names of parameters may begin with the first; those of transposed ones end with
the second.
"""
MASKED_LOGIT = -1e8
"""The logit of an action that is not legal."""
OUTCOME_CLASSES = 3
"""Classes of an outcome: win, draw, loss."""


def steps_from_onnx(bundle: Bundle, policy: str) -> bytes:
    """Return an ONNX policy as a JSON policy; BundleError if its network is of another form."""
    data = bundle.files[policy]
    try:
        activation = "tanh" if "Tanh" in read_onnx_graph(data).operators else "relu"
        return network_steps(_parameters(data), activation, *map(read_layout, _layouts(bundle)))
    except Exception as cause:
        why = " ".join(f"{type(cause).__name__}: {cause}".split())[:80]
        reason = f"has no plain steps, and is not a network of this package ({why})"
        more = 'it needs onnxruntime: pip install "spacecombat-env[play]"'
        raise bundle.refuse(policy, f"{reason}; {more}") from None


def _parameters(data: bytes) -> dict[str, Array]:
    """Return the parameters in an ONNX file by the network's own names.

    The exporter left out zero biases, or kept several as one.
    """
    found = {}
    for name, array in read_onnx_weights(data).items():
        own = name.removeprefix(PREFIX)
        found[own.removesuffix(TRANSPOSED)] = array.T if own.endswith(TRANSPOSED) else array
    for name in [name for name in found if name.endswith(".weight")]:
        bias = np.zeros(len(found[name]), np.float32)
        found.setdefault(name.removesuffix("weight") + "bias", bias)
    return found


def _layouts(bundle: Bundle) -> list[dict[str, Any]]:
    """Return the descriptions of observation and actions in the manifest."""
    return [bundle.manifest["layouts"][name] for name in ("observation", "actions")]


def read_layout(described: Mapping[str, Any]) -> Layout:
    """Return a layout; files of `opp/1` have its size only."""
    whole = {"name": "whole", "shape": [described["size"]], "columns": None}
    return Layout(
        tuple(
            Block(
                each["name"], tuple(each["shape"]), "", each["columns"] and tuple(each["columns"])
            )
            for each in described.get("blocks", [whole])
        )
    )


def network_steps(
    weights: Mapping[str, Array], activation: str, observation: Layout, actions: Layout
) -> bytes:
    """Return a network as a JSON policy. Its form follows from the names of its weights.

    `activation` is that between hidden layers. KeyError names a weight that is missing.
    """
    net = _NetWriter(weights, activation, observation, actions)
    logits, outcome = net.evaluate()
    net.write_outputs(logits, outcome)
    return net.writer.policy_json()


class _NetWriter:
    """The steps of one network under construction."""

    def __init__(
        self,
        weights: Mapping[str, Array],
        activation: str,
        observation: Layout,
        actions: Layout,
    ) -> None:
        self.writer = StepWriter(observation.size, actions.size)
        self._weights, self._activation = weights, activation
        self._observation, self._actions = observation, actions

    def evaluate(self) -> tuple[Array, Array]:
        """Return logits (A,) and outcome, (3,) as logits or (1,) as a value."""
        if any(name.count(".") == 2 and name.startswith("words.") for name in self._weights):
            return self._blocks()
        x = self.writer.obs[None]
        shared = self._perceptron("trunk.layers", x)
        policy, value = shared, shared
        for of_policy, of_value in (("policy.layers", "worth.layers"), ("policy_net", "value_net")):
            policy = self._perceptron(of_policy, policy)
            value = self._perceptron(of_value, value)
        return self._linear("words", policy)[0], self._linear("value", value)[0]

    def write_outputs(self, logits: Array, outcome: Array) -> None:
        """Write masked logits, the value, and the probabilities of win, draw and loss if known."""
        writer = self.writer
        legal = writer.each("greater", writer.action_mask, writer.constant(0.5))
        writer.output("logits", writer.each("where", legal, logits, writer.constant(MASKED_LOGIT)))
        if len(outcome) == OUTCOME_CLASSES:
            wdl = writer.runs("softmax", outcome)
            writer.output("wdl", wdl)
            outcome = writer.each("subtract", wdl[:1], wdl[2:])
        writer.output("value", outcome)

    def _linear(self, name: str, x: Array) -> Array:
        """Return a layer of rows (n, I) -> (n, O)."""
        weight, bias = (self._weights[f"{name}.{part}"] for part in ("weight", "bias"))
        return self.writer.product(
            x,
            self.writer.weight(f"{name}.weight", weight),
            self.writer.weight(f"{name}.bias", bias),
        )

    def _perceptron(self, name: str, x: Array, activation: str | None = None) -> Array:
        """Return the hidden layers `name.0`, ... of rows; `x` if there are none."""
        head = f"{name}."
        layers = [
            each.removeprefix(head).removesuffix(".weight")
            for each in self._weights
            if each.startswith(head) and each.endswith(".weight")
        ]
        for layer in sorted(layers, key=int):
            x = self.writer.each(activation or self._activation, self._linear(head + layer, x))
        return x

    # -- networks of blocks ------------------------------------------------------------------------

    def _blocks(self) -> tuple[Array, Array]:
        """Return logits and outcome of a network whose slots of one kind share an encoder."""
        obs, writer = self.writer.obs, self.writer
        blocks = slot_blocks(self._observation)
        encoded = {block.name: self._encode(block) for block in blocks}
        pooled = [writer.runs("largest", each.T) for each in encoded.values()]
        flat = obs[plain_entries(blocks, len(obs))]
        latent = self._perceptron("trunk.layers", np.concatenate([flat, *pooled])[None])
        pointed = pointed_blocks(blocks, self._actions)
        logits = [
            self._pointer_logits(each.name, encoded[each.name], latent)
            if each.name in pointed
            else self._plain_logits(each.name, each.size, latent)
            for each in self._actions.blocks
        ]
        return np.concatenate(logits), self._linear("value", latent)[0]

    def _encode(self, block: SlotBlock) -> Array:
        """Return the encoded slots of a block, (rows, slot); an empty slot is zero."""
        writer = self.writer
        end = block.start + block.rows * block.width
        slots = writer.obs[block.start : end].reshape(block.rows, block.width)
        encoded = self._perceptron(f"encoders.{block.name}.layers", slots, "relu")
        sizes = writer.runs("largest", writer.each("multiply", slots, slots))
        occupied = writer.each("greater", sizes, writer.constant(0.0))
        return writer.each("multiply", encoded, occupied[:, None])

    def _pointer_logits(self, name: str, slots: Array, latent: Array) -> Array:
        """Return the product of a query with each slot, plus a number for all."""
        query = self._linear(f"words.{name}", latent)
        found = self.writer.product(slots, query[:, :-1])[:, 0]
        return self.writer.each("add", found, query[0, -1:])

    def _plain_logits(self, name: str, size: int, latent: Array) -> Array:
        """Return logits, plus the weighted values of each action's cells on the grids."""
        logits = self._linear(f"words.{name}", latent)[0]
        starts = grid_offsets(self._observation, size)
        if not starts:
            return logits
        cells = np.stack([self.writer.obs[start : start + size] for start in starts])
        weights = self._linear(f"cells.{name}", latent)
        return self.writer.each("add", logits, self.writer.product(weights, cells.T)[0])
