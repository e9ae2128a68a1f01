"""The log: what has happened, as sentences.

An event is a row of the record's ring `log`; redaction keeps those a seat may read. What its
columns hold is told in model/constants/log.py, its sentence in events/. Each event is a sentence
of its own, made of what the event holds and of what never changes in a game. So what a reader is
told does not depend on how often, and when, he is spoken to: that would show whether the other
side was asked in between.
"""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.perspective import logged_events
from spacecombat_env.core.ruleset import Games, LogLine, Scenario

from ..model import UNDISCLOSED, Event
from .events import fire, missiles, movement, turn
from .picture_keys import keys_of
from .piece_names import LogNames, Names

EVENT_TEXT = {
    event: describe
    for module in (turn, movement, fire, missiles)
    for event, describe in module.EVENT_TEXT.items()
}
"""How each event is told."""


def log(visible: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[str]:
    """Return the events since that count, in words; seat -1 reads all under true names."""
    return [line.text for line in lines(visible, k, scenario, seat, since)]


def lines(visible: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[LogLine]:
    """Return the events since that count as sentences, each with what it is about."""
    names = LogNames(Names.of(visible, k, scenario, seat).state, scenario, seat)
    found = [_line(names, event) for event in logged_events(names.state, since)]
    return [line for line in found if line.text]


def _line(names: LogNames, event: Any) -> LogLine:
    """Return an event as a sentence."""
    names.named.clear()
    names.event[:] = [event]
    text = _sentence(names, event)
    kind = Event(event.kind).name.lower()
    return LogLine(text, kind, keys_of(names, names.named), _roll(event))


ROLLS = {
    Event.SHOT: ("c", "d"),
    Event.LOCK: ("c", "d"),
    Event.SAFE_THRUST: ("c", "d"),
    Event.GUARD: ("c", "d"),
    Event.INTERCEPTED: ("e", "c"),
}
"""Columns of the number needed and of the die, 0 where none was rolled."""


def _roll(event: Any) -> dict[str, int] | None:
    """Return the number of a roll, as far as it is told, and its die."""
    if event.kind not in ROLLS:
        return None
    number, die = (int(getattr(event, column)) for column in ROLLS[Event(event.kind)])
    if not die:
        return None
    return {"drawn": die, **({} if number == UNDISCLOSED else {"needs": number})}


def _sentence(names: Names, event: Any) -> str:
    """Return an event in words."""
    describe = EVENT_TEXT.get(Event(event.kind))
    return describe(names, event) if describe else ""
