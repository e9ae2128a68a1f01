"""What the net would have said at each order: the likeliest word each time, to the order's end."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from spacecombat_agents.analysis.life import Life
from spacecombat_agents.analysis.mind import Mind
from spacecombat_agents.search.board import Board
from spacecombat_agents.search.net import chances
from spacecombat_agents.search.orders import Beginning
from spacecombat_agents.search.worlds import imagine


class Likely(NamedTuple):
    """An order, and how likely the net was to give it."""

    words: tuple[int, ...]
    text: str
    chance: float
    """Of just these words, by the net's own mind: before a level sharpens or flattens it."""


def said_chances(life: Life, logits: np.ndarray) -> np.ndarray:
    """Return the chance of each order that was given: float64 (orders,); `logits` (n, A)."""
    if not len(life.tokens):
        return np.zeros(0)
    likely = chances(logits, life.masks)
    logs = np.log(np.maximum(likely[np.arange(len(life.tokens)), life.tokens], 1e-300))
    return np.exp(np.add.reduceat(logs, life.begins))


def likeliest(life: Life, mind: Mind, board: Board, seeds: np.ndarray) -> list[Likely]:
    """Return the likeliest order at each order of a life; `seeds` int64 (orders,), one a world.

    It is said in an imagined world, like the search's candidates: until an order ends nothing is
    drawn, done or told, so that its words are legal in every world that looks the same.
    """
    found: list[Likely] = []
    for start in range(0, len(seeds), board.width):
        rows = np.arange(start, min(len(seeds), start + board.width))
        found += _likeliest(life, mind, board, rows, seeds[rows])
    return found


def _likeliest(
    life: Life, mind: Mind, board: Board, rows: np.ndarray, seeds: np.ndarray
) -> list[Likely]:
    """Return the likeliest order at as many orders as the board has room for."""
    seats = np.full(len(rows), life.seat, np.int8)
    worlds = imagine(board.kernels, board.table, life.seen, rows, seats, seeds)
    jobs = np.arange(len(rows))
    board.clear()
    board.add(worlds, jobs, jobs, np.zeros(len(rows), np.uint64))
    begun = Beginning(board)
    words: list[list[int]] = [[] for _ in rows]
    texts: list[list[str]] = [[] for _ in rows]
    logs = np.zeros(len(rows))
    while board.count:
        masks, there = board.masks, board.job[: board.count].tolist()
        logits = mind.answers(board.env.floats(np.arange(board.count)), masks).logits
        likely = chances(logits, masks)
        said = likely.argmax(axis=1)
        seen = board.env.out.seen
        for row, (job, word) in enumerate(zip(there, said.tolist(), strict=True)):
            words[job].append(word)
            texts[job].append(life.ruleset.word(seen, row, life.scenario, life.seat, word))
            logs[job] += math.log(likely[row, word])
        board.speak(said)
        board.remove(begun.is_given(board))
    return [
        Likely(tuple(w), " ".join(t), math.exp(log))
        for w, t, log in zip(words, texts, logs.tolist(), strict=True)
    ]
