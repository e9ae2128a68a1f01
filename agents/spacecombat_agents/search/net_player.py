"""A net as a playout player and as a leaf evaluator: anything with `forward`."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from spacecombat_agents.players.sampling import action_weights, sample_indices
from spacecombat_agents.players.stochastic_agent import NetPolicyAgent
from spacecombat_agents.search.game_batch import FIRST_SEAT, GameBatch


class Net(Protocol):
    """The interface of a net for search."""

    def forward(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return logits (n, A) and values (n,) of the seat to act.

        Inputs are observations float32 (n, O) and masks int8 (n, A).
        """
        ...


class NetPlayer(NetPolicyAgent):
    """Samples each action from the net's policy, by its random bits."""

    def __init__(self, net: Net, name: str = "net") -> None:
        super().__init__(name)
        self.net = net

    def choose_actions(
        self, observations: np.ndarray, masks: np.ndarray, random_bits: np.ndarray
    ) -> np.ndarray:
        """Return an action for each row, by its random bits."""
        logits, _ = self.net.forward(observations, masks)
        return sample_indices(action_probs(logits, masks), random_bits)

    def evaluate_leaves(self, batch: GameBatch, rows: np.ndarray) -> np.ndarray:
        """Return the net's values of games for the first seat: a `LeafEvaluator`.

        The net evaluates the seat to act; the value is negated if that is the second.
        """
        _, values = self.net.forward(batch.env.floats(rows), batch.env.out.mask[rows])
        values = np.clip(values.astype(np.float64).reshape(-1), -1.0, 1.0)
        return np.where(batch.seats[rows] == FIRST_SEAT, values, -values)


def action_probs(logits: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """Return the probability of each action, float64 (n, A); 0 for illegal ones."""
    weights = action_weights(logits, masks, 1.0)
    return weights / weights.sum(axis=1, keepdims=True)
