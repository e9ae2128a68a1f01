"""A net as a player of playouts and as a judge: anything with `forward`."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from spacecombat_agents.players.drawing import drawn, word_weights
from spacecombat_agents.players.lots import AsksNet
from spacecombat_agents.search.board import FIRST, Board


class Net(Protocol):
    """What a search asks of a net."""

    def forward(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return logits (n, A) and values (n,), to the seat to act, for observations float32
        (n, O) and masks int8 (n, A)."""
        ...


class NetPlayer(AsksNet):
    """Draws each word as likely as the net holds it, by its lot."""

    def __init__(self, net: Net, name: str = "net") -> None:
        super().__init__(name)
        self.net = net

    def words(self, observations: np.ndarray, masks: np.ndarray, lots: np.ndarray) -> np.ndarray:
        """Return a word for each row, by its lot."""
        logits, _ = self.net.forward(observations, masks)
        return drawn(chances(logits, masks), lots)

    def judge(self, board: Board, rows: np.ndarray) -> np.ndarray:
        """Return what the net thinks that games are worth to the first seat: a `Judge`.

        It is asked in the place of the seat to act, as it always was: the value is turned round
        where that is the second.
        """
        _, values = self.net.forward(board.env.floats(rows), board.env.out.mask[rows])
        values = np.clip(values.astype(np.float64).reshape(-1), -1.0, 1.0)
        return np.where(board.seats[rows] == FIRST, values, -values)


def chances(logits: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """Return the chance of each word, float64 (n, A); 0 where it is not legal."""
    weights = word_weights(logits, masks, 1.0)
    return weights / weights.sum(axis=1, keepdims=True)
