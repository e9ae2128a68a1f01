"""Clocks of people: which one runs, since when, and what is left.

One clock runs at a time: that of the person who is to act. It runs from the decision to the arrival
of the answer. A person who has not joined since the session began (a new game, or a restarted
service) gets some extra time first. A clock is shown only to its own seat: it would reveal how
often the seat was to act.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from spacecombat_agents.bots.bot_seat import MAX_LATES
from spacecombat_agents.bots.time_control import BANK, NONE, SeatClock, TimeControl

__all__ = ["ARRIVAL_SECONDS", "GRACE_SECONDS", "PersonClocks", "SeatTime"]

GRACE_SECONDS = 0.5
"""Extra time for messages that arrived in time but had to wait."""
SAVE_SECONDS = 5.0
"""Interval of storing a running clock: a killed service gives back at most this time."""
ARRIVAL_SECONDS = 60.0
"""How long the clock waits for a person who has not joined yet."""


class SeatTime(NamedTuple):
    """The stored clock of a seat."""

    seat: str
    order_ms: int
    """Left for the current order."""
    bank_ms: int
    spent_ms: int
    lates: int
    """Number of timeouts."""


class PersonClock(SeatClock):
    """A clock that continues from its stored state, and can be read while it runs."""

    def __init__(self, clock: TimeControl, stored: SeatTime | None = None) -> None:
        super().__init__(clock)
        if stored is not None:
            self.spent, self.lates = stored.spent_ms / 1000, stored.lates
            self._order = stored.order_ms / 1000
            self._bank_seconds = stored.bank_ms / 1000 if clock.kind == BANK else 0.0

    def after(self, seconds: float) -> PersonClock:
        """Return its state after that many more seconds."""
        later = copy.copy(self)
        later.spend(seconds)
        return later

    def stored_time(self, seat: str) -> SeatTime:
        """Return the state to store."""
        order, time_bank, spent = (
            round(1000 * part) for part in (self._order, self._bank_seconds, self.spent)
        )
        return SeatTime(seat, order, time_bank, spent, self.lates)


class PersonClocks:
    """The clocks of the people at a table; without a time control all methods do nothing."""

    def __init__(
        self,
        clock: TimeControl,
        seats: Iterable[str] = (),
        stored: Iterable[SeatTime] = (),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.clock, self.now = clock, now
        before = {each.seat: each for each in stored}
        timed_seats = seats if clock.kind != NONE else ()
        self._clocks = {seat: PersonClock(clock, before.get(seat)) for seat in timed_seats}
        self._present = set[str]()
        """Seats whose person has joined since the session began."""
        self._running: str | None = None
        self._since = 0.0

    def __contains__(self, seat: object) -> bool:
        """Return whether a seat has a clock."""
        return seat in self._clocks

    @property
    def running(self) -> str | None:
        """The seat whose clock runs."""
        return self._running

    def set_running(self, seat: str | None) -> None:
        """Start a seat's clock for a new decision, or none; a decision that stands keeps it."""
        if seat == self._running:
            return
        self._running = seat
        self._since = self.now() + (0.0 if seat in self._present else ARRIVAL_SECONDS)

    def mark_present(self, reader: str) -> None:
        """Note that a reader has received the state: it is present, and its clock runs."""
        self._present.add(reader)
        if reader == self._running:
            self._since = min(self._since, self.now())

    def spend(self, seat: str, arrived: float | None, is_done: bool) -> None:
        """Charge the time of an answer that arrived then; `is_done`: it completed the order."""
        if seat == self._running:
            self._clocks[seat].spend(self._elapsed(arrived))
            self._running = None
        if is_done and seat in self._clocks:
            self._clocks[seat].begin_order()

    def find_late(self, at: float | None) -> str | None:
        """Return the seat whose time had expired by then."""
        seat = self._running
        if seat is None:
            return None
        left = self._clocks[seat].left()
        return seat if left is not None and self._elapsed(at) > left else None

    def record_late(self, seat: str) -> bool:
        """Record a timeout; return whether it was the last one allowed."""
        self._running = None
        clock_of_seat = self._clocks[seat]
        clock_of_seat.record_late()
        return clock_of_seat.lates >= MAX_LATES

    def next_check(self) -> float | None:
        """Return when to check the running clock; None if none runs."""
        if self._running is None:
            return None
        left = self._clocks[self._running].left() or 0.0
        return min(self._since + left + GRACE_SECONDS, self.now() + SAVE_SECONDS)

    def message_for(self, reader: str) -> dict[str, Any] | None:
        """Return a reader's own clock; None if it has none."""
        if reader not in self._clocks:
            return None
        return self._current(reader).message()

    def stored_time(self, seat: str) -> SeatTime | None:
        """Return a seat's clock to store."""
        return self._current(seat).stored_time(seat) if seat in self._clocks else None

    def _current(self, seat: str) -> PersonClock:
        """Return a clock's state at this moment."""
        clock_of_seat = self._clocks[seat]
        return clock_of_seat.after(self._elapsed(None)) if seat == self._running else clock_of_seat

    def _elapsed(self, at: float | None) -> float:
        """Return the seconds that the running clock has run by then."""
        return max(0.0, (self.now() if at is None else at) - self._since)
