"""Experience of many games that do not wait for each other."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np
import torch
from sb3_contrib.common.maskable.buffers import (
    MaskableRolloutBuffer,
    MaskableRolloutBufferSamples,
)

from spacecombat_agents.training.links import LINKED, OPEN, OVER, Links
from spacecombat_env.core.jit import jit
from spacecombat_env.env.convert import to_floats


class DecisionBuffer(Links, MaskableRolloutBuffer):
    """A rollout as a list of decisions, each linked to the next one of its game.

    SB3's buffer has a column an environment, which makes fast games wait for slow ones. Here a
    decision is linked to the next one of its chain (links.py), and stored with the engine's int8
    observation. `finish` computes GAE along the links.
    """

    columns = ("stored", "masks", "words", "guesses", "chances", *LINKED)

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
        self.advantages = np.zeros(capacity, np.float32)
        self.targets = np.zeros(capacity, np.float32)
        self.make_room(capacity, games)

    def reset(self) -> None:
        """Nothing to do: SB3 calls this before each rollout, `carry_over` has made room already."""

    def append(
        self,
        chains: np.ndarray,
        observations: np.ndarray,
        masks: np.ndarray,
        words: np.ndarray,
        guesses: np.ndarray,
        chances: np.ndarray,
    ) -> None:
        """Store a decision of each of some chains."""
        at = self.join(chains)
        self.stored[at] = observations
        self.masks[at] = masks
        self.words[at] = words
        self.guesses[at] = guesses
        self.chances[at] = chances

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
        self.usable = self.known()

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
        if j == OPEN:
            advantages[i] = 0.0
        elif j == OVER:
            advantages[i] = gains[i] - guesses[i]
        else:
            delta = gains[i] + rates[0] * guesses[j] - guesses[i]
            advantages[i] = delta + rates[0] * rates[1] * advantages[j]
