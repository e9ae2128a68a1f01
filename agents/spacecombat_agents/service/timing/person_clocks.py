"""Clocks of people: whose time runs, since when, and what is left of it.

One seat's time runs at a time: that of the person who is asked. It runs from the moment the
question is put, to the moment at which the answer arrives. A person who has not been here since the
session was made (the game is new, or the service was restarted) is waited for a while first. Nobody
is told of another's time: what is left of it would tell how often that one was asked.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from spacecombat_agents.bots.bot_seat import MAX_LATES
from spacecombat_agents.bots.time_control import BANK, NONE, SeatClock, TimeControl

GRACE_SECONDS = 0.5
"""What came in time is not late because it had to wait here for so long."""
SAVE_SECONDS = 5.0
"""Time that runs is kept so often: a service that is killed gives back no more of it."""
ARRIVAL_SECONDS = 60.0
"""So long is waited for a person who has not been here yet, before its time runs."""


class SeatTime(NamedTuple):
    """What is kept of a seat's time."""

    seat: str
    order_ms: int
    """Left for the order under way."""
    bank_ms: int
    spent_ms: int
    lates: int
    """How often it was late."""


class PersonClock(SeatClock):
    """A watch that goes on from what was kept, and can be looked at while it runs."""

    def __init__(self, clock: TimeControl, stored: SeatTime | None = None) -> None:
        super().__init__(clock)
        if stored is not None:
            self.spent, self.lates = stored.spent_ms / 1000, stored.lates
            self._order = stored.order_ms / 1000
            self._bank = stored.bank_ms / 1000 if clock.kind == BANK else 0.0

    def after(self, seconds: float) -> PersonClock:
        """Return how it will stand after so many seconds."""
        later = copy.copy(self)
        later.spend(seconds)
        return later

    def stored_time(self, seat: str) -> SeatTime:
        """Return what is kept of it."""
        order, bank, spent = (round(1000 * part) for part in (self._order, self._bank, self.spent))
        return SeatTime(seat, order, bank, spent, self.lates)


class PersonClocks:
    """The watches of the people at a table; without a clock nothing of it does anything."""

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
        """Seats whose person has been here since the session was made."""
        self._running: str | None = None
        self._since = 0.0

    def __contains__(self, seat: object) -> bool:
        """Whether a seat's time is counted."""
        return seat in self._clocks

    @property
    def running(self) -> str | None:
        """The seat whose time runs."""
        return self._running

    def set_running(self, seat: str | None) -> None:
        """Let a seat's time run, or nobody's: a question was put to it, or stands still."""
        if seat == self._running:
            return
        self._running = seat
        self._since = self.now() + (0.0 if seat in self._present else ARRIVAL_SECONDS)

    def mark_present(self, reader: str) -> None:
        """Note that a reader is told how things stand: it is here, and its time runs."""
        self._present.add(reader)
        if reader == self._running:
            self._since = min(self._since, self.now())

    def spend(self, seat: str, arrived: float | None, is_done: bool) -> None:
        """Book what an answer took that arrived then; `is_done`: the order with it."""
        if seat == self._running:
            self._clocks[seat].spend(self._elapsed(arrived))
            self._running = None
        if is_done and seat in self._clocks:
            self._clocks[seat].begin_order()

    def find_late(self, at: float | None) -> str | None:
        """Return the seat whose time was over by then."""
        seat = self._running
        if seat is None:
            return None
        left = self._clocks[seat].left()
        return seat if left is not None and self._elapsed(at) > left else None

    def record_late(self, seat: str) -> bool:
        """Book that a seat was late; return whether that was the last time."""
        self._running = None
        clock_of_seat = self._clocks[seat]
        clock_of_seat.record_late()
        return clock_of_seat.lates >= MAX_LATES

    def next_check(self) -> float | None:
        """Return when is to be looked at the time that runs; None where none does."""
        if self._running is None:
            return None
        left = self._clocks[self._running].left() or 0.0
        return min(self._since + left + GRACE_SECONDS, self.now() + SAVE_SECONDS)

    def message_for(self, reader: str) -> dict[str, Any] | None:
        """Return what a reader is told of its own time; None where nobody counts it."""
        if reader not in self._clocks:
            return None
        return self._current(reader).message()

    def stored_time(self, seat: str) -> SeatTime | None:
        """Return what is kept of a seat's time."""
        return self._current(seat).stored_time(seat) if seat in self._clocks else None

    def _current(self, seat: str) -> PersonClock:
        """Return a watch as it stands at this moment."""
        clock_of_seat = self._clocks[seat]
        return clock_of_seat.after(self._elapsed(None)) if seat == self._running else clock_of_seat

    def _elapsed(self, at: float | None) -> float:
        """Return for how many seconds the time that runs has run by then."""
        return max(0.0, (self.now() if at is None else at) - self._since)
