"""A torch network as a player: observations and masks in, logits and values out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file, save
from torch import nn

from spacecombat_agents.players.nets.architectures import OUTCOME_CLASSES, build_net
from spacecombat_agents.players.nets.net_config import Network
from spacecombat_agents.players.nets.policy_net import PolicyNet
from spacecombat_agents.players.sampling import sample_actions
from spacecombat_agents.players.stochastic_agent import NetPolicyAgent
from spacecombat_agents.yaml_config import build_dataclass, read_text
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import Scenario

__all__ = [
    "NET_FORM",
    "NetAgent",
    "WEIGHTS_FILE",
    "check_weights",
    "load_weights",
    "net_form",
    "save_weights",
    "weights_file",
]

WEIGHTS_FILE = "policy.safetensors"
"""File of the fast learner's weights."""
CHECKSUM = "sha256"
"""Key of the checksum in that file's metadata; files from before have none."""
NET_FORM = "net.json"
"""File of the network's architecture, next to it."""


def save_weights(weights: Mapping[str, torch.Tensor]) -> bytes:
    """Return weights as the content of a safetensors file with their checksum."""
    return save(dict(weights), metadata={CHECKSUM: _weights_checksum(weights)})


def net_form(network: Mapping[str, Any], outcomes: int, scenario: Scenario) -> dict[str, Any]:
    """Return the content of `net.json`: the architecture, and the spaces by hash and by block."""
    form: dict[str, Any] = {"network": network, "outcomes": outcomes, "layouts": {}}
    for key, layout in (("observation", scenario.observation), ("actions", scenario.actions)):
        form[key] = layout.digest()
        blocks = [
            {"name": each.name, "shape": each.shape, "columns": each.columns}
            for each in layout.blocks
        ]
        form["layouts"][key] = {"size": layout.size, "blocks": blocks}
    return form


def weights_file(name: str) -> Path:
    """Return the file of a run's weights, by its path or by the folder of the run."""
    path = Path(name)
    return path / WEIGHTS_FILE if path.is_dir() else path


def load_weights(net: nn.Module, file: Path) -> None:
    """Load weights from a file into a network.

    ConfigError if they do not fit, hold inf or nan, or are not those of the file's checksum.
    """
    try:
        with safe_open(file, framework="pt") as opened:
            checksum = (opened.metadata() or {}).get(CHECKSUM)
        weights = load_file(file)
        if checksum not in (None, _weights_checksum(weights)):
            raise ConfigError.at(file, "file", "its checksum does not match: changed or damaged")
        net.load_state_dict(weights)
    except (OSError, SafetensorError, RuntimeError, ValueError) as cause:
        reason = f"not the weights of this network: {' '.join(str(cause).split())[:80]}"
        raise ConfigError.at(file, "file", reason) from None
    check_weights(net.state_dict(), file)


def _weights_checksum(weights: Mapping[str, torch.Tensor]) -> str:
    """Return the SHA-256 of weights, by name in order."""
    digest = hashlib.sha256()
    for name, each in sorted(weights.items()):
        numbers = each.detach().cpu().contiguous().numpy()
        digest.update(f"{name} {numbers.dtype} {numbers.shape}\n".encode() + numbers.tobytes())
    return digest.hexdigest()


def check_weights(weights: Mapping[str, torch.Tensor], file: Path) -> None:
    """Raise ConfigError if weights that were read from a file hold inf or nan."""
    for name, each in weights.items():
        if not each.isfinite().all():
            raise ConfigError.at(file, name, "holds weights that are not finite")


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
            outcomes = form["outcomes"]
            if outcomes not in (1, OUTCOME_CLASSES):
                raise ValueError(f"outcomes is {outcomes!r}")
        except (ValueError, KeyError, TypeError, RecursionError) as cause:
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
        return self.finite(logits.numpy()), values.numpy().reshape(-1)

    def choose_actions(
        self, observations: np.ndarray, masks: np.ndarray, random_bits: np.ndarray
    ) -> np.ndarray:
        """Return an action for each row, by its random bits."""
        with torch.inference_mode():
            inputs = torch.from_numpy(observations), torch.from_numpy(masks)
            logits = self.finite(self.actor_critic.masked_logits(*inputs).numpy())
        return sample_actions(logits, masks, random_bits, self.temperature, self.min_p)
