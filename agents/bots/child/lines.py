"""Lines to and from a process, without ever waiting for it longer than allowed."""

from __future__ import annotations

import selectors
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from spacecombat_agents.bots.child.failure import BotFailure
from spacecombat_agents.bots.child.limits import (
    DRIP_SECONDS,
    LINE_SECONDS,
    LINES_PER_QUESTION,
    WRITE_SECONDS,
)

CHUNK = 1 << 16
READ, WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE


class Line(NamedTuple):
    """A line, and the seconds that it took."""

    data: bytes
    seconds: float


class End(NamedTuple):
    """An end of a pipe that never waits: what to wait for, and what reads or writes it."""

    descriptor: int
    use: Callable[[Any], Any]


class Ends(NamedTuple):
    """Where a process is talked to, where it answers, and what is readable when it is gone."""

    to: End
    back: End
    gone: int


class Closed(Exception):
    """A pipe has been closed, or the process is gone; the message names the pipe."""


class Lines:
    """What is said to a process, and what it says."""

    def __init__(self, ends: Ends, line_bytes: int) -> None:
        (self._to, self._use_to), (self._back, self._use_back), self._gone = ends
        self._line_bytes = line_bytes
        self._out = bytearray()
        self._in = bytearray()
        self._seen = 0  # bytes of what came in that hold no end of line
        self._begun = 0.0  # when the first byte of the line that is coming in was read
        self._asked = self._sent = time.monotonic()
        self._taken = 0
        self._waiting = selectors.DefaultSelector()
        for each in (self._back, self._gone):
            self._waiting.register(each, READ)
        self._writing = False

    def put(self, line: bytes) -> None:
        """Write a line, or as much of it as the process takes now; the rest follows in `take`."""
        self._out += line
        self._asked = time.monotonic()
        self._taken = 0
        self._write()

    def ready(self, seconds: float) -> bool:
        """Whether a whole line is there, now or within so many seconds."""
        until = time.monotonic() + seconds
        while not self._whole():
            left = until - time.monotonic()
            if left < 0:
                return False
            self._pump(left)
        return True

    def take(self, seconds: float | None) -> Line:
        """Return the next line; BotFailure where it is late, too long, or one of too many.

        The deadline runs from the last byte that was written, so that several calls share it.
        """
        while True:
            whole = self._whole()
            due = self._due(seconds)
            if self._begun > due if whole else time.monotonic() > self._last(due):
                raise BotFailure("late", self._late(seconds or 0.0))
            if whole:
                return self._next()
            self._pump(None if seconds is None else max(0.0, self._last(due) - time.monotonic()))

    def close(self) -> None:
        """Let go of the selector; the descriptors belong to others."""
        self._waiting.close()

    def _due(self, seconds: float | None) -> float:
        """Return when the first byte of a reply is late."""
        if seconds is None:
            return float("inf")
        patience = self._asked + WRITE_SECONDS
        return (patience if self._out else min(self._sent, patience)) + seconds

    def _last(self, due: float) -> float:
        """Return when the last byte of a reply is late; one that has begun in time has longer."""
        return due + LINE_SECONDS if self._in and self._begun <= due else due

    def _late(self, seconds: float) -> str:
        """Return what was late."""
        if self._out:
            return f"it did not read its input for {seconds + WRITE_SECONDS:g} s"
        if self._in:
            return f"no whole line within {seconds + LINE_SECONDS:g} s"
        return f"no reply within {seconds:g} s"

    def _whole(self) -> bool:
        """Whether a whole line has come in."""
        if (end := self._in.find(b"\n", self._seen)) >= 0:
            self._seen = end
            if end <= self._line_bytes:
                return True
        else:
            self._seen = len(self._in)
        if self._seen > self._line_bytes:
            raise BotFailure("line_too_long", f"a line is longer than {self._line_bytes} bytes")
        return False

    def _next(self) -> Line:
        """Take out the line that has come in whole."""
        now = time.monotonic()
        at_once = self._begun >= self._sent and now - self._begun <= DRIP_SECONDS
        line = Line(bytes(self._in[: self._seen]), (self._begun if at_once else now) - self._sent)
        del self._in[: self._seen + 1]
        self._seen = 0
        self._taken += 1
        if self._taken > LINES_PER_QUESTION:
            raise BotFailure("protocol", f"more than {LINES_PER_QUESTION} lines after one question")
        return line

    def _pump(self, seconds: float | None) -> None:
        """Wait so long at most for either pipe, and read and write what goes."""
        if self._writing != bool(self._out):
            self._writing = not self._writing
            if self._writing:
                self._waiting.register(self._to, WRITE)
            else:
                self._waiting.unregister(self._to)
        ready = {key.fd for key, _ in self._waiting.select(seconds)}
        if self._to in ready:
            self._write()
        if self._back in ready:
            self._read()
        elif self._gone in ready:
            raise Closed("output")

    def _write(self) -> None:
        """Write what the pipe takes."""
        try:
            while self._out:
                del self._out[: self._use_to(self._out)]
        except BlockingIOError:
            return
        except OSError:
            self._out.clear()
            raise Closed("input") from None
        self._sent = time.monotonic()

    def _read(self) -> None:
        """Read what the pipe has, up to one line that is too long; its end once all is read."""
        before = len(self._in)
        try:
            while len(self._in) <= self._line_bytes:
                data = self._use_back(CHUNK)
                if not self._in:
                    self._begun = time.monotonic()
                if not data:
                    break
                self._in += data
        except BlockingIOError:
            return
        except OSError:
            pass  # a socket says so where a pipe just ends
        if len(self._in) == before:
            raise Closed("output")
