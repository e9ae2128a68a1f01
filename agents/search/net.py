"""A net as a player of playouts and as a judge: anything with `forward`."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from spacecombat_agents.players.base import Needs, unit_lots
from spacecombat_agents.search.board import FIRST, Board
from spacecombat_env.core.ruleset import Games


class Net(Protocol):
    """What a search asks of a net."""

    def forward(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return logits (n, A) and values (n,), to the seat to act, for observations float32
        (n, O) and masks int8 (n, A)."""
        ...


class NetPlayer:
    """Draws each word as likely as the net holds it, by its lot."""

    takes_lots = True

    def __init__(self, net: Net) -> None:
        self.net = net
        self.name = "net"
        self.needs = Needs.OBSERVATIONS
        self._rng = np.random.default_rng(0)

    def reset(self, seed: int) -> None:
        """Start the dice anew, for who hands it no lots."""
        self._rng = np.random.default_rng(seed)

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        seen: Games | None = None,
        seats: np.ndarray | None = None,
        lots: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return a word for each row."""
        if observations is None:
            raise ValueError("a net reads observations: pass them")
        if lots is None:
            lots = self._rng.integers(2**64, size=len(masks), dtype=np.uint64)
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
    legal = np.where(masks > 0, logits.astype(np.float64), -np.inf)
    weights = np.exp(legal - legal.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


def drawn(likely: np.ndarray, lots: np.ndarray) -> np.ndarray:
    """Return an index for each row, drawn by chances (n, A) with lots (uint64): inverse CDF.

    An index of chance 0 is never drawn.
    """
    sums = likely.cumsum(axis=1)
    places = (sums <= (unit_lots(lots) * sums[:, -1])[:, None]).sum(axis=1)
    return np.minimum(places, likely.shape[1] - 1)
