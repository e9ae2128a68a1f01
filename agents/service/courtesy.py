"""People are answered before players of ours think: Python runs one thread at a time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

LONGEST = 0.1
"""Seconds that whoever thinks waits at most before an order, however many people are answered."""


class Courtesy:
    """Counts the answers that people wait for; whoever thinks lets them pass."""

    def __init__(self) -> None:
        self._waited_for = 0
        self._changed = threading.Condition()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Have an answer be waited for, from when it is wanted to when it is given."""
        with self._changed:
            self._waited_for += 1
        try:
            yield
        finally:
            with self._changed:
                self._waited_for -= 1
                if not self._waited_for:
                    self._changed.notify_all()

    def let_pass(self) -> None:
        """Wait until no answer is waited for, but not longer than `LONGEST`."""
        with self._changed:
            self._changed.wait_for(lambda: not self._waited_for, LONGEST)
