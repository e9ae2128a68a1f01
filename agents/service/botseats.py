"""Bots of whoever runs the service: a process a game, talked to while the table goes on being read.

A bot is started at its first question, told that a game begins, and asked as the arena asks it:
same deadlines, same refusals, same ends. It is ended with its game, with its room, and when nobody
was there for long; the next question begins another, which is told all that has happened.
"""

from __future__ import annotations

import contextlib
import functools
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from spacecombat_agents.bots.carriers import Carrier
from spacecombat_agents.bots.child import BotFailure, Reply
from spacecombat_agents.bots.child.surroundings import words_of
from spacecombat_agents.bots.clocks import NONE, ORDER, Clock
from spacecombat_agents.bots.games import CAUSES
from spacecombat_agents.bots.players import PREFIX, child_of
from spacecombat_agents.bots.questions import BotSeat, Lost
from spacecombat_agents.bots.session import Session
from spacecombat_agents.setting import Setting
from spacecombat_agents.terminal import tell
from spacecombat_env.core.ruleset import games_of

MOST_BOTS = 16
"""Processes of bots at once."""
ORDER_MS = 60_000
"""For an order of a bot, where the game has no clock: people wait for it."""
SLICE_SECONDS = 0.2
"""So often is looked whether anybody still wants an answer."""


class Stopped(Exception):
    """A bot is not waited for any more: its game is over, or its room was broken off."""


class Slots:
    """How many processes there may be."""

    def __init__(self, most: int = MOST_BOTS) -> None:
        self.most = most
        self._free = threading.BoundedSemaphore(most)

    def take(self, is_wanted: Callable[[], bool]) -> None:
        """Wait for one that is free; Stopped where it is not wanted any more."""
        while not self._free.acquire(timeout=SLICE_SECONDS):
            if not is_wanted():
                raise Stopped

    def give(self) -> None:
        """Let one be free."""
        self._free.release()

    @property
    def is_full(self) -> bool:
        """Whether none is free."""
        if self._free.acquire(blocking=False):
            self._free.release()
            return False
        return True


class Patient:
    """A carrier that is waited for only as long as somebody wants the answer."""

    def __init__(self, carrier: Carrier, is_wanted: Callable[[], bool]) -> None:
        self._carrier, self._is_wanted = carrier, is_wanted
        self.start, self.send, self.close = carrier.start, carrier.send, carrier.close
        self.stderr_tail = carrier.stderr_tail

    def ready(self, seconds: float) -> bool:
        """Whether an answer is there, now or within so many seconds. Raises Stopped."""
        end = time.monotonic() + seconds
        while not self._carrier.ready(max(0.0, min(SLICE_SECONDS, end - time.monotonic()))):
            if not self._is_wanted():
                raise Stopped
            if time.monotonic() >= end:
                return False
        return True

    def receive(self, seconds: float | None) -> Reply:
        """Return the next message; BotFailure where none comes in time. Raises Stopped."""
        if seconds is None:
            while not self.ready(SLICE_SECONDS):
                pass
        else:
            self.ready(seconds)
        return self._carrier.receive(seconds)


