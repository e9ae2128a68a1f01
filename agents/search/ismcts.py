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
from spacecombat_agents.search.tree import Descent, Tree
from spacecombat_agents.search.worlds import MARGIN_SCALE, of_engine, put, seeds_of
from spacecombat_agents.setting import Setting
from spacecombat_env.core.ruleset import Games

if TYPE_CHECKING:
    from typing_extensions import Self

USUAL_SCALE = 100.0
"""Points that count as a whole win where the rules do not say."""
AT_ONCE, ONE_IN = 16, 50
"""Iterations of a tree under way at once, at most, and of how many one is: they do not know yet
what the others will find, and a step of the engine costs little more for many games than for one.
"""


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
        self.at_once = min(AT_ONCE, max(1, iterations // ONE_IN))
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
        jobs = max(1, self.width // self.at_once)
        for start in range(0, len(rows), jobs):
            part = rows[start : start + jobs]
            words[part] = _Round(self, seen, part, seats[part], lots[part]).words()
        return words

    def board(self) -> Board:
        """Return the board that it plays on, empty; made when it is first wanted."""
        if self._board is None:
            players = (self.playout, self.playout)
            room = max(self.width, self.at_once)
            self._board = Board(self.setting, room, looks=reads(players))
        self._board.clear()
        return self._board


class _Round:
    """The search at some positions, one job each.

    Every job has a few iterations under way at once, a lane each: lane n of job j is number
    `at_once` j + n. What lanes of one job do in one step happens in the order of their numbers, so
    that what a job comes to does not depend on the others.
    """

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
        lanes = len(rows) * agent.at_once
        self.begun = np.zeros(len(rows), np.int64)
        """Iterations of each job that were begun."""
        self.descents = [Descent() for _ in range(lanes)]
        self.descending = np.zeros(lanes, bool)
        """Whether a lane's next word, or one soon, is the tree's to choose."""

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
        """Set up the first world of every lane."""
        board, lanes = self.board, np.arange(len(self.descents))
        board.count = len(lanes)
        board.job[lanes] = lanes
        self._deal(lanes)
        board.show(0, board.count)

    def _deal(self, places: np.ndarray) -> None:
        """Write the next worlds of jobs into rows, which are given by their lanes' numbers."""
        board = self.board
        lanes = board.job[places]
        jobs = lanes // self.agent.at_once
        numbers = np.empty(len(jobs), np.int64)
        for n, job in enumerate(jobs.tolist()):
            numbers[n] = self.begun[job]
            self.begun[job] += 1
        seeds = seeds_of(self.lots[jobs], numbers)
        given = self.seen, self.rows[jobs], self.seats[jobs], seeds
        put(board.kernels, board.table, *given, board.env.games, places)
        board.luck[places] = seeds.view(np.uint64)
        board.said[places] = 0
        self.descending[lanes] = True
        for lane in lanes.tolist():
            self.descents[lane] = Descent()

    def _descend(self, words: np.ndarray) -> None:
        """Put the trees' words in the place of the players' where a tree has the say."""
        board = self.board
        lanes = board.job[: board.count]
        jobs = lanes // self.agent.at_once
        rows = np.flatnonzero(self.descending[lanes] & (board.seats == self.seats[jobs]))
        if not rows.size:
            return
        rows = self._in_order(rows)
        luck = unit_lots(board.lots()[rows]).tolist()
        given = rows.tolist(), lanes[rows].tolist(), jobs[rows].tolist(), luck
        for row, lane, job, lot in zip(*given, strict=True):
            descent = self.descents[lane]
            legal = np.flatnonzero(board.masks[row]).tolist()
            words[row] = self.trees[job].choose(descent, legal, lot)
            self.descending[lane] = descent.is_descending

    def _in_order(self, rows: np.ndarray) -> np.ndarray:
        """Return rows in the order of their lanes."""
        return rows[np.argsort(self.board.job[rows])]

    def _credit(self, over: np.ndarray, broken: np.ndarray) -> None:
        """Book what games that are over, or were broken off, were worth to the seats."""
        board = self.board
        board.break_off(broken)
        rows = np.concatenate([over, broken])
        value = np.clip(board.margins(rows) / self.scale, -1.0, 1.0)
        ended = slice(0, len(over))
        value[ended] = (1.0 - self.share) * board.results(over) + self.share * value[ended]
        lanes = board.job[rows]
        jobs = lanes // self.agent.at_once
        value *= SIGN[self.seats[jobs]]
        for n in np.argsort(lanes).tolist():
            self.trees[jobs[n]].credit(self.descents[lanes[n]], float(value[n]))
        self.descending[lanes] = False

    def _go_on(self, ended: np.ndarray) -> None:
        """Begin the next iteration of jobs that have one left, and take the other lanes off."""
        board = self.board
        rows = self._in_order(np.flatnonzero(ended))
        jobs = board.job[rows] // self.agent.at_once
        left = self.agent.iterations - self.begun[jobs]
        again = rows[_rank_within(jobs) < left]
        self._deal(again)
        for row in again.tolist():
            board.show(row, row + 1)
        gone = ended.copy()
        gone[again] = False
        board.remove(gone)


def _rank_within(jobs: np.ndarray) -> np.ndarray:
    """Return, of sorted numbers, which of its like each one is: 0, 1, ... int64 (n,)."""
    first = np.r_[True, jobs[1:] != jobs[:-1]] if len(jobs) else np.zeros(0, bool)
    place = np.arange(len(jobs))
    return place - np.maximum.accumulate(np.where(first, place, 0))
