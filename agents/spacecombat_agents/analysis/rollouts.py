"""Rollouts of orders, in worlds sampled from what the seat knew.

The orders of a position are played in the same worlds with common random numbers, so that
differences are due to the orders. Then the net plays both seats, or other players do in their share
of the worlds, and the net evaluates at the horizon.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from spacecombat_agents.analysis.net_evaluator import NetEvaluator
from spacecombat_agents.search.playouts import Horizon, Playouts, PlayoutStarts
from spacecombat_agents.search.sampled_worlds import Actions, sample_worlds
from spacecombat_agents.search.trajectory import Trajectory
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import Games

__all__ = ["CandidateOrders", "Rollouts"]

MAX_POSITIONS = 256
"""Worlds in memory at once, unless one position alone has more."""
PLAYER_STREAMS = 1 << 40
"""First number of the players' streams; those of worlds start at 0."""


class CandidateOrders(NamedTuple):
    """A position and the orders to try there."""

    order: int
    """Number of the trajectory's order at that position."""
    lines: tuple[Actions, ...]


class Rollouts:
    """Plays orders of a trajectory; randomness depends on a seed and the seat's knowledge only."""

    def __init__(
        self,
        trajectory: Trajectory,
        evaluator: NetEvaluator,
        playouts: Playouts,
        seed: int,
        others: Sequence[Playouts] = (),
    ) -> None:
        self.trajectory, self.evaluator, self.seed = trajectory, evaluator, seed
        self.playouts = (playouts, *others)
        """One per player; the worlds of a position are distributed in turn."""

    def stream(self, purpose: str, order: int) -> int:
        """Return the seed of a position's random streams."""
        first_action = self.trajectory.orders[order].first_action
        return derived_seed(self.seed, "analyse", purpose, self.trajectory.seat, first_action)

    def play(
        self,
        trials: Sequence[CandidateOrders],
        worlds: int,
        purpose: str,
        horizon: Horizon,
        progress: Callable[[int], None],
    ) -> list[np.ndarray]:
        """Return the values of each trial's orders for the seat: float64 (lines, worlds) each.

        `purpose` selects independent random streams; `progress` is called with the number of
        finished playouts.
        """
        values: list[np.ndarray] = []
        positions = max(1, MAX_POSITIONS // worlds)
        for start in range(0, len(trials), positions):
            part = trials[start : start + positions]
            values += self._play_positions(part, worlds, purpose, horizon)
            progress(worlds * sum(len(trial.lines) for trial in part))
        return values

    def _play_positions(
        self, trials: Sequence[CandidateOrders], worlds: int, purpose: str, horizon: Horizon
    ) -> list[np.ndarray]:
        """Play the orders of some trials."""
        trajectory, batch = self.trajectory, self.playouts[0].batch
        numbers = np.arange(worlds)
        sampled = sample_worlds(
            batch.kernels,
            batch.table,
            trajectory.visible,
            np.array([trial.order for trial in trials]),
            np.full(len(trials), trajectory.seat, np.int8),
            np.array([self.stream(purpose, trial.order) for trial in trials], np.uint64),
            numbers,
            numbers + PLAYER_STREAMS,
        )
        orders = [trial.lines for trial in trials]
        starts = sampled.starts(orders)
        value = self._play_shared(sampled.games, starts, starts.world % worlds, horizon)
        return sampled.values(value, orders)

    def _play_shared(
        self, determinizations: Games, lines: PlayoutStarts, numbers: np.ndarray, horizon: Horizon
    ) -> np.ndarray:
        """Return the values of lines for the first seat; each world has its player.

        `numbers` (lines,) are those of the worlds at their positions.
        """
        values = np.zeros(len(numbers))
        for which, playouts in enumerate(self.playouts):
            rows = np.flatnonzero(numbers % len(self.playouts) == which)
            part = PlayoutStarts(*(column[rows] for column in lines))
            values[rows] = playouts.play(
                determinizations, part, horizon, self.evaluator.evaluate_leaves
            ).value
        return values
