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
from spacecombat_agents.analysis.trajectory import Trajectory
from spacecombat_agents.players.base import random_bits_at
from spacecombat_agents.search.determinization import determinization_seeds, determinize
from spacecombat_agents.search.playouts import (
    NO_ACTION,
    SEAT_SIGN,
    Horizon,
    Playouts,
    PlayoutStarts,
)
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import Games

__all__ = ["Actions", "CandidateOrders", "Rollouts"]

MAX_POSITIONS = 256
"""Worlds in memory at once, unless one position alone has more."""
PLAYER_STREAMS = 1 << 40
"""First number of the players' streams; those of worlds start at 0."""

Actions = tuple[int, ...]


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
        random_bits = np.array([self.stream(purpose, trial.order) for trial in trials], np.uint64)
        random_bits = np.repeat(random_bits, worlds)
        numbers = np.tile(np.arange(worlds), len(trials))
        rows = np.repeat([trial.order for trial in trials], worlds)
        seats = np.full(len(rows), trajectory.seat, np.int8)
        determinizations = determinize(
            batch.kernels,
            batch.table,
            trajectory.visible,
            rows,
            seats,
            determinization_seeds(random_bits, numbers),
        )
        streams = random_bits_at(random_bits, numbers + PLAYER_STREAMS)
        counts = [len(trial.lines) for trial in trials]
        line_worlds = np.concatenate(
            [np.tile(np.arange(worlds), count) + n * worlds for n, count in enumerate(counts)]
        )
        first = pad_actions([actions for trial in trials for actions in trial.lines])
        lines = PlayoutStarts(line_worlds, streams[line_worlds], np.repeat(first, worlds, axis=0))
        values = self._play_shared(determinizations, lines, numbers[line_worlds], horizon).reshape(
            -1, worlds
        )
        return np.split(values * SEAT_SIGN[trajectory.seat], np.cumsum(counts)[:-1])

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


def pad_actions(lines: Sequence[Actions]) -> np.ndarray:
    """Return actions as int64 (n, longest), NO_ACTION after the last of each."""
    rows = np.full((len(lines), max(map(len, lines), default=0)), NO_ACTION, np.int64)
    for row, actions in zip(rows, lines, strict=True):
        row[: len(actions)] = actions
    return rows
