"""The events of the log, a row each: the meaning of their columns, and their sentence.

Columns a..e are 0 by default; every event has the side that acts. A sentence's blanks are columns
of the event, or methods of its formatter (presentation/game_log.py).
"""

from enum import IntEnum

from spacecombat_env.core.model.events import EventText, by_event


class Event(IntEnum):
    """Kinds of events in the log."""

    NOTHING = 0
    TURN = 1
    PLACED = 2
    MOVED = 3
    POWER = 4
    POPPED = 5
    LAUNCHED = 6
    GONE = 7
    SCAN = 8
    GLARE = 9
    CONTACT = 10
    ROLL = 11
    POSITION = 12
    TRACKED = 13
    LOST = 14
    OVER = 15


MOVE = "{move}"
"""All events of a unit's move (sensors, power, thrust) become one sentence."""
# fmt: off
EVENT_TEXTS = (
    EventText(Event.TURN, "side that scans first; a turn",
             "Turn {a}. {side} scans first."),
    EventText(Event.PLACED, "unit; a, b square",
             "{unit} starts at {place}."),
    EventText(Event.POPPED, "unit; a out (1) or in (0)", MOVE),
    EventText(Event.POWER, "unit; a Power", MOVE),
    EventText(Event.MOVED, "unit; a, b square, c, d vector, e thrust", MOVE),
    EventText(Event.LAUNCHED, "unit launched",
             "{launch}."),
    EventText(Event.GONE, "unit; a Loss",
             "{unit} {loss}"),
    EventText(Event.SCAN, "scanning side, its unit; a Sensor, b, c top left square, d squares "
                         "across, e strength as announced",
             "{scanner}: {sensor} scan of {area}, strength {e:+d}."),
    EventText(Event.GLARE, "scanning side; a strength that is left, b, c of which scan",
             "{side} looks into its own sunglare: strength {a:+d}."),
    EventText(Event.CONTACT, "scanning side, unit that answers; a Signature, b its value, "
                             "c signal, d contact of the scan",
             "{contact}: {signature} {b:+d}, signal {c}."),
    EventText(Event.ROLL, "scanning side; a roll, b skill",
             "Sense roll of {side}: {a}{skill}."),
    EventText(Event.POSITION, "scanning side, unit; a, b square",
             "{shows_position}: {place}."),
    EventText(Event.TRACKED, "tracking side, unit; a, b square, c, d vector",
             "{side} tracks {unit} at {place}, {course}!"),
    EventText(Event.LOST, "tracking side, unit; a Lost, told to that side alone",
             "{side} loses its track of {unit}{why}."),
    EventText(Event.OVER, "a verdict, b reason",
             "{outcome}"),
)
# fmt: on
SENTENCES = by_event(Event, EVENT_TEXTS)
