"""The baseline: ISMCTS with a budget in iterations, in many games at once.

It is the single-observer form: one tree over the actions of the seat and a new determinization in
each iteration. Playout players act for the other seat and beyond the tree. An iteration ends with
the game, or at a horizon with its margin. The action in a game depends only on that game's record
and random bits.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import numpy as np

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent, Needs, unit_uniforms
from spacecombat_agents.players.stochastic_agent import StochasticAgent
from spacecombat_agents.search.determinization import (
    MARGIN_SCALE,
    determinization_seeds,
    engine_constant,
    write_determinization,
)
from spacecombat_agents.search.game_batch import DEFAULT_WIDTH, GameBatch, read_more_than_masks
from spacecombat_agents.search.playouts import MAX_ACTIONS, SEAT_SIGN
from spacecombat_agents.search.search_settings import HUNDREDTHS, PERCENT, IsmctsSettings
from spacecombat_agents.search.search_tree import Descent, Tree
from spacecombat_agents.search.source_digest import search_digest
from spacecombat_env.core.ruleset import Games

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Ismcts"]

DEFAULT_SCALE = 100.0
"""Points that count as a full win if the rule set does not define it."""
MAX_PARALLEL, ITERATIONS_PER_SEARCH = 16, 50
"""Maximum of parallel iterations per tree, and iterations of the budget per parallel one.

