"""Answer requests before built-in players think: Python runs one thread at a time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

MAX_YIELD_SECONDS = 0.1
"""Longest wait of a player before an order, however many requests are pending."""


class ResponsePriority:
    """Counts pending requests; players yield to them."""

    def __init__(self) -> None:
        self._pending_requests = 0
        self._changed = threading.Condition()

    @contextmanager
    def serving_request(self) -> Iterator[None]:
        """Count a request as pending inside the block."""
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
        """Wait until no request is pending, but not longer than `MAX_YIELD_SECONDS`."""
        with self._changed:
            self._changed.wait_for(lambda: not self._pending_requests, MAX_YIELD_SECONDS)
