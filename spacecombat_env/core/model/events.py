"""Events of a log, a row each: what their columns hold, and the sentence that tells them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from spacecombat_env.core.model.rows import by_member


@dataclass(frozen=True)
class EventText:
    """What a rule set says of one kind of event."""

    event: IntEnum
    columns: str
    """What its columns hold, for people who note it or read it."""
    text: str
    """The sentence that tells it; its blanks are filled by the room `told`."""


def by_event(events: type[IntEnum], rows: Iterable[EventText]) -> dict[IntEnum, EventText]:
    """Return the rows by event; ValueError where one has none, or two. NOTHING is none."""
    return by_member(events, rows, "event")
