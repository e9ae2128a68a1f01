"""What form a policy's network has: told by a run's configuration, kept with its weights."""

from __future__ import annotations

from dataclasses import dataclass

from spacecombat_agents.yaml_config import choice_field, number_field


@dataclass(frozen=True)
class Network:
    """The policy's network on the flat observation."""

    form: str = choice_field("pair", "trunk", "blocks")
    """`pair`: two plain perceptrons, one for words, one for value; the only one of MaskablePPO.
    `trunk`: one perceptron for both. `blocks`: a small encoder for each kind of slot, shared by its
    slots, whose words point at them."""
    policy_layers: tuple[int, ...] = (128, 128)
    """Pair: hidden layers from observation to words."""
    value_layers: tuple[int, ...] = (128, 128)
    """Pair: hidden layers from observation to value."""
    layers: tuple[int, ...] = (128, 128)
    """Trunk and blocks: hidden layers from observation, or from the encoded slots, to both."""
    slot: int = number_field(32, 1)
    """Blocks: numbers that a slot is encoded in."""
    activation: str = choice_field("tanh", "relu")
    """Between layers."""
