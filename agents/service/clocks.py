"""Clocks of people: whose time runs, since when, and what is left of it.

One seat's time runs at a time: that of the person who is asked. It runs from the moment the
question is put, to the moment at which the answer arrives. A person who has not been here since the
room was made (the game is new, or the service begins anew) is waited for a while first. Nobody is
told of another's time: what is left of it would tell how often that one was asked.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from spacecombat_agents.bots.clocks import BANK, NONE, Clock, Watch
from spacecombat_agents.bots.questions import LATES

GRACE_SECONDS = 0.5
"""What came in time is not late because it had to wait here for so long."""
BEAT_SECONDS = 5.0
"""Time that runs is kept so often: a service that is killed gives back no more of it."""
RETURN_SECONDS = 60.0
"""So long is waited for a person who has not been here yet, before its time runs."""


class Time(NamedTuple):
    """What is kept of a seat's time."""

    seat: str
    order_ms: int
    """Left for the order under way."""
    bank_ms: int
    spent_ms: int
    lates: int
    """How often it was late."""


class PersonWatch(Watch):
    """A watch that goes on from what was kept, and can be looked at while it runs."""

    def __init__(self, clock: Clock, kept: Time | None = None) -> None:
        super().__init__(clock)
        if kept is not None:
            self.spent, self.lates = kept.spent_ms / 1000, kept.lates
            self._order = kept.order_ms / 1000
            self._bank = kept.bank_ms / 1000 if clock.kind == BANK else 0.0

    def after(self, seconds: float) -> PersonWatch:
        """Return how it will stand after so many seconds."""
        later = copy.copy(self)
        later.spend(seconds)
        return later

    def kept(self, seat: str) -> Time:
        """Return what is kept of it."""
        order, bank, spent = (round(1000 * part) for part in (self._order, self._bank, self.spent))
        return Time(seat, order, bank, spent, self.lates)


class Clocks:
    """The watches of the people at a table; without a clock nothing of it does anything."""

    def __init__(
        self,
        clock: Clock,
        seats: Iterable[str] = (),
        kept: Iterable[Time] = (),
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.clock, self.now = clock, now
        before = {each.seat: each for each in kept}
        timed = seats if clock.kind != NONE else ()
        self._watches = {seat: PersonWatch(clock, before.get(seat)) for seat in timed}
        self._came = set[str]()
        """Seats whose person has been here since the room was made."""
        self._running: str | None = None
        self._since = 0.0

    def __contains__(self, seat: object) -> bool:
        """Whether a seat's time is counted."""
        return seat in self._watches

    @property
    def running(self) -> str | None:
        """The seat whose time runs."""
        return self._running

    def put(self, seat: str | None) -> None:
        """Let a seat's time run, or nobody's: a question was put to it, or stands still."""
        if seat == self._running:
            return
        self._running = seat
        self._since = self.now() + (0.0 if seat in self._came else RETURN_SECONDS)

    def come(self, reader: str) -> None:
        """Note that a reader is told how things stand: it is here, and its time runs."""
        self._came.add(reader)
        if reader == self._running:
            self._since = min(self._since, self.now())

    def spend(self, seat: str, arrived: float | None, is_done: bool) -> None:
        """Book what an answer took that arrived then; `is_done`: the order with it."""
        if seat == self._running:
            self._watches[seat].spend(self._elapsed(arrived))
            self._running = None
        if is_done and seat in self._watches:
            self._watches[seat].begin_order()

    def late(self, at: float | None) -> str | None:
        """Return the seat whose time was over by then."""
        seat = self._running
        if seat is None:
            return None
        left = self._watches[seat].left()
        return seat if left is not None and self._elapsed(at) > left else None

    def book_late(self, seat: str) -> bool:
        """Book that a seat was late; return whether that was the last time."""
        self._running = None
        watch = self._watches[seat]
        watch.late()
        return watch.lates >= LATES

    def due(self) -> float | None:
        """Return when is to be looked at the time that runs; None where none does."""
        if self._running is None:
            return None
        left = self._watches[self._running].left() or 0.0
        return min(self._since + left + GRACE_SECONDS, self.now() + BEAT_SECONDS)

    def shown(self, reader: str) -> dict[str, Any] | None:
        """Return what a reader is told of its own time; None where nobody counts it."""
        if reader not in self._watches:
            return None
        return self._now(reader).message()

    def kept(self, seat: str) -> Time | None:
        """Return what is kept of a seat's time."""
        return self._now(seat).kept(seat) if seat in self._watches else None

    def _now(self, seat: str) -> PersonWatch:
        """Return a watch as it stands at this moment."""
        watch = self._watches[seat]
        return watch.after(self._elapsed(None)) if seat == self._running else watch

    def _elapsed(self, at: float | None) -> float:
        """Return for how many seconds the time that runs has run by then."""
        return max(0.0, (self.now() if at is None else at) - self._since)
