"""Counts of what happened, for metrics."""

from __future__ import annotations

import threading
from collections import Counter

__all__ = ["Counts"]


class Counts:
    """Counters by name and label; any thread may add."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._lock = threading.Lock()

    def add(self, name: str, label: str = "") -> None:
        """Count one more."""
        with self._lock:
            self._counts[name, label] += 1

    def all(self) -> list[tuple[str, str, int]]:
        """Return names, labels and counts, in order."""
        with self._lock:
            return sorted((*about, count) for about, count in self._counts.items())
