"""Events of a log, one row each: the meaning of their columns, and their sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from spacecombat_env.core.model.rows import by_member


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
