"""Names for every number of the game: sides, kinds of sensor and signature, phases, actions.

Numbers that the post leaves out stand in data/ and are marked there as reconstructed.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

NONE = -1
ABSENT = -99
"""A sensor that is not fitted, a signature that is not given off."""

DIRECTIONS = 8
BOX = 5
"""Squares of a box, across and down (IC-SCAN-03)."""
BOX_COLUMNS, BOX_ROWS = 6, 7
"""Boxes of the largest map."""
BOXES = BOX_COLUMNS * BOX_ROWS
SQUARES_OF_BOX = BOX * BOX
MAX_COLUMNS, MAX_ROWS = BOX * BOX_COLUMNS, BOX * BOX_ROWS
"""Squares of the largest map."""
SIZES = 7
"""Sizes of scan (data/scan_sizes.csv)."""
FIRST_BOX_SIZE = 2
"""Row of the first size that is counted in boxes; smaller ones are counted in squares."""
SCANS_A_TURN = 2
"""IC-SCAN-01."""
RECENT_SCANS = 8
"""Scans of a side that are remembered."""
MAX_SIGNATURES = 3
"""Signatures of one kind that a unit may give off: IR(Hull), IR(Power), IR(Thrust)."""
MAX_THRUST = 6
AMOUNTS = MAX_THRUST + 1
MAX_BODIES = 4
MAX_CLASSES = 16
RANGE_STEPS = 7
LOG_LENGTH = 128
"""Newest events kept of the true log, and of each side's log."""
MAX_REPEATS = 3
"""IC-AMB-13 Most that repeating a scan can add."""
TRACKED_SIGNAL = 12
"""IC-SIG-04."""
POSITION_MARGIN = 3
"""IC-SNS-03 Excess of a roll over the signal that still gives a position."""
HELD = 8
"""Turns of a held track that the observation distinguishes."""
TRACE_DECAY = 2
"""Decay per turn of a side's map of its own searches."""
TRACE = 16
"""Strongest mark on that map."""


class InterceptSide(IntEnum):
    """The two players: A scans first on odd turns. Red plays A, Blue plays B."""

    A = 0
    B = 1


class Sensor(IntEnum):
    """Kinds of sensor, and of scan (IC-SCAN-05)."""

    VISUAL = 0
    IR = 1
    RADAR = 2
    NEUTRINO = 3
    MASS = 4


SENSORS = len(Sensor)


class Signature(IntEnum):
    """Signatures of a unit, in the order of the sensors that see them."""

    VISUAL_HULL = 0
    VISUAL_THRUST = 1
    IR_HULL = 2
    IR_POWER = 3
    IR_THRUST = 4
    RADAR = 5
    NEUTRINO_POWER = 6
    MASS = 7


FIRST_SIGNATURE = (0, 2, 5, 6, 7, 8)
"""Per Sensor the first of its signatures; the last entry closes the list."""


class Type(IntEnum):
    """Kinds of unit."""

    SHIP = 0
    CRAFT = 1
    VOLLEY = 2


class Drive(IntEnum):
    """Kinds of drive; they differ in thrust and emissions."""

    IMPULSE = 0
    PLUME = 1
    MISSILE = 2


class Power(IntEnum):
    """Power plant.

    Off: dead and cold. On batteries the unit senses, but neither thrusts nor uses radar. Idle and
    full run the plant; thrust needs full.
    """

    OFF = 0
    BATTERIES = 1
    IDLE = 2
    FULL = 3


class Condition(IntEnum):
    """State of a location or a crew; the game has no weapons, scenarios may set it (IC-LOST-05)."""

    SOUND = 0
    STUNNED = 1
    CRITICAL = 2


class Status(IntEnum):
    """Where a unit is."""

    UNUSED = 0
    WAITING = 1
    """A ship that is still to be placed."""
    ABOARD = 2
    ON_MAP = 3
    GONE = 4
    """Left the map, crashed, spent, caught or lost without control."""


class Loss(IntEnum):
    """Why a unit is gone."""

    NOT = 0
    LEFT_MAP = 1
    CRASHED = 2
    UNCONTROLLED = 3
    CAUGHT = 4


class Result(IntEnum):
    """Results of a scan for a unit (data/signal_results.csv)."""

    NOTHING = 0
    CONTACT = 1
    POSITION = 2
    TRACKED = 3


class TrackLoss(IntEnum):
    """Why a track was lost: the reason for the ship that would have held it longest."""

    RANGE = 0
    BEHIND_DRIVE = 1
    BLOCKED = 2
    BLIND = 3


class InterceptPhase(IntEnum):
    """Parts of a turn."""

    SETUP = 0
    OPEN_MOVEMENT = 1
    PLOTTING = 2
    SENSORS = 3


class InterceptStep(IntEnum):
    """Steps of the sequence of play."""

    SETUP = 0
    TURN_START = 1
    OPEN_MOVES = 2
    PLOTS = 3
    MOVES = 4
    TRACKS = 5
    FIRST_SCANS = 6
    FIRST_ANSWERS = 7
    SECOND_SCANS = 8
    SECOND_ANSWERS = 9
    TURN_END = 10
    OVER = 11


class InterceptVerb(IntEnum):
    """Verbs and plain actions."""

    PASS = 0
    COAST = 1
    POP_IN = 2
    POP_OUT = 3
    POWER_OFF = 4
    BATTERIES = 5
    IDLE = 6
    LAUNCH = 7


VERBS = len(InterceptVerb)


class Victory(IntEnum):
    """How a scenario is won."""

    HOLD = 0
    """First to hold a track of an enemy ship for a number of turns running."""
    CROSS = 1
    """One side must reach the goal zone untracked, the other catch its ships."""
    POINTS = 2
    """A point for each enemy ship tracked at the end of each turn."""


class InterceptVerdict(IntEnum):
    """Winner."""

    OPEN = -1
    A = 0
    B = 1
    DRAW = 2


class InterceptReason(IntEnum):
    """Reasons for the end of the game; texts in `REASONS`."""

    OPEN = 0
    HELD = 1
    CROSSED = 2
    CAUGHT = 3
    NO_SHIPS = 4
    TURN_LIMIT = 5
    ILLEGAL_ORDER = 6


REASONS = (
    "the game is open",
    "a track was held long enough",
    "the goal was reached untracked",
    "the runners were caught",
    "a side has no ships left",
    "turn limit",
    "illegal order",
)
"""Texts of `InterceptReason`, in its order."""


class InterceptChance(IntEnum):
    """Kinds of random draws."""

    SENSE = 1
    SETUP = 2
    DETERMINIZE = 3


class InterceptDelegate(IntEnum):
    """Kinds of decision that may be left to standing orders, as bits."""

    SETUP = 1
    EMISSIONS = 2
    LAUNCHES = 4


class InterceptCapacity(NamedTuple):
    """Slots of a side in a capacity class."""

    name: str
    units: int


_CLASSES = (
    InterceptCapacity("small", 3),
    InterceptCapacity("medium", 6),
    InterceptCapacity("large", 12),
)
CAPACITIES = {capacity.name: capacity for capacity in _CLASSES}
