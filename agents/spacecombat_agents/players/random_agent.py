"""The random player."""

from __future__ import annotations

import numpy as np

from spacecombat_agents.players.base import Needs, unit_uniforms
from spacecombat_agents.players.stochastic_agent import StochasticAgent
from spacecombat_env.core.ruleset import Games


class RandomAgent(StochasticAgent):
    """Plays a uniformly random legal action."""

    is_stateless = True

    def __init__(self, seed: int = 0, name: str = "random") -> None:
        super().__init__(name, Needs.MASKS, seed)

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        visible: Games | None = None,
        seats: np.ndarray | None = None,
        random_bits: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return a uniformly random legal action for each row, from `random_bits` if given."""
        if random_bits is not None:
            legal = masks.cumsum(axis=1, dtype=np.int32)
            chosen = (unit_uniforms(random_bits) * legal[:, -1]).astype(np.int32)
            return (legal > chosen[:, None]).argmax(axis=1)
        drawn = 1.0 - self._rng.random(masks.shape, dtype=np.float32)  # above 0, at most 1
        drawn *= masks
        return drawn.argmax(axis=1)
