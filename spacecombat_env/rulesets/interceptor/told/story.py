"""The log: what has happened, as sentences.

An event is a row of the record's ring `log`; redaction keeps those a seat may read. What its
columns hold is told in pieces/constants/log.py, its sentence in events/. Hexes flown through by one
piece are one sentence, which names the last; so are a hit and the shield that it meets, a blow and
the boxes that it costs, and all components that go out at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spacecombat_env.core.ruleset import Games, Line, Scenario
from spacecombat_env.core.telling import PUBLIC, grouped, kept_events
from spacecombat_env.rulesets.interceptor.pieces.constants.log import Event
from spacecombat_env.rulesets.interceptor.told.events import fire, missiles, movement, turn
from spacecombat_env.rulesets.interceptor.told.keys import keys_of
from spacecombat_env.rulesets.interceptor.told.names import Names

TELL = {
    event: tell for room in (turn, movement, fire, missiles) for event, tell in room.TELL.items()
}
"""How each event is told."""
TOGETHER = {Event.ROCK: turn.rocks, **fire.TOGETHER}
"""How events that belong together are told, by the first of them."""
STEPS = (Event.MOVED, Event.FLEW, Event.LOADED)
"""Events of one hex, or rack, each: of a run of them the last is told, but all to the public: where
it is told in the middle of a run would show whether the other side was asked there."""


def log(seen: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[str]:
    """Return the events since that count, in words; seat -1 reads all under true names."""
    return [line.text for line in lines(seen, k, scenario, seat, since)]


def lines(seen: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[Line]:
    """Return the events since that count as sentences, each with what it is about."""
    names = Names.of(seen, k, scenario, seat)
    found = list(kept_events(names.state, since))
    last = found if seat == PUBLIC else [group[-1] for group in grouped(found, _key)]
    return [line for group in _joined(last) if (line := _line(names, group)).text]


def _line(names: Names, group: list[Any]) -> Line:
    """Return some events as a sentence."""
    names.named.clear()
    said = _sentence(names, group)
    kind = Event(group[0].kind).name.lower()
    return Line(said, kind, keys_of(names, names.named), _roll(group[0]))


ROLLS = {
    Event.SHOT: ("c", "d"),
    Event.LOCK: ("c", "d"),
    Event.SAFE_THRUST: ("c", "d"),
    Event.GUARD: ("c", "d"),
    Event.INTERCEPTED: ("e", "c"),
}
"""Columns of the number needed, 0 where it is not told, and of the die."""


def _roll(event: Any) -> dict[str, int] | None:
    """Return the number of a roll, as far as it is told, and its die."""
    if event.kind not in ROLLS:
        return None
    number, die = (int(getattr(event, column)) for column in ROLLS[Event(event.kind)])
    return {"drawn": die, **({"needs": number} if number else {})}


def _key(event: Any) -> tuple[int, ...] | None:
    """Return by what an event is gathered: the hexes of one piece."""
    return (event.kind, event.actor, event.a) if event.kind in STEPS else None


def _joined(events: list[Any]) -> Iterator[list[Any]]:
    """Yield the events that are told together."""
    group: list[Any] = []
    arrived: set[int] = set()
    for event in events:
        if event.kind == Event.ARRIVED:
            arrived.add(event.target)
        if event.kind == Event.SHIELD and event.target in arrived and not _belongs(group, event):
            event.f = fire.BY_MISSILE
        if group and _belongs(group, event):
            group.append(event)
            continue
        if group:
            yield group
        group = [event]
    if group:
        yield group


def _belongs(group: list[Any], event: Any) -> bool:
    """Whether an event is told with those before it."""
    first = group[0]
    if first.kind == Event.ROCK:
        return bool(event.kind == Event.ROCK)
    if first.target != event.target:
        return False
    if first.kind == Event.COMPONENT:
        return bool(event.kind == Event.COMPONENT)
    if len(group) > 1:
        return False
    if first.kind == Event.SHOT:
        return bool(event.kind == Event.SHIELD and first.e and first.f == event.e)
    return bool((first.kind, event.kind) == (Event.HIT, Event.DAMAGE))


def _sentence(names: Names, group: list[Any]) -> str:
    """Return some events in words."""
    kind = Event(group[0].kind)
    if len(group) > 1:
        return TOGETHER[kind](names, *group)
    tell = TELL.get(kind)
    return tell(names, group[0]) if tell else ""
