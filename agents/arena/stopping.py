"""Ctrl-C and SIGTERM as one request to stop, heeded where nothing is left half done."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM)
LAST_STRAW = 3
"""Whoever asks so often is heeded at once, whatever is under way."""


class Interrupted(KeyboardInterrupt):
    """Somebody asked to stop; the message says what was kept."""


class Stop:
    """While it is entered, a signal raises `Interrupted`, but never inside `whole`: there it waits.

    Handlers belong to the main thread; entered in another one, or not at all, it changes nothing.
    """

    def __init__(self) -> None:
        self.asked = 0
        """How often somebody asked."""
        self._held = False
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Stop:
        """Take the signals."""
        if threading.current_thread() is threading.main_thread():
            self._before = {each: signal.signal(each, self._heard) for each in SIGNALS}
        return self

    def __exit__(self, *_: object) -> None:
        """Give the signals back."""
        for each, handler in self._before.items():
            signal.signal(each, handler)
        self._before = {}

    @contextlib.contextmanager
    def whole(self) -> Iterator[None]:
        """Do something that must not be cut; whoever asked meanwhile is heeded at its end."""
        before, asked = self._held, self.asked
        self._held = True
        try:
            yield
        finally:
            self._held = before
        if self.asked > asked and not before:
            raise Interrupted

    @contextlib.contextmanager
    def cuttable(self) -> Iterator[None]:
        """Within `whole`: do something that may be cut all the same."""
        before, self._held = self._held, False
        try:
            self.heed()
            yield
        finally:
            self._held = before

    def heed(self) -> None:
        """Within `whole`: raise here if somebody asked."""
        if self.asked:
            raise Interrupted

    def _heard(self, number: int, frame: FrameType | None) -> None:
        """Take a signal."""
        self.asked += 1
        if not self._held or self.asked >= LAST_STRAW:
            raise Interrupted


@contextlib.contextmanager
def ended_by(stop: Stop | None) -> Iterator[None]:
    """Let a request to `stop` end what is under way; one to anybody else goes on to them."""
    try:
        yield
    except Interrupted:
        if stop is None:
            raise
