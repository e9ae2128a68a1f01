"""Bots of whoever runs the service: a process a game, talked to while the table goes on being read.

A bot is started at its first question, told that a game begins, and asked as the arena asks it:
same deadlines, same refusals, same ends. It ends with its game, with its session, and when nobody
has been there for long; the next question starts another, which is told all that has happened.
"""

from __future__ import annotations

import contextlib
import functools
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from spacecombat_agents.bots.bot_connection import BotConnection
from spacecombat_agents.bots.bot_players import BOT_PREFIX, make_bot_process
from spacecombat_agents.bots.bot_seat import BotSeat, GameLost
from spacecombat_agents.bots.match_game import RESULT_CAUSES
from spacecombat_agents.bots.process import BotFailure, BotReply
from spacecombat_agents.bots.process.environment import split_command
from spacecombat_agents.bots.time_control import NONE, ORDER, TimeControl
from spacecombat_agents.bots.transport import Transport
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.terminal import print_stderr
from spacecombat_env.core.ruleset import wrap_games

MAX_BOTS = 16
"""Processes of bots at once."""
ORDER_MS = 60_000
"""For an order of a bot, where the game has no clock: people wait for it."""
POLL_SECONDS = 0.2
"""So often is looked whether anybody still wants an answer."""


class BotNotNeeded(Exception):
    """A bot is not waited for any more: its game is over, or its session was closed."""


class BotSlots:
    """How many processes there may be."""

    def __init__(self, most: int = MAX_BOTS) -> None:
        self.most = most
        self._free = threading.BoundedSemaphore(most)

    def acquire(self, is_wanted: Callable[[], bool]) -> None:
        """Wait for one that is free; BotNotNeeded where it is not wanted any more."""
        while not self._free.acquire(timeout=POLL_SECONDS):
            if not is_wanted():
                raise BotNotNeeded

    def release(self) -> None:
        """Let one be free."""
        self._free.release()

    @property
    def is_full(self) -> bool:
        """Whether none is free."""
        if self._free.acquire(blocking=False):
            self._free.release()
            return False
        return True


class CancellableTransport:
    """A transport that is waited for only as long as somebody wants the answer."""

    def __init__(self, transport: Transport, is_wanted: Callable[[], bool]) -> None:
        self._transport, self._is_wanted = transport, is_wanted
        self.start, self.send, self.close = transport.start, transport.send, transport.close
        self.stderr_tail = transport.stderr_tail

    def ready(self, seconds: float) -> bool:
        """Whether an answer is there, now or within so many seconds. Raises BotNotNeeded."""
        end = time.monotonic() + seconds
        while not self._transport.ready(max(0.0, min(POLL_SECONDS, end - time.monotonic()))):
            if not self._is_wanted():
                raise BotNotNeeded
            if time.monotonic() >= end:
                return False
        return True

    def receive(self, seconds: float | None) -> BotReply:
        """Return the next message; BotFailure where none comes in time. Raises BotNotNeeded."""
        if seconds is None:
            while not self.ready(POLL_SECONDS):
                pass
        else:
            self.ready(seconds)
        return self._transport.receive(seconds)


