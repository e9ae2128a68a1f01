"""Whole orders as a net would give them: drawn word by word in an imagined world."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from spacecombat_agents.players.drawing import drawn
from spacecombat_agents.search.board import Board
from spacecombat_agents.search.net import NetPlayer, chances
from spacecombat_agents.search.playouts import NO_WORD
from spacecombat_agents.search.worlds import marks
from spacecombat_env.core.ruleset import Games

LONGEST_ORDER = 64
"""Words after which an order counts as given: no rule set has one so long."""


class Order(NamedTuple):
    """A way to go on: the words up to the one that sets the engine going or hands the word on."""

    words: tuple[int, ...]
    log_chance: float
    """Of the net's saying just this; natural logarithm."""


class Drawing:
    """Draws orders on a board; a step of all that are not finished is one question to the net.

    Until an order ends nothing is drawn, done or told, so that its words are legal in every world
    that looks the same (`env.orders.hear`). By rules that do not count steps each word is an order.
    """

    def __init__(self, board: Board, net: NetPlayer) -> None:
        self.board, self.net = board, net

    def orders(self, worlds: Games, rows: np.ndarray, luck: np.ndarray) -> list[Order]:
        """Return an order for each of `luck`, uint64 (n,), drawn in world `rows[k]`."""
        found: list[Order] = []
        for start in range(0, len(luck), self.board.width):
            part = slice(start, start + self.board.width)
            found += self._drawn(worlds, rows[part], luck[part])
        return found

    def _drawn(self, worlds: Games, rows: np.ndarray, luck: np.ndarray) -> list[Order]:
        """Draw as many orders as the board has room for."""
        board, jobs = self.board, np.arange(len(luck))
        board.clear()
        board.add(worlds, rows, jobs, luck)
        begun = Beginning(board)
        words: list[list[int]] = [[] for _ in jobs]
        logs = np.zeros(len(jobs))
        while board.count:
            masks = board.masks
            logits, _ = self.net.net.forward(board.env.floats(np.arange(board.count)), masks)
            likely = chances(logits, masks)
            said = drawn(likely, board.lots())
            there = board.job[: board.count]
            logs[there] += np.log(likely[np.arange(board.count), said])
            for job, word in zip(there.tolist(), said.tolist(), strict=True):
                words[job].append(word)
            board.speak(said)
            board.remove(begun.is_given(board))
        return [Order(tuple(w), float(log)) for w, log in zip(words, logs, strict=True)]

    def marks(self, worlds: Games, rows: np.ndarray, given: list[Order], unseen: int) -> Marks:
        """Return what the seat is shown after each word of each order but its last, as marks."""
        found: Marks = [[] for _ in given]
        for start in range(0, len(given), self.board.width):
            jobs = np.arange(start, min(len(given), start + self.board.width))
            self.board.clear()
            self.board.add(worlds, rows[jobs], jobs, np.zeros(len(jobs), np.uint64))
            self._mark(found, given, unseen)
        return found

    def _mark(self, found: Marks, given: list[Order], unseen: int) -> None:
        """Say the orders that stand on the board, but for their last words."""
        board = self.board
        while True:
            there = board.job[: board.count].tolist()
            said = board.said[: board.count]
            board.remove(
                np.array([n + 1 >= len(given[job].words) for job, n in _pairs(there, said)], bool)
            )
            if not board.count:
                return
            there = board.job[: board.count].tolist()
            said = board.said[: board.count]
            board.speak(np.array([given[job].words[n] for job, n in _pairs(there, said)]))
            shown = marks(board.env.out.seen, unseen, np.arange(board.count))
            for job, mark in zip(there, shown, strict=True):
                found[job].append(mark)


Marks = list[list[bytes]]
"""By order: of what is seen after each of its words."""


def _pairs(jobs: list[int], said: np.ndarray) -> list[tuple[int, int]]:
    """Return job and number of words said, row by row."""
    return list(zip(jobs, said.tolist(), strict=True))


class Beginning:
    """How games stood when their orders began, by job."""

    def __init__(self, board: Board) -> None:
        self.seats = board.seats.copy()
        self.steps = board.steps(np.arange(board.count))

    def is_given(self, board: Board) -> np.ndarray:
        """Return in which games an order has been given, bool (count,)."""
        there = board.job[: board.count]
        moved = board.steps(np.arange(board.count)) != self.steps[there]
        if board.kernels.steps is None:
            moved[:] = True
        too_long = board.said[: board.count] >= LONGEST_ORDER
        return moved | too_long | (board.seats != self.seats[there])


def likeliest(orders: list[Order], count: int) -> list[Order]:
    """Return the likeliest of the different orders, the likeliest first."""
    different = {order.words: order for order in orders}
    return sorted(different.values(), key=lambda order: (-order.log_chance, order.words))[:count]


def as_rows(orders: list[Order]) -> np.ndarray:
    """Return words of orders as int64 (n, longest), NO_WORD after the last."""
    longest = max((len(order.words) for order in orders), default=0)
    rows = np.full((len(orders), longest), NO_WORD, np.int64)
    for row, order in zip(rows, orders, strict=True):
        row[: len(order.words)] = order.words
    return rows


def log_chances(orders: list[Order]) -> np.ndarray:
    """Return the log-chances of orders, held above minus infinity: float64 (n,)."""
    return np.maximum(np.array([order.log_chance for order in orders]), math.log(1e-300))
