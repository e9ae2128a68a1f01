"""The questions, a row each: who hears the answer, how it is put. All are answered with a word.

Ask.PLOT is answered by `legal_plot` and `hear_plot`, in a chapter of its room (core/answers.py).
"""

from enum import IntEnum

from spacecombat_env.core.asks import Answer, Question, by_ask, column


class Ask(IntEnum):
    """Questions put to a seat."""

    NOTHING = 0
    PLACE_BOX = 1
    PLACE_SQUARE = 2
    PLOT = 3
    THRUST = 4
    LAUNCH = 5
    SCAN = 6
    SENSOR = 7
    SIZE = 8
    BOX = 9
    SQUARE = 10


class Room(IntEnum):
    """The rooms that ask."""

    MOVEMENT = 0
    SCANS = 1


WORD = Answer.WORD
# fmt: off
ROWS = (
    # movement
    Question(Ask.PLACE_BOX, Room.MOVEMENT, WORD,
             text="Set-up: in which box does {unit} start{course}?"),
    Question(Ask.PLACE_SQUARE, Room.MOVEMENT, WORD,
             text="Set-up: {unit} starts in {box}: on which square?"),
    Question(Ask.PLOT, Room.MOVEMENT, WORD,
             text="{how} {unit} at {place}, {vector}{settings}: which way does it thrust? Or "
                  "coast."),
    Question(Ask.THRUST, Room.MOVEMENT, WORD,
             text="{how} {unit} at {place}, {vector}{settings}: how many Gs {facing}?"),
    Question(Ask.LAUNCH, Room.MOVEMENT, WORD,
             text="{how} {unit} at {place}: what does it launch?"),
    # scans
    Question(Ask.SCAN, Room.SCANS, WORD,
             text="Scan {nth} of {scans}: which ship scans? Or pass."),
    Question(Ask.SENSOR, Room.SCANS, WORD,
             text="Scan {nth}: {unit} at {place} scans with which sensor?"),
    Question(Ask.SIZE, Room.SCANS, WORD,
             text="Scan {nth}: {unit} at {place}, {sensor}: an area of what size?"),
    Question(Ask.BOX, Room.SCANS, WORD,
             text="Scan {nth}: {unit} at {place}, {sensor} {size}: the middle in which box?"),
    Question(Ask.SQUARE, Room.SCANS, WORD,
             text="Scan {nth}: {unit} at {place}, {sensor} {size} in {box}: around which square?"),
)
# fmt: on
QUESTIONS = by_ask(Ask, ROWS)
ROOM_OF = column(QUESTIONS, "room", nothing=-1)
"""The room that hears a question."""
