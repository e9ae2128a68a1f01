"""The log: events as sentences.

An event is a row of the record's ring `log`; redaction keeps those a seat may read. Where the two
sides know different things the engine logs two events, one for each; the umpire reads only the
fuller one. event_groups.py groups events into sentences.

The module of its chapter (events/) describes the columns of an event. Slots are those of the
record, NONE where unknown. a, b, c and card are 0 by default; log_tasks.py describes those of TASK
and CARDS. model/event_contacts.py describes detail.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from spacecombat_env.core.model.events import worded
from spacecombat_env.core.presentation.perspective import UMPIRE, logged_events
from spacecombat_env.core.presentation.sentences import Sentence
from spacecombat_env.core.ruleset import Games, LogLine, Scenario

from ..model import Event
from .event_groups import EventGrouper
from .event_scenes import scene_of
from .events import beams, fleets, forces, missiles, movement, sensors, ships, victory
from .events.columns import UNDISCLOSED, EventTextFields
from .log_tasks import first_task, standalone_text, task_suffix
from .picture_keys import keys_of
from .piece_names import Names

EVENT_TEXT: dict[Event, Sentence[Names]] = {
    **worded(Event),
    **{
        event: text
        for chapter in (forces, movement, sensors, ships, beams, missiles, fleets, victory)
        for event, text in chapter.EVENT_TEXT.items()
    },
}
"""Sentence of each event that stands alone."""


def log(visible: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[str]:
    """Return the events since that count as text; seat -1 reads all under true names."""
    return [line.text for line in lines(visible, k, scenario, seat, since)]


def lines(visible: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[LogLine]:
    """Return the events since that count as sentences, each with the pieces that it is about.

    A sentence appears at its last event and reports no later one. So a log read in pieces has the
    same sentences as the whole.
    """
    names = Names.of(visible, k, scenario, seat)
    if since >= names.state.log_count:
        return []
    gathered = EventGrouper(names).group_events(_numbered(names.state, seat, 0))
    groups = [(number >= since, scene_of(names, group), group) for number, group in gathered]
    found = [_line(names, group, scene) for is_new, scene, group in groups if is_new]
    return [line for line in found if line.text]


def events(state: Any, seat: int, since: int) -> Iterator[Any]:
    """Yield the events since that count that are kept, each once."""
    for _, event in _numbered(state, seat, since):
        yield event


def _numbered(state: Any, seat: int, since: int) -> Iterator[tuple[int, Any]]:
    """Yield the same with the number of each in the log."""
    kept = list(logged_events(state, since))
    for number, event in enumerate(kept, int(state.log_count) - len(kept)):
        if seat != UMPIRE or not (_is_enemy_version(event) or _is_undisclosed(event)):
            yield number, event


def _is_undisclosed(event: Any) -> bool:
    """Whether an event is the firing side's reduced version of a fuller one (BR-REF-01)."""
    return event.kind in (Event.FIRE, Event.MISSILES_FIRE) and event.b == UNDISCLOSED


def _is_enemy_version(event: Any) -> bool:
    """Whether an event is the other side's version of a fuller one for the acting side."""
    return event.side in (0, 1) and event.known == 1 << (1 - event.side)


def _line(names: Names, group: list[Any], scene: Mapping[str, Any] | None) -> LogLine:
    """Return a group of events as a log line."""
    names.named.clear()
    sentence = _sentence(names, group)
    suffix = task_suffix(names, group) if sentence and group[0].kind != Event.TASK else ""
    sentence = f"{sentence[:-1]}{suffix}{sentence[-1]}" if suffix else sentence
    kind = Event(group[0].kind).name.lower()
    return LogLine(sentence, kind, keys_of(names, names.named), first_task(names, group), scene)


def _sentence(names: Names, group: list[Any]) -> str:
    """Return the sentence of a group of events."""
    event = group[-1]
    if event.kind == Event.MOVE:
        return movement.move_text(names, group)
    if event.kind == Event.TASK:
        return standalone_text(names, event)
    known = [(one, EVENT_TEXT[kind]) for one in group if (kind := Event(one.kind)) in EVENT_TEXT]
    return " ".join(EventTextFields(names, one).sentence(text) for one, text in known)
