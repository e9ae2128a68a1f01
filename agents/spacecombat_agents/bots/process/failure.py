"""Failures of a bot's process."""

from __future__ import annotations

import signal
from typing import Literal

__all__ = ["BotFailure", "describe_status"]

Cause = Literal["crash", "late", "protocol", "memory", "init", "line_too_long"]


class BotFailure(Exception):
    """A bot cannot continue: one word for the cause, and one line that says what happened."""

    def __init__(self, cause: Cause, reason: str) -> None:
        super().__init__(f"{cause}: {reason}")
        self.cause: Cause = cause
        self.reason = reason


def describe_status(status: int) -> str:
    """Return the meaning of a process's exit status."""
    if status >= 0:
        return f"it ended with status {status}"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    return f"it was killed by {name}" + (": a file was too long" if name == "SIGXFSZ" else "")
