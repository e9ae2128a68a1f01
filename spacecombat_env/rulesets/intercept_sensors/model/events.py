"""The events of the log, a row each: the meaning of their columns, and their sentence.

Columns a..e are 0 by default; every event has the side that acts. A sentence's blanks are columns
of the event, or methods of its formatter (presentation/game_log.py).
"""

from enum import IntEnum

from spacecombat_env.core.model.events import EventText, by_event


class InterceptEvent(IntEnum):
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
    EventText(InterceptEvent.TURN, "side that scans first; a turn",
             "Turn {a}. {side} scans first."),
    EventText(InterceptEvent.PLACED, "unit; a, b square",
             "{unit} starts at {place}."),
    EventText(InterceptEvent.POPPED, "unit; a out (1) or in (0)", MOVE),
    EventText(InterceptEvent.POWER, "unit; a Power", MOVE),
    EventText(InterceptEvent.MOVED, "unit; a, b square, c, d vector, e thrust", MOVE),
    EventText(InterceptEvent.LAUNCHED, "unit launched",
             "{launch}."),
    EventText(InterceptEvent.GONE, "unit; a Loss",
             "{unit} {loss}"),
    EventText(InterceptEvent.SCAN,
             "scanning side, its unit; a Sensor, b, c top left square, d squares "
             "across, e strength as announced",
             "{scanner}: {sensor} scan of {area}, strength {e:+d}."),
    EventText(InterceptEvent.GLARE, "scanning side; a strength that is left, b, c of which scan",
             "{side} looks into its own sunglare: strength {a:+d}."),
    EventText(InterceptEvent.CONTACT, "scanning side, unit that answers; a Signature, b its value, "
                             "c signal, d contact of the scan",
             "{contact}: {signature} {b:+d}, signal {c}."),
    EventText(InterceptEvent.ROLL, "scanning side; a roll, b skill",
             "Sense roll of {side}: {a}{skill}."),
    EventText(InterceptEvent.POSITION, "scanning side, unit; a, b square",
             "{shows_position}: {place}."),
    EventText(InterceptEvent.TRACKED, "tracking side, unit; a, b square, c, d vector",
             "{side} tracks {unit} at {place}, {course}!"),
    EventText(InterceptEvent.LOST, "tracking side, unit; a Lost, delivered to that side alone",
             "{side} loses its track of {unit}{why}."),
    EventText(InterceptEvent.OVER, "a verdict, b reason",
             "{outcome}"),
)
# fmt: on
SENTENCES = by_event(InterceptEvent, EVENT_TEXTS)
