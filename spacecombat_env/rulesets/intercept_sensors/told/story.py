"""The log: what has happened, as sentences.

An event is a row of the record's ring `log`; redaction keeps those a seat may read, and does not
name a unit that the seat may not know. Places are told in the true map, box and square, the same
for every reader (notation.py). Columns (a..e are 0 unless told):

    TURN              side that scans first; a turn
    PLACED            unit; a, b square
    POPPED            unit; a out (1) or in (0)
    POWER             unit; a Power
    MOVED             unit; a, b square, c, d vector, e thrust
    LAUNCHED          unit launched
    GONE              unit; a Loss
    SCAN              scanning side, its unit; a Sensor, b, c top left square, d squares across,
                      e strength as announced
    GLARE             scanning side; a strength that is left
    CONTACT           scanning side, unit that answers; a Signature, b its value, c signal
    ROLL              scanning side; a roll, b skill
    POSITION          scanning side, unit; a, b square
    TRACKED           tracking side, unit; a, b square, c, d vector
    LOST              tracking side, unit; a Lost, told to that side alone
    OVER              a verdict, b reason

What a unit does in its move (sensors, power, thrust) is one sentence. The answers to a scan follow
all scans of the side (IC-SCAN-02); a contact names the signature, and so the kind of scan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from spacecombat_env.core.ruleset import Games, Line, Scenario
from spacecombat_env.core.telling import SIDES, grouped, is_own, kept_events, outcome_sentence
from spacecombat_env.rulesets.intercept_sensors.pieces.constants import (
    NONE,
    REASONS,
    Event,
    Loss,
    Lost,
    Power,
    Signature,
)
from spacecombat_env.rulesets.intercept_sensors.told.keys import keys_of
from spacecombat_env.rulesets.intercept_sensors.told.names import Names
from spacecombat_env.rulesets.intercept_sensors.told.places import (
    area_words,
    place_words,
    vector_words,
)
from spacecombat_env.rulesets.intercept_sensors.told.words import (
    POWER_WORDS,
    SENSOR_TITLES,
    SIGNATURE_WORDS,
)

MOVEMENT = (Event.POPPED, Event.POWER, Event.MOVED)
"""Events of one move, told in one sentence."""
LOSS_WORDS = {
    Loss.NOT: "is gone.",
    Loss.LEFT_MAP: "runs off the map and is lost!",
    Loss.CRASHED: "crashes!",
    Loss.UNCONTROLLED: "is lost without guidance.",
    Loss.CAUGHT: "is caught!",
}
LOST_WORDS = {
    Lost.RANGE: "out of range",
    Lost.BEHIND_DRIVE: "behind the drive",
    Lost.BLOCKED: "behind a planet",
    Lost.BLIND: "no sensor left to hold it",
}


def log(seen: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[str]:
    """Return the events since that count, in words; seat -1 reads all under true names."""
    return [line.text for line in lines(seen, k, scenario, seat, since)]


def lines(seen: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[Line]:
    """Return the events since that count as sentences, each with what it is about."""
    names = Names.of(seen, k, scenario, seat)
    groups = grouped(list(kept_events(names.state, since)), _key)
    moves = (move for group in groups for move in _moves(group))
    return [line for move in moves if (line := _line(names, move)).text]


def _line(names: Names, move: list[Any]) -> Line:
    """Return one event, or what makes up a move, as a sentence."""
    names.named.clear()
    said = _sentence(names, move)
    kind, pieces = Event(move[0].kind).name.lower(), keys_of(names, names.named)
    return Line(said, kind, pieces, _task(move[0]))


def _task(event: Any) -> dict[str, Any] | None:
    """Return the roll of a scanner, and its skill where that is told."""
    if event.kind != Event.ROLL:
        return None
    return {"drawn": event.a, **({"parts": [["skill", -event.b]]} if event.b else {})}


def _key(event: Any) -> tuple[int, ...] | None:
    """Return by what an event is gathered: what a unit does in its move is one sentence."""
    return (event.unit,) if event.kind in MOVEMENT else None


def _moves(group: list[Any]) -> Iterator[list[Any]]:
    """Yield the moves of one unit; a move ends where the unit comes to lie."""
    ends = [n for n, event in enumerate(group, start=1) if event.kind == Event.MOVED]
    for first, end in pairwise(dict.fromkeys([0, *ends, len(group)])):
        yield group[first:end]


def _sentence(names: Names, move: list[Any]) -> str:
    """Return one event, or what makes up a move, in words."""
    if move[0].kind in MOVEMENT:
        return _movement(names, move)
    tell = _TELL.get(Event(move[0].kind))
    return tell(names, move[0]) if tell else ""


# --- turn and movement ---------------------------------------------------------------------------


def _turn(names: Names, event: Any) -> str:
    return f"Turn {event.a}. {SIDES[event.side]} scans first."


def _placed(names: Names, event: Any) -> str:
    return f"{names.unit(event.unit)} starts at {place_words(event.a, event.b)}."


def _movement(names: Names, group: list[Any]) -> str:
    """Return a move in one sentence: sensors, power, thrust, and where it ends."""
    name, move = names.unit(group[0].unit), group[-1]
    settings = ", ".join(said for event in group if (said := _setting(event)))
    if move.kind != Event.MOVED:
        return f"{name}: {settings}." if settings else ""
    where, course = place_words(move.a, move.b), vector_words(move.c, move.d)
    text = f"{name} ({settings})" if settings else name
    if not (move.e or move.c or move.d):
        return f"{text} stays at {where}."
    way = f"burns {move.e} G" if move.e else "coasts"
    return f"{text} {way} to {where}, {course}."


def _setting(event: Any) -> str:
    """Return what a unit sets in its move; a plant at full says no more than thrust does."""
    if event.kind == Event.POPPED:
        return "sensors out" if event.a else "sensors in"
    if event.kind == Event.POWER and event.a != Power.FULL:
        return POWER_WORDS[Power(event.a)]
    return ""


def _launched(names: Names, event: Any) -> str:
    carrier = names.state.unit_of[event.unit].carrier
    if carrier == NONE or not names.is_known(carrier):
        return f"{names.unit(event.unit)} is launched."
    return f"{names.unit(carrier)} launches {names.bare(event.unit)}."


def _gone(names: Names, event: Any) -> str:
    return f"{names.unit(event.unit)} {LOSS_WORDS[Loss(event.a)]}"


# --- scans and answers ---------------------------------------------------------------------------


def _scan(names: Names, event: Any) -> str:
    scanner = SIDES[event.side] if event.unit == NONE else names.unit(event.unit)
    option = names.option
    area = area_words(event.b, event.c, event.d, option.columns, option.rows)
    return f"{scanner}: {SENSOR_TITLES[event.a]} scan of {area}, strength {event.e:+d}."


def _glare(names: Names, event: Any) -> str:
    return f"{SIDES[event.side]} looks into its own sunglare: strength {event.a:+d}."


def _contact(names: Names, event: Any) -> str:
    told = f"{SIGNATURE_WORDS[Signature(event.a)]} {event.b:+d}, signal {event.c}"
    if event.unit == NONE:
        return f"Contact: {told}."
    return f"{names.unit(event.unit)} answers: {told}."


def _roll(names: Names, event: Any) -> str:
    skill = f" - skill {event.b} = {event.a - event.b}" if event.b else ""
    return f"Sense roll of {SIDES[event.side]}: {event.a}{skill}."


def _position(names: Names, event: Any) -> str:
    where = place_words(event.a, event.b)
    if event.unit == NONE:
        return f"Position of the contact: {where}."
    return f"{names.unit(event.unit)} must show its position: {where}."


def _tracked(names: Names, event: Any) -> str:
    where, course = place_words(event.a, event.b), vector_words(event.c, event.d)
    return f"{SIDES[event.side]} tracks {names.unit(event.unit)} at {where}, {course}!"


def _lost(names: Names, event: Any) -> str:
    text = f"{SIDES[event.side]} loses its track of {names.unit(event.unit)}"
    if not is_own(names.seat, event.side):
        return f"{text}."  # why is the tracker's own secret
    return f"{text}: {LOST_WORDS[Lost(event.a)]}."


def _over(names: Names, event: Any) -> str:
    return outcome_sentence(event.a, REASONS[event.b])


_TELL: dict[Event, Callable[[Names, Any], str]] = {
    Event.TURN: _turn,
    Event.PLACED: _placed,
    Event.LAUNCHED: _launched,
    Event.GONE: _gone,
    Event.SCAN: _scan,
    Event.GLARE: _glare,
    Event.CONTACT: _contact,
    Event.ROLL: _roll,
    Event.POSITION: _position,
    Event.TRACKED: _tracked,
    Event.LOST: _lost,
    Event.OVER: _over,
}
