"""A torch network as a player: observations and masks in, logits and values out."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import nn

from spacecombat_agents.players.nets.architectures import build_net
from spacecombat_agents.players.nets.net_config import Network
from spacecombat_agents.players.nets.policy_net import PolicyNet
from spacecombat_agents.players.sampling import sample_actions
from spacecombat_agents.players.stochastic_agent import NetPolicyAgent
from spacecombat_agents.yaml_config import build_dataclass, read_text
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import Scenario

__all__ = ["NET_FORM", "NetAgent", "WEIGHTS_FILE", "load_weights"]

WEIGHTS_FILE = "policy.safetensors"
"""File of the fast learner's weights."""
NET_FORM = "net.json"
"""File of the network's architecture, next to it."""


def load_weights(net: nn.Module, file: Path) -> None:
    """Load weights from a file into a network; ConfigError if they do not fit."""
    try:
        net.load_state_dict(load_file(file))
    except (OSError, SafetensorError, RuntimeError) as cause:
        reason = f"not the weights of this network: {str(cause)[:80]}"
        raise ConfigError.at(file, "file", reason) from None


class NetAgent(NetPolicyAgent):
    """Plays the likeliest action, or at a temperature above 0 a sampled one (sampling.py)."""

    def __init__(
        self, actor_critic: PolicyNet, name: str, temperature: float = 0.0, min_p: float = 0.0
    ) -> None:
        super().__init__(name)
        self.actor_critic = actor_critic
        actor_critic.eval()
        self.temperature, self.min_p = temperature, min_p

    @classmethod
    def load(cls, file: Path, scenario: Scenario) -> NetAgent:
        """Load weights of the fast learner; ConfigError if invalid or made for other spaces.

        No code in the files is executed.
        """
        form_file = file.with_name(NET_FORM)
        try:
            form = json.loads(read_text(form_file))
            network = build_dataclass(Network, form["network"], str(form_file), "network")
            made_for = {key: form[key] for key in ("observation", "actions")}
            outcomes = int(form["outcomes"])
        except (ValueError, KeyError, TypeError) as cause:
            raise ConfigError.at(
                form_file, "file", f"not a network configuration: {cause!r}"
            ) from None
        for key, layout in (("observation", scenario.observation), ("actions", scenario.actions)):
            if made_for[key] != layout.digest():
                reason = f"made for a layout other than that of {scenario.name}"
                raise ConfigError.at(form_file, key, reason)
        net = build_net(network, scenario.observation, scenario.actions, outcomes)
        load_weights(net, file)
        return cls(net, f"net:{file.parent.name}")

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the policy's weights."""
        digest = hashlib.sha256()
        for name, numbers in sorted(self.actor_critic.state_dict().items()):
            digest.update(name.encode() + numbers.cpu().numpy().tobytes())
        return digest.hexdigest()

    def forward(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return logits float32 (n, A), illegal actions at -1e8, and values float32 (n,)."""
        with torch.inference_mode():
            inputs = torch.from_numpy(observations), torch.from_numpy(masks)
            logits, values, *_ = self.actor_critic(*inputs)
        return logits.numpy(), values.numpy().reshape(-1)

    def choose_actions(
        self, observations: np.ndarray, masks: np.ndarray, random_bits: np.ndarray
    ) -> np.ndarray:
        """Return an action for each row, by its random bits."""
        with torch.inference_mode():
            inputs = torch.from_numpy(observations), torch.from_numpy(masks)
            logits = self.actor_critic.masked_logits(*inputs).numpy()
        return sample_actions(logits, masks, random_bits, self.temperature, self.min_p)
