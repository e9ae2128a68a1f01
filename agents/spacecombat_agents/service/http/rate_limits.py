"""How much is borne of one key and of one address."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple


class RateLimits(NamedTuple):
    """What is borne."""

    messages: float = 20.0
    """Messages in a second, from one key."""
    burst: int = 40
    """Messages at once, where there were few before."""
    peeks: int = 4
    """Looks ahead that are waited for at once, by one key."""
    games: float = 1.0
    """New games in a second, from one address."""
    games_at_once: int = 20
    sockets: int = 64
    """Sockets from one address."""
    refusals: int = 200
    """Messages too many on end, after which a socket is closed."""


MAX_REMEMBERED_KEYS = 10_000
"""Keys that are remembered at most."""


class RateLimiter:
    """Counts the messages of each key: so many in a second, with a reserve."""

    def __init__(
        self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate, self.burst, self._clock = rate, burst, clock
        self._left: dict[str, tuple[float, float]] = {}
        self._lock = threading.Lock()

    def acquire(self, key: str) -> bool:
        """Count a message; return whether it is borne."""
        now = self._clock()
        with self._lock:
            left, then = self._left.pop(key, (float(self.burst), now))
            left = min(left + (now - then) * self.rate, float(self.burst))
            is_borne = left >= 1.0
            self._left[key] = (left - is_borne, now)  # the newest stand last
            if len(self._left) > MAX_REMEMBERED_KEYS:
                del self._left[next(iter(self._left))]
        return is_borne


class ConcurrencyLimiter:
    """How many of a thing each key has at once."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._now: Counter[str] = Counter()
        self._lock = threading.Lock()

    def acquire(self, key: str) -> bool:
        """Count one more; return whether it is borne."""
        with self._lock:
            if self._now[key] >= self.most:
                return False
            self._now[key] += 1
        return True

    def release(self, key: str) -> None:
        """Count one less."""
        with self._lock:
            self._now[key] -= 1
            if self._now[key] <= 0:
                del self._now[key]
