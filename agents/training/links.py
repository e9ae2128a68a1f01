"""Decisions in the order they were made, each linked to the next one of its chain.

A chain is all that one seat decides in one game. The columns have room for a rollout and for what
was open when the one before it ended, and are used again.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import torch

from spacecombat_agents.training.games import Ended

OPEN, OVER = -1, -2
"""Instead of the next decision's index: not known yet; the game ended."""
LINKED = ("gains", "next")
"""The columns that are the same whoever learns."""


class Links:
    """A rollout's decisions and how they follow each other; what a decision is, its learner says.

    A decision is stored when it is made and joined to the next one of its chain, or to the game's
    end; `carry_over` keeps for the next rollout those whose consequence is not known yet.
    """

    columns: ClassVar[tuple[str, ...]]
    """Names of the columns that say what happened, `LINKED` last; the others follow from them."""

    def make_room(self, capacity: int, games: int) -> None:
        """Allocate the links of `capacity` decisions of a number of games."""
        self.gains = np.zeros(capacity, np.float32)
        """Result of the game, where the decision was its chain's last."""
        self.next = np.full(capacity, OPEN, np.int64)
        self.latest = np.full(2 * games, OPEN, np.int64)
        """By chain: its last decision so far."""
        self.count = 0
        self.usable = np.zeros(0, np.int64)
        """Decisions to learn from, as the last `finish` found them."""

    def join(self, chains: np.ndarray) -> slice:
        """Add a decision to each of some chains; return where their columns are to be written."""
        at = slice(self.count, self.count + len(chains))
        numbers = np.arange(at.start, at.stop)
        self.count = at.stop
        self.gains[at], self.next[at] = 0.0, OPEN
        former = self.latest[chains]
        known = former >= 0
        self.next[former[known]] = numbers[known]
        self.latest[chains] = numbers
        return at

    def end(self, ended: Ended) -> None:
        """Give the last decision of chains that ended its reward."""
        last = self.latest[ended.chains]
        known = last >= 0
        self.gains[last[known]] = ended.rewards[known]
        self.next[last[known]] = OVER
        self.latest[ended.chains] = OPEN

    def known(self) -> np.ndarray:
        """Return the decisions whose successor is known, int64 (m,)."""
        return np.flatnonzero(self.next[: self.count] != OPEN)

    def carry_over(self) -> None:
        """Move the decisions that are still open to the front; the rest has been learned."""
        chains = np.flatnonzero(self.latest >= 0)
        kept = self.latest[chains]
        self.count = len(kept)
        for name in self.columns:
            column = getattr(self, name)
            column[: self.count] = column[kept]
        self.latest[chains] = np.arange(self.count)

    def state(self) -> dict[str, np.ndarray | torch.Tensor]:
        """Return the decisions stored so far, as `restore` takes them."""
        kept = {name: getattr(self, name)[: self.count] for name in self.columns}
        return {**kept, "latest": self.latest}

    def restore(self, state: dict[str, torch.Tensor]) -> None:
        """Take over the decisions of a `state`, read back."""
        self.count = len(state["next"])
        for name in self.columns:
            column = getattr(self, name)
            kept = state[name] if isinstance(column, torch.Tensor) else state[name].numpy()
            column[: self.count] = kept
        self.latest[:] = state["latest"].numpy()
