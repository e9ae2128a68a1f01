"""What comes of orders: played on side by side in worlds dealt from what the seat knew.

The orders of a position are said in the same worlds with the same luck, so that what differs is
theirs; the net plays both seats on from there, or other players do in their share of the worlds,
and the net judges where they are broken off.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from spacecombat_agents.analysis.life import Life
from spacecombat_agents.analysis.mind import Mind
from spacecombat_agents.players.base import dealt
from spacecombat_agents.search.playouts import NO_WORD, SIGN, Horizon, Lines, Playouts
from spacecombat_agents.search.worlds import imagine, seeds_of
from spacecombat_env.core.ruleset import Games
from spacecombat_env.core.seeds import derived_seed

AT_ONCE = 256
"""Worlds that are held at once, unless one position alone has more."""
PLAYERS = 1 << 40
"""Number from which the luck of those who play is dealt to a lot; that of worlds is from 0."""

Words = tuple[int, ...]


class Trial(NamedTuple):
    """A position, and the orders that are tried there."""

    order: int
    """Number of the order of the life that was given there."""
    lines: tuple[Words, ...]


class Fates:
    """Plays orders of a life on; all luck follows from a seed, and from what the seat knew."""

    def __init__(
        self,
        life: Life,
        mind: Mind,
        playouts: Playouts,
        seed: int,
        others: Sequence[Playouts] = (),
    ) -> None:
        self.life, self.mind, self.seed = life, mind, seed
        self.playouts = (playouts, *others)
        """Who plays on: the worlds of a position are dealt out among them in turn."""

    def lot(self, purpose: str, order: int) -> int:
        """Return the lot from which the luck of a position is dealt."""
        own = self.life.orders[order].own
        return derived_seed(self.seed, "analyse", purpose, self.life.seat, own)

    def of(
        self,
        trials: Sequence[Trial],
        worlds: int,
        purpose: str,
        horizon: Horizon,
        progress: Callable[[int], None],
    ) -> list[np.ndarray]:
        """Return what each order of each trial came to, to the seat: float64 (lines, worlds) each.

        `purpose` tells apart luck that is to be fresh; `progress` is told how many lines are done.
        """
        found: list[np.ndarray] = []
        many = max(1, AT_ONCE // worlds)
        for start in range(0, len(trials), many):
            part = trials[start : start + many]
            found += self._played(part, worlds, purpose, horizon)
            progress(worlds * sum(len(trial.lines) for trial in part))
        return found

    def _played(
        self, trials: Sequence[Trial], worlds: int, purpose: str, horizon: Horizon
    ) -> list[np.ndarray]:
        """Play the orders of some trials on."""
        life, board = self.life, self.playouts[0].board
        lots = np.array([self.lot(purpose, trial.order) for trial in trials], np.uint64)
        lots = np.repeat(lots, worlds)
        numbers = np.tile(np.arange(worlds), len(trials))
        rows = np.repeat([trial.order for trial in trials], worlds)
        seats = np.full(len(rows), life.seat, np.int8)
        dreams = imagine(
            board.kernels, board.table, life.seen, rows, seats, seeds_of(lots, numbers)
        )
        luck = dealt(lots, numbers + PLAYERS)
        counts = [len(trial.lines) for trial in trials]
        own = np.concatenate(
            [np.tile(np.arange(worlds), count) + n * worlds for n, count in enumerate(counts)]
        )
        first = as_rows([words for trial in trials for words in trial.lines])
        lines = Lines(own, luck[own], np.repeat(first, worlds, axis=0))
        values = self._shared(dreams, lines, numbers[own], horizon).reshape(-1, worlds)
        return np.split(values * SIGN[life.seat], np.cumsum(counts)[:-1])

    def _shared(
        self, dreams: Games, lines: Lines, numbers: np.ndarray, horizon: Horizon
    ) -> np.ndarray:
        """Return what lines came to, to the first seat: each world's played on by whose it is.

        `numbers` (lines,) are those of the worlds at their positions.
        """
        values = np.zeros(len(numbers))
        for which, playouts in enumerate(self.playouts):
            rows = np.flatnonzero(numbers % len(self.playouts) == which)
            part = Lines(*(column[rows] for column in lines))
            values[rows] = playouts.play(dreams, part, horizon, self.mind.judge).value
        return values


def as_rows(lines: Sequence[Words]) -> np.ndarray:
    """Return words as int64 (n, longest), NO_WORD after the last of each."""
    rows = np.full((len(lines), max(map(len, lines), default=0)), NO_WORD, np.int64)
    for row, words in zip(rows, lines, strict=True):
        row[: len(words)] = words
    return rows
