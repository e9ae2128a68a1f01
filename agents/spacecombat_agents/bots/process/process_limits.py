"""Limits of a bot's process, and timeouts that no clock of a game measures."""

from __future__ import annotations

from typing import NamedTuple

__all__ = [
    "END_SECONDS",
    "GRACE_SECONDS",
    "KILL_SECONDS",
    "LINE_SECONDS",
    "MAX_LINES_PER_MESSAGE",
    "MAX_LINE_SPREAD_SECONDS",
    "ProcessLimits",
    "START_SECONDS",
    "WRITE_SECONDS",
]

MEMORY_MB = 1024
PROCESSES = 16
LINE_BYTES = 1 << 20
STDERR_BYTES = 1 << 20
FILE_MB = 64

START_SECONDS = 20.0
"""Limit until the supervisor has started the command."""
WRITE_SECONDS = 1.0
"""Added to the deadline for a bot that does not read its input."""
LINE_SECONDS = 1.0
"""Added to the deadline for the rest of a reply once its first byte has arrived."""
MAX_LINE_SPREAD_SECONDS = 0.02
"""A reply that takes longer from its first byte to its last counts by its last."""
MAX_LINES_PER_MESSAGE = 64
"""More lines than this after one decision are a fault."""
END_SECONDS = 1.0
"""Limit until the supervisor has reported how a process with closed pipes ended."""
GRACE_SECONDS = 0.5
"""Time until a bot with closed input is killed."""
KILL_SECONDS = 5.0
"""Time until a supervisor that does not kill its bot is killed itself."""


class ProcessLimits(NamedTuple):
    """Limits of a bot and of all its children together."""

    memory_mb: int = MEMORY_MB
    """Resident memory; shared pages count once."""
    processes: int = PROCESSES
    """Processes at once; threads are not counted."""
    line_bytes: int = LINE_BYTES
    """Longest reply."""
    stderr_bytes: int = STDERR_BYTES
    """Kept bytes of the end of standard error."""
    file_mb: int = FILE_MB
    """Largest file that it may write."""
