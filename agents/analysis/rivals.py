"""What could have been said at each order: the net's likeliest orders, and what others would say.

The first rival of an order is the likeliest word each time, to the order's end: what the net would
have said. Its next are the likeliest that part from that one at some word and go on as likely as
can be. Another player is asked word by word, with the records that the seat would be shown.

All are said in an imagined world, like the search's candidates: until an order ends nothing is
drawn, done or told, so that their words are legal in every world that looks the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from spacecombat_agents.analysis.life import Life
from spacecombat_agents.analysis.mind import Mind
from spacecombat_agents.players.base import Agent
from spacecombat_agents.search.board import Board
from spacecombat_agents.search.net import chances
from spacecombat_agents.search.orders import Beginning
from spacecombat_agents.search.worlds import imagine

LEAST = 1e-300
"""What the chance of a word counts for at least, so that it has a logarithm."""
WORTH_A_TRY = 1e-4
"""A rival of the net's is at least so likely beside its likeliest order."""

Words = tuple[int, ...]
Speaker = Callable[[Board, np.ndarray], np.ndarray]
"""(board, float64 (n, A) how likely the net holds each word) -> words, int (n,)."""


class Likely(NamedTuple):
    """An order, and how likely the net was to give it."""

    words: Words
    text: str
    chance: float
    """Of just these words, by the net's own mind: before a level sharpens or flattens it."""
    by: str = ""
    """Who would have said it."""


class Branch(NamedTuple):
    """Where an order could have parted from the one that was said."""

    log_chance: float
    words: Words
    """Up to the word that differs."""


@dataclass
class _Saying:
    """An order while it is said."""

    words: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    log: float = 0.0
    branches: list[Branch] = field(default_factory=list)

    def likely(self, by: str) -> Likely:
        """Return the order, said to its end."""
        return Likely(tuple(self.words), " ".join(self.texts), math.exp(self.log), by)


def said_chances(life: Life, logits: np.ndarray) -> np.ndarray:
    """Return the chance of each order that was given: float64 (orders,); `logits` (n, A)."""
    if not len(life.tokens):
        return np.zeros(0)
    likely = chances(logits, life.masks)
    logs = np.log(np.maximum(likely[np.arange(len(life.tokens)), life.tokens], LEAST))
    return np.exp(np.add.reduceat(logs, life.begins))


def likeliest(
    life: Life, mind: Mind, board: Board, seeds: np.ndarray, count: int = 1
) -> list[list[Likely]]:
    """Return the net's orders at each order of a life, up to `count`, its own first.

    `seeds` int64 (orders,), one a world.
    """
    desk = _Desk(life, mind, board, seeds)
    places = list(range(len(seeds)))
    first = desk.said(places, [()] * len(places), _most_likely, count - 1)
    found = [[each.likely(mind.name)] for each in first]
    parted = [
        (place, branch.words)
        for place, each in enumerate(first)
        for branch in _best(each.branches, count - 1)
        if branch.log_chance >= each.log + math.log(WORTH_A_TRY)
    ]
    more = desk.said([place for place, _ in parted], [words for _, words in parted], _most_likely)
    for (place, _), each in zip(parted, more, strict=True):
        found[place].append(each.likely(mind.name))
    return found


def asked(
    life: Life, mind: Mind, player: Agent, board: Board, seeds: np.ndarray
) -> list[list[Likely]]:
    """Return what a player would have said at each order of a life: one each; `seeds` as above."""
    desk = _Desk(life, mind, board, seeds)
    places = list(range(len(seeds)))
    said = desk.said(places, [()] * len(places), lambda board, _: board.ask((player, player)))
    return [[each.likely(player.name)] for each in said]


def _most_likely(board: Board, likely: np.ndarray) -> np.ndarray:
    """Say the likeliest word."""
    return likely.argmax(axis=1)


def _best(branches: Sequence[Branch], count: int) -> list[Branch]:
    """Return the likeliest branches, the likeliest first."""
    return sorted(branches, key=lambda each: (-each.log_chance, each.words))[:count]


class _Desk:
    """Where the orders of a life are said again, in a world for each place."""

    def __init__(self, life: Life, mind: Mind, board: Board, seeds: np.ndarray) -> None:
        self.life, self.mind, self.board, self.seeds = life, mind, board, seeds

    def said(
        self,
        places: Sequence[int],
        begun: Sequence[Words],
        speaker: Speaker,
        branches: int = 0,
    ) -> list[_Saying]:
        """Say an order at each place: the words with which it begins, and then the speaker's.

        So many branches at each word are written down with it.
        """
        found: list[_Saying] = []
        for start in range(0, len(places), self.board.width):
            part = slice(start, start + self.board.width)
            found += self._said(np.array(places[part]), begun[part], speaker, branches)
        return found

    def _said(
        self, places: np.ndarray, begun: Sequence[Words], speaker: Speaker, branches: int
    ) -> list[_Saying]:
        """Say as many orders as the board has room for."""
        board, life = self.board, self.life
        seats = np.full(len(places), life.seat, np.int8)
        worlds = imagine(board.kernels, board.table, life.seen, places, seats, self.seeds[places])
        jobs = np.arange(len(places))
        board.clear()
        board.add(worlds, jobs, jobs, self.seeds[places].astype(np.uint64))
        beginning = Beginning(board)
        found = [_Saying() for _ in places]
        while board.count:
            masks, there = board.masks, board.job[: board.count].tolist()
            logits = self.mind.answers(board.env.floats(np.arange(board.count)), masks).logits
            likely = chances(logits, masks)
            words = np.array(speaker(board, likely))
            for row, job in enumerate(there):
                words[row] = self._hear(
                    found[job], begun[job], row, likely[row], int(words[row]), branches
                )
            board.speak(words)
            board.remove(beginning.is_given(board))
        return found

    def _hear(
        self,
        said: _Saying,
        begun: Words,
        row: int,
        likely: np.ndarray,
        word: int,
        branches: int,
    ) -> int:
        """Write down the next word of an order, which is returned, and how else it could go on."""
        number, before = len(said.words), tuple(said.words)
        word = begun[number] if number < len(begun) else word
        if branches:
            others = np.argsort(-likely, kind="stable")[: branches + 1].tolist()
            said.branches += [
                Branch(said.log + math.log(likely[other]), (*before, other))
                for other in others
                if other != word and likely[other] > LEAST
            ]
        seen = self.board.env.out.seen
        life = self.life
        said.words.append(word)
        said.texts.append(life.ruleset.word(seen, row, life.scenario, life.seat, word))
        said.log += math.log(max(likely[word], LEAST))
        return word
