"""A time grid on which actions take effect, so that replies reveal thinking times in whole steps.

An action that arrives between two grid times is applied at the next one, for every player. So its
reply, new decisions, ends of turns and lookups appear at grid times only. Messages that change
nothing are answered at once. A person's clock runs from the grid time of the decision to the
arrival of the action. Grid times are multiples of the step since 1970 (UTC), so that they survive a
restart and reveal nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

__all__ = ["TimeGrid"]

STATE_CHANGING_TYPES = ("say", "let", "standing", "resign")
"""Messages that may change a game."""
POLL_SECONDS = 0.1
"""Interval at which waiting code checks whether it is still wanted."""


class TimeGrid:
    """Grid times `step` seconds apart; with 0 everything is handled at once."""

    def __init__(self, step: float = 0.0, now: Callable[[], float] = time.time) -> None:
        self.step, self._now = step, now

    def seconds_to_next(self) -> float:
        """Return the seconds to the next grid time."""
        return self.step - self._now() % self.step if self.step else 0.0

    async def wait(self, message: Any) -> None:
        """Wait for the next grid time before handling a message that may change a game."""
        if self.step and isinstance(message, dict) and message.get("type") in STATE_CHANGING_TYPES:
            await asyncio.sleep(self.seconds_to_next())

    def wait_until_line(self, is_wanted: Callable[[], bool]) -> None:
        """Wait for the next grid time before an action of an agent or bot, while it is wanted."""
        end = time.monotonic() + self.seconds_to_next()
        while (left := end - time.monotonic()) > 0 and is_wanted():
            time.sleep(min(left, POLL_SECONDS))

    def next_line_after(self, at: float | None) -> float | None:
        """Return when to check a clock that is due at `at` (`time.monotonic`): at a grid time.

        It is one after the grid time at which an action that arrived in time takes effect.
        """
        if at is None or not self.step:
            return at
        line = time.monotonic() + self.seconds_to_next()
        behind = max(0.0, at - line)
        return line + (behind // self.step + 2) * self.step
