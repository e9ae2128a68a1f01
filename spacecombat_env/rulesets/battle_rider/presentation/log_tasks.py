"""Tasks in the log: value needed, its parts, and the cards turned.

A task is an event TASK, and CARDS where more than one card was turned for it. It is shown with its
outcome event, where there is one. Columns (slots, NONE and 0 as in game_log.py):

    TASK              actor who does it (craft; evasion and defense: task force; missile hit:
                      spread; surprise: side), target, a Chance, b value needed, c TaskNote and
                      4 x crew, card the first card, 0 for none; detail modifiers (SensorDM for
                      detection, locks and scans for damage, TaskDM for the rest)
    CARDS             actor, target, a, b as in the TASK; card their number, detail the cards

A reader sees its own tasks in full, except values that a rule hides. Of the enemy's it sees the
cards of known ships, the value of jamming, and the modifiers that it reports of a target
(BR-AMB-105).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from spacecombat_env.core.presentation.perspective import SIDES, is_own

from ..model import BULLSEYE, MISS, UNDISCLOSED_VALUE, Chance, Event, SensorDM, TaskDM
from .piece_names import Names

SENSOR_TASKS = (Chance.DETECTION, Chance.LOCK, Chance.SURVEY)
"""Tasks whose modifiers are those of SensorDM."""
CREWS_FROM = 4
"""The crew's place in column c of a TASK."""
CREW_FIELDS = ("hit", "crack", "green")
"""Columns of a card's value for an average, a crack and a green crew."""
OUTCOMES: dict[Chance, tuple[Event, ...]] = {
    Chance.DETECTION: (Event.SCAN,),
    Chance.LOCK: (Event.LOCK,),
    Chance.JAMMING: (Event.JAMMED,),
    Chance.EVASION: (Event.EVADE,),
    Chance.HIT: (Event.FIRE,),
    Chance.DEFENSE_HIT: (Event.DEFENSE_FIRE,),
    Chance.MISSILE_HIT: (Event.MISSILES_FIRE,),
    Chance.DAMPER: (Event.DAMPED,),
    Chance.OVERLOAD: (Event.OVERPOWER, Event.OVERLOAD),
    Chance.TUMBLE: (Event.TUMBLE,),
    Chance.CRASH_START: (Event.POWER,),
    Chance.STATIONS: (Event.STATIONS,),
    Chance.SURVEY: (Event.SURVEY,),
    Chance.EXTRACTION: (Event.EXTRACTION,),
}
"""The outcome events of a task."""
SENSOR_TEXT: dict[SensorDM, str] = {
    SensorDM.RANGE: "range",
    SensorDM.AREA_JAMMING: "area jamming",
    SensorDM.TERRAIN: "terrain",
    SensorDM.WHITE_OUT: "white-out",
    SensorDM.ACTIVE: "gone active",
    SensorDM.EMITTER: "area jammer",
    SensorDM.MANEUVER: "maneuver",
    SensorDM.EVASION: "evasion",
    SensorDM.CROSSING: "crossing",
    SensorDM.LOCK: "lock",
    SensorDM.OWN: "own state",
    SensorDM.JAMMING: "jamming",
    SensorDM.SIZE: "size",
    SensorDM.TECH: "tech level",
    SensorDM.MASKED: "masked",
    SensorDM.ARRAY: "array extended",
    SensorDM.SOCKETS: "sockets",
    SensorDM.POWER_DOWN: "powered down",
    SensorDM.GLOBE: "black globe",
    SensorDM.REPORTED: "reported by the target",
}
TASK_TEXT: dict[TaskDM, str] = {
    TaskDM.BASE: "base",
    TaskDM.SIZE: "size",
    TaskDM.REACH: "distance and evasion",
    TaskDM.OVERPOWER: "overpower",
    TaskDM.OWN: "own state",
    TaskDM.CROSSING: "crossing",
    TaskDM.DIRECTOR: "no director",
    TaskDM.BEAMS: "further beams",
    TaskDM.GS: "Gs",
    TaskDM.TECH: "tech level",
    TaskDM.SPEED: "closing velocity",
    TaskDM.WEAPONS: "further weapons",
    TaskDM.VALUE: "damage value",
    TaskDM.SCREEN: "screen",
    TaskDM.READINESS: "readiness",
    TaskDM.TACTICS: "Fleet Tactics",
    TaskDM.TURNS: "turns late",
}
AT_ONCE = (Chance.SURPRISE,)
"""Tasks of one card, which no other event reports."""
CLOSED_BY: dict[Chance, tuple[Event, ...]] = {
    Chance.SANDCASTER: (Event.SCREENED,),
    Chance.MESON_SCREEN: (Event.SCREENED,),
    Chance.LOCK: (Event.MISSILES_FIRE, Event.DUEL),
    Chance.MISSILE_HIT: (Event.DUEL,),
}
"""The events that end tasks with their own sentence; all cards are known by then."""
STANDALONE_TEXT: dict[Chance, str] = {
    Chance.SANDCASTER: "The sandcasters of {craft}",
    Chance.MESON_SCREEN: "The meson screen of {craft}",
    Chance.LOCK: "The missiles of {craft} look for a lock of their own",
    Chance.MISSILE_HIT: "{spread} fires at missiles",
    Chance.SURPRISE: "{side} tries to surprise the enemy",
}
"""Sentences of tasks without an outcome event."""


