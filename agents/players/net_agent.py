"""A torch network as a player, by its forward: observations and masks in, logits and values out."""

from __future__ import annotations

import copy
import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import nn

from spacecombat_agents.players.base import Needs
from spacecombat_agents.players.drawing import drawn_words
from spacecombat_agents.players.nets import build_net
from spacecombat_agents.players.network import Network
from spacecombat_agents.players.policy import Policy
from spacecombat_agents.reading import build, read_text
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import Games, Scenario

if TYPE_CHECKING:
    from typing_extensions import Self

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


class NetAgent:
    """Speaks the likeliest word, or at a temperature above 0 one drawn as drawing.py has it."""

    takes_lots = True

    def __init__(
        self, head: Policy, name: str, temperature: float = 0.0, min_p: float = 0.0
    ) -> None:
        self.name = name
        self.needs = Needs.OBSERVATIONS
        self.head = head
        head.eval()
        self.temperature, self.min_p = temperature, min_p
        self._rng = np.random.default_rng(0)

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

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return one with dice of its own; what never changes is shared."""
        new = copy.copy(self)
        new._rng = copy.deepcopy(self._rng, memo)
        return new

    def reset(self, seed: int) -> None:
        """Start the dice anew."""
        self._rng = np.random.default_rng(seed)

    def forward(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return logits float32 (n, A), illegal words at -1e8, and values float32 (n,)."""
        with torch.inference_mode():
            given = torch.from_numpy(observations), torch.from_numpy(masks)
            logits, values, *_ = self.head(*given)
        return logits.numpy(), values.numpy().reshape(-1)

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        seen: Games | None = None,
        seats: np.ndarray | None = None,
        lots: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return a word for each row, drawn by its lot (uint64) where lots are given."""
        assert observations is not None
        if lots is None:
            lots = self._rng.integers(2**64, size=len(masks), dtype=np.uint64)
        with torch.inference_mode():
            given = torch.from_numpy(observations), torch.from_numpy(masks)
            logits = self.head.masked(*given).numpy()
        return drawn_words(logits, masks, lots, self.temperature, self.min_p)
