"""Playing imagined games on: thousands of rows, those that are done replaced by those that wait."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from spacecombat_agents.players.base import Agent
from spacecombat_agents.search.board import WIDTH, Board, reads
from spacecombat_agents.setting import Setting
from spacecombat_env.core.ruleset import Games

NO_WORD = -1
"""Fills up rows of first words."""
LONGEST = 10_000
"""Words after which a game is broken off in any case: only a fault of a rule set leads there."""

SIGN = np.array([1.0, -1.0])
"""By seat: what turns a worth to the first seat into one to that seat."""

Judge = Callable[[Board, np.ndarray], np.ndarray]
"""(board, rows) -> what games that are broken off are worth to the first seat, float (n,), in -1 to
1. It may end them: they are taken off the board afterwards."""


class Lines(NamedTuple):
    """What is to be played: a row a game."""

    world: np.ndarray
    """int (n,): row of the world in which it begins; many may begin in one."""
    luck: np.ndarray
    """uint64 (n,): of those who play. Equal luck in equal worlds is paired: dice and lots agree as
    long as words do."""
    first: np.ndarray
    """int (n, any): words that the seat to act says before anybody is asked; then NO_WORD. Where
    one is not legal, or the other seat is to act, it and those after it are not said."""

    @classmethod
    def of(cls, luck: np.ndarray) -> Lines:
        """Return a game in each of as many worlds, with nothing to be said first."""
        return cls(np.arange(len(luck)), luck, np.zeros((len(luck), 0), np.int64))


class Horizon(NamedTuple):
    """Where games are broken off, after the words said first; as it is, at their end alone."""

    words: int = 0
    """After so many words of both seats; 0 for never."""
    turn: int = 0
    """As soon as so many turns have begun after that in which the world stands; 0 for never."""
    asked: bool = False
    """As soon as the seat that is to act in the world is asked again; with `turn`, after that."""


class Played(NamedTuple):
    """What came of each line."""

    value: np.ndarray
    """float64 (n,): to the first seat, 1 won, -1 lost, 0 drawn; where it was broken off what the
    judge says, 0 without one."""
    over: np.ndarray
    """bool (n,): played to its end."""
    margin: np.ndarray
    """int64 (n,): points of the first seat over the second's; 0 where it was broken off."""
    words: np.ndarray
    """int64 (n,): words spoken, with those said first."""


class Playouts:
    """Two players who play worlds of a setting on, `width` at a time, made once and used often.

    Players who take lots (`takes_lots`) speak in each game as they would if it were the only one.
    `looks`: observations are written even where neither reads them, for a judge who does.
    """

    def __init__(
        self,
        setting: Setting,
        players: tuple[Agent, Agent],
        width: int = WIDTH,
        looks: bool = False,
    ) -> None:
        self.players = players
        self.board = Board(setting, width, looks=looks or reads(players))
        self._turn = np.zeros(width, np.int64)
        self._seat = np.zeros(width, np.int8)
        self._hushed = np.zeros(width, bool)
        """Whether the words that were to be said first have come to an end."""

    def play(
        self,
        worlds: Games,
        lines: Lines,
        horizon: Horizon | None = None,
        judge: Judge | None = None,
    ) -> Played:
        """Play every line to its end, or to the horizon."""
        horizon = horizon or Horizon()
        count = len(lines.luck)
        said_first = (lines.first != NO_WORD).sum(axis=1)
        found = Played(
            np.zeros(count), np.zeros(count, bool), *(np.zeros(count, np.int64) for _ in range(2))
        )
        board, waiting = self.board, 0
        board.clear()
        while waiting < count or board.count:
            if waiting < count and board.room:
                waiting = self._fill(worlds, lines, waiting)
            board.speak(self._words(lines.first))
            over = board.seats < 0
            done = over | self._is_beyond(horizon, said_first)
            if done.any():
                self._book(found, np.flatnonzero(over), np.flatnonzero(done & ~over), judge)
                for source, target in board.remove(done):
                    self._turn[target] = self._turn[source]
                    self._seat[target] = self._seat[source]
                    self._hushed[target] = self._hushed[source]
        return found

    def _fill(self, worlds: Games, lines: Lines, waiting: int) -> int:
        """Set up the lines that come next; return which is the next then."""
        board = self.board
        jobs = np.arange(waiting, min(len(lines.luck), waiting + board.room))
        low = board.count
        board.add(worlds, lines.world[jobs], jobs, lines.luck[jobs])
        self._turn[low : board.count] = board.turns[low:]
        self._seat[low : board.count] = board.seats[low:]
        self._hushed[low : board.count] = False
        return waiting + len(jobs)

    def _words(self, first: np.ndarray) -> np.ndarray:
        """Return the players' words, or those that are to be said first where they are legal."""
        board = self.board
        said, jobs = board.said[: board.count], board.job[: board.count]
        words = board.ask(self.players)
        if first.shape[1]:
            rows = np.flatnonzero(said < first.shape[1])
            told = first[jobs[rows], said[rows]]
            is_due = (told != NO_WORD) & (board.masks[rows, told] > 0)
            is_due &= (board.seats[rows] == self._seat[rows]) & ~self._hushed[rows]
            words[rows[is_due]] = told[is_due]
            self._hushed[rows] = ~is_due
        return words

    def _is_beyond(self, horizon: Horizon, said_first: np.ndarray) -> np.ndarray:
        """Return the games that have come to the horizon, bool (count,)."""
        board = self.board
        later = board.said[: board.count] - said_first[board.job[: board.count]]
        beyond = later >= (horizon.words or LONGEST)
        if horizon.turn or horizon.asked:
            ends = later >= 0
            if horizon.turn:
                ends &= board.turns - self._turn[: board.count] >= horizon.turn
            if horizon.asked:
                ends &= board.seats == self._seat[: board.count]
            beyond |= ends
        return beyond

    def _book(
        self, found: Played, over: np.ndarray, broken: np.ndarray, judge: Judge | None
    ) -> None:
        """Write down games that are over and games that are broken off."""
        board = self.board
        found.words[board.job[over]] = board.said[over]
        found.words[board.job[broken]] = board.said[broken]
        found.over[board.job[over]] = True
        found.value[board.job[over]] = board.results(over)
        found.margin[board.job[over]] = board.margins(over)
        if judge is not None and broken.size:
            found.value[board.job[broken]] = judge(board, broken)
