"""The log: what has happened, as sentences.

An event is a row of the record's ring `log`; redaction keeps those a seat may read. Where the two
sides know different things the engine notes two events, one for each; the umpire reads only the
fuller one. What the columns of an event hold is told by its room (events/): slots are those of
the record, NONE where unknown; a, b, c are 0 unless told, card and detail too, but for TASK and
CARDS (story_tasks.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spacecombat_env.core.ruleset import Games, Line, Scenario
from spacecombat_env.core.telling import UMPIRE, grouped, kept_events
from spacecombat_env.rulesets.battle_rider.pieces.constants.kinds import Result
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
from spacecombat_env.rulesets.battle_rider.told.keys import keys_of
from spacecombat_env.rulesets.battle_rider.told.names import Names
from spacecombat_env.rulesets.battle_rider.told.story_tasks import (
    alone,
    first_task,
    gather,
    suffix,
)

MOVEMENT = (Event.THRUST, Event.EVADE, Event.ENTER, Event.MOVE)
"""Events of one move, told in one sentence."""
STRIKES = (Event.DAMAGE, Event.MARKER, Event.DESTROYED, Event.FORCE_REMOVED)
"""What missiles do to their target is noted before their fire."""
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
    """Return the events since that count as sentences, each with what it is about."""
    names = Names.of(seen, k, scenario, seat)
    found = list(events(names.state, seat, since))
    names.removed.update({e.a: e.actor for e in found if e.kind == Event.FORCE_REMOVED})
    told_lines: list[Line] = []
    for group in grouped(_shortened(_reordered(gather(names, found))), _key):
        names.named.clear()
        said = _sentence(names, group)
        told = suffix(names, group) if said and group[0].kind != Event.TASK else ""
        said = f"{said[:-1]}{told}{said[-1]}" if told else said
        before = told_lines[-1] if told_lines else None
        if group[0].kind == Event.INITIATIVE and before and before.text.startswith("Turn "):
            told_lines[-1] = before._replace(text=f"{before.text} {said}")
        elif said:
            kind = Event(group[0].kind).name.lower()
            told_lines.append(
                Line(said, kind, keys_of(names, names.named), first_task(names, group))
            )
    return told_lines


def events(state: Any, seat: int, since: int) -> Iterator[Any]:
    """Yield the events since that count that are kept, each once."""
    for event in kept_events(state, since):
        if seat != UMPIRE or not (_is_enemy_version(event) or _is_untold(event)):
            yield event


def _is_untold(event: Any) -> bool:
    """Whether an event keeps from the firing side what a fuller one tells (BR-REF-01)."""
    return event.kind in (Event.FIRE, Event.MISSILES_FIRE) and event.b == UNTOLD


def _is_enemy_version(event: Any) -> bool:
    """Whether an event only tells the other side what a fuller one tells the acting side."""
    return event.side in (0, 1) and event.known == 1 << (1 - event.side)


def _reordered(found: list[Any]) -> list[Any]:
    """Put the fire of missiles before the damage it has done: the engine notes it after it."""
    told: list[Any] = []
    first = 0  # what comes before has nothing to do with the next fire
    for event in found:
        place = len(told)
        if event.kind == Event.MISSILES_FIRE:
            while place > first and _is_strike(told[place - 1], 1 - event.side):
                place -= 1
        told.insert(place, event)
        if event.kind == Event.MISSILES_FIRE:
            first = len(told)
    return told


def _is_strike(event: Any, side: int) -> bool:
    """Whether an event may be what missiles have done to a side."""
    return event.kind in STRIKES and event.side == side


def _shortened(found: list[Any]) -> list[Any]:
    """Leave out the beginning of a round in which the task force at once does nothing but move."""
    pairs = zip(found, [*found, None][1:], strict=True)
    return [
        event
        for event, after in pairs
        if event.kind != Event.ROUND
        or after is None
        or after.kind not in MOVEMENT
        or after.target != event.target
    ]


def _key(event: Any) -> tuple[int, ...] | None:
    """Return by what an event is gathered: one move, spreads that move as one, what repeats."""
    if event.kind in MOVEMENT:
        return (-1, event.target)
    if event.kind == Event.DEFENSE_FIRE:
        return (-2, event.actor, event.target)
    if event.kind == Event.SPREAD_MOVE:
        return (-3, event.side, event.a, event.b)
    if event.kind == Event.DAMAGE and event.a == Result.NO_EFFECT:
        return (-4, event.actor)
    return None


def _sentence(names: Names, group: list[Any]) -> str:
    """Return one event, or a row of like ones, in words."""
    event = group[0]
    if event.kind in MOVEMENT:
        return movement.told_move(names, group)
    if event.kind == Event.DEFENSE_FIRE:
        return missiles.told_defense(names, group)
    if event.kind == Event.SPREAD_MOVE:
        return missiles.told_flight(names, group)
    if event.kind == Event.DAMAGE and event.a == Result.NO_EFFECT:
        return ships.told_blanks(names, group)
    if event.kind == Event.TASK:
        return alone(names, event)
    tell = TELL.get(Event(event.kind))
    return tell(names, event) if tell else ""
