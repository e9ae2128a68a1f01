"""What a rule set tells of the odds of an order: the tasks that an imagined game has tried.

Nothing here is worked out anew: a rule set reads from the log of an imagined game what its engine
has just noted there. What differs between imagined games is what the seat does not know.
"""

from __future__ import annotations

from typing import NamedTuple

Key = tuple[int | str, ...]
"""Tells a task from the others of an order, in every imagined game alike."""


class TaskModifier(NamedTuple):
    """A number of which the difficulty of a task is made."""

    text: str
    value: int
    rule: str
    """The rule that it stands in; empty where none does."""
    is_hidden: bool = False
    """Whether the seat may not be told it by itself, even where all imagined games agree."""


class TaskCheck(NamedTuple):
    """A task that a seat has tried in an imagined game."""

    key: Key
    title: str
    """Who tries what."""
    needs: int
    """The number needed."""
    chance: float
    """That one attempt succeeds."""
    draw: str
    """What is drawn or rolled: `41 of 95 cards`."""
    parts: tuple[TaskModifier, ...] = ()
    attempts: int = 1
    """Cards or dice of the same kind."""
    after: Key | None = None
    """The task that must succeed before this one is tried."""
    is_aim: bool = True
    """Whether the odds of the order are those of this task."""
    what: str = "needs"
    """What `needs` is a number of."""
    notes: tuple[str, ...] = ()
    """Further sentences: what a success is worth."""


class Odds(NamedTuple):
    """What may come of an order, as far as its seat knows."""

    chance: float | None
    """That it succeeds at all, 0 to 1; None where nothing is tried."""
    lines: tuple[str, ...]
    """How that comes about."""


def per_cent(chance: float) -> str:
    """Return a chance in words; only what is certain is told as such."""
    if 0 < chance < 0.005:
        return "under 1 %"
    if 0.995 <= chance < 1:
        return "over 99 %"
    return f"{round(100 * chance)} %"
