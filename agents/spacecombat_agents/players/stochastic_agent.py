"""Base classes of players that take random bits, with a generator for when none are given."""

from __future__ import annotations

import abc
import copy
from typing import TYPE_CHECKING, Any

import numpy as np

from spacecombat_agents.players.base import Needs
from spacecombat_env.core.errors import NonFiniteError
from spacecombat_env.core.ruleset import Games

if TYPE_CHECKING:
    from typing_extensions import Self


class StochasticAgent:
    """A player that acts by the random bits of `query_agent` (base.py), or by its own generator."""

    takes_random_bits = True

    def __init__(self, name: str, needs: Needs, seed: int = 0) -> None:
        self.name = name
        self.needs = needs
        self._rng = np.random.default_rng(seed)

    def copy_with_own_rng(self, memo: dict[int, Any]) -> Self:
        """Return a copy that shares everything except the generator."""
        new = copy.copy(self)
        new._rng = copy.deepcopy(self._rng, memo)
        return new

    def reset(self, seed: int) -> None:
        """Reseed the generator."""
        self._rng = np.random.default_rng(seed)

    def random_bits(self, count: int, given: np.ndarray | None) -> np.ndarray:
        """Return random bits for `count` rows, uint64 (count,): those given, or own ones."""
        if given is not None:
            return given
        return self._rng.integers(2**64, size=count, dtype=np.uint64)


class NetPolicyAgent(StochasticAgent, abc.ABC):
    """A player whose actions depend only on observations, masks and random bits."""

    is_stateless = True
    draws_by_game = False

    def __init__(self, name: str) -> None:
        super().__init__(name, Needs.OBSERVATIONS)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return a copy with its own generator; the network is shared."""
        return self.copy_with_own_rng(memo)

    def finite(self, logits: np.ndarray) -> np.ndarray:
        """Return logits unchanged; NonFiniteError if some are inf or nan."""
        if not np.isfinite(logits).all():
            raise NonFiniteError.at(self.name, "logits", "are not finite")
        return logits

    @abc.abstractmethod
    def choose_actions(
        self, observations: np.ndarray, masks: np.ndarray, random_bits: np.ndarray
    ) -> np.ndarray:
        """Return an action for each row, int64 (n,), by its random bits, uint64 (n,)."""

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        visible: Games | None = None,
        seats: np.ndarray | None = None,
        random_bits: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return an action for each row, sampled by its random bits (uint64) if given."""
        if observations is None:
            raise ValueError("a network reads observations: pass them")
        return self.choose_actions(observations, masks, self.random_bits(len(masks), random_bits))
