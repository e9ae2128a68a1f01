"""The log: what has happened, as sentences.

An event is a row of the record's ring `log`; redaction keeps those a seat may read. Where the two
sides know different things the engine notes two events, one for each; the umpire reads only the
fuller one. What is told together, and when, says gathering.py. What the columns of an event hold
is told by its room (events/): slots are those of the record, NONE where unknown; a, b, c are 0
unless told, card too, but for TASK and CARDS (story_tasks.py); what detail holds says
pieces/numbers.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spacecombat_env.core.ruleset import Games, Line, Scenario
from spacecombat_env.core.telling import UMPIRE, kept_events
from spacecombat_env.rulesets.battle_rider.pieces.constants.log import Event
from spacecombat_env.rulesets.battle_rider.told.events import (
    beams,
    fleets,
    forces,
    missiles,
    movement,
    sensors,
    ships,
    victory,
)
from spacecombat_env.rulesets.battle_rider.told.events.columns import UNTOLD
from spacecombat_env.rulesets.battle_rider.told.gathering import Gathering
from spacecombat_env.rulesets.battle_rider.told.keys import keys_of
from spacecombat_env.rulesets.battle_rider.told.names import Names
from spacecombat_env.rulesets.battle_rider.told.story_tasks import (
    alone,
    first_task,
    suffix,
)

TELL = {
    event: tell
    for room in (forces, movement, sensors, ships, beams, missiles, fleets, victory)
    for event, tell in room.TELL.items()
}
"""How each event is told that stands alone."""


def log(seen: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[str]:
    """Return the events since that count, in words; seat -1 reads all under true names."""
    return [line.text for line in lines(seen, k, scenario, seat, since)]


def lines(seen: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[Line]:
    """Return the events since that count as sentences, each with what it is about.

    A sentence is told at its last event and tells of no later one, so those of a log that is read
    in pieces are those of the whole.
    """
    names = Names.of(seen, k, scenario, seat)
    if since >= names.state.log_count:
        return []
    gathered = Gathering(names).gather(_numbered(names.state, seat, 0))
    groups = [group for number, group in gathered if number >= since]
    return [line for group in groups if (line := _line(names, group)).text]


def events(state: Any, seat: int, since: int) -> Iterator[Any]:
    """Yield the events since that count that are kept, each once."""
    for _, event in _numbered(state, seat, since):
        yield event


def _numbered(state: Any, seat: int, since: int) -> Iterator[tuple[int, Any]]:
    """Yield the same with the number of each in the log."""
    kept = list(kept_events(state, since))
    for number, event in enumerate(kept, int(state.log_count) - len(kept)):
        if seat != UMPIRE or not (_is_enemy_version(event) or _is_untold(event)):
            yield number, event


def _is_untold(event: Any) -> bool:
    """Whether an event keeps from the firing side what a fuller one tells (BR-REF-01)."""
    return event.kind in (Event.FIRE, Event.MISSILES_FIRE) and event.b == UNTOLD


def _is_enemy_version(event: Any) -> bool:
    """Whether an event only tells the other side what a fuller one tells the acting side."""
    return event.side in (0, 1) and event.known == 1 << (1 - event.side)


def _line(names: Names, group: list[Any]) -> Line:
    """Return events that are told together as a sentence."""
    names.named.clear()
    said = _sentence(names, group)
    told = suffix(names, group) if said and group[0].kind != Event.TASK else ""
    said = f"{said[:-1]}{told}{said[-1]}" if told else said
    kind = Event(group[0].kind).name.lower()
    return Line(said, kind, keys_of(names, names.named), first_task(names, group))


def _sentence(names: Names, group: list[Any]) -> str:
    """Return events that are told together in words."""
    event = group[-1]
    if event.kind == Event.MOVE:
        return movement.told_move(names, group)
    if event.kind == Event.TASK:
        return alone(names, event)
    said = (tell(names, one) for one in group if (tell := TELL.get(Event(one.kind))))
    return " ".join(said)
