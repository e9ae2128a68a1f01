"""The opponent that thinks an order through before it gives it: a net, and imagined worlds.

At the first word of an order it draws candidates, tries them (improving.py), and says the first
word of the one it chose; the others follow as they are asked for (plans.py). Asked in the midst of
an order that it does not remember, it searches over the ways to end it.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import numpy as np

from spacecombat_agents.players.base import Needs, dealt, next_lots
from spacecombat_agents.players.lots import TakesLots
from spacecombat_agents.search.board import WIDTH
from spacecombat_agents.search.identity import digest_with
from spacecombat_agents.search.improving import DRAWING, Improver, Trial
from spacecombat_agents.search.net import Net, NetPlayer
from spacecombat_agents.search.orders import Drawing, Order, likeliest
from spacecombat_agents.search.plans import Key, Plans
from spacecombat_agents.search.playouts import Playouts
from spacecombat_agents.search.settings import SearchSettings
from spacecombat_agents.search.worlds import UNSEEN_WORDS, imagine, marks, of_engine, seeds_of
from spacecombat_agents.setting import Setting
from spacecombat_env.core.ruleset import Games

if TYPE_CHECKING:
    from typing_extensions import Self

AT_ONCE = 64
"""Positions searched side by side: their worlds are a gigabyte in the largest of settings."""


class Searcher(TakesLots):
    """One step of policy improvement over a net, order by order."""

    def __init__(
        self,
        setting: Setting,
        net: Net,
        settings: SearchSettings | None = None,
        name: str = "search",
        width: int = WIDTH,
    ) -> None:
        super().__init__(name, Needs.SEEN)
        self.setting, self.net, self.width = setting, net, width
        self.settings = settings or SearchSettings()
        self._plans = Plans()
        self._desk: _Desk | None = None

    @property
    def digest(self) -> str:
        """SHA-256 of the sources of the search, and of the net."""
        return digest_with(self.net)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return one with dice and plans of its own; what never changes is shared."""
        new = self.with_own_dice(memo)
        new._plans = copy.deepcopy(self._plans, memo)
        new._desk = None
        return new

    def reset(self, seed: int) -> None:
        """Start the dice anew, and forget what was planned."""
        super().reset(seed)
        self._plans.clear()

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
        self._desk = self._desk or _Desk(self)
        has_lots = lots is not None
        lots = self.lots(len(masks), lots)
        names = lots.tolist() if has_lots else [0] * len(masks)
        words = np.full(len(masks), -1, np.int64)
        for row, mark in enumerate(marks(seen, self._desk.unseen, np.arange(len(masks)))):
            word = self._plans.take((mark, names[row]))
            if word is not None and masks[row, word]:
                words[row] = word
        rows = np.flatnonzero(words < 0)
        for start in range(0, len(rows), AT_ONCE):
            part = rows[start : start + AT_ONCE]
            words[part] = self._begun(self._desk, part, seen, seats[part], lots[part], has_lots)
        return words

    def _begun(
        self,
        desk: _Desk,
        rows: np.ndarray,
        seen: Games,
        seats: np.ndarray,
        lots: np.ndarray,
        has_lots: bool,
    ) -> np.ndarray:
        """Search at some rows, remember what is to follow, and return the first words."""
        orders, shown = desk.orders(seen, rows, seats, lots)
        for order, after, lot in zip(orders, shown, lots, strict=True):
            due = lot
            for word, mark in zip(order.words[1:], after, strict=True):
                due = next_lots(np.array([due]))[0]
                key: Key = mark, int(due) if has_lots else 0
                self._plans.add(key, word)
        return np.array([order.words[0] for order in orders], np.int64)


class _Desk:
    """What a search works with, made when it is first wanted."""

    def __init__(self, agent: Searcher) -> None:
        self.settings = agent.settings
        self.player = NetPlayer(agent.net)
        self.playouts = Playouts(agent.setting, (self.player, self.player), agent.width)
        self.board = self.playouts.board
        self.drawing = Drawing(self.board, self.player)
        self.improver = Improver(self.playouts, self.player, self.settings)
        self.unseen = int(of_engine(self.board.kernels, UNSEEN_WORDS, 0))

    def orders(
        self, seen: Games, rows: np.ndarray, seats: np.ndarray, lots: np.ndarray
    ) -> tuple[list[Order], list[list[bytes]]]:
        """Return the order for each of some rows, and the marks of what follows its words."""
        draws, places = self.settings.draws, np.arange(len(rows))
        seeds = seeds_of(lots, DRAWING)
        worlds = imagine(self.board.kernels, self.board.table, seen, rows, seats, seeds)
        luck = dealt(np.repeat(lots, draws), np.tile(np.arange(draws) + DRAWING + 1, len(rows)))
        drawn = self.drawing.orders(worlds, np.repeat(places, draws), luck)
        parts = [drawn[n * draws : (n + 1) * draws] for n in places.tolist()]
        trials = [Trial(likeliest(part, self.settings.candidates)) for part in parts]
        chosen = self.improver.choose(trials, seen, rows, seats, lots)
        return chosen, self.drawing.marks(worlds, places, chosen, self.unseen)
