"""A Python bot on standard input and output: one message per line, answers flushed."""

from __future__ import annotations

import json
import os
import sys
from typing import IO

from spacecombat_agents.bots.bot import Bot, answer
from spacecombat_env.protocol.lines import as_line


def serve(bot: Bot, lines: IO[str] | None = None, back: IO[str] | None = None) -> None:
    """Answer messages until bye or the end of the input.

    The bot's own prints go to standard error: standard output belongs to the host.
    """
    own = None
    if lines is None or back is None:
        lines, back = own = _take_standard_streams()
    try:
        for line in lines:
            if not line.strip():
                continue
            message = json.loads(line)
            reply = answer(bot, message)
            if reply is not None:
                back.write(as_line(reply) + "\n")
                back.flush()
            if message["type"] == "bye":
                return
    finally:
        if own is not None:
            back.close()


def _take_standard_streams() -> tuple[IO[str], IO[str]]:
    """Take over standard input and output; prints go to standard error."""
    sys.stdout.flush()
    lines = os.fdopen(os.dup(0), encoding="utf-8", newline="\n")
    back = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    return lines, back
