"""The yardstick: honest ISMCTS with a budget in iterations, in many games at once.

Single-observer: one tree over the words of the seat, a fresh world each iteration, the playouts'
players for the other seat and beyond the tree. An iteration ends with the game, or at a horizon
with its margin. What it says in a game depends on that game's record and lot alone.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import numpy as np

from spacecombat_agents.players.base import Agent, Needs, unit_lots
from spacecombat_agents.players.lots import TakesLots
from spacecombat_agents.search.board import WIDTH, Board, reads
from spacecombat_agents.search.identity import digest_with
from spacecombat_agents.search.playouts import LONGEST, SIGN
from spacecombat_agents.search.settings import HUNDREDTHS, PERCENT, IsmctsSettings
from spacecombat_agents.search.tree import Tree
from spacecombat_agents.search.worlds import MARGIN_SCALE, of_engine, put, seeds_of
from spacecombat_agents.setting import Setting
from spacecombat_env.core.ruleset import Games

if TYPE_CHECKING:
    from typing_extensions import Self

USUAL_SCALE = 100.0
"""Points that count as a whole win where the rules do not say."""


class Ismcts(TakesLots):
    """Speaks the word that most of `iterations` playouts of imagined games went through."""

    def __init__(
        self,
        setting: Setting,
        iterations: int,
        playout: Agent,
        settings: IsmctsSettings | None = None,
        name: str = "ismcts",
        width: int = WIDTH,
    ) -> None:
        super().__init__(name, Needs.SEEN)
        self.setting, self.iterations, self.playout, self.width = (
            setting,
            iterations,
            playout,
            width,
        )
        self.settings = settings or IsmctsSettings()
        self._board: Board | None = None

    @property
    def digest(self) -> str:
        """SHA-256 of the sources of the search, and of the playouts' player."""
        return digest_with(self.playout)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return one with dice and a board of its own; what never changes is shared."""
        new = self.with_own_dice(memo)
        new.playout = copy.deepcopy(self.playout, memo)
        new._board = None
        return new

    def reset(self, seed: int) -> None:
        """Start the dice anew; a tree is forgotten with its word."""
        super().reset(seed)
        self.playout.reset(int(self._rng.integers(2**62)))

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        seen: Games | None = None,
        seats: np.ndarray | None = None,
        lots: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return a word for each row, by its lot (uint64) where given."""
        if seen is None or seats is None:
            raise ValueError("a search reads the redacted records: pass `seen` and `seats`")
        lots = self.lots(len(masks), lots)
        words = masks.argmax(axis=1).astype(np.int64)
        rows = np.flatnonzero(masks.sum(axis=1) > 1)
        for start in range(0, len(rows), self.width):
            part = rows[start : start + self.width]
            words[part] = _Round(self, seen, part, seats[part], lots[part]).words()
        return words

    def board(self) -> Board:
        """Return the board that it plays on, empty; made when it is first wanted."""
        if self._board is None:
            players = (self.playout, self.playout)
            self._board = Board(self.setting, self.width, looks=reads(players))
        self._board.clear()
        return self._board


class _Round:
    """The search at some positions, one job each: an iteration of every job is always under way."""

    def __init__(
        self, agent: Ismcts, seen: Games, rows: np.ndarray, seats: np.ndarray, lots: np.ndarray
    ) -> None:
        self.agent, self.seen, self.rows, self.seats, self.lots = agent, seen, rows, seats, lots
        self.board = agent.board()
        its = agent.settings
        self.horizon = its.horizon or LONGEST
        self.share = its.margin / PERCENT
        self.scale = float(of_engine(self.board.kernels, MARGIN_SCALE, USUAL_SCALE))
        self.trees = [Tree(its.exploration / HUNDREDTHS) for _ in rows]
        self.done = np.zeros(len(rows), np.int64)
        self.descending = np.zeros(len(rows), bool)
        """Whether a job's next word, or one soon, is the tree's to choose."""

    def words(self) -> np.ndarray:
        """Search, and return the word of each job: int64 (n,)."""
        self._begin()
        players = self.agent.playout, self.agent.playout
        board = self.board
        while board.count:
            words = board.ask(players)
            if self.descending.any():
                self._descend(words)
            board.speak(words)
            over = board.seats < 0
            broken = ~over & (board.said[: board.count] >= self.horizon)
            if (over | broken).any():
                self._credit(np.flatnonzero(over), np.flatnonzero(broken))
                self._go_on(over | broken)
        return np.array([tree.best() for tree in self.trees], np.int64)

    def _begin(self) -> None:
        """Set up the first world of every job."""
        board, jobs = self.board, np.arange(len(self.rows))
        board.count = len(jobs)
        board.job[jobs] = jobs
        self._deal(jobs)
        board.show(0, board.count)

    def _deal(self, places: np.ndarray) -> None:
        """Write the next world of each job into the rows that the jobs have."""
        board = self.board
        jobs = board.job[places]
        seeds = seeds_of(self.lots[jobs], self.done[jobs])
        given = self.seen, self.rows[jobs], self.seats[jobs], seeds
        put(board.kernels, board.table, *given, board.env.games, places)
        board.luck[places] = seeds.view(np.uint64)
        board.said[places] = 0
        self.descending[jobs] = True
        for job in jobs.tolist():
            self.trees[job].begin()

    def _descend(self, words: np.ndarray) -> None:
        """Put the trees' words in the place of the players' where a tree has the say."""
        board = self.board
        jobs = board.job[: board.count]
        rows = np.flatnonzero(self.descending[jobs] & (board.seats == self.seats[jobs]))
        if not rows.size:
            return
        luck = unit_lots(board.lots()[rows]).tolist()
        for row, lot in zip(rows.tolist(), luck, strict=True):
            tree = self.trees[jobs[row]]
            words[row] = tree.choose(np.flatnonzero(board.masks[row]).tolist(), lot)
            self.descending[jobs[row]] = tree.is_descending

    def _credit(self, over: np.ndarray, broken: np.ndarray) -> None:
        """Book what games that are over, or were broken off, were worth to the seats."""
        board = self.board
        board.break_off(broken)
        rows = np.concatenate([over, broken])
        value = np.clip(board.margins(rows) / self.scale, -1.0, 1.0)
        ended = slice(0, len(over))
        value[ended] = (1.0 - self.share) * board.results(over) + self.share * value[ended]
        jobs = board.job[rows]
        value *= SIGN[self.seats[jobs]]
        for job, worth in zip(jobs.tolist(), value.tolist(), strict=True):
            self.trees[job].credit(worth)
        self.descending[jobs] = False
        self.done[jobs] += 1

    def _go_on(self, ended: np.ndarray) -> None:
        """Begin the next iteration of jobs that have one left, and take the others off."""
        board = self.board
        left = self.done[board.job[: board.count]] < self.agent.iterations
        again = np.flatnonzero(ended & left)
        self._deal(again)
        for row in again.tolist():
            board.show(row, row + 1)
        board.remove(ended & ~left)
