"""Playouts of determinized games: thousands of rows; a finished game makes room for the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent
from spacecombat_agents.search.game_batch import DEFAULT_WIDTH, GameBatch, read_more_than_masks
from spacecombat_env.core.ruleset import Games

__all__ = ["Horizon", "MAX_ACTIONS", "NO_ACTION", "PlayoutStarts", "Playouts", "SEAT_SIGN"]

NO_ACTION = -1
"""Pads rows of first actions."""
MAX_ACTIONS = 10_000
"""Actions after which a game is truncated in any case; only a bug in a rule set leads there."""

SEAT_SIGN = np.array([1.0, -1.0])
"""By seat: the sign that turns a value for the first seat into one for that seat."""

LeafEvaluator = Callable[[GameBatch, np.ndarray], np.ndarray]
"""(batch, rows) -> values of truncated games for the first seat, float (n,), in -1 to 1. It may end
the games: they are removed from the batch afterwards.
"""


class PlayoutStarts(NamedTuple):
    """Playouts to run, a row per game."""

    world: np.ndarray
    """int (n,): the row of the world where it starts; many may start in one."""
    streams: np.ndarray
    """uint64 (n,): random streams of the players. Equal streams in equal worlds are paired: dice
    and samples agree as long as actions do.
    """
    prefix: np.ndarray
    """int (n, any): first actions of the seat to act, padded with NO_ACTION. If one is not legal,
    or the other seat is to act, the rest is dropped.
    """

    @classmethod
    def of(cls, streams: np.ndarray) -> PlayoutStarts:
        """Return a playout in each of as many worlds, without first actions."""
        return cls(np.arange(len(streams)), streams, np.zeros((len(streams), 0), np.int64))


class Horizon(NamedTuple):
    """When games are truncated, after their first actions; by default only at their end."""

    actions: int = 0
    """After this number of actions of both seats; 0 for never."""
    turn: int = 0
    """After this number of turns has begun since the world's turn; 0 for never."""
    to_act_again: bool = False
    """When the seat to act in the world is to act again; with `turn`, after that."""


class PlayoutResults(NamedTuple):
    """Results of playouts."""

    value: np.ndarray
    """float64 (n,): for the first seat, 1 won, -1 lost, 0 drawn; for truncated games the leaf
    evaluator's value, 0 without one.
    """
    is_over: np.ndarray
    """bool (n,): played to its end."""
    margin: np.ndarray
    """int64 (n,): points of the first seat minus the second's; 0 for truncated games."""
    actions: np.ndarray
    """int64 (n,): actions taken, first actions included."""


class Playouts:
    """Two players who play worlds of a setting, `width` at a time; reusable.

    Players that have `takes_random_bits` play each game as if it were the only one. `observes`:
    write observations even if neither player reads them, for a leaf evaluator that does.
    """

    def __init__(
        self,
        setting: GameSetting,
        players: tuple[Agent, Agent],
        width: int = DEFAULT_WIDTH,
        observes: bool = False,
    ) -> None:
        self.players = players
        self.batch = GameBatch(setting, width, observes=observes or read_more_than_masks(players))
        self._turn = np.zeros(width, np.int64)
        self._seat = np.zeros(width, np.int8)
        self._prefix_done = np.zeros(width, bool)
        """Whether the first actions of each game are used up."""

    def play(
        self,
        worlds: Games,
        lines: PlayoutStarts,
        horizon: Horizon | None = None,
        evaluate_leaves: LeafEvaluator | None = None,
    ) -> PlayoutResults:
        """Play every game to its end, or to the horizon."""
        horizon = horizon or Horizon()
        count = len(lines.streams)
        prefix_lengths = (lines.prefix != NO_ACTION).sum(axis=1)
        results = PlayoutResults(
            np.zeros(count), np.zeros(count, bool), *(np.zeros(count, np.int64) for _ in range(2))
        )
        batch, waiting = self.batch, 0
        batch.clear()
        while waiting < count or batch.count:
            if waiting < count and batch.free_rows:
                waiting = self._fill(worlds, lines, waiting)
            batch.step(self._select_actions(lines.prefix))
            over = batch.seats < 0
            done = over | self._is_beyond(horizon, prefix_lengths)
            if done.any():
                self._record(
                    results, np.flatnonzero(over), np.flatnonzero(done & ~over), evaluate_leaves
                )
                for source, target in batch.remove(done):
                    self._turn[target] = self._turn[source]
                    self._seat[target] = self._seat[source]
                    self._prefix_done[target] = self._prefix_done[source]
        return results

    def _fill(self, worlds: Games, lines: PlayoutStarts, waiting: int) -> int:
        """Add the next games while there is room; return the number of the next one."""
        batch = self.batch
        jobs = np.arange(waiting, min(len(lines.streams), waiting + batch.free_rows))
        low = batch.count
        batch.add(worlds, lines.world[jobs], jobs, lines.streams[jobs])
        self._turn[low : batch.count] = batch.turn_numbers[low:]
        self._seat[low : batch.count] = batch.seats[low:]
        self._prefix_done[low : batch.count] = False
        return waiting + len(jobs)

    def _select_actions(self, prefix: np.ndarray) -> np.ndarray:
        """Return the players' actions, or the first actions where they are legal."""
        batch = self.batch
        action_counts, jobs = batch.action_counts[: batch.count], batch.job[: batch.count]
        actions = batch.query_players(self.players)
        if prefix.shape[1]:
            rows = np.flatnonzero(action_counts < prefix.shape[1])
            due = prefix[jobs[rows], action_counts[rows]]
            is_due = (due != NO_ACTION) & (batch.masks[rows, due] > 0)
            is_due &= (batch.seats[rows] == self._seat[rows]) & ~self._prefix_done[rows]
            actions[rows[is_due]] = due[is_due]
            self._prefix_done[rows] = ~is_due
        return actions

    def _is_beyond(self, horizon: Horizon, prefix_lengths: np.ndarray) -> np.ndarray:
        """Return the games that reached the horizon, bool (count,)."""
        batch = self.batch
        actions_after_prefix = (
            batch.action_counts[: batch.count] - prefix_lengths[batch.job[: batch.count]]
        )
        beyond = actions_after_prefix >= (horizon.actions or MAX_ACTIONS)
        if horizon.turn or horizon.to_act_again:
            ends = actions_after_prefix >= 0
            if horizon.turn:
                ends &= batch.turn_numbers - self._turn[: batch.count] >= horizon.turn
            if horizon.to_act_again:
                ends &= batch.seats == self._seat[: batch.count]
            beyond |= ends
        return beyond

    def _record(
        self,
        results: PlayoutResults,
        over: np.ndarray,
        truncated: np.ndarray,
        evaluate_leaves: LeafEvaluator | None,
    ) -> None:
        """Record finished and truncated games."""
        batch = self.batch
        results.actions[batch.job[over]] = batch.action_counts[over]
        results.actions[batch.job[truncated]] = batch.action_counts[truncated]
        results.is_over[batch.job[over]] = True
        results.value[batch.job[over]] = batch.results(over)
        results.margin[batch.job[over]] = batch.margins(over)
        if evaluate_leaves is not None and truncated.size:
            results.value[batch.job[truncated]] = evaluate_leaves(batch, truncated)