class AtRoom:
    """A room's table as a bot's seat uses it: under the lock, and what is said is kept and told."""

    def __init__(self, room: Any) -> None:
        self._room, self._table = room, room.table
        self.ruleset, self.scenario = room.table.ruleset, room.table.scenario

    @property
    def asked(self) -> str | None:
        """The seat that is to act."""
        asked: str | None = self._table.asked
        return asked

    def say(self, seat: str, at: int, sentence: Any) -> Any:
        """Speak a sentence for a seat. Raises Refused, Stopped."""
        return self._speak(seat, lambda: self._table.say(seat, at, sentence))

    def let(self, seat: str, agent: Any, until: str = "order") -> Any:
        """Let an agent speak for a seat. Raises Refused, Stopped."""
        return self._speak(seat, lambda: self._table.let(seat, agent, until))

    def moment(self, until: str) -> tuple[int, ...]:
        """Return what stays the same until the phase or the turn has ended."""
        with self._room.lock:
            found: tuple[int, ...] = self._table.moment(until)
            return found

    def forfeit(self, seat: str, cause: str) -> None:
        """Give the game up for a seat."""
        self._room.grid.hold(lambda: not self._room.broken)
        self._room.give_up(seat, cause)

    def foresee(self, *given: Any) -> Any:
        """Look ahead. Raises Refused."""
        with self._room.lock:
            return self._table.foresee(*given)

    def state(self, *given: Any, **more: Any) -> Any:
        """Return what a reader may know now."""
        with self._room.lock:
            return self._table.state(*given, **more)

    def texts(self, seat: str) -> list[str]:
        """Return every word as a seat reads it."""
        with self._room.lock:
            found: list[str] = self._table.texts(seat)
            return found

    def vector(self, seat: str) -> Any:
        """Return observation and mask of the seat that is asked, as copies."""
        with self._room.lock:
            row, mask = self._table.vector(seat)
            return row.copy(), mask.copy()

    def seen(self, seat: str) -> Any:
        """Return the redacted record of the seat that is asked, as a copy."""
        with self._room.lock:
            return games_of(self._table.seen(seat).states.copy())

    def _speak(self, seat: str, speak: Callable[[], Any]) -> Any:
        """Speak, unless the room was broken off."""
        self._room.grid.hold(lambda: not self._room.broken)
        with self._room.lock:
            if self._room.broken:
                raise Stopped
            return self._room.speak(seat, speak)


class BotSpeaker:
    """A bot at a seat of one game; talked to by one thread at a time."""

    def __init__(
        self, name: str, command: str, setting: Setting, slots: Slots, bot_seed: int
    ) -> None:
        self.name, self.command, self.setting = name, command, setting
        self.slots, self.bot_seed = slots, bot_seed
        self._at: BotSeat | None = None

    @property
    def is_there(self) -> bool:
        """Whether its process runs."""
        return self._at is not None

    def act(self, room: Any, seat: str) -> None:
        """Have the bot say an order at its room; one that cannot go on has lost the game."""
        try:
            if self._at is None:
                self._begin(room, seat)
            assert self._at is not None
            self._at.act()
        except Stopped:
            pass
        except (Lost, BotFailure) as failure:
            tell(f"game {room.kept.id[:4]}...: {self.name}: {failure}")
            room.grid.hold(lambda: not room.broken)
            with room.lock:
                if not room.broken and room.table.asked is not None:
                    room.give_up(seat, CAUSES.get(failure.cause, failure.cause))
            self.end(Lost(failure.cause, failure.words), is_over=not room.broken)

    def _begin(self, room: Any, seat: str) -> None:
        """Start the process and tell it that a game begins."""

        def is_wanted() -> bool:
            return not room.broken and room.table.asked == seat

        self.slots.take(is_wanted)
        session = Session(Patient(child_of(self.command), is_wanted), self.setting)
        clock = room.kept.clock
        try:
            session.open()
            own = clock if clock.kind != NONE else Clock(ORDER, ORDER_MS)
            captain = functools.cache(lambda: room.stand_in(seat))
            table: Any = AtRoom(room)
            at = BotSeat(session, table, seat, own, captain)
            at.begin(self.bot_seed)
        except BaseException:
            session.close()
            self.slots.give()
            raise
        self._at = at

    def end(self, fault: Lost | None = None, is_over: bool = False) -> None:
        """End the process; `is_over`: after it was told how the game has ended."""
        at, self._at = self._at, None
        if at is None:
            return
        with contextlib.suppress(BotFailure, Stopped):
            if is_over:
                at.end(fault)
        at.session.close()
        self.slots.give()


def name_of(player: str) -> str:
    """Return how messages call a bot: by its program or file alone, without folder and options."""
    words = words_of(player.removeprefix(PREFIX))
    files = [word for word in words[1:] if Path(word).is_file()]
    return PREFIX + Path((files or words)[0]).stem


def bots_among(speakers: Any) -> Iterator[BotSpeaker]:
    """Yield the bots among those who speak."""
    return (each for each in speakers if isinstance(each, BotSpeaker))