class SessionTable:
    """The table of a session as a bot's seat uses it: locked, stored, with subscribers told."""

    def __init__(self, session: Any) -> None:
        self._session, self._table = session, session.table
        self.ruleset, self.scenario = session.table.ruleset, session.table.scenario

    @property
    def to_act(self) -> str | None:
        """The seat that is to act."""
        to_act: str | None = self._table.to_act
        return to_act

    def say(self, seat: str, at: int, sentence: Any) -> Any:
        """Speak a sentence for a seat. Raises RefusedError, BotNotNeeded."""
        return self._play(seat, lambda: self._table.say(seat, at, sentence))

    def let(self, seat: str, agent: Any, until: str = "order") -> Any:
        """Let an agent speak for a seat. Raises RefusedError, BotNotNeeded."""
        return self._play(seat, lambda: self._table.let(seat, agent, until))

    def moment(self, until: str) -> tuple[int, ...]:
        """Return what stays the same until the phase or the turn has ended."""
        with self._session.lock:
            found: tuple[int, ...] = self._table.moment(until)
            return found

    def forfeit(self, seat: str, cause: str) -> None:
        """Give the game up for a seat."""
        self._session.grid.wait_until_line(lambda: not self._session.is_closed)
        self._session.forfeit(seat, cause)

    def look_ahead(self, *given: Any) -> Any:
        """Look ahead. Raises RefusedError."""
        with self._session.lock:
            return self._table.look_ahead(*given)

    def state(self, *given: Any, **more: Any) -> Any:
        """Return what a reader may know now."""
        with self._session.lock:
            return self._table.state(*given, **more)

    def texts(self, seat: str) -> list[str]:
        """Return every word as a seat reads it."""
        with self._session.lock:
            found: list[str] = self._table.texts(seat)
            return found

    def vector(self, seat: str) -> Any:
        """Return observation and mask of the seat that is asked, as copies."""
        with self._session.lock:
            row, mask = self._table.vector(seat)
            return row.copy(), mask.copy()

    def visible(self, seat: str) -> Any:
        """Return the redacted record of the seat that is asked, as a copy."""
        with self._session.lock:
            return wrap_games(self._table.visible(seat).states.copy())

    def _play(self, seat: str, act: Callable[[], Any]) -> Any:
        """Speak, unless the session was closed."""
        self._session.grid.wait_until_line(lambda: not self._session.is_closed)
        with self._session.lock:
            if self._session.is_closed:
                raise BotNotNeeded
            return self._session.say_for_bot(seat, act)


class BotAgent:
    """A bot at a seat of one game; talked to by one thread at a time."""

    def __init__(
        self, name: str, command: str, setting: GameSetting, slots: BotSlots, bot_seed: int
    ) -> None:
        self.name, self.command, self.setting = name, command, setting
        self.slots, self.bot_seed = slots, bot_seed
        self._at: BotSeat | None = None

    @property
    def is_running(self) -> bool:
        """Whether its process runs."""
        return self._at is not None

    def act(self, session: Any, seat: str) -> None:
        """Have the bot say an order at its session; one that cannot go on has lost the game."""
        try:
            if self._at is None:
                self._begin(session, seat)
            assert self._at is not None
            self._at.act()
        except BotNotNeeded:
            pass
        except (GameLost, BotFailure) as failure:
            print_stderr(f"game {session.game.id[:4]}...: {self.name}: {failure}")
            session.grid.wait_until_line(lambda: not session.is_closed)
            with session.lock:
                if not session.is_closed and session.table.to_act is not None:
                    session.forfeit(seat, RESULT_CAUSES.get(failure.cause, failure.cause))
            self.end(GameLost(failure.cause, failure.reason), is_over=not session.is_closed)

    def _begin(self, session: Any, seat: str) -> None:
        """Start the process and tell it that a game begins."""

        def is_wanted() -> bool:
            return not session.is_closed and session.table.to_act == seat

        self.slots.acquire(is_wanted)
        connection = BotConnection(
            CancellableTransport(make_bot_process(self.command), is_wanted), self.setting
        )
        clock = session.game.clock
        try:
            connection.open()
            own = clock if clock.kind != NONE else TimeControl(ORDER, ORDER_MS)
            captain = functools.cache(lambda: session.captain_at_table(seat))
            table: Any = SessionTable(session)
            at = BotSeat(connection, table, seat, own, captain)
            at.begin(self.bot_seed)
        except BaseException:
            connection.close()
            self.slots.release()
            raise
        self._at = at

    def end(self, fault: GameLost | None = None, is_over: bool = False) -> None:
        """End the process; `is_over`: after it was told how the game has ended."""
        at, self._at = self._at, None
        if at is None:
            return
        with contextlib.suppress(BotFailure, BotNotNeeded):
            if is_over:
                at.end(fault)
        at.connection.close()
        self.slots.release()


def public_name_of(player: str) -> str:
    """Return how messages call a bot: by its program or file alone, without folder and options."""
    words = split_command(player.removeprefix(BOT_PREFIX))
    files = [word for word in words[1:] if Path(word).is_file()]
    return BOT_PREFIX + Path((files or words)[0]).stem


def bots_among(seat_agents: Any) -> Iterator[BotAgent]:
    """Yield the bots among those who speak."""
    return (each for each in seat_agents if isinstance(each, BotAgent))
