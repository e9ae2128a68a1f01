"""A net as a player of playouts and as a judge: anything with `forward`."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from spacecombat_agents.players.sampling import action_weights, sample_indices
from spacecombat_agents.players.stochastic_agent import NetPolicyAgent
from spacecombat_agents.search.game_batch import FIRST_SEAT, GameBatch


class Net(Protocol):
    """What a search asks of a net."""

    def forward(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return logits (n, A) and values (n,), to the seat to act, for observations float32
        (n, O) and masks int8 (n, A)."""
        ...


class NetPlayer(NetPolicyAgent):
    """Draws each action as likely as the net holds it, by its random bits."""

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
        """Return what the net thinks that games are worth to the first seat: a `LeafEvaluator`.

        It is asked in the place of the seat to act, as it always was: the value is turned round
        where that is the second.
        """
        _, values = self.net.forward(batch.env.floats(rows), batch.env.out.mask[rows])
        values = np.clip(values.astype(np.float64).reshape(-1), -1.0, 1.0)
        return np.where(batch.seats[rows] == FIRST_SEAT, values, -values)


def action_probs(logits: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """Return the chance of each action, float64 (n, A); 0 where it is not legal."""
    weights = action_weights(logits, masks, 1.0)
    return weights / weights.sum(axis=1, keepdims=True)
