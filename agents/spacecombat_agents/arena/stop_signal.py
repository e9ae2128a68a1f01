"""Ctrl-C and SIGTERM as one request to stop, heeded where nothing is left half done."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM)
FORCE_AFTER = 3
"""Whoever asks so often is heeded at once, whatever is under way."""


class Interrupted(KeyboardInterrupt):
    """Somebody asked to stop; the message says what was kept."""


class StopSignal:
    """While it is entered, a signal raises `Interrupted`, but never inside `whole`: there it waits.

    Handlers belong to the main thread; entered in another one, or not at all, it changes nothing.
    """

    def __init__(self) -> None:
        self.requests = 0
        """How often somebody asked."""
        self._is_deferred = False
        self._previous_handlers: dict[signal.Signals, Any] = {}

    def __enter__(self) -> StopSignal:
        """Take the signals."""
        if threading.current_thread() is threading.main_thread():
            self._previous_handlers = {
                each: signal.signal(each, self._on_signal) for each in SIGNALS
            }
        return self

    def __exit__(self, *_: object) -> None:
        """Give the signals back."""
        for each, handler in self._previous_handlers.items():
            signal.signal(each, handler)
        self._previous_handlers = {}

    @contextlib.contextmanager
    def deferred(self) -> Iterator[None]:
        """Do something that must not be cut; whoever asked meanwhile is heeded at its end."""
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
        """Within `whole`: do something that may be cut all the same."""
        before, self._is_deferred = self._is_deferred, False
        try:
            self.raise_if_requested()
            yield
        finally:
            self._is_deferred = before

    def raise_if_requested(self) -> None:
        """Within `whole`: raise here if somebody asked."""
        if self.requests:
            raise Interrupted

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        """Take a signal."""
        self.requests += 1
        if not self._is_deferred or self.requests >= FORCE_AFTER:
            raise Interrupted


@contextlib.contextmanager
def ends_on_interrupt(stop: StopSignal | None) -> Iterator[None]:
    """Let a request to `stop` end what is under way; one to anybody else goes on to them."""
    try:
        yield
    except Interrupted:
        if stop is None:
            raise
