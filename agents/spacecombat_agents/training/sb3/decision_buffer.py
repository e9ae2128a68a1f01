"""Rollouts of many games that do not wait for each other."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np
import torch
from sb3_contrib.common.maskable.buffers import (
    MaskableRolloutBuffer,
    MaskableRolloutBufferSamples,
)

from spacecombat_agents.training.compiled import compiled
from spacecombat_agents.training.rollout.trajectory_buffer import (
    LINK_COLUMNS,
    OPEN,
    TERMINAL,
    TrajectoryBuffer,
)
from spacecombat_env.env.vector.convert import to_floats

__all__ = ["DecisionBuffer", "compute_gae"]


class DecisionBuffer(TrajectoryBuffer, MaskableRolloutBuffer):
    """A rollout as a list of decisions, each linked to the next one of its game.

    SB3's buffer has a column per environment, so that fast games wait for slow ones. Here a
    decision is linked to the next one of its trajectory (trajectory_buffer.py) and stored with the
    engine's int8 observation. `compute_advantages` computes GAE along the links.
    """

    columns = (
        "compact_observations",
        "masks",
        "actions",
        "value_estimates",
        "log_probs",
        *LINK_COLUMNS,
    )

    def allocate(self, capacity: int, games: int, scales: np.ndarray) -> None:
        """Allocate room for `capacity` decisions of a number of games."""
        observations, action_count = len(scales), int(self.action_space.n)  # type: ignore[attr-defined]
        self.scales = scales
        self.floats = np.zeros((games, observations), np.float32)
        self.compact_observations = np.zeros((capacity, observations), np.int8)
        self.masks = np.zeros((capacity, action_count), np.bool_)
        self.actions = np.zeros(capacity, np.int64)
        self.value_estimates = np.zeros(capacity, np.float32)
        self.log_probs = np.zeros(capacity, np.float32)
        self.advantages = np.zeros(capacity, np.float32)
        self.targets = np.zeros(capacity, np.float32)
        self.allocate_links(capacity, games)

    def reset(self) -> None:
        """Do nothing: SB3 calls this before each rollout, after `carry_over` made room."""

    def append(
        self,
        trajectory_ids: np.ndarray,
        observations: np.ndarray,
        masks: np.ndarray,
        actions: np.ndarray,
        value_estimates: np.ndarray,
        log_probs: np.ndarray,
    ) -> None:
        """Store a decision of each of some trajectories."""
        at = self.add_decisions(trajectory_ids)
        self.compact_observations[at] = observations
        self.masks[at] = masks
        self.actions[at] = actions
        self.value_estimates[at] = value_estimates
        self.log_probs[at] = log_probs

    def compute_advantages(self) -> None:
        """Compute advantages and returns of all decisions whose successor is known."""
        n = self.count
        compute_gae(
            self.rewards[:n],
            self.value_estimates[:n],
            self.next[:n],
            np.array([self.gamma, self.gae_lambda]),
            self.advantages[:n],
        )
        self.targets[:n] = self.advantages[:n] + self.value_estimates[:n]
        self.usable = self.complete_rows()

    def get(  # type: ignore[override]
        self, batch_size: int | None = None
    ) -> Generator[MaskableRolloutBufferSamples, None, None]:
        """Yield the usable decisions in random batches of about equal size."""
        permutation = np.random.permutation(self.usable)
        size = batch_size or len(permutation)
        batches = max(1, round(len(permutation) / size))
        for part in np.array_split(permutation, batches):
            yield self._batch(part)

    def as_floats(self, compact: np.ndarray, rows: np.ndarray) -> torch.Tensor:
        """Return rows of compact observations as floats, in memory that the next call reuses.

        Fresh memory for each batch costs more than filling it.
        """
        if len(rows) > len(self.floats):
            self.floats = np.zeros((2 * len(rows), self.floats.shape[1]), np.float32)
        return torch.from_numpy(to_floats(compact, self.scales, rows, self.floats))

    def _batch(self, rows: np.ndarray) -> MaskableRolloutBufferSamples:
        """Gather some decisions as tensors; the observations are valid until the next batch."""
        indices = torch.from_numpy(rows)

        def pick(array: np.ndarray) -> torch.Tensor:
            return torch.from_numpy(array).index_select(0, indices)

        return MaskableRolloutBufferSamples(
            observations=self.as_floats(self.compact_observations, rows),
            actions=pick(self.actions),
            old_values=pick(self.value_estimates),
            old_log_prob=pick(self.log_probs),
            advantages=pick(self.advantages),
            returns=pick(self.targets),
            action_masks=pick(self.masks),
        )

    @property
    def values(self) -> np.ndarray:  # type: ignore[override]
        """Value estimates of the usable decisions, for SB3's explained variance."""
        return self.value_estimates[self.usable]

    @property
    def returns(self) -> np.ndarray:  # type: ignore[override]
        """Returns of the usable decisions."""
        return self.targets[self.usable]


@compiled
def compute_gae(rewards, value_estimates, successors, rates, advantages):
    """Fill in generalised advantages, last decision first: a successor has a higher index.

    `rates` holds gamma and lambda; an open decision gets 0.
    """
    for i in range(len(rewards) - 1, -1, -1):
        j = successors[i]
        if j == OPEN:
            advantages[i] = 0.0
        elif j == TERMINAL:
            advantages[i] = rewards[i] - value_estimates[i]
        else:
            delta = rewards[i] + rates[0] * value_estimates[j] - value_estimates[i]
            advantages[i] = delta + rates[0] * rates[1] * advantages[j]
