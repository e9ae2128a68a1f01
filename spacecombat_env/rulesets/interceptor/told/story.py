"""The log: what has happened, as sentences.

An event is a row of the record's ring `log`; redaction keeps those a seat may read. What its
columns hold is told in pieces/constants/log.py, its sentence in events/. Hexes flown through by one
piece are one sentence, which names the last.
"""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.ruleset import Games, Scenario
from spacecombat_env.core.telling import grouped, kept_events
from spacecombat_env.rulesets.interceptor.pieces.constants.log import Event
from spacecombat_env.rulesets.interceptor.told.events import fire, missiles, movement, turn
from spacecombat_env.rulesets.interceptor.told.names import Names

TELL = {
    event: tell for room in (turn, movement, fire, missiles) for event, tell in room.TELL.items()
}
"""How each event is told."""
STEPS = (Event.MOVED, Event.FLEW)
"""Events of one hex each: of a run of them the last is told."""


def log(seen: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[str]:
    """Return the events since that count, in words; seat -1 reads all under true names."""
    names = Names.of(seen, k, scenario, seat)
    groups = grouped(list(kept_events(names.state, since)), _key)
    return [said for group in groups if (said := _sentence(names, group[-1]))]


def _key(event: Any) -> tuple[int, ...] | None:
    """Return by what an event is gathered: the hexes of one piece."""
    return (event.kind, event.actor, event.a) if event.kind in STEPS else None


def _sentence(names: Names, event: Any) -> str:
    """Return one event in words."""
    tell = TELL.get(Event(event.kind))
    return tell(names, event) if tell else ""
