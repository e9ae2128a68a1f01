"""Columns that many events share."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.perspective import SIDES
from spacecombat_env.core.presentation.sentences import EventFields

from ...model import COLUMNS, NONE
from ..coordinates import hex_number, shift_text, turned_direction
from ..piece_names import Names
from ..texts import mission_name, report_text

UNDISCLOSED = -1
"""Hits that the firing player does not learn of (model/referee.py)."""


def the_craft(names: Names, event: Any, column: str = "actor") -> str:
    """Return the name of the craft in a column of an event, under the name known then."""
    return names.craft(getattr(event, column), contact_in(event, column))


def the_force(names: Names, event: Any, column: str = "target") -> str:
    """Return the name of the task force in a column of an event, under the name known then."""
    return names.force(getattr(event, column), contact_in(event, column))


def the_spread(names: Names, event: Any, column: str = "target") -> str:
    """Return the name of the missile spread in a column of an event, under the name known then."""
    return names.spread(getattr(event, column), contact_in(event, column))


def the_aim(names: Names, event: Any) -> str:
    """Return the target of an event: the spread in its column c, else a task force."""
    return the_spread(names, event, "c") if event.c != NONE else the_force(names, event)


def contact_in(event: Any, column: str) -> int:
    """Return the contact number of the piece in a column (model/event_contacts.py), or NONE."""
    return int(event.detail[COLUMNS.index(column)]) - 1


def event_hex(event: Any) -> str:
    """Return the hex of an event."""
    return hex_number(event.a, event.b)


def bare_force(name: str) -> str:
    """Return the name of a task force or a spread without its side."""
    return name.removeprefix(f"{SIDES[0]} ").removeprefix(f"{SIDES[1]} ")


class EventTextFields(EventFields[Names]):
    """The blanks of sentences that are no columns; pieces have the names known at the event."""

    def craft(self) -> str:
        return the_craft(self.names, self.event)

    def target_craft(self) -> str:
        return the_craft(self.names, self.event, "target")

    def force(self) -> str:
        return the_force(self.names, self.event)

    def acting_force(self) -> str:
        return the_force(self.names, self.event, "actor")

    def spread(self) -> str:
        return the_spread(self.names, self.event)

    def klass(self) -> str:
        return self.names.klass(self.event.a)

    def hex(self) -> str:
        return event_hex(self.event)

    def shift(self) -> str:
        return shift_text(self.event.a, self.event.b, self.names.seat)

    def direction(self) -> str:
        return turned_direction(self.names.seat, self.event.a)

    def cards(self) -> str:
        """The cards of Red and Blue, that of the event's side first."""
        event = self.event
        first, second = (event.b, event.a) if event.side else (event.a, event.b)
        return f"card {first} against {second}"

    def mission(self) -> str:
        return mission_name(self.event.side, self.event.a)

    def report(self) -> str:
        return report_text(self.event.a)
