"""Transports of messages to and from a bot: a process (`BotProcess`), or a call in this one."""

from __future__ import annotations

import json
import time
import traceback
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from spacecombat_agents.bots.bot import Bot, answer
from spacecombat_agents.bots.process import BotFailure, BotReply
from spacecombat_env.protocol.lines import as_line

__all__ = ["InProcessTransport", "Transport", "exception_line"]

Message = dict[str, Any]


class Transport(Protocol):
    """Carries messages to a bot and back; every error is a BotFailure."""

    def start(self) -> None:
        """Open the transport."""

    def send(self, obj: Message) -> None:
        """Send a message without waiting for an answer."""

    def ready(self, seconds: float) -> bool:
        """Return whether an answer arrives within that time."""

    def receive(self, seconds: float | None) -> BotReply:
        """Return the next message; BotFailure `late` after `seconds` from the last `send`."""

    def stderr_tail(self) -> str:
        """Return the last part of the bot's standard error."""

    def close(self) -> None:
        """End the bot."""


class InProcessTransport:
    """A Python bot in this process: called on `send`, and checked against the clock afterwards.

    It can read everything in this process, including the true state: for built-in bots and tests.
    """

    def __init__(self, make: Callable[[], Bot]) -> None:
        self._make = make
        self._bot: Bot | None = None
        self._answers: deque[BotReply] = deque()
        self._traceback = ""

    def start(self) -> None:
        """Build the bot."""
        try:
            self._bot = self._make()
        except Exception as cause:
            self._traceback = traceback.format_exc()
            raise BotFailure("init", f"cannot be built: {exception_line(cause)}") from None

    def send(self, obj: Message) -> None:
        """Let the bot answer; it receives a copy, as it would through a pipe."""
        assert self._bot is not None, "it is not running"
        message = json.loads(as_line(obj))
        begun = time.monotonic()
        try:
            reply = answer(self._bot, message)
            if reply is not None:
                copy = json.loads(as_line(reply))
                self._answers.append(BotReply(copy, time.monotonic() - begun))
        except (TypeError, ValueError) as cause:
            self._fail(cause, "protocol" if _is_encoding_error(cause) else "crash")
        except Exception as cause:
            self._fail(cause, "crash")

    def ready(self, seconds: float) -> bool:
        """Return true: `receive` never waits."""
        return True

    def receive(self, seconds: float | None) -> BotReply:
        """Return the next answer; late if it took longer."""
        if not self._answers:
            raise BotFailure("protocol", "it sent no answer")
        reply = self._answers.popleft()
        if seconds is not None and reply.seconds > seconds:
            raise BotFailure("late", f"{reply.seconds:.3f} s, but only {seconds:.3f} s were left")
        return reply

    def stderr_tail(self) -> str:
        """Return the last traceback."""
        return self._traceback

    def close(self) -> None:
        """Forget the bot."""
        self._bot = None
        self._answers.clear()

    def _fail(self, cause: Exception, kind: Any) -> None:
        """Keep the traceback, and describe the failure in one line."""
        self._traceback = traceback.format_exc()
        raise BotFailure(kind, exception_line(cause)) from None


def exception_line(cause: BaseException) -> str:
    """Return an exception as one line."""
    return " ".join(f"{type(cause).__name__}: {cause}".split())


def _is_encoding_error(cause: Exception) -> bool:
    """Return whether an exception comes from encoding an answer, not from the bot."""
    frames = traceback.extract_tb(cause.__traceback__)
    return any(frame.name == as_line.__name__ for frame in frames)
