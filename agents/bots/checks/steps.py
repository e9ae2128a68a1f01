"""One step of a check, and what came of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from spacecombat_agents.bots.child import BotFailure
from spacecombat_agents.bots.questions import Lost

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


class Step(NamedTuple):
    """What came of a step."""

    number: int
    name: str
    result: str
    """`passed`, `failed`, or `skipped` where an earlier step must pass first."""
    words: str
    """What was seen."""
    advice: str
    """What to do about it; empty where it passed."""
    seconds: float


class Unlike(Exception):
    """A bot does otherwise than it should; the words say what it did."""

    def __init__(self, words: str, advice: str = "") -> None:
        super().__init__(words)
        self.advice = advice
        """What to do about it where the advice of the step does not fit."""


def tried(
    number: int, name: str, advice: str, look: Callable[[], str], wrote: Callable[[], str]
) -> Step:
    """Take a step: `look` returns what was seen, or raises; `wrote` the bot's log."""
    begun = time.monotonic()
    result, words = PASSED, ""
    try:
        words = look()
    except (BotFailure, Lost) as cause:
        result, words = FAILED, f"{cause.cause}: {cause.words}"
    except Unlike as cause:
        result, words, advice = FAILED, str(cause), cause.advice or advice
    last = _last_line(wrote()) if result == FAILED else ""
    words = " ".join(f"{words} (it wrote: {last})".split() if last else words.split())
    seconds = time.monotonic() - begun
    return Step(number, name, result, words, "" if result == PASSED else advice, seconds)


def _last_line(log: str) -> str:
    """Return the last line of a bot's log; of an error of Node.js, which ends by its version, the
    line that names the error."""
    lines = log.strip().splitlines()
    if lines and lines[-1].startswith("Node.js v"):
        lines = [line for line in lines if "Error" in line] or lines
    return lines[-1] if lines else ""


def skipped(number: int, name: str, needed: int) -> Step:
    """Return a step that was not taken."""
    return Step(number, name, SKIPPED, f"step {needed} must pass first", "", 0.0)
