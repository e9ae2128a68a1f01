"""The odds of an order: the tasks that a determinized game tries for it, from its log."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from spacecombat_env.core.model.odds import Key, TaskCheck, TaskModifier
from spacecombat_env.core.presentation.perspective import as_text, logged_events
from spacecombat_env.core.ruleset import Games, Scenario

from ..model import (
    CARDS,
    MAX_DIFFICULTY,
    Chance,
    Decision,
    Event,
    Grade,
    Sensor,
    SensorDM,
    TaskDM,
    grade_of_value,
)
from .log_tasks import CREW_FIELDS, CREWS_FROM, SENSOR_TASKS, SENSOR_TEXT, TASK_TEXT
from .piece_names import Names

SENSOR_RULES: dict[SensorDM, str] = {
    SensorDM.RANGE: "BR-TSK-03",
    SensorDM.AREA_JAMMING: "BR-DET-17",
    SensorDM.TERRAIN: "BR-DET-20",
    SensorDM.WHITE_OUT: "BR-DET-18",
    SensorDM.ACTIVE: "BR-DET-11",
    SensorDM.EMITTER: "BR-JAM-11",
    SensorDM.MANEUVER: "BR-DET-13",
    SensorDM.EVASION: "BR-DET-15",
    SensorDM.CROSSING: "BR-XMV-02",
    SensorDM.LOCK: "BR-FIR-06",
    SensorDM.OWN: "BR-DMG-10",
    SensorDM.JAMMING: "BR-JAM-05",
    SensorDM.SIZE: "BR-DET-12",
    SensorDM.TECH: "BR-DET-21",
    SensorDM.MASKED: "BR-DET-16",
    SensorDM.ARRAY: "BR-DET-22",
    SensorDM.SOCKETS: "BR-SOC-02",
    SensorDM.POWER_DOWN: "BR-PWR-01",
    SensorDM.GLOBE: "BR-DET-23",
    SensorDM.REPORTED: "BR-DET-27",
}
"""Rules of the modifiers of sensor tasks (TAB-1)."""
TASK_RULES: dict[TaskDM, str] = {
    TaskDM.BASE: "BR-TSK-03",
    TaskDM.SIZE: "BR-DET-12",
    TaskDM.REACH: "BR-FIR-10",
    TaskDM.OVERPOWER: "BR-FIR-11",
    TaskDM.OWN: "BR-DMG-22",
    TaskDM.CROSSING: "BR-XMV-03",
    TaskDM.DIRECTOR: "BR-RFC-03",
    TaskDM.BEAMS: "BR-MIS-23",
    TaskDM.GS: "BR-EVA-01",
    TaskDM.TECH: "BR-JAM-03",
    TaskDM.SPEED: "BR-MIS-25",
    TaskDM.WEAPONS: "BR-FIR-14",
    TaskDM.VALUE: "BR-SCR-09",
    TaskDM.SCREEN: "BR-SCR-09",
    TaskDM.READINESS: "BR-SUR-03",
    TaskDM.TACTICS: "BR-SUR-01",
    TaskDM.TURNS: "BR-MIR-04",
}
"""Rules of the modifiers of all other tasks (TAB-2, TAB-3)."""
UNDISCLOSED_OF_A_SEARCH = (
    SensorDM.ACTIVE,
    SensorDM.EMITTER,
    SensorDM.AREA_JAMMING,
    SensorDM.CROSSING,
    *(modifier for modifier in SensorDM if modifier >= SensorDM.JAMMING),
)
"""BR-DET-27, BR-AMB-105 Modifiers hidden from the searching side until it finds the target."""
TITLES: dict[Chance, str] = {
    Chance.DETECTION: "{craft} searches with its {sensor} sensor",
    Chance.LOCK: "{craft} seeks a lock with its {sensor} sensor",
    Chance.HIT: "{craft} fires",
    Chance.JAMMING: "{craft} jams",
    Chance.EVASION: "{force} evades",
    Chance.DEFENSE_HIT: "{force} fires at missiles",
    Chance.MISSILE_HIT: "{spread} attacks",
    Chance.SANDCASTER: "Sandcasters of {craft}",
    Chance.MESON_SCREEN: "Meson screen of {craft}",
    Chance.DAMPER: "Damper of {craft}",
    Chance.OVERLOAD: "{craft} overpowers its beams",
    Chance.TUMBLE: "{craft} holds its course",
    Chance.CRASH_START: "{craft} starts its plant",
    Chance.STATIONS: "{craft} mans battle stations",
    Chance.SURVEY: "{craft} scans for damage",
    Chance.EXTRACTION: "{craft} fetches people",
}
"""Titles of tasks; other kinds use their names."""
ENDS = (
    Event.ROUND,
    Event.TURN,
    Event.INITIATIVE,
    Event.MOVE,
    Event.SPREAD_MOVE,
    Event.SPREAD_ATTACK,
)
"""Events that end an order."""
ANSWERS = (Decision.EASIEST, Decision.JAM, Decision.SAND_NUMBER, Decision.MISSILE_SAND_NUMBER)
"""The enemy's decisions within a task; in determinizations it does the least."""


