"""Bots that misbehave, a toy game to ask them in, and a look at what they leave behind."""

from __future__ import annotations

import os
import sys
import time
import uuid
from pathlib import Path
from typing import NamedTuple

from spacecombat_agents.bots.process import BotFailure, BotProcess, ProcessLimits

FOLDER = Path(__file__).parents[1] / "agents" / "bots" / "hostile"
PING_SECONDS, PONG_SECONDS = 0.3, 0.3
"""How long the toy waits for an answer without a clock before it pings, and then for the pong."""
DECISIONS = 4
GOOD = 2
"""Questions that a hostile bot answers before it misbehaves."""
HELLO_SECONDS = 5.0
PROC = Path("/proc")


class Course(NamedTuple):
    """How a toy game with a bot went."""

    cause: str
    words: str
    answered: int
    seconds: float
    """From the last question to the failure."""
    errors: str
    left: list[int]
    """Processes of the bot that go on after `close`."""


def command(bot: str) -> list[str]:
    """Return the command of a hostile bot, with an action that marks all its processes."""
    return [sys.executable, str(FOLDER / f"{bot}.py"), uuid.uuid4().hex]


def toy(words: list[str], deadline: float | None, limits: ProcessLimits | None = None) -> Course:
    """Ask a bot some questions, with a deadline each or without a clock."""
    child = BotProcess(words, limits=limits)
    cause = failed = ""
    answered, asked = 0, time.monotonic()
    try:
        child.start()
        child.send({"type": "hello", "id": 0})
        child.receive(HELLO_SECONDS)
        for number in range(1, DECISIONS + 1):
            asked = time.monotonic()
            _ask(child, number, deadline)
            answered += 1
    except BotFailure as failure:
        cause, failed = failure.cause, failure.reason
    seconds = time.monotonic() - asked
    child.close(0.0)
    return Course(cause, failed, answered, seconds, child.stderr_tail(), processes(words[-1]))


def _ask(child: BotProcess, number: int, deadline: float | None) -> None:
    """Ask a question; BotFailure where no answer to it comes."""
    words = [{"token": 1, "text": "fire"}]
    child.send(
        {"type": "ask", "id": number, "game": "g", "at": number, "question": "?", "words": words}
    )
    while True:
        if deadline is None and not child.ready(PING_SECONDS):
            child.send({"type": "ping", "id": f"ping {number}"})
            if not child.ready(PONG_SECONDS):
                raise BotFailure("late", "no pong")
        if child.receive(deadline).obj.get("id") == number:
            return


def processes(word: str) -> list[int]:
    """Return the processes that have an action on their command line."""
    return [pid for pid in map(int, filter(str.isdigit, os.listdir(PROC))) if word in line_of(pid)]


def line_of(pid: int) -> str:
    """Return the command line of a process; nothing once it is gone."""
    try:
        return (PROC / str(pid) / "cmdline").read_text()
    except OSError:
        return ""
