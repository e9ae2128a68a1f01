"""What comes of orders: played on side by side in worlds dealt from what the seat knew.

The orders of a position are said in the same worlds with the same luck, so that what differs is
theirs; the net plays both seats on from there, or other players do in their share of the worlds,
and the net judges where they are broken off.
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

MAX_POSITIONS = 256
"""Worlds that are held at once, unless one position alone has more."""
PLAYER_STREAMS = 1 << 40
"""Number from which the streams of those who play are dealt; those of worlds are from 0."""

Actions = tuple[int, ...]


class CandidateOrders(NamedTuple):
    """A position, and the orders that are tried there."""

    order: int
    """Number of the order of the life that was given there."""
    lines: tuple[Actions, ...]


class Rollouts:
    """Plays orders of a life on; all luck follows from a seed, and from what the seat knew."""

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
        """Who plays on: the worlds of a position are dealt out among them in turn."""

    def stream(self, purpose: str, order: int) -> int:
        """Return the lot from which the luck of a position is dealt."""
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
        """Return what each order of each trial came to, to the seat: float64 (lines, worlds) each.

        `purpose` tells apart luck that is to be fresh; `progress` is told how many lines are done.
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
        """Play the orders of some trials on."""
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
        """Return what lines came to, to the first seat: each world's played on by whose it is.

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
