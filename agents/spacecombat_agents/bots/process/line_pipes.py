"""Lines to and from a process, without ever waiting longer than allowed."""

from __future__ import annotations

import selectors
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from spacecombat_agents.bots.process.failure import BotFailure
from spacecombat_agents.bots.process.process_limits import (
    LINE_SECONDS,
    MAX_LINE_SPREAD_SECONDS,
    MAX_LINES_PER_MESSAGE,
    WRITE_SECONDS,
)

__all__ = ["LinePipes", "PipeClosed", "PipeEnd", "ProcessPipes"]

CHUNK = 1 << 16
READ, WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE


class TimedLine(NamedTuple):
    """A line, and the seconds it took."""

    data: bytes
    seconds: float


class PipeEnd(NamedTuple):
    """A non-blocking end of a pipe: what to wait for, and a function that reads or writes it."""

    descriptor: int
    use: Callable[[Any], Any]


class ProcessPipes(NamedTuple):
    """The input and output of a process, and a file that is readable when it is gone."""

    input: PipeEnd
    output: PipeEnd
    exit: int


class PipeClosed(Exception):
    """A pipe has been closed, or the process is gone; the message names the pipe."""


class LinePipes:
    """Exchanges lines with a process."""

    def __init__(self, pipes: ProcessPipes, line_bytes: int) -> None:
        (self._input, self._write_input), (self._output, self._read_output), self._exit = pipes
        self._line_bytes = line_bytes
        self._out = bytearray()
        self._in = bytearray()
        self._searched = 0  # bytes of input already searched for an end of line
        self._begun = 0.0  # when the first byte of the current line was read
        self._input_at = self._sent = time.monotonic()
        self._taken = 0
        self._waiting = selectors.DefaultSelector()
        for each in (self._output, self._exit):
            self._waiting.register(each, READ)
        self._is_writing = False

    def write_line(self, line: bytes) -> None:
        """Write a line, or as much as the process takes now; `read_line` writes the rest."""
        self._out += line
        self._input_at = time.monotonic()
        self._taken = 0
        self._write()

    def ready(self, seconds: float) -> bool:
        """Return whether a whole line arrives within that time."""
        until = time.monotonic() + seconds
        while not self._has_line():
            left = until - time.monotonic()
            if left < 0:
                return False
            self._pump(left)
        return True

    def read_line(self, seconds: float | None) -> TimedLine:
        """Return the next line; raise BotFailure if it is late, too long, or one of too many.

        The deadline runs from the last written byte, so that several calls share it.
        """
        while True:
            whole = self._has_line()
            due = self._due(seconds)
            if self._begun > due if whole else time.monotonic() > self._deadline_of_last_byte(due):
                raise BotFailure("late", self._describe_late(seconds or 0.0))
            if whole:
                return self._next()
            self._pump(
                None
                if seconds is None
                else max(0.0, self._deadline_of_last_byte(due) - time.monotonic())
            )

    def close(self) -> None:
        """Close the selector; the descriptors belong to others."""
        self._waiting.close()

    def _due(self, seconds: float | None) -> float:
        """Return when the first byte of a reply is late."""
        if seconds is None:
            return float("inf")
        patience = self._input_at + WRITE_SECONDS
        return (patience if self._out else min(self._sent, patience)) + seconds

    def _deadline_of_last_byte(self, due: float) -> float:
        """Return when the last byte of a reply is late; a line begun in time has longer."""
        return due + LINE_SECONDS if self._in and self._begun <= due else due

    def _describe_late(self, seconds: float) -> str:
        """Return a description of a late reply."""
        if self._out:
            return f"it did not read its input for {seconds + WRITE_SECONDS:g} s"
        if self._in:
            return f"no whole line within {seconds + LINE_SECONDS:g} s"
        return f"no reply within {seconds:g} s"

    def _has_line(self) -> bool:
        """Return whether a whole line has come in; empty ones are dropped."""
        while (end := self._in.find(b"\n", self._searched)) >= 0 and not self._in[:end].strip():
            del self._in[: end + 1]
            self._searched = 0
            self._count_line()
        if (end := self._in.find(b"\n", self._searched)) >= 0:
            self._searched = end
            if end <= self._line_bytes:
                return True
        else:
            self._searched = len(self._in)
        if self._searched > self._line_bytes:
            raise BotFailure("line_too_long", f"a line is longer than {self._line_bytes} bytes")
        return False

    def _next(self) -> TimedLine:
        """Remove and return the line that has come in."""
        now = time.monotonic()
        at_once = self._begun >= self._sent and now - self._begun <= MAX_LINE_SPREAD_SECONDS
        line = TimedLine(
            bytes(self._in[: self._searched]), (self._begun if at_once else now) - self._sent
        )
        del self._in[: self._searched + 1]
        self._searched = 0
        self._count_line()
        return line

    def _count_line(self) -> None:
        """Count a line; raise BotFailure if it is one of too many."""
        self._taken += 1
        if self._taken > MAX_LINES_PER_MESSAGE:
            raise BotFailure(
                "protocol", f"more than {MAX_LINES_PER_MESSAGE} lines after one decision"
            )

    def _pump(self, seconds: float | None) -> None:
        """Wait at most `seconds` for either pipe, then read and write without blocking."""
        if self._is_writing != bool(self._out):
            self._is_writing = not self._is_writing
            if self._is_writing:
                self._waiting.register(self._input, WRITE)
            else:
                self._waiting.unregister(self._input)
        ready = {key.fd for key, _ in self._waiting.select(seconds)}
        if self._input in ready:
            self._write()
        if self._output in ready:
            self._read()
        elif self._exit in ready:
            raise PipeClosed("output")

    def _write(self) -> None:
        """Write as much as the pipe takes."""
        try:
            while self._out:
                del self._out[: self._write_input(self._out)]
        except BlockingIOError:
            return
        except OSError:
            self._out.clear()
            raise PipeClosed("input") from None
        self._sent = time.monotonic()

    def _read(self) -> None:
        """Read what the pipe has, up to one overlong line; note its end once all is read."""
        before = len(self._in)
        try:
            while len(self._in) <= self._line_bytes:
                data = self._read_output(CHUNK)
                if not self._in:
                    self._begun = time.monotonic()
                if not data:
                    break
                self._in += data
        except BlockingIOError:
            return
        except OSError:
            pass  # a socket raises where a pipe just ends
        if len(self._in) == before:
            raise PipeClosed("output")
