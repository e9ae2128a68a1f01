"""What a bot's process may use, and how long is waited for what no clock of a game measures."""

from __future__ import annotations

from typing import NamedTuple

MEMORY_MB = 1024
PROCESSES = 16
LINE_BYTES = 1 << 20
STDERR_BYTES = 1 << 20
FILE_MB = 64

START_SECONDS = 20.0
"""Until the supervisor has started the command; it is waited for no longer."""
WRITE_SECONDS = 1.0
"""What a bot that does not read its input may add to its deadline."""
LINE_SECONDS = 1.0
"""What the rest of a reply may take beyond the deadline, once its first byte is there."""
MAX_LINE_SPREAD_SECONDS = 0.02
"""A reply that takes longer from its first byte to its last counts by its last."""
MAX_LINES_PER_MESSAGE = 64
"""Lines after a question at which a bot talks without being asked."""
END_SECONDS = 1.0
"""Until the supervisor has said how a process ended whose pipes are closed."""
GRACE_SECONDS = 0.5
"""Until a bot whose input was closed is killed."""
KILL_SECONDS = 5.0
"""Until a supervisor that was told to kill is killed itself."""


class ProcessLimits(NamedTuple):
    """Limits of a bot and of all that it starts, together."""

    memory_mb: int = MEMORY_MB
    """Resident memory; pages that processes share count once."""
    processes: int = PROCESSES
    """Processes at once; threads are not counted."""
    line_bytes: int = LINE_BYTES
    """Longest reply."""
    stderr_bytes: int = STDERR_BYTES
    """How much of the end of standard error is kept."""
    file_mb: int = FILE_MB
    """Largest file that it may write."""
