"""People are answered before built-in players think: Python runs one thread at a time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

MAX_YIELD_SECONDS = 0.1
"""Seconds that whoever thinks waits at most before an order, however many people are answered."""


class ResponsePriority:
    """Counts the answers that people wait for; whoever thinks lets them pass."""

    def __init__(self) -> None:
        self._pending_requests = 0
        self._changed = threading.Condition()

    @contextmanager
    def serving_request(self) -> Iterator[None]:
        """Have an answer be waited for, from when it is wanted to when it is given."""
        with self._changed:
            self._pending_requests += 1
        try:
            yield
        finally:
            with self._changed:
                self._pending_requests -= 1
                if not self._pending_requests:
                    self._changed.notify_all()

    def yield_to_requests(self) -> None:
        """Wait until no answer is waited for, but not longer than `MAX_YIELD_SECONDS`."""
        with self._changed:
            self._changed.wait_for(lambda: not self._pending_requests, MAX_YIELD_SECONDS)
