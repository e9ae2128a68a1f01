"""Random streams of a player, one a game, for players that draw something once a game."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from spacecombat_agents.players.base import random_bits_at

__all__ = ["GameStreams", "draws_by_game"]


def draws_by_game(agent: Any) -> bool:
    """Return whether an agent needs random bits of a stream for each game.

    Its draws for a whole game follow from the stream.
    """
    return bool(getattr(agent, "draws_by_game", False))


class GameStreams:
    """A random stream for each row of games in progress, and how much of it is used."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self._seeds, self._used = np.zeros(0, np.uint64), np.zeros(0, np.int64)

    def start(self, rows: np.ndarray, seeds: np.ndarray | None = None) -> None:
        """Start the streams of new games with seeds, integers (n,), or with own ones."""
        self._grow(rows)
        own = self._rng.integers(2**64, size=len(rows), dtype=np.uint64) if seeds is None else seeds
        self._seeds[rows], self._used[rows] = own, 0

    def next_bits(self, rows: np.ndarray) -> np.ndarray:
        """Return random bits for the next decision in each of some games, uint64 (n,)."""
        self._grow(rows)
        bits = random_bits_at(self._seeds[rows], self._used[rows])
        self._used[rows] += 1
        return bits

    def bits_of(self, row: int, count: int) -> np.ndarray:
        """Return random bits for the next decisions of one game, uint64 (count,)."""
        self._grow(np.array([row]))
        first = self._used[row]
        self._used[row] += count
        return random_bits_at(np.full(count, self._seeds[row]), first + np.arange(count))

    def state(self) -> dict[str, Any]:
        """Return what `restore` takes."""
        rng = json.dumps(self._rng.bit_generator.state)
        return {"rng": rng, "seeds": self._seeds.view(np.int64), "used": self._used}

    def restore(self, state: dict[str, Any]) -> None:
        """Resume from a saved `state`, whose arrays were read as tensors."""
        self._rng.bit_generator.state = json.loads(state["rng"])
        self._seeds = state["seeds"].numpy().view(np.uint64)
        self._used = state["used"].numpy()

    def _grow(self, rows: np.ndarray) -> None:
        """Make room for rows, with streams of their own."""
        more = int(rows.max(initial=-1)) + 1 - len(self._seeds)
        if more > 0:
            new = self._rng.integers(2**64, size=more, dtype=np.uint64)
            self._seeds = np.concatenate([self._seeds, new])
            self._used = np.concatenate([self._used, np.zeros(more, np.int64)])
