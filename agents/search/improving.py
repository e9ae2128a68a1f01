"""One step of policy improvement at the root, over whole orders.

The candidates of all positions are tried side by side. In each round every candidate left is played
on in the same fresh worlds with the same luck, by the net in both seats, up to the horizon, where
the net judges; the worse half is dropped. What the last round saw, in worlds in which nothing was
chosen, is what counts; the dropped keep their distance to those that stayed. Then

    log p'(order) = (log p(order) + eta q) / (1 + eta tau) + constant.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from spacecombat_agents.players.base import dealt
from spacecombat_agents.players.drawing import drawn
from spacecombat_agents.search.net import NetPlayer
from spacecombat_agents.search.orders import Order, as_rows, log_chances
from spacecombat_agents.search.playouts import SIGN, Horizon, Lines, Playouts
from spacecombat_agents.search.settings import THOUSANDTHS, SearchSettings
from spacecombat_agents.search.worlds import imagine, seeds_of
from spacecombat_env.core.ruleset import Games

WORLDS, PLAYERS, CHOICE, DRAWING = 1 << 40, 2 << 40, 3 << 40, 4 << 40
"""Numbers from which the luck of worlds, of the players in them, of the choice and of the drawing
of candidates is dealt to a lot."""
A_ROUND = 1 << 20
"""More numbers than a round takes."""
FEWEST = 2
"""Candidates that are left for the last round."""


@dataclass
class Trial:
    """The candidates of one position, and what has been seen of them."""

    orders: list[Order]
    q: np.ndarray = field(init=False)
    """float64 (candidates,): worth to the seat, -1 to 1."""
    left: np.ndarray = field(init=False)
    """int64: those that were not dropped."""

    def __post_init__(self) -> None:
        """Nothing has been seen."""
        self.q = np.zeros(len(self.orders))
        self.left = np.arange(len(self.orders))

    def book(self, means: np.ndarray) -> None:
        """Take what a round saw of those that are left; the dropped keep their distance to them."""
        dropped = np.setdiff1d(np.arange(len(self.orders)), self.left)
        self.q[dropped] += means.mean() - self.q[self.left].mean()
        self.q[self.left] = means

    def halve(self) -> None:
        """Drop the worse half of those that are left, of equals the less likely."""
        keep = max(FEWEST, (len(self.left) + 1) // 2)
        best = self.left[np.argsort(-self.q[self.left], kind="stable")]
        self.left = np.sort(best[:keep])

    def improved(self, settings: SearchSettings) -> np.ndarray:
        """Return the chances of the candidates, float64 (candidates,)."""
        eta, tau = float(settings.eta), settings.tau / THOUSANDTHS
        logs = (log_chances(self.orders) + eta * self.q) / (1.0 + eta * tau)
        weights = np.exp(logs - logs.max())
        return np.asarray(weights / weights.sum())


class Improver:
    """Tries candidates out; `playouts` are the net's, in both seats."""

    def __init__(self, playouts: Playouts, net: NetPlayer, settings: SearchSettings) -> None:
        self.playouts, self.net, self.settings = playouts, net, settings

    def choose(
        self,
        trials: list[Trial],
        seen: Games,
        rows: np.ndarray,
        seats: np.ndarray,
        lots: np.ndarray,
    ) -> list[Order]:
        """Return the order of each position, drawn from what its trial makes of the net's mind."""
        open_trials = [n for n, trial in enumerate(trials) if len(trial.orders) > 1]
        for turn in range(self.settings.rounds):
            is_last = turn == self.settings.rounds - 1
            for n in open_trials:
                if turn:
                    trials[n].halve()
            busy = [n for n in open_trials if is_last or len(trials[n].left) > FEWEST]
            self._round(turn, [trials[n] for n in busy], seen, rows[busy], seats[busy], lots[busy])
        luck = dealt(lots, np.uint64(CHOICE))
        return [
            trial.orders[int(drawn(trial.improved(self.settings)[None], luck[n : n + 1])[0])]
            for n, trial in enumerate(trials)
        ]

    def _round(
        self,
        number: int,
        trials: list[Trial],
        seen: Games,
        rows: np.ndarray,
        seats: np.ndarray,
        lots: np.ndarray,
    ) -> None:
        """Play every candidate left on in the worlds of a round, and book what came of it."""
        if not trials:
            return
        worlds = self.settings.worlds
        counts = [len(trial.left) for trial in trials]
        base = np.arange(worlds) + number * A_ROUND
        dealt_lots = np.repeat(lots, worlds)
        seeds = seeds_of(dealt_lots, np.tile(base + WORLDS, len(trials)))
        board = self.playouts.board
        at = np.repeat(rows, worlds), np.repeat(seats, worlds), seeds
        fresh = imagine(board.kernels, board.table, seen, *at)
        luck = dealt(dealt_lots, np.tile(base + PLAYERS, len(trials)))
        own = np.concatenate(
            [np.tile(np.arange(worlds), c) + n * worlds for n, c in enumerate(counts)]
        )
        first = as_rows([trial.orders[k] for trial in trials for k in trial.left.tolist()])
        lines = Lines(own, luck[own], np.repeat(first, worlds, axis=0))
        horizon = Horizon(self.settings.horizon, bool(self.settings.turn))
        played = self.playouts.play(fresh, lines, horizon, self.net.judge)
        values = (played.value * SIGN[np.repeat(seats, counts).repeat(worlds)]).reshape(-1, worlds)
        ends = np.cumsum(counts)
        for trial, low, high in zip(trials, ends - counts, ends, strict=True):
            trial.book(values[low:high].mean(axis=1))