def needs_answer(games: Games, k: int, seat: int) -> bool:
    """Whether a decision is pending before the tasks of a seat's order are tried."""
    state = games.states[k]
    return bool(state["seat"] != seat and Decision(int(state["decision"])) in ANSWERS)


def task_checks(games: Games, k: int, scenario: Scenario, seat: int, since: int) -> list[TaskCheck]:
    """Return the tasks that a seat tried in a determinized game since a count of events.

    Of a sensor that keeps searching only the first task counts: the next are like it.
    """
    events = _events(games.states[k], since)
    names = Names(games.states[k], scenario, seat)
    found: dict[Key, TaskCheck] = {}
    nth = Counter[Key]()
    for n, event in enumerate(events):
        if event.kind != Event.TASK or event.side != seat:
            continue
        sensor = _sensor(event, events[n + 1 :])
        task = (event.a, event.actor, event.target, sensor)
        nth[task] += 0 if event.a in SENSOR_TASKS else 1
        key = (*task, nth[task])
        if key not in found:
            attempts = 1 + sum(more.card for more in events[n:] if _is_more(event, more))
            after = _before(found, event)
            found[key] = _trial(names, event, key)._replace(attempts=attempts, after=after)
    return list(found.values())


def _events(state: Any, since: int) -> list[Any]:
    """Return the events of an order since a count, in plain Python."""
    events = list(logged_events(state, since))
    ends = (n for n, event in enumerate(events) if n and event.kind in ENDS)
    return events[: next(ends, None)]


def _is_more(task: Any, event: Any) -> bool:
    """Whether an event has further cards of a task."""
    if event.kind != Event.CARDS:
        return False
    whose = ("side", "a", "b", "actor", "target")
    return all(getattr(task, name) == getattr(event, name) for name in whose)


def _sensor(task: Any, later: list[Any]) -> str:
    """Return the sensor of a detection or a lock, from the event that follows."""
    outcome = {Chance.DETECTION: Event.SCAN, Chance.LOCK: Event.LOCK}.get(Chance(task.a))
    for event in later:
        if event.kind == outcome and event.actor == task.actor:
            return as_text(Sensor(event.a).name)
    return ""


def _before(found: dict[Key, TaskCheck], event: Any) -> Key | None:
    """Return the lock that a ship must win before it may fire."""
    if event.a != Chance.HIT:
        return None
    locks = (key for key in found if key[:2] == (Chance.LOCK, event.actor))
    return next(locks, None)


def _trial(names: Names, event: Any, key: Key) -> TaskCheck:
    """Return a task of a determinized game; the sensor is in its key."""
    plainly, outstanding = successes(names, event.b, event.c // CREWS_FROM)
    count = plainly + outstanding
    draw = f"{count} of {CARDS} cards" + (f", {outstanding} outstanding" if outstanding else "")
    title = _title(names, event, str(key[3]))
    return TaskCheck(key, title, event.b, count / CARDS, draw, tuple(_parts(event)))


def successes(names: Names, difficulty: int, crew: int) -> tuple[int, int]:
    """BR-TSK-01..09 Return how many cards are a success, and an outstanding one."""
    values = tuple(int(value) for value in names.cards[CREW_FIELDS[crew]])
    return _counted(values, difficulty)


@cache
def _counted(values: tuple[int, ...], difficulty: int) -> tuple[int, int]:
    """Count the cards of these values that succeed."""
    if difficulty > MAX_DIFFICULTY:
        return 0, 0
    grades = [grade_of_value(value, difficulty) for value in values]
    return grades.count(Grade.SUCCESS), grades.count(Grade.OUTSTANDING)


def _parts(event: Any) -> list[TaskModifier]:
    """Return the parts of a task's difficulty, and their rules."""
    undisclosed = UNDISCLOSED_OF_A_SEARCH if event.a == Chance.DETECTION else ()
    named: list[tuple[int, str, str, bool]]
    if event.a in SENSOR_TASKS:
        named = [(m, label, SENSOR_RULES[m], m in undisclosed) for m, label in SENSOR_TEXT.items()]
    else:
        named = [(m, label, TASK_RULES[m], False) for m, label in TASK_TEXT.items()]
    return [
        TaskModifier(label, int(event.detail[modifier]), rule, is_hidden)
        for modifier, label, rule, is_hidden in named
        if event.detail[modifier]
    ]


def _title(names: Names, event: Any, sensor: str) -> str:
    """Return the title of a task."""
    kind, actor = Chance(event.a), event.actor
    text = TITLES.get(kind, as_text(kind.name).capitalize())
    whom = {"craft": names.craft, "force": names.force, "spread": names.spread}
    blanks = {blank: name(actor) for blank, name in whom.items() if f"{{{blank}}}" in text}
    return text.format(sensor=sensor, **blanks)
