"""The log: what has happened, as sentences.

An event is a row of the record's ring `log`; redaction keeps those a seat may read. What its
columns hold is told in pieces/constants/log.py, its sentence in events/. One sentence are a hit and
the shield that it meets, a blow and the boxes that it costs, and all components that go out at
once; to the umpire so are hexes flown through by one piece, which names the last.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spacecombat_env.core.ruleset import Games, Line, Scenario
from spacecombat_env.core.telling import UMPIRE, grouped, is_own, kept_events
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import Told
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
"""Events of one hex, or rack, each: of a run of them the umpire is told the last. All others are
told each of them: whoever is spoken to in the middle of a run would see in the number of sentences
whether the other side was asked there."""


def log(seen: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[str]:
    """Return the events since that count, in words; seat -1 reads all under true names."""
    return [line.text for line in lines(seen, k, scenario, seat, since)]


def lines(seen: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[Line]:
    """Return the events since that count as sentences, each with what it is about."""
    names = Names.of(seen, k, scenario, seat)
    found = list(kept_events(names.state, since))
    if seat == UMPIRE:
        found = [group[-1] for group in grouped(found, _key)]
    classes = _learned(names, found)
    for k in classes:
        names.state.craft[k].klass = 0
    told = []
    for group in _joined(found):
        for event in group:
            if _tells_class(event) and event.target in classes:
                names.state.craft[event.target].klass = classes[event.target]
        told.append(_line(names, group))
    return [line for line in told if line.text]


def _tells_class(event: Any) -> bool:
    """Whether an event is that of a ship's class being learnt."""
    return bool(event.kind == Event.SEEN and event.a & Told.CLASS)


def _learned(names: Names, events: list[Any]) -> dict[int, int]:
    """Return the classes that a reader learns among some events, by ship.

    What happened before is told without them: with them the names would show whether the reader
    was spoken to in between, and so whether the other side was asked.
    """
    ships = {event.target for event in events if _tells_class(event)}
    others = [k for k in ships if not is_own(names.seat, names.side(k))]
    return {k: names.state.craft[k].klass for k in others}


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
