"""One step of a check, and its result."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from spacecombat_agents.bots.bot_seat import GameLost
from spacecombat_agents.bots.process import BotFailure

__all__ = ["CheckFailed", "CheckStep", "run_step", "skip_step"]

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


class CheckStep(NamedTuple):
    """The result of a step."""

    number: int
    name: str
    result: str
    """`passed`, `failed`, or `skipped` because an earlier step must pass first."""
    finding: str
    """Observation of the step."""
    advice: str
    """Advice on a failure; empty if it passed."""
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """Return the step for `bot check --json`, where the key of `finding` is "words"."""
        return {"words" if name == "finding" else name: v for name, v in self._asdict().items()}


class CheckFailed(Exception):
    """A bot does not behave as it should; the message says what it did."""

    def __init__(self, text: str, advice: str = "") -> None:
        super().__init__(text)
        self.advice = advice
        """Advice that replaces the step's own."""


def run_step(
    number: int, name: str, advice: str, run: Callable[[], str], wrote: Callable[[], str]
) -> CheckStep:
    """Run a step: `run` returns an observation or raises; `wrote` is the bot's log."""
    begun = time.monotonic()
    result, finding = PASSED, ""
    try:
        finding = run()
    except (BotFailure, GameLost) as cause:
        result, finding = FAILED, f"{cause.cause}: {cause.reason}"
    except CheckFailed as cause:
        result, finding, advice = FAILED, str(cause), cause.advice or advice
    last = _last_line(wrote()) if result == FAILED else ""
    finding = " ".join(f"{finding} (it wrote: {last})".split() if last else finding.split())
    seconds = time.monotonic() - begun
    return CheckStep(number, name, result, finding, "" if result == PASSED else advice, seconds)


def _last_line(log: str) -> str:
    """Return the last line of a bot's log, or the line with an error of Node.js.

    The output of Node.js ends with its version.
    """
    lines = log.strip().splitlines()
    if lines and lines[-1].startswith("Node.js v"):
        lines = [line for line in lines if "Error" in line] or lines
    return lines[-1] if lines else ""


def skip_step(number: int, name: str, needed: int) -> CheckStep:
    """Return the result of a skipped step."""
    return CheckStep(number, name, SKIPPED, f"step {needed} must pass first", "", 0.0)
