"""Columns that many events share."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.perspective import SIDES

from ...model import COLUMNS, NONE
from ..coordinates import hex_number
from ..piece_names import Names

UNDISCLOSED = -1
"""Hits that the firing player does not learn of (model/referee.py)."""


def the_craft(names: Names, event: Any, column: str = "actor") -> str:
    """Return the name of the craft in a column of an event, under the name known then."""
    return names.craft(getattr(event, column), _contact(event, column))


def the_force(names: Names, event: Any, column: str = "target") -> str:
    """Return the name of the task force in a column of an event, under the name known then."""
    return names.force(getattr(event, column), _contact(event, column))


def the_spread(names: Names, event: Any, column: str = "target") -> str:
    """Return the name of the missile spread in a column of an event, under the name known then."""
    return names.spread(getattr(event, column), _contact(event, column))


def the_aim(names: Names, event: Any) -> str:
    """Return the target of an event: the spread in its column c, else a task force."""
    return the_spread(names, event, "c") if event.c != NONE else the_force(names, event)


def _contact(event: Any, column: str) -> int:
    """Return the contact number of the piece in a column (model/event_contacts.py), or NONE."""
    return int(event.detail[COLUMNS.index(column)]) - 1


def event_hex(event: Any) -> str:
    """Return the hex of an event."""
    return hex_number(event.a, event.b)


def bare_force(name: str) -> str:
    """Return the name of a task force or a spread without its side."""
    return name.removeprefix(f"{SIDES[0]} ").removeprefix(f"{SIDES[1]} ")
