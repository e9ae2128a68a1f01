"""The architecture of a policy's network: set in a run's configuration, saved with its weights."""

from __future__ import annotations

from dataclasses import dataclass

from spacecombat_agents.yaml_config import choice_field, number_field

MAX_WIDTH = 1 << 14
"""Widest layer of a network."""


@dataclass(frozen=True)
class Network:
    """The policy's network on the flat observation."""

    form: str = choice_field("pair", "trunk", "blocks")
    """`pair`: two plain perceptrons, one for actions, one for value; MaskablePPO has only this one.

    `trunk`: one perceptron for both.

    `blocks`: a small encoder for each kind of slot, shared by its slots, which also scores the
    actions that point at them.
    """
    policy_layers: tuple[int, ...] = number_field((128, 128), 1, MAX_WIDTH)
    """Pair: hidden layers from observation to actions."""
    value_layers: tuple[int, ...] = number_field((128, 128), 1, MAX_WIDTH)
    """Pair: hidden layers from observation to value."""
    layers: tuple[int, ...] = number_field((128, 128), 1, MAX_WIDTH)
    """Trunk and blocks: hidden layers from observation, or from the encoded slots, to both."""
    slot: int = number_field(32, 1, MAX_WIDTH)
    """Blocks: size of an encoded slot."""
    activation: str = choice_field("tanh", "relu")
    """Activation between layers."""
