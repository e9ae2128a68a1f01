"""Columns that many events share."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.sentences import EventFields

from ...model import UNDISCLOSED, Facing
from ..coordinates import direction_text, hex_number
from ..piece_names import Names
from ..texts import FACING_TEXT


def at(names: Names, event: Any) -> str:
    """Return the hex of columns c and d."""
    return hex_number(names.scenario, names.seat, event.c, event.d)


def against(die: int, number: int) -> str:
    """Return a die and its number, where that is disclosed."""
    return f"(roll {die})" if number == UNDISCLOSED else f"(roll {die} of {number})"


def facing(value: int) -> str:
    """Return a facing of a craft."""
    return FACING_TEXT[Facing(int(value) % len(Facing))]


def sentence(name: str) -> str:
    """Return a name as a sentence begins with it."""
    return name[0].upper() + name[1:]


class EventTextFields(EventFields[Names]):
    """The blanks of sentences that are no columns."""

    def actor(self) -> str:
        return self.names.craft(self.event.actor)

    def target(self) -> str:
        return self.names.craft(self.event.target)

    def missile(self) -> str:
        return sentence(self.names.missile(self.event.a))

    def at(self) -> str:
        return at(self.names, self.event)

    def direction(self) -> str:
        return direction_text(self.names.seat, self.event.c)

    def facing(self) -> str:
        return facing(self.event.c)

    def die(self) -> str:
        """The die in column d against the number in c."""
        return against(self.event.d, self.event.c)
