"""A grid of time on which words are heard, so that what is told shows thinking in whole steps.

A word that arrives between two lines of the grid is said at the table at the next one, whoever says
it; so all that follows from it - its answer, questions, ends of turns, what is looked up - is there
on a line and not before. What changes nothing is answered at once. The time of people counts from a
line, at which they were asked, to the arrival of their word. Lines stand at multiples of the step
since 1970 (UTC), so that they are the same after a restart, and tell nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

STATE_CHANGING_TYPES = ("say", "let", "standing", "resign")
"""Messages after which a game may stand otherwise."""
POLL_SECONDS = 0.1
"""So often who waits looks whether that is still wanted."""


class TimeGrid:
    """Lines so many seconds apart; 0 for none: everything is heard at once."""

    def __init__(self, step: float = 0.0, now: Callable[[], float] = time.time) -> None:
        self.step, self._now = step, now

    def seconds_to_next(self) -> float:
        """Return the seconds to the next line."""
        return self.step - self._now() % self.step if self.step else 0.0

    async def wait(self, message: Any) -> None:
        """Wait for the next line before a message is heard that may change something."""
        if self.step and isinstance(message, dict) and message.get("type") in STATE_CHANGING_TYPES:
            await asyncio.sleep(self.seconds_to_next())

    def wait_until_line(self, is_wanted: Callable[[], bool]) -> None:
        """Wait for the next line before a word of ours or of a bot, as long as that is wanted."""
        end = time.monotonic() + self.seconds_to_next()
        while (left := end - time.monotonic()) > 0 and is_wanted():
            time.sleep(min(left, POLL_SECONDS))

    def next_line_after(self, at: float | None) -> float | None:
        """Return when a clock is looked at that is due then, by `time.monotonic`: on a line.

        It is one after that at which a word is heard that arrived in time.
        """
        if at is None or not self.step:
            return at
        line = time.monotonic() + self.seconds_to_next()
        behind = max(0.0, at - line)
        return line + (behind // self.step + 2) * self.step
