"""Data on the odds of an order: the tasks that a determinization has tried.

Nothing is computed again: a rule set reads from the log of a determinization the entries that its
engine has just written. Values that differ between determinizations are unknown to the seat.
"""

from __future__ import annotations

from typing import NamedTuple

Key = tuple[int | str, ...]
"""Identifies a task of an order in every determinization."""


class TaskModifier(NamedTuple):
    """A number that contributes to the difficulty of a task."""

    text: str
    value: int
    rule: str
    """Id of the rule; empty if there is none."""
    is_hidden: bool = False
    """Whether the seat may not see it separately, even if all determinizations agree."""


class TaskCheck(NamedTuple):
    """A task that a seat has tried in a determinization."""

    key: Key
    title: str
    """The actor and the task."""
    needs: int
    """The number needed."""
    chance: float
    """Chance that one attempt succeeds."""
    draw: str
    """The cards or dice: `41 of 95 cards`."""
    parts: tuple[TaskModifier, ...] = ()
    attempts: int = 1
    """Number of cards or dice of the same kind."""
    after: Key | None = None
    """The task that must succeed before this one is tried."""
    is_aim: bool = True
    """Whether the odds of the order are those of this task."""
    what: str = "needs"
    """Unit of `needs`."""
    notes: tuple[str, ...] = ()
    """Further sentences, for example on the effect of a success."""
    weapon: str = ""
    """The weapon that is fired, if that is not clear from the order."""


class Odds(NamedTuple):
    """The odds of an order, as far as its seat knows."""

    chance: float | None
    """Chance of any success, 0 to 1; None if nothing is tried."""
    lines: tuple[str, ...]
    """Explanation of the chance."""
    mean: float | None = None
    """Mean number of successes, as of hits; None if nothing is tried."""
    weapons: tuple[str, ...] = ()
    """The weapons that are fired, where the order does not name them."""


class Salvo(NamedTuple):
    """Missiles of an order that strike a target in a determinization."""

    piece: str | None
    """`data-k` of the target."""
    name: str
    missiles: int
    through: int
    """Missiles that the defence does not stop."""
    hits: int


def per_cent(chance: float) -> str:
    """Return a chance as text; 0% and 100% only if it is certain."""
    if 0 < chance < 0.005:
        return "under 1 %"
    if 0.995 <= chance < 1:
        return "over 99 %"
    return f"{round(100 * chance)} %"
