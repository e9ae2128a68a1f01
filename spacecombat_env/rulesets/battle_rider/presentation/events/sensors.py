"""Events of sensors: switching, scans and locks, sightings, surprise.

Columns, as in game_log.py:

    SENSORS           target task force, a verb
    SCAN, LOCK        actor craft (for the enemy: task force of an active sensor), target task
                      force, a sensor, b grade, c spread
    JAMMED            actor contact, target task force, a added difficulty
    DETECTED          actor craft, target task force, a class; or target spread, b missiles
    SHADOW            actor contact, target task force
    SURVEY            actor craft, target craft, a bits of what was reported (sensors/searching.py)
    SURPRISE          side that is surprised
    STATIONS          actor craft, a whether battle stations are manned
"""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.presentation.perspective import SIDES, UMPIRE, is_own, pluralize
from spacecombat_env.core.presentation.sentences import Sentence

from ...model import NONE, Event, Grade, Sensor, Verb
from ..piece_names import Names
from .columns import the_aim, the_craft, the_force, the_spread

SENSOR_TEXT = {
    Verb.ACTIVATE: "goes active: sensors on",
    Verb.SILENCE: "goes silent: active sensors off",
    Verb.EXTEND: "extends its folding arrays",
    Verb.RETRACT: "retracts its folding arrays",
    Verb.JAM_ON: "starts area jamming",
    Verb.JAM_OFF: "stops area jamming",
}
SCAN_TEXT = {Grade.FAILURE: "nothing", Grade.SUCCESS: "contact", Grade.OUTSTANDING: "a clear echo"}
LOCK_TEXT = {Grade.FAILURE: "no lock", Grade.SUCCESS: "locked", Grade.OUTSTANDING: "locked"}


def _sensors(names: Names, event: Any) -> str:
    return f"{the_force(names, event)} {SENSOR_TEXT[Verb(event.a)]}."


def _seeker(names: Names, event: Any) -> str:
    """Return the craft or task force that scans or locks, as far as the reader knows."""
    side = event.side
    if is_own(names.seat, side):
        return the_craft(names, event)
    if event.actor == NONE:
        return SIDES[side]
    return the_force(names, event, "actor")


def _scan(names: Names, event: Any) -> str:
    target = the_aim(names, event)
    text = SCAN_TEXT[Grade(event.b)]
    return f"{_seeker(names, event)} scans {target} with {_sensor(event)} sensor: {text}."


def _lock(names: Names, event: Any) -> str:
    target = the_aim(names, event)
    text = LOCK_TEXT[Grade(event.b)]
    return f"{_seeker(names, event)} tries {_sensor(event)} lock on {target}: {text}."


def _sensor(event: Any) -> str:
    """Return the sensor of an attempt with its article."""
    return "an active" if event.a == Sensor.ACTIVE else "a passive"


def _jammed(names: Names, event: Any) -> str:
    effect = f"difficulty +{event.a}" if event.a else "in vain"
    return f"{the_force(names, event)} jams: {effect}."


def _detected(names: Names, event: Any) -> str:
    if event.actor == NONE:
        return f"{the_spread(names, event)} detected: {pluralize(event.b, 'missile')}."
    where = the_force(names, event)
    if names.seat == UMPIRE:
        return f"{the_craft(names, event)} is detected in {where}."
    if names.craft_side(event.actor) == names.seat:
        return f"{the_craft(names, event)} ({where}) has been detected."
    return f"Detected in {where}: {the_craft(names, event)}."


EVENT_TEXT: dict[Event, Sentence[Names]] = {
    Event.SENSORS: _sensors,
    Event.SCAN: _scan,
    Event.JAMMED: _jammed,
    Event.DETECTED: _detected,
    Event.LOCK: _lock,
}
