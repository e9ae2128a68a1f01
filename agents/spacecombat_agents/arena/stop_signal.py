"""Turn Ctrl-C and SIGTERM into a request to stop that never leaves work half done."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType
from typing import Any

__all__ = ["Interrupted", "StopSignal", "ends_on_interrupt"]

SIGNALS = (signal.SIGINT, signal.SIGTERM)
FORCE_AFTER = 3
"""After this many requests the program stops at once."""


class Interrupted(KeyboardInterrupt):
    """The user requested a stop; the message says what was saved."""


class StopSignal:
    """Context manager: a signal raises `Interrupted`, but is deferred inside `deferred`.

    Signal handlers belong to the main thread. In another thread, or if not entered, it changes
    nothing.
    """

    def __init__(self) -> None:
        self.requests = 0
        """Number of requests so far."""
        self._is_deferred = False
        self._previous_handlers: dict[signal.Signals, Any] = {}

    def __enter__(self) -> StopSignal:
        """Install the signal handlers."""
        if threading.current_thread() is threading.main_thread():
            self._previous_handlers = {
                each: signal.signal(each, self._on_signal) for each in SIGNALS
            }
        return self

    def __exit__(self, *_: object) -> None:
        """Restore the previous handlers."""
        for each, handler in self._previous_handlers.items():
            signal.signal(each, handler)
        self._previous_handlers = {}

    @contextlib.contextmanager
    def deferred(self) -> Iterator[None]:
        """Defer requests to the end of a block that must not be interrupted."""
        before, requests = self._is_deferred, self.requests
        self._is_deferred = True
        try:
            yield
        finally:
            self._is_deferred = before
        if self.requests > requests and not before:
            raise Interrupted

    @contextlib.contextmanager
    def interruptible(self) -> Iterator[None]:
        """Allow an interruption inside a `deferred` block."""
        before, self._is_deferred = self._is_deferred, False
        try:
            self.raise_if_requested()
            yield
        finally:
            self._is_deferred = before

    def raise_if_requested(self) -> None:
        """Inside `deferred`: raise if a stop was requested."""
        if self.requests:
            raise Interrupted

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        """Handle a signal."""
        self.requests += 1
        if not self._is_deferred or self.requests >= FORCE_AFTER:
            raise Interrupted


@contextlib.contextmanager
def ends_on_interrupt(stop: StopSignal | None) -> Iterator[None]:
    """End the block on a request to `stop`; pass other interrupts on."""
    try:
        yield
    except Interrupted:
        if stop is None:
            raise
