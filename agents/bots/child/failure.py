"""Why a bot cannot go on."""

from __future__ import annotations

from typing import Literal

Cause = Literal["crash", "late", "protocol", "memory", "init", "line_too_long"]


class BotFailure(Exception):
    """A bot cannot go on: one word for the cause, and one line that says what happened."""

    def __init__(self, cause: Cause, words: str) -> None:
        super().__init__(f"{cause}: {words}")
        self.cause: Cause = cause
        self.words = words