Parallel iterations do not know each other's results, but an engine step costs little more for many
games than for one.
"""


class Ismcts(StochasticAgent):
    """Plays the action with the most of `iterations` playouts of determinized games."""

    def __init__(
        self,
        setting: GameSetting,
        iterations: int,
        playout: Agent,
        settings: IsmctsSettings | None = None,
        name: str = "ismcts",
        width: int = DEFAULT_WIDTH,
    ) -> None:
        super().__init__(name, Needs.RECORDS)
        self.setting, self.iterations, self.playout, self.width = (
            setting,
            iterations,
            playout,
            width,
        )
        self.settings = settings or IsmctsSettings()
        self.max_batch = min(MAX_PARALLEL, max(1, iterations // ITERATIONS_PER_SEARCH))
        self._batch: GameBatch | None = None

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the sources of the search and of the playout player."""
        return search_digest(self.playout)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return a copy with its own generator and batch; constant parts are shared."""
        new = self.copy_with_own_rng(memo)
        new.playout = copy.deepcopy(self.playout, memo)
        new._batch = None
        return new

    def reset(self, seed: int) -> None:
        """Reseed the generator; trees do not outlive their action."""
        super().reset(seed)
        self.playout.reset(int(self._rng.integers(2**62)))

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        visible: Games | None = None,
        seats: np.ndarray | None = None,
        random_bits: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return an action for each row, by its random bits (uint64) if given."""
        if visible is None or seats is None:
            raise ValueError("a search reads the redacted records: pass `visible` and `seats`")
        random_bits = self.random_bits(len(masks), random_bits)
        actions = masks.argmax(axis=1).astype(np.int64)
        rows = np.flatnonzero(masks.sum(axis=1) > 1)
        jobs = max(1, self.width // self.max_batch)
        for start in range(0, len(rows), jobs):
            part = rows[start : start + jobs]
            actions[part] = _SearchRound(
                self, visible, part, seats[part], random_bits[part]
            ).search()
        return actions

    def batch(self) -> GameBatch:
        """Return its batch of games, empty; it is created at first use."""
        if self._batch is None:
            players = (self.playout, self.playout)
            room = max(self.width, self.max_batch)
            self._batch = GameBatch(self.setting, room, observes=read_more_than_masks(players))
        self._batch.clear()
        return self._batch


class _SearchRound:
    """The search at some positions, one job each.

    Every job has a few parallel iterations, one per worker: worker n of job j has number
    `max_batch` j + n. Within a step, the workers of a job act in the order of their numbers, so
    that a job's result does not depend on the other jobs.
    """

    def __init__(
        self,
        agent: Ismcts,
        visible: Games,
        rows: np.ndarray,
        seats: np.ndarray,
        random_bits: np.ndarray,
    ) -> None:
        self.agent, self.visible, self.rows, self.seats, self.random_bits = (
            agent,
            visible,
            rows,
            seats,
            random_bits,
        )
        self.batch = agent.batch()
        its = agent.settings
        self.horizon = its.horizon or MAX_ACTIONS
        self.share = its.margin / PERCENT
        self.scale = float(engine_constant(self.batch.kernels, MARGIN_SCALE, DEFAULT_SCALE))
        self.trees = [Tree(its.exploration / HUNDREDTHS) for _ in rows]
        workers = len(rows) * agent.max_batch
        self.started = np.zeros(len(rows), np.int64)
        """Iterations begun by each job."""
        self.descents = [Descent() for _ in range(workers)]
        self.descending = np.zeros(workers, bool)
        """Whether a worker's next action of the seat is the tree's to choose."""

    def search(self) -> np.ndarray:
        """Search, and return the action of each job: int64 (n,)."""
        self._start_searches()
        players = self.agent.playout, self.agent.playout
        batch = self.batch
        while batch.count:
            actions = batch.query_players(players)
            if self.descending.any():
                self._apply_tree_policy(actions)
            batch.step(actions)
            over = batch.seats < 0
            truncated = ~over & (batch.action_counts[: batch.count] >= self.horizon)
            if (over | truncated).any():
                self._backpropagate(np.flatnonzero(over), np.flatnonzero(truncated))
                self._next_iterations(over | truncated)
        return np.array([tree.best() for tree in self.trees], np.int64)

    def _start_searches(self) -> None:
        """Set up the first world of every worker."""
        batch, workers = self.batch, np.arange(len(self.descents))
        batch.count = len(workers)
        batch.job[workers] = workers
        self._determinize(workers)
        batch.refresh(0, batch.count)

    def _determinize(self, places: np.ndarray) -> None:
        """Write the next worlds of jobs into rows, one per worker."""
        batch = self.batch
        workers = batch.job[places]
        jobs = workers // self.agent.max_batch
        numbers = np.empty(len(jobs), np.int64)
        for n, job in enumerate(jobs.tolist()):
            numbers[n] = self.started[job]
            self.started[job] += 1
        seeds = determinization_seeds(self.random_bits[jobs], numbers)
        arguments = self.visible, self.rows[jobs], self.seats[jobs], seeds
        write_determinization(batch.kernels, batch.table, *arguments, batch.env.games, places)
        batch.streams[places] = seeds.view(np.uint64)
        batch.action_counts[places] = 0
        self.descending[workers] = True
        for worker in workers.tolist():
            self.descents[worker] = Descent()

    def _apply_tree_policy(self, actions: np.ndarray) -> None:
        """Replace the players' actions with the trees' where a tree chooses."""
        batch = self.batch
        workers = batch.job[: batch.count]
        jobs = workers // self.agent.max_batch
        rows = np.flatnonzero(self.descending[workers] & (batch.seats == self.seats[jobs]))
        if not rows.size:
            return
        rows = self._in_order(rows)
        uniforms = unit_uniforms(batch.random_bits()[rows]).tolist()
        arguments = rows.tolist(), workers[rows].tolist(), jobs[rows].tolist(), uniforms
        for row, worker, job, uniform in zip(*arguments, strict=True):
            descent = self.descents[worker]
            legal = np.flatnonzero(batch.masks[row]).tolist()
            actions[row] = self.trees[job].select(descent, legal, uniform)
            self.descending[worker] = descent.is_descending

    def _in_order(self, rows: np.ndarray) -> np.ndarray:
        """Return rows ordered by worker."""
        return rows[np.argsort(self.batch.job[rows])]

    def _backpropagate(self, over: np.ndarray, truncated: np.ndarray) -> None:
        """Backpropagate the values of games that ended or were truncated."""
        batch = self.batch
        batch.truncate(truncated)
        rows = np.concatenate([over, truncated])
        value = np.clip(batch.margins(rows) / self.scale, -1.0, 1.0)
        ended = slice(0, len(over))
        value[ended] = (1.0 - self.share) * batch.results(over) + self.share * value[ended]
        workers = batch.job[rows]
        jobs = workers // self.agent.max_batch
        value *= SEAT_SIGN[self.seats[jobs]]
        for n in np.argsort(workers).tolist():
            self.trees[jobs[n]].backpropagate(self.descents[workers[n]], float(value[n]))
        self.descending[workers] = False

    def _next_iterations(self, ended: np.ndarray) -> None:
        """Begin the next iteration of jobs that have any left, and remove the other workers."""
        batch = self.batch
        rows = self._in_order(np.flatnonzero(ended))
        jobs = batch.job[rows] // self.agent.max_batch
        left = self.agent.iterations - self.started[jobs]
        again = rows[_rank_within(jobs) < left]
        self._determinize(again)
        for row in again.tolist():
            batch.refresh(row, row + 1)
        gone = ended.copy()
        gone[again] = False
        batch.remove(gone)


def _rank_within(jobs: np.ndarray) -> np.ndarray:
    """Return the rank of each of some sorted numbers among its equals: 0, 1, ... int64 (n,)."""
    first = np.r_[True, jobs[1:] != jobs[:-1]] if len(jobs) else np.zeros(0, bool)
    place = np.arange(len(jobs))
    return place - np.maximum.accumulate(np.where(first, place, 0))
