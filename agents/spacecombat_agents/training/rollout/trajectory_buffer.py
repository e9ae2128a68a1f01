"""Decisions in the order they were made, each linked to the next one of its trajectory.

A trajectory is all that one seat decides in one game. The columns have room for a rollout and for
the open decisions of the one before it, and are reused.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import torch

from spacecombat_agents.training.rollout.selfplay_env import TrajectoryEnds

OPEN, TERMINAL = -1, -2
"""Stand for the next decision's index: not known yet; the game ended."""
LINK_COLUMNS = ("rewards", "next")
"""The columns that every learner has."""


class TrajectoryBuffer:
    """A rollout's decisions and their links; subclasses define what a decision holds.

    A decision is stored when it is made and linked to the next one of its trajectory, or to the
    game's end. `carry_over` keeps decisions whose successor is unknown for the next rollout.
    """

    columns: ClassVar[tuple[str, ...]]
    """Names of the columns that hold data, `LINK_COLUMNS` last; the others are derived."""

    def allocate_links(self, capacity: int, games: int) -> None:
        """Allocate the links of `capacity` decisions in a number of games."""
        self.rewards = np.zeros(capacity, np.float32)
        """Result of the game, at the last decision of its trajectory."""
        self.next = np.full(capacity, OPEN, np.int64)
        self.latest = np.full(2 * games, OPEN, np.int64)
        """By trajectory: its last decision so far."""
        self.count = 0
        self.usable = np.zeros(0, np.int64)
        """Decisions to learn from, as the last `finish` found them."""

    def add_decisions(self, trajectory_ids: np.ndarray) -> slice:
        """Add a decision to each of some trajectories; return the rows of their columns."""
        at = slice(self.count, self.count + len(trajectory_ids))
        numbers = np.arange(at.start, at.stop)
        self.count = at.stop
        self.rewards[at], self.next[at] = 0.0, OPEN
        previous = self.latest[trajectory_ids]
        has_previous = previous >= 0
        self.next[previous[has_previous]] = numbers[has_previous]
        self.latest[trajectory_ids] = numbers
        return at

    def end_trajectories(self, ended: TrajectoryEnds) -> None:
        """Write the rewards of finished trajectories to their last decisions."""
        last = self.latest[ended.trajectory_ids]
        has_previous = last >= 0
        self.rewards[last[has_previous]] = ended.rewards[has_previous]
        self.next[last[has_previous]] = TERMINAL
        self.latest[ended.trajectory_ids] = OPEN

    def complete_rows(self) -> np.ndarray:
        """Return the decisions whose successor is known, int64 (m,)."""
        return np.flatnonzero(self.next[: self.count] != OPEN)

    def carry_over(self) -> None:
        """Move the open decisions to the front; drop the others."""
        trajectory_ids = np.flatnonzero(self.latest >= 0)
        open_rows = self.latest[trajectory_ids]
        self.count = len(open_rows)
        for name in self.columns:
            column = getattr(self, name)
            column[: self.count] = column[open_rows]
        self.latest[trajectory_ids] = np.arange(self.count)

    def state(self) -> dict[str, np.ndarray | torch.Tensor]:
        """Return the decisions stored so far, as `restore` takes them."""
        open_rows = {name: getattr(self, name)[: self.count] for name in self.columns}
        return {**open_rows, "latest": self.latest}

    def restore(self, state: dict[str, torch.Tensor]) -> None:
        """Resume from the decisions of a saved `state`."""
        self.count = len(state["next"])
        for name in self.columns:
            column = getattr(self, name)
            open_rows = state[name] if isinstance(column, torch.Tensor) else state[name].numpy()
            column[: self.count] = open_rows
        self.latest[:] = state["latest"].numpy()
