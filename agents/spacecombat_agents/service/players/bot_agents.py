"""The service's own bots: one process per game, used while the session keeps serving readers.

A bot starts at its first decision, with the start of the game. Deadlines, refusals and ends are
those of the arena. It ends with its game, with its session, or after a long time without readers;
the next decision starts another process, which receives the whole game so far.
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

__all__ = ["BotAgent", "BotSlots", "bots_among", "public_name_of"]

MAX_BOTS = 16
"""Maximum of bot processes."""
ORDER_MS = 60_000
"""Time for an order of a bot in a game without a clock."""
POLL_SECONDS = 0.2
"""Interval at which waiting code checks whether the answer is still wanted."""


class BotNotNeeded(Exception):
    """A bot's answer is no longer wanted: its game is over, or its session was closed."""


class BotSlots:
    """Limits the number of processes."""

    def __init__(self, most: int = MAX_BOTS) -> None:
        self.most = most
        self._free = threading.BoundedSemaphore(most)

    def acquire(self, is_wanted: Callable[[], bool]) -> None:
        """Wait for a free slot; raise BotNotNeeded if it is no longer wanted."""
        while not self._free.acquire(timeout=POLL_SECONDS):
            if not is_wanted():
                raise BotNotNeeded

    def release(self) -> None:
        """Release a slot."""
        self._free.release()

    @property
    def is_full(self) -> bool:
        """Return whether no slot is free."""
        if self._free.acquire(blocking=False):
            self._free.release()
            return False
        return True


class CancellableTransport:
    """A transport that waits only as long as the answer is wanted."""

    def __init__(self, transport: Transport, is_wanted: Callable[[], bool]) -> None:
        self._transport, self._is_wanted = transport, is_wanted
        self.start, self.send, self.close = transport.start, transport.send, transport.close
        self.stderr_tail = transport.stderr_tail

    def ready(self, seconds: float) -> bool:
        """Return whether an answer arrives within that time. Raises BotNotNeeded."""
        end = time.monotonic() + seconds
        while not self._transport.ready(max(0.0, min(POLL_SECONDS, end - time.monotonic()))):
            if not self._is_wanted():
                raise BotNotNeeded
            if time.monotonic() >= end:
                return False
        return True

    def receive(self, seconds: float | None) -> BotReply:
        """Return the next message; raise BotFailure if none comes in time. Raises BotNotNeeded."""
        if seconds is None:
            while not self.ready(POLL_SECONDS):
                pass
        else:
            self.ready(seconds)
        return self._transport.receive(seconds)


def locked_method(name: str) -> Callable[..., Any]:
    """Return a method of a session's table, called under the session's lock."""

    def call(self: SessionTable, *given: Any, **more: Any) -> Any:
        with self._session.lock:
            return getattr(self._table, name)(*given, **more)

    return call


class SessionTable:
    """The table of a session as a bot's seat uses it: locked, stored, with subscribers notified."""

    def __init__(self, session: Any) -> None:
        self._session, self._table = session, session.table
        self.ruleset, self.scenario = session.table.ruleset, session.table.scenario

    @property
    def to_act(self) -> str | None:
        """The seat that is to act."""
        to_act: str | None = self._table.to_act
        return to_act

    def say(self, seat: str, at: int, sentence: Any) -> Any:
        """Apply actions of a seat. Raises RefusedError, BotNotNeeded."""
        return self._play(seat, lambda: self._table.say(seat, at, sentence))

    def let(self, seat: str, agent: Any, until: str = "order") -> Any:
        """Let an agent act for a seat. Raises RefusedError, BotNotNeeded."""
        return self._play(seat, lambda: self._table.let(seat, agent, until))

    def forfeit(self, seat: str, cause: str) -> None:
        """Resign for a seat."""
        self._session.grid.wait_until_line(lambda: not self._session.is_closed)
        self._session.forfeit(seat, cause)

    look_ahead, state, texts, period, has_ended = map(
        locked_method, ("look_ahead", "state", "texts", "period", "has_ended")
    )

    def vector(self, seat: str) -> Any:
        """Return copies of observation and mask of the seat that is to act."""
        with self._session.lock:
            row, mask = self._table.vector(seat)
            return row.copy(), mask.copy()

    def visible(self, seat: str) -> Any:
        """Return a copy of the redacted record of the seat that is to act."""
        with self._session.lock:
            return wrap_games(self._table.visible(seat).states.copy())

    def _play(self, seat: str, act: Callable[[], Any]) -> Any:
        """Apply actions, unless the session was closed."""
        self._session.grid.wait_until_line(lambda: not self._session.is_closed)
        with self._session.lock:
            if self._session.is_closed:
                raise BotNotNeeded
            return self._session.say_for_bot(seat, act)


class BotAgent:
    """A bot at a seat of one game; used by one thread at a time."""

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
        """Let the bot play an order in its session; a bot that fails loses the game."""
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
        """Start the process and send the start of the game."""

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
            captain = functools.cache(lambda: session.captain(seat))
            table: Any = SessionTable(session)
            at = BotSeat(connection, table, seat, own, captain)
            at.begin(self.bot_seed)
        except BaseException:
            connection.close()
            self.slots.release()
            raise
        self._at = at

    def end(self, fault: GameLost | None = None, is_over: bool = False) -> None:
        """End the process; with `is_over` send the end of the game first."""
        at, self._at = self._at, None
        if at is None:
            return
        with contextlib.suppress(BotFailure, BotNotNeeded):
            if is_over:
                at.end(fault)
        at.connection.close()
        self.slots.release()


def public_name_of(player: str) -> str:
    """Return the public name of a bot: its program or file, without folder and options."""
    parts = split_command(player.removeprefix(BOT_PREFIX))
    files = [part for part in parts[1:] if Path(part).is_file()]
    return BOT_PREFIX + Path((files or parts)[0]).stem


def bots_among(seat_agents: Any) -> Iterator[BotAgent]:
    """Yield the bots among the agents."""
    return (each for each in seat_agents if isinstance(each, BotAgent))
