"""Rate limits of keys and addresses."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from spacecombat_agents.service.games.capacity import GAMES_PER_ADDRESS

__all__ = ["ConcurrencyLimiter", "RateLimiter", "RateLimits"]


class RateLimits(NamedTuple):
    """The limits."""

    messages: float = 20.0
    """Messages per second from one key."""
    burst: int = 40
    """Size of a burst of messages."""
    peeks: int = 4
    """Concurrent look-aheads of one key."""
    peeks_per_address: int = 8
    files: float = 100.0
    """Files of the page per second from one address."""
    files_at_once: int = 1000
    games: float = 1.0
    """New games per second from one address."""
    games_at_once: int = 20
    open_games: int = GAMES_PER_ADDRESS
    """Open games made from one address."""
    previews: float = 2.0
    """Scenarios and ships shown before a game, per second, to one address."""
    previews_at_once: int = 40
    pages: int = 2
    """Replay pages in the making for one address."""
    pages_in_all: int = 8
    sockets: int = 64
    """Sockets from one address."""
    sockets_in_all: int = 600
    """Sockets from all addresses: fewer than connections, so that some are left for requests."""
    refusals: int = 200
    """Consecutive excess messages after which a socket is closed."""


MAX_REMEMBERED_KEYS = 10_000
"""Maximum of remembered keys."""


class RateLimiter:
    """Limits the messages of each key: a rate per second, with a burst."""

    def __init__(
        self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate, self.burst, self._clock = rate, burst, clock
        self._left: dict[str, tuple[float, float]] = {}
        self._lock = threading.Lock()

    def acquire(self, key: str) -> bool:
        """Count a message; return whether it is within the limit."""
        now = self._clock()
        with self._lock:
            left, then = self._left.pop(key, (float(self.burst), now))
            left = min(left + (now - then) * self.rate, float(self.burst))
            is_borne = left >= 1.0
            self._left[key] = (left - is_borne, now)  # re-inserted: the most recent come last
            if len(self._left) > MAX_REMEMBERED_KEYS:
                del self._left[next(iter(self._left))]
        return is_borne


class ConcurrencyLimiter:
    """Limits how many of something each key has at once."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._now: Counter[str] = Counter()
        self._lock = threading.Lock()

    def acquire(self, key: str) -> bool:
        """Count one more; return whether it is within the limit."""
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
