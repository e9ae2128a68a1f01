"""Events for the operator: one line each, and repeated trouble one line a minute.

A line holds neither keys nor seeds nor what a seat does. Of a game it has the first characters of
the name, which do not open it.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import IO, Any

__all__ = ["EventHandler", "EventLog", "capture_logs", "place_of", "short_name"]

SECONDS_BETWEEN_REPEATS = 60.0
MAX_REMEMBERED_EVENTS = 1000
LOGGERS = ("uvicorn", "asyncio", "websockets")
"""The libraries whose warnings are events."""
MAX_TEXT_LENGTH = 200


def short_name(game: str) -> str:
    """Return the part of a game's name that may be shown: it does not open the game."""
    return f"{game[:4]}..."


class EventLog:
    """Writes events: JSON lines to a file, or only trouble, for people, to stderr."""

    def __init__(
        self, file: IO[str] | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._file, self._clock = file, clock
        self._lock = threading.Lock()
        self._last: dict[tuple[str, str], tuple[float, int]] = {}
        """When a trouble was last written, and how often it was left out since, by its message."""

    def note(self, event: str, **fields: Any) -> None:
        """Write an event of the usual run; nothing without a file."""
        if self._file is not None:
            self._write({"event": event, **fields})

    def note_seldom(self, event: str, message: str, **fields: Any) -> None:
        """Write an event that strangers cause, as `warn` does; nothing without a file."""
        if self._file is not None:
            self.warn(event, message, **fields)

    def warn(self, event: str, message: str, **fields: Any) -> None:
        """Write trouble, at most once a minute for the same message; `times` counts it."""
        now, about = self._clock(), (event, f"{message} {fields}")
        with self._lock:
            then, left_out = self._last.pop(about, (-SECONDS_BETWEEN_REPEATS, 0))
            is_new = now - then >= SECONDS_BETWEEN_REPEATS
            self._last[about] = (now, 0) if is_new else (then, left_out + 1)
            if len(self._last) > MAX_REMEMBERED_EVENTS:
                del self._last[next(iter(self._last))]
        if is_new:
            self._write({"event": event, "message": message, **fields, "times": left_out + 1})

    def _write(self, event: dict[str, Any]) -> None:
        """Write a line; a full disk must not stop the service."""
        try:
            if self._file is None:
                prefix = f"{event['event']}: "
                message = event["message"].removeprefix(prefix)
                print(prefix + message, file=sys.stderr, flush=True)
                return
            stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
            with self._lock:
                self._file.write(json.dumps({"time": stamp, **event}) + "\n")
                self._file.flush()
        except (OSError, ValueError):
            pass


class EventHandler(logging.Handler):
    """Writes the warnings of libraries as events: without values, which may be secret."""

    def __init__(self, events: EventLog) -> None:
        super().__init__(logging.WARNING)
        self.events = events

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record: its first line, and the place of its exception."""
        message = (record.getMessage().strip().splitlines() or [""])[0][:MAX_TEXT_LENGTH]
        cause = record.exc_info[1] if record.exc_info else None
        if cause is None:
            return self.events.warn("library", message)
        self.events.warn("library", f"{message}: {place_of(cause)}")


def place_of(cause: BaseException) -> str:
    """Return kind and place of an exception, without its message, which may be secret."""
    frames = traceback.extract_tb(cause.__traceback__)
    place = f" at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return f"{type(cause).__name__}{place}"


def capture_logs(events: EventLog) -> None:
    """Write the warnings of the libraries as events, and nowhere else."""
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [EventHandler(events)], False
        logger.setLevel(logging.WARNING)
