"""Experience of many games that do not wait for each other."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np
import torch
from sb3_contrib.common.maskable.buffers import (
    MaskableRolloutBuffer,
    MaskableRolloutBufferSamples,
)

from spacecombat_agents.training.games import Ended
from spacecombat_env.core.jit import jit
from spacecombat_env.env.convert import to_floats

OPEN, OVER = -1, -2
"""Instead of the next decision's index: not known yet; the game ended."""
STORED = ("stored", "masks", "words", "guesses", "chances", "gains", "next")
"""Columns of the buffer that say what happened; the others follow from them."""


class DecisionBuffer(MaskableRolloutBuffer):
    """A rollout as a list of decisions, each linked to the next one of its game.

    SB3's buffer has a column an environment, which makes fast games wait for slow ones. Here a
    decision is stored when it is made, as the engine's int8 observation, and joined to the next one
    of its chain (a seat in a game), or to the game's end. `finish` computes GAE along the links;
    `carry_over` keeps for the next rollout the decisions whose consequence is not known yet.
    """

    def reserve(self, capacity: int, games: int, scales: np.ndarray) -> None:
        """Allocate room for `capacity` decisions of a number of games."""
        observations, words = len(scales), int(self.action_space.n)  # type: ignore[attr-defined]
        self.scales = scales
        self.floats = np.zeros((games, observations), np.float32)
        self.stored = np.zeros((capacity, observations), np.int8)
        self.masks = np.zeros((capacity, words), np.bool_)
        self.words = np.zeros(capacity, np.int64)
        self.guesses = np.zeros(capacity, np.float32)
        self.chances = np.zeros(capacity, np.float32)
        self.gains = np.zeros(capacity, np.float32)
        self.next = np.full(capacity, OPEN, np.int64)
        self.advantages = np.zeros(capacity, np.float32)
        self.targets = np.zeros(capacity, np.float32)
        self.latest = np.full(2 * games, OPEN, np.int64)
        self.count = 0
        self.usable = np.zeros(0, np.int64)

    def reset(self) -> None:
        """Nothing to do: SB3 calls this before each rollout, `finish` has made room already."""

    def append(
        self,
        chains: np.ndarray,
        observations: np.ndarray,
        masks: np.ndarray,
        words: np.ndarray,
        guesses: np.ndarray,
        chances: np.ndarray,
    ) -> None:
        """Store a decision of each of some chains and link the chain's former one to it."""
        at = np.arange(self.count, self.count + len(chains))
        self.count += len(chains)
        self.stored[at] = observations
        self.masks[at] = masks
        self.words[at] = words
        self.guesses[at] = guesses
        self.chances[at] = chances
        self.gains[at] = 0.0
        self.next[at] = OPEN
        former = self.latest[chains]
        known = former >= 0
        self.next[former[known]] = at[known]
        self.latest[chains] = at

    def end(self, ended: Ended) -> None:
        """Give the last decision of chains that ended its reward."""
        last = self.latest[ended.chains]
        known = last >= 0
        self.gains[last[known]] = ended.rewards[known]
        self.next[last[known]] = OVER
        self.latest[ended.chains] = OPEN

    def finish(self) -> None:
        """Compute advantages and returns of all decisions whose successor is known."""
        n = self.count
        link_advantages(
            self.gains[:n],
            self.guesses[:n],
            self.next[:n],
            np.array([self.gamma, self.gae_lambda]),
            self.advantages[:n],
        )
        self.targets[:n] = self.advantages[:n] + self.guesses[:n]
        self.usable = np.flatnonzero(self.next[:n] != OPEN)

    def carry_over(self) -> None:
        """Move the decisions that are still open to the front; the rest has been learned."""
        chains = np.flatnonzero(self.latest >= 0)
        kept = self.latest[chains]
        rows = (self.stored, self.masks, self.words, self.guesses, self.chances, self.gains)
        for array in rows:
            array[: len(kept)] = array[kept]
        self.next[: len(kept)] = OPEN
        self.latest[chains] = np.arange(len(kept))
        self.count = len(kept)

    def state(self) -> dict[str, np.ndarray]:
        """Return the decisions stored so far, as `restore` takes them."""
        kept = {name: getattr(self, name)[: self.count] for name in STORED}
        return {**kept, "latest": self.latest}

    def restore(self, state: dict[str, torch.Tensor]) -> None:
        """Take over the decisions of a `state`, read back."""
        self.count = len(state["next"])
        for name in STORED:
            getattr(self, name)[: self.count] = state[name].numpy()
        self.latest[:] = state["latest"].numpy()

    def get(  # type: ignore[override]
        self, batch_size: int | None = None
    ) -> Generator[MaskableRolloutBufferSamples, None, None]:
        """Yield the usable decisions in random batches of about equal size."""
        order = np.random.permutation(self.usable)
        size = batch_size or len(order)
        batches = max(1, round(len(order) / size))
        for part in np.array_split(order, batches):
            yield self._batch(part)

    def as_floats(self, compact: np.ndarray, rows: np.ndarray) -> torch.Tensor:
        """Return rows of compact observations as floats, in memory that the next call uses again.

        Fresh memory for each batch costs more than filling it.
        """
        if len(rows) > len(self.floats):
            self.floats = np.zeros((2 * len(rows), self.floats.shape[1]), np.float32)
        return torch.from_numpy(to_floats(compact, self.scales, rows, self.floats))

    def _batch(self, rows: np.ndarray) -> MaskableRolloutBufferSamples:
        """Gather some decisions as tensors; the observations are valid until the next batch."""
        chosen = torch.from_numpy(rows)

        def pick(array: np.ndarray) -> torch.Tensor:
            return torch.from_numpy(array).index_select(0, chosen)

        return MaskableRolloutBufferSamples(
            observations=self.as_floats(self.stored, rows),
            actions=pick(self.words),
            old_values=pick(self.guesses),
            old_log_prob=pick(self.chances),
            advantages=pick(self.advantages),
            returns=pick(self.targets),
            action_masks=pick(self.masks),
        )

    @property
    def values(self) -> np.ndarray:  # type: ignore[override]
        """Value guesses of the usable decisions, for SB3's explained variance."""
        return self.guesses[self.usable]

    @property
    def returns(self) -> np.ndarray:  # type: ignore[override]
        """What the guesses should have been."""
        return self.targets[self.usable]


@jit
def link_advantages(gains, guesses, following, rates, advantages):
    """Fill in generalised advantages, last decision first: a successor always stands later.

    `rates` holds gamma and lambda; an open decision gets 0.
    """
    for i in range(len(gains) - 1, -1, -1):
        j = following[i]
        if j == -1:
            advantages[i] = 0.0
        elif j == -2:
            advantages[i] = gains[i] - guesses[i]
        else:
            delta = gains[i] + rates[0] * guesses[j] - guesses[i]
            advantages[i] = delta + rates[0] * rates[1] * advantages[j]
