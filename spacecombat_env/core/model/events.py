"""Events of a log, and their sentences: in a table of rows, or with the members of their enum."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar

from spacecombat_env.core.model.rows import by_member


class WordedEvent(IntEnum):
    """Kinds of events; a member may have a sentence: `TURN = 1, "Turn {a}."`."""

    text: str
    """Its sentence, with blanks (core/presentation/sentences.py); empty where a function writes it,
    or where the event has none.
    """

    def __new__(cls, value: int, text: str = "") -> WordedEvent:
        """Return a member."""
        member = int.__new__(cls, value)
        member._value_ = value
        member.text = text
        return member


E = TypeVar("E", bound=WordedEvent)


def worded(events: type[E]) -> dict[E, str]:
    """Return the sentences that stand with their members."""
    return {event: event.text for event in events if event.text}


@dataclass(frozen=True)
class EventText:
    """The declaration of one kind of event."""

    event: IntEnum
    columns: str
    """Meaning of its columns."""
    text: str
    """Its sentence; `presentation` fills the blanks."""


def by_event(events: type[IntEnum], rows: Iterable[EventText]) -> dict[IntEnum, EventText]:
    """Return the rows by event, without NOTHING. Raise ValueError if one has none or two."""
    return by_member(events, rows, "event")
