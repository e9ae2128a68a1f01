"""Texts with blanks: decisions, and the sentences of events in the log.

A method of the same name fills a blank. In the sentence of an event the other blanks are its
columns:

    {craft} overpowers its beams (level {a}).           the number; `{a:+d}` with its sign
    {side} pays {b:point} for Fleet Tactics {a}.        how many: `1 point`, `3 points`
    {craft} {a:does not hold|holds} its course.         for 0, and for any other number
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from spacecombat_env.core.presentation.perspective import SIDES, pluralize

N = TypeVar("N")
Sentence = str | Callable[[N, Any], str]
"""The sentence of an event: a text with blanks, or a function of names and event."""


class TemplateFields:
    """The blanks of a text, one method each."""

    def __getitem__(self, blank: str) -> Any:
        """Return the value of a blank."""
        return getattr(self, blank)()


class EventFields(TemplateFields, Generic[N]):
    """The blanks of an event's sentence: methods, or columns of the event."""

    def __init__(self, names: N, event: Any) -> None:
        self.names, self.event = names, event

    def __getitem__(self, blank: str) -> Any:
        """Return the value of a blank."""
        return super().__getitem__(blank) if hasattr(self, blank) else self.column(blank)

    def column(self, name: str) -> Column:
        """Return the number in a column."""
        return Column(getattr(self.event, name))

    def side(self) -> str:
        """Return the side of the event."""
        return SIDES[self.event.side]

    def sentence(self, text: Sentence[N]) -> str:
        """Return the sentence of the event."""
        return text.format_map(self) if isinstance(text, str) else text(self.names, self.event)


class Column(int):
    """The number in a column of an event."""

    def __format__(self, form: str) -> str:
        """Return the number, how many things it counts, or one of two texts."""
        if "|" in form:
            return form.split("|")[self != 0]
        return pluralize(self, form) if form.isalpha() else super().__format__(form)
