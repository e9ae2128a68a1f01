"""Timers with callbacks: one thread for all, started on first use."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from typing import Any


class Timers:
    """Calls `callback` with a key at the time last set for it."""

    def __init__(self, callback: Callable[[Any], object]) -> None:
        self._callback = callback
        self._due: dict[Hashable, float] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._is_closed = False

    def set(self, key: Hashable, at: float | None) -> None:
        """Set the time (`time.monotonic`) of a key; None cancels it."""
        with self._changed:
            if at is None:
                self._due.pop(key, None)
                return
            self._due[key] = at
            if self._thread is None and not self._is_closed:
                self._thread = threading.Thread(target=self._wait, name="alarms", daemon=True)
                self._thread.start()
            self._changed.notify()

    def close(self) -> None:
        """Stop all timers."""
        with self._changed:
            self._is_closed = True
            self._due.clear()
            self._changed.notify()

    def _wait(self) -> None:
        """Call due keys one by one."""
        while (key := self._next()) is not None:
            self._callback(key)

    def _next(self) -> Hashable | None:
        """Wait for the next due key; None at the end."""
        with self._changed:
            while not self._is_closed:
                key = min(self._due, key=self._due.__getitem__, default=None)
                left = None if key is None else self._due[key] - time.monotonic()
                if left is not None and left <= 0:
                    del self._due[key]
                    return key
                self._changed.wait(left)
        return None
