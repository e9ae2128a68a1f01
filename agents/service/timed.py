"""The part of a room that keeps time: whose clock runs, who is late, who speaks for whom."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from spacecombat_agents.service.answers import order_finished
from spacecombat_agents.service.clocks import GRACE_SECONDS, Clocks
from spacecombat_agents.service.listeners import Listener
from spacecombat_agents.service.opponents import AtTable, Speaker
from spacecombat_agents.service.store import Kept, Row, Store
from spacecombat_env.env.table import Table

LATE = "late"
"""Cause for which a seat loses whose time was over twice."""
ORDER = "order"


class Deputy:
    """Who speaks for a person's seat for a while."""

    def __init__(self, speaker: Speaker, until: str, moment: tuple[int, ...]) -> None:
        self.speaker, self.until, self.moment = speaker, until, moment

    def has_done(self, table: Table) -> bool:
        """Whether what it was to speak for has come to its end."""
        if self.until == ORDER:
            return not table.is_mid_order
        return self.until != "game" and table.moment(self.until) != self.moment


class TimedRoom:
    """A room as its clock sees it."""

    kept: Kept
    table: Table
    store: Store
    clocks: Clocks
    lock: threading.RLock
    broken: bool
    listeners: list[Listener]
    captain: Callable[[str], Speaker]
    on_time: Callable[[Any, float | None], None]
    if TYPE_CHECKING:
        speaks: Callable[[str], str | None]
        give_up: Callable[[str, str], None]
        used: Callable[[], contextlib.AbstractContextManager[None]]
        _keep: Callable[[Row], None]
        _ms: Callable[[], int]
        _announce: Callable[[], None]

    def count(self, seat: str) -> int:
        """Return how many words a seat has said."""
        return self.table.counts[self.table.ruleset.seats.index(seat)]

    def stand_in(self, seat: str) -> AtTable:
        """Return the captain at the table, for a seat that lets it or is late."""
        return AtTable(self.captain(seat), self.table)

    def check_time(self, at: float | None = None) -> None:
        """See whether the time that runs was over by then, and do what follows.

        Who is late for the first time has the order finished by the captain; the second time the
        game is lost.
        """
        seat = self.clocks.late(at)
        if seat is None:
            return
        if self.clocks.book_late(seat):
            return self.give_up(seat, LATE)
        count = self.count(seat)
        said = self.table.let(seat, self.stand_in(seat), ORDER)
        self.clocks.spend(seat, None, not self.table.is_mid_order)
        self._keep(Row(seat, count, said.tokens, "", "", self._ms()))
        for listener in self.listeners:
            if listener.reader == seat:
                listener.send(order_finished(self.kept.id))
        self._announce()

    def ring(self) -> None:
        """Look at the time that runs: it may be over; else it is kept, and looked at again."""
        with self.lock:
            if self.broken:
                return
            with self.used():
                self.check_time(self.clocks.now() - GRACE_SECONDS)
                self._keep_time()
                self.on_time(self, self.clocks.due())

    def _set_clock(self) -> None:
        """Let the time of the person run who is asked and speaks itself, once it has come."""
        seat = self.table.asked
        chair = next((each for each in self.kept.chairs if each.reader == seat), None)
        has_come = chair is not None and chair.invited is None
        runs = seat in self.clocks and self.speaks(str(seat)) is None and has_come
        self.clocks.put(seat if runs else None)

    def _keep_time(self) -> None:
        """Keep the time that runs."""
        seat = self.clocks.running
        time_left = None if seat is None else self.clocks.kept(seat)
        if time_left is not None:
            self.store.keep_time(self.kept.id, time_left)

    def _stop_clock(self) -> None:
        """Keep the time that runs, where that can be done, and look at it no more."""
        self.on_time(self, None)
        with contextlib.suppress(Exception):
            self._keep_time()
