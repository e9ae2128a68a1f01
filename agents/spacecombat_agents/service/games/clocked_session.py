"""The part of a session that keeps time: running clocks, late seats, substitutes."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from spacecombat_agents.players.seat_agent import SeatAgent
from spacecombat_agents.service.games.replies import order_finished_message
from spacecombat_agents.service.games.subscribers import Subscriber
from spacecombat_agents.service.storage.game_store import ActionRecord, GameStore, StoredGame
from spacecombat_agents.service.timing.person_clocks import GRACE_SECONDS, PersonClocks
from spacecombat_env.env.table import Period, Table

__all__ = ["ClockedSession", "ORDER", "Substitute"]

LATE = "late"
"""Cause of the loss of a seat that timed out twice."""
ORDER = "order"


class Substitute(NamedTuple):
    """An agent that acts for a person's seat for a while."""

    seat_agent: SeatAgent
    period: Period


class ClockedSession:
    """A session with clocks."""

    game: StoredGame
    table: Table
    store: GameStore
    clocks: PersonClocks
    lock: threading.RLock
    is_closed: bool
    subscribers: list[Subscriber]
    captain: Callable[[str], SeatAgent]
    schedule_timer: Callable[[Any, float | None], None]
    if TYPE_CHECKING:
        automated_by: Callable[[str], str | None]
        forfeit: Callable[[str, str], None]
        exclusive: Callable[[], contextlib.AbstractContextManager[None]]
        _record: Callable[[ActionRecord], None]
        _elapsed_ms: Callable[[], int]
        _notify_subscribers: Callable[[], None]

    def action_count(self, seat: str) -> int:
        """Return how many actions a seat has taken."""
        return self.table.counts[self.table.ruleset.seats.index(seat)]

    def check_time(self, at: float | None = None) -> None:
        """Check whether the running clock had expired by then, and act on it.

        The first time, the captain completes the order of the late person; the second time the game
        is lost.
        """
        seat = self.clocks.find_late(at)
        if seat is None:
            return
        if self.clocks.record_late(seat):
            return self.forfeit(seat, LATE)
        count = self.action_count(seat)
        utterance = self.table.let(seat, self.captain(seat), ORDER)
        self.clocks.spend(seat, None, not self.table.is_mid_order)
        self._record(ActionRecord(seat, count, utterance.actions, "", "", self._elapsed_ms()))
        for subscriber in self.subscribers:
            if subscriber.reader == seat:
                subscriber.send(order_finished_message(self.game.id))
        self._notify_subscribers()

    def on_timer(self) -> None:
        """Check whether the running clock has expired; else store it, and schedule a check."""
        with self.lock:
            if self.is_closed:
                return
            with self.exclusive():
                self.check_time(self.clocks.now() - GRACE_SECONDS)
                self._keep_time()
                self.schedule_timer(self, self.clocks.next_check())

    def _set_clock(self) -> None:
        """Start the clock of the person who is to act and does so itself, once it has joined."""
        seat = self.table.to_act
        assignment = next((each for each in self.game.assignments if each.reader == seat), None)
        has_come = assignment is not None and assignment.invited is None
        runs = seat in self.clocks and self.automated_by(str(seat)) is None and has_come
        self.clocks.set_running(seat if runs else None)

    def _keep_time(self) -> None:
        """Store the running clock."""
        seat = self.clocks.running
        time_left = None if seat is None else self.clocks.stored_time(seat)
        if time_left is not None:
            self.store.save_time(self.game.id, time_left)

    def _stop_clock(self) -> None:
        """Store the running clock if possible, and stop checking it."""
        self.schedule_timer(self, None)
        with contextlib.suppress(Exception):
            self._keep_time()
