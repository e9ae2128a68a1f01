"""A saved MaskablePPO model as a player. Loading runs pickled code: open only files you trust."""

from __future__ import annotations

import copy
import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from spacecombat_agents.players.base import Needs
from spacecombat_agents.players.drawing import drawn_words
from spacecombat_agents.players.policy import Head
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import Games, Scenario


class Sb3Agent:
    """Speaks the likeliest word, or at a temperature above 0 one drawn as drawing.py has it."""

    takes_lots = True

    def __init__(
        self, model: MaskablePPO, name: str, temperature: float = 0.0, min_p: float = 0.0
    ) -> None:
        self.name = name
        self.needs = Needs.OBSERVATIONS
        self.model = model
        self.head = Head(model.policy).eval()
        self.temperature, self.min_p = temperature, min_p
        self._rng = np.random.default_rng(0)

    @classmethod
    def load(cls, path: Path, scenario: Scenario) -> Sb3Agent:
        """Load a model file; ConfigError where it is none, or was made for other spaces."""
        try:
            model = MaskablePPO.load(path, device="cpu")
        except Exception as cause:
            raise ConfigError.at(path, "file", f"no MaskablePPO model: {cause}") from cause
        spaces = (model.observation_space.shape, int(model.action_space.n))  # type: ignore[attr-defined]
        wanted = ((scenario.observation.size,), scenario.actions.size)
        if spaces != wanted:
            raise ConfigError.at(path, "spaces", f"made for {spaces}, the scenario has {wanted}")
        return cls(model, f"sb3:{path.name}")

    @property
    def digest(self) -> str:
        """SHA-256 of the policy's numbers."""
        total = hashlib.sha256()
        for name, numbers in sorted(self.model.policy.state_dict().items()):
            total.update(name.encode() + numbers.cpu().numpy().tobytes())
        return total.hexdigest()

    def __deepcopy__(self, memo: dict[int, Any]) -> Sb3Agent:
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
            logits, values = self.head(torch.from_numpy(observations), torch.from_numpy(masks))
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