class Task(NamedTuple):
    """A task as a reader knows it."""

    event: Any
    cards: list[int]
    """Numbers of the cards turned, as far as the reader knows them."""


def task_from_event(event: Any) -> Task:
    """Return the task of an event, with its first card."""
    return Task(event, [event.card] if event.card else [])


def task_key(event: Any) -> tuple[int, ...]:
    """Return the key that a TASK shares with the CARDS of its further cards."""
    return event.side, event.a, event.actor, event.target, event.b


def task_suffix(names: Names, group: Iterable[Any]) -> str:
    """Return the tasks of events in brackets; empty without any."""
    parts_text: list[str] = []
    for event in group:
        for task in names.tasks.get(id(event), ()):
            text = task_text(names, task)
            if text and text not in parts_text:
                parts_text.append(text)
    return f" [{'; '.join(parts_text)}]" if parts_text else ""


def standalone_text(names: Names, event: Any) -> str:
    """Return a task as a separate sentence; empty where there is nothing to report."""
    parts_text = STANDALONE_TEXT.get(Chance(event.a))
    result = task_suffix(names, [event])
    if parts_text is None or not result:
        return ""
    craft = names.craft(event.actor) if "{craft}" in parts_text else ""
    spread = names.spread(event.actor) if "{spread}" in parts_text else ""
    return f"{parts_text.format(craft=craft, spread=spread, side=SIDES[event.side])}{result}."


def task_text(names: Names, task: Task) -> str:
    """Return value needed, modifiers and cards: `needs 3 = range 2, evasion +1; card 7: 2`."""
    parts = ", ".join(task_modifiers(task.event))
    own = is_own(names.seat, task.event.side)
    parts_text = []
    if task.event.b != UNDISCLOSED_VALUE:
        parts_text.append(f"needs {task.event.b}" + (f" = {parts}" if parts else ""))
    elif own and parts:
        parts_text.append(f"{parts}, and what is not known")
    elif parts:
        parts_text.append(f"reported {parts}")
    if task.cards:
        plural = "s" if len(task.cards) > 1 else ""
        parts_text.append(f"card{plural} {', '.join(_card(names, task, n) for n in task.cards)}")
    return "; ".join(parts_text)


def task_modifiers(event: Any) -> list[str]:
    """Return the parts of a task's difficulty: its base and its modifiers."""
    first = task_parts_text(event)[0]
    return [
        f"{label} {value}" if label == first else f"{label} {value:+d}"
        for label, value in task_parts(event)
    ]


def task_parts_text(event: Any) -> list[str]:
    """Return the names of a task's numbers."""
    return list((SENSOR_TEXT if event.a in SENSOR_TASKS else TASK_TEXT).values())


def task_parts(event: Any) -> list[tuple[str, int]]:
    """Return the parts of a task's difficulty, as far as the reader knows them."""
    parts = zip(task_parts_text(event), event.detail, strict=False)
    return [(label, int(value)) for label, value in parts if value]


def first_task(names: Names, group: Iterable[Any]) -> dict[str, Any] | None:
    """Return the first task of a group of events as numbers, as far as the reader knows them."""
    for event in group:
        for task in names.tasks.get(id(event), ()):
            result: dict[str, Any] = {}
            if task.event.b != UNDISCLOSED_VALUE:
                result["needs"] = int(task.event.b)
            if task.cards and (value := _drawn(names, task)) is not None:
                result["drawn"] = value
            parts = [list(part) for part in task_parts(task.event)]
            result |= {"parts": parts} if parts else {}
            if result:
                return result
    return None


def _drawn(names: Names, task: Task) -> int | None:
    """Return the value of the first card of a task; None where crew or card is unknown."""
    parts_text = _card(names, task, task.cards[0]).partition(": ")[2]
    return int(parts_text) if parts_text.lstrip("-").isdigit() else None


def _card(names: Names, task: Task, number: int) -> str:
    """Return a card: its number, and its value for the crew that turned it."""
    crew = task.event.c // CREWS_FROM
    if crew == 0 and names.option.crew_quality and not is_own(names.seat, task.event.side):
        return str(number)
    value = int(names.cards[number - 1][CREW_FIELDS[crew]])
    return f"{number}: {'Miss' if value == MISS else _success(value)}"


def _success(value: int) -> str:
    """Return a card's success value."""
    return "Bull's-eye" if value == BULLSEYE else str(value)
