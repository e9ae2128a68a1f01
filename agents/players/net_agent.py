"""A torch network as a player, by its forward: observations and masks in, logits and values out."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import nn

from spacecombat_agents.players.drawing import drawn_words
from spacecombat_agents.players.lots import AsksNet
from spacecombat_agents.players.nets import build_net
from spacecombat_agents.players.network import Network
from spacecombat_agents.players.policy import Policy
from spacecombat_agents.reading import build, read_text
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import Scenario

WEIGHTS = "policy.safetensors"
"""The weights of what the fast learner trained."""
FORM = "net.json"
"""The form of its network, beside it."""


def load_weights(net: nn.Module, file: Path) -> None:
    """Give a network the weights of a file; ConfigError where they are none, or another's."""
    try:
        net.load_state_dict(load_file(file))
    except (OSError, SafetensorError, RuntimeError) as cause:
        reason = f"no weights of this network: {str(cause)[:80]}"
        raise ConfigError.at(file, "file", reason) from None


class NetAgent(AsksNet):
    """Speaks the likeliest word, or at a temperature above 0 one drawn as drawing.py has it."""

    def __init__(
        self, head: Policy, name: str, temperature: float = 0.0, min_p: float = 0.0
    ) -> None:
        super().__init__(name)
        self.head = head
        head.eval()
        self.temperature, self.min_p = temperature, min_p

    @classmethod
    def load(cls, file: Path, scenario: Scenario) -> NetAgent:
        """Load the weights that the fast learner wrote; ConfigError where they are none, or were
        made for other spaces. Nothing in the files is run."""
        beside = file.with_name(FORM)
        try:
            form = json.loads(read_text(beside))
            network = build(Network, form["network"], str(beside), "network")
            made_for = {key: form[key] for key in ("observation", "actions")}
            outcomes = int(form["outcomes"])
        except (ValueError, KeyError, TypeError) as cause:
            raise ConfigError.at(beside, "file", f"no form of a network: {cause!r}") from None
        for key, layout in (("observation", scenario.observation), ("actions", scenario.actions)):
            if made_for[key] != layout.digest():
                reason = f"made for another layout than that of {scenario.name}"
                raise ConfigError.at(beside, key, reason)
        net = build_net(network, scenario.observation, scenario.actions, outcomes)
        load_weights(net, file)
        return cls(net, f"net:{file.parent.name}")

    @property
    def digest(self) -> str:
        """SHA-256 of the policy's numbers."""
        total = hashlib.sha256()
        for name, numbers in sorted(self.head.state_dict().items()):
            total.update(name.encode() + numbers.cpu().numpy().tobytes())
        return total.hexdigest()

    def forward(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return logits float32 (n, A), illegal words at -1e8, and values float32 (n,)."""
        with torch.inference_mode():
            given = torch.from_numpy(observations), torch.from_numpy(masks)
            logits, values, *_ = self.head(*given)
        return logits.numpy(), values.numpy().reshape(-1)

    def words(self, observations: np.ndarray, masks: np.ndarray, lots: np.ndarray) -> np.ndarray:
        """Return a word for each row, by its lot."""
        with torch.inference_mode():
            given = torch.from_numpy(observations), torch.from_numpy(masks)
            logits = self.head.masked(*given).numpy()
        return drawn_words(logits, masks, lots, self.temperature, self.min_p)
