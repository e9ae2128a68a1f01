"""The events of the log, a row each: what their columns hold, and the sentence that tells them.

Columns a..e are 0 unless told; every event has the side that acts. A sentence's blanks are columns
of the event, or methods of `Teller` (told/story.py).
"""

from enum import IntEnum

from spacecombat_env.core.events import Sentence, by_event


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
"""What a unit does in its move (sensors, power, thrust) is one sentence, told of all its events."""
# fmt: off
ROWS = (
    Sentence(Event.TURN, "side that scans first; a turn",
             "Turn {a}. {side} scans first."),
    Sentence(Event.PLACED, "unit; a, b square",
             "{unit} starts at {place}."),
    Sentence(Event.POPPED, "unit; a out (1) or in (0)", MOVE),
    Sentence(Event.POWER, "unit; a Power", MOVE),
    Sentence(Event.MOVED, "unit; a, b square, c, d vector, e thrust", MOVE),
    Sentence(Event.LAUNCHED, "unit launched",
             "{launch}."),
    Sentence(Event.GONE, "unit; a Loss",
             "{unit} {loss}"),
    Sentence(Event.SCAN, "scanning side, its unit; a Sensor, b, c top left square, d squares "
                         "across, e strength as announced",
             "{scanner}: {sensor} scan of {area}, strength {e:+d}."),
    Sentence(Event.GLARE, "scanning side; a strength that is left, b, c of which scan",
             "{side} looks into its own sunglare: strength {a:+d}."),
    Sentence(Event.CONTACT, "scanning side, unit that answers; a Signature, b its value, c signal, "
                             "d contact of the scan",
             "{contact}: {signature} {b:+d}, signal {c}."),
    Sentence(Event.ROLL, "scanning side; a roll, b skill",
             "Sense roll of {side}: {a}{skill}."),
    Sentence(Event.POSITION, "scanning side, unit; a, b square",
             "{shows_position}: {place}."),
    Sentence(Event.TRACKED, "tracking side, unit; a, b square, c, d vector",
             "{side} tracks {unit} at {place}, {course}!"),
    Sentence(Event.LOST, "tracking side, unit; a Lost, told to that side alone",
             "{side} loses its track of {unit}{why}."),
    Sentence(Event.OVER, "a verdict, b reason",
             "{outcome}"),
)
# fmt: on
SENTENCES = by_event(Event, ROWS)
