"""One step of a check, and what came of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from spacecombat_agents.bots.bot_seat import GameLost
from spacecombat_agents.bots.process import BotFailure

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


class CheckStep(NamedTuple):
    """What came of a step."""

    number: int
    name: str
    result: str
    """`passed`, `failed`, or `skip_step` where an earlier step must pass first."""
    words: str
    """What was seen."""
    advice: str
    """What to do about it; empty where it passed."""
    seconds: float


class CheckFailed(Exception):
    """A bot does otherwise than it should; the words say what it did."""

    def __init__(self, words: str, advice: str = "") -> None:
        super().__init__(words)
        self.advice = advice
        """What to do about it where the advice of the step does not fit."""


def run_step(
    number: int, name: str, advice: str, run: Callable[[], str], wrote: Callable[[], str]
) -> CheckStep:
    """Take a step: `run` returns what was seen, or raises; `wrote` the bot's log."""
    begun = time.monotonic()
    result, words = PASSED, ""
    try:
        words = run()
    except (BotFailure, GameLost) as cause:
        result, words = FAILED, f"{cause.cause}: {cause.reason}"
    except CheckFailed as cause:
        result, words, advice = FAILED, str(cause), cause.advice or advice
    last = _last_line(wrote()) if result == FAILED else ""
    words = " ".join(f"{words} (it wrote: {last})".split() if last else words.split())
    seconds = time.monotonic() - begun
    return CheckStep(number, name, result, words, "" if result == PASSED else advice, seconds)


def _last_line(log: str) -> str:
    """Return the last line of a bot's log; of an error of Node.js, which ends by its version, the
    line that names the error."""
    lines = log.strip().splitlines()
    if lines and lines[-1].startswith("Node.js v"):
        lines = [line for line in lines if "Error" in line] or lines
    return lines[-1] if lines else ""


def skip_step(number: int, name: str, needed: int) -> CheckStep:
    """Return a step that was not taken."""
    return CheckStep(number, name, SKIPPED, f"step {needed} must pass first", "", 0.0)
