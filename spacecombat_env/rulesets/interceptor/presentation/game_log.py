"""The log: past events, as sentences.

An event is a row of the record's ring `log`; redaction keeps those that a seat may read.
model/constants/log.py describes its columns, events/ its sentence.

Each event is a sentence of its own, made from the event and from constants of the game. So the log
of a reader does not depend on when and how often it is read: that would show whether the other side
had decisions in between.
"""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.model.events import worded
from spacecombat_env.core.presentation.perspective import logged_events
from spacecombat_env.core.presentation.sentences import Sentence
from spacecombat_env.core.ruleset import Games, LogLine, Scenario

from ..model import UNDISCLOSED, Event
from .event_scenes import scene_of
from .events import fire, leaving, missiles, movement, planets, turn
from .events.columns import EventTextFields
from .picture_keys import keys_of
from .piece_names import LogNames, Names

EVENT_TEXT: dict[Event, Sentence[Names]] = {
    **worded(Event),
    **{
        event: text
        for chapter in (turn, movement, fire, missiles, leaving, planets)
        for event, text in chapter.EVENT_TEXT.items()
    },
}
"""The sentence of each event."""


def log(visible: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[str]:
    """Return the texts of events from number `since` on; seat -1 reads all under true names."""
    return [line.text for line in lines(visible, k, scenario, seat, since)]


def lines(visible: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[LogLine]:
    """Return the events from number `since` on as sentences, each with its subjects."""
    names = LogNames(Names.of(visible, k, scenario, seat).state, scenario, seat)
    found = [_line(names, event) for event in logged_events(names.state, since)]
    return [line for line in found if line.text]


def _line(names: LogNames, event: Any) -> LogLine:
    """Return an event as a sentence."""
    names.named.clear()
    names.event[:] = [event]
    kind = Event(event.kind)
    text = EventTextFields(names, event).sentence(EVENT_TEXT.get(kind, ""))
    pieces = keys_of(names, names.named)
    return LogLine(text, kind.name.lower(), pieces, _roll(event), scene_of(names, event))


ROLLS = {
    Event.SHOT: ("c", "d"),
    Event.LOCK: ("c", "d"),
    Event.SAFE_THRUST: ("c", "d"),
    Event.GUARD: ("c", "d"),
    Event.RESCUE: ("c", "d"),
    Event.INTERCEPTED: ("e", "c"),
}
"""Columns of the number needed and of the die, 0 where none was rolled."""


def _roll(event: Any) -> dict[str, int] | None:
    """Return the number of a roll, if it is disclosed, and its die."""
    if event.kind not in ROLLS:
        return None
    number, die = (int(getattr(event, column)) for column in ROLLS[Event(event.kind)])
    if not die:
        return None
    return {"drawn": die, **({} if number == UNDISCLOSED else {"needs": number})}
