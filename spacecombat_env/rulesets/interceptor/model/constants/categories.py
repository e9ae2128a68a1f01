"""Kinds of everything but weapons: sides, states of craft, components, crews, knowledge."""

from enum import IntEnum


class Side(IntEnum):
    """The two players: Red is Commonwealth, Renegades or KessRith, Blue is TOG."""

    RED = 0
    BLUE = 1


class Status(IntEnum):
    """States of a craft."""

    UNUSED = 0
    WAITING = 1  # to be set up, or to enter
    ABOARD = 2  # in a bay of its carrier
    ON_MAP = 3
    ABANDONED = 4  # on the map, its crew gone
    DERELICT = 5  # on the map, no skilled crew left alive (IN-DES-08)
    WRECK = 6  # has broken up; drifts (IN-DES-07)
    DESTROYED = 7  # exploded
    BROKEN_OFF = 8  # left the map
    LANDED = 9  # on the ground, out of the fight (IN-AMB-134); the last value


class Tow(IntEnum):
    """How far two ships are in tow (IN-CON-26, 30); from TOWING on they move as one."""

    FREE = 0
    LOCKING = 1
    TOWING = 2
    UNLOCKING = 3
    ATTACHING = 4  # the jumpers
    ATTACHED = 5
    DETACHING = 6


class Size(IntEnum):
    """Size classes in their order of movement (IN-SEQ-03, data/movement_size_order.csv)."""

    NONE = 0
    PCS_OVER_5000 = 1
    PCS_5000 = 2
    PCS_2500 = 3
    PCS_1000 = 4
    SUPERHEAVY = 5
    HEAVY = 6
    MEDIUM = 7
    LIGHT = 8


class Prior(IntEnum):
    """Cards of a seat's scenario: what the enemy may have (scenario/seat_scenarios.py)."""

    SHIP = 0
    """One ship."""
    CLASS = 1
    """A class that may fly any number of times."""
    UNLIKELY = 2
    """A class that flies only where nothing else fits."""


class Facing(IntEnum):
    """Hexsides of a craft, clockwise from where it points; its six blocks of armour."""

    F = 0
    RF = 1
    RA = 2
    A = 3
    LA = 4
    LF = 5


class Arc(IntEnum):
    """Fields of fire (IN-CMB-06, data/geometry.yaml)."""

    FORWARD = 0
    RIGHT = 1
    AFT = 2
    LEFT = 3
    TURRET = 4  # all around
    SIDE_1 = 5  # of an installation (IN-OIN-02): hexsides from the top clockwise
    SIDE_2 = 6
    SIDE_3 = 7
    SIDE_4 = 8
    SIDE_5 = 9
    SIDE_6 = 10


class Nation(IntEnum):
    """Builders of craft, and users of a load."""

    ANY = 0
    COMMONWEALTH = 1  # CW/RL
    TOG = 2
    KESSRITH = 3


class Race(IntEnum):
    """Races of crewmen (data/consciousness.csv)."""

    VAUVAUSAR = 0
    BAUFRIN = 1
    HUMAN = 2  # Naram and Ssora too
    KESSRITH = 3


class Comp(IntEnum):
    """Kinds of component (data/internal_effects.csv)."""

    FREE = 0  # a box of nothing: a free hit
    BRIDGE = 1
    COCKPIT = 2
    DCS = 3
    ACS = 4
    TRANSPONDER = 5
    COMMUNICATIONS = 6
    LONG_RANGE_SENSORS = 7
    SCANNER = 8
    NAVIGATION = 9
    FTL_NAVIGATION = 10
    FIRE_CONTROL = 11
    SYNCHRONIZER = 12
    HELM = 13
    THRUST_CONTROL = 14
    HARDPOINT = 15
    AUTOLOADER = 16
    TOT_GEAR = 17
    WEAPON = 18
    POINT_DEFENCE = 19  # Safeguard; an MDC-G is a weapon
    SHIELD = 20
    ECM = 21
    TURRET = 22  # its structure
    PLANT = 23
    ENGINE = 24
    LINKAGE = 25
    FTL_DRIVE = 26
    ANTIGRAV = 27
    FUEL = 28
    COMPENSATOR = 29
    QUARTERS = 30
    CARGO = 31
    LIFE_SUPPORT = 32
    HANGAR = 33
    TOWING = 34
    HOSPITAL = 35
    REPAIR = 36
    RESCUE = 37
    SHIP_DESTROYED = 38
    JUMPERS = 39  # for the FTL drive of a ship in tow
    MAGAZINE = 40  # of an Autoloader, or the missile reloads in a cargo bay


class Where(IntEnum):
    """Where a component lies."""

    INSIDE = 0  # in the internal block
    TURRET = 1  # in a turret's block
    ARMOUR = 2  # on the armour of its facing (IN-DMG-12)


class Role(IntEnum):
    """Role of a crewman."""

    NONE = 0
    PILOT = 1
    GUNNER = 2
    ENGINEER = 3
    NAVIGATOR = 4
    ECM_OPERATOR = 5


class CrewStatus(IntEnum):
    """State of a crewman."""

    UNUSED = 0
    AWAKE = 1
    UNCONSCIOUS = 2
    DEAD = 3
    GONE = 4  # has left his craft


class Tumble(IntEnum):
    """Result of a manoeuvre that was rolled (IN-SOC-02, 06)."""

    MADE = 0
    TOO_DEAR = 1  # it drifts a hex instead
    TOO_SLOW = 2  # the same: it would fall below 0
    STUCK = 3  # nor has it a hex to drift


class Control(IntEnum):
    """Whether a craft is under control."""

    STEADY = 0
    OUT = 1  # seriously out of control (IN-SOC)


class Morale(IntEnum):
    """The result of a ship's checks of morale (IN-COL-08, IN-CAM-03)."""

    UNTESTED = 0  # never before a ram, and none failed
    FIRM = 1  # before a ram: it is checked no more
    BROKEN = 2


class Disclosed(IntEnum):
    """Bits of what the enemy knows of a craft (IN-LOS-02); they only grow."""

    STREAMLINING = 1
    TONS_20 = 2  # tonnage within 20 %
    TONS_10 = 4
    TONS = 8
    CLASS = 16
    WEAPONS = 32  # their number, size and type
    KINDS = 64  # their type


class Deed(IntEnum):
    """Bits of `craft.deeds`: what may be done once a turn, and has been."""

    MANNED = 1  # crew roles changed
    DROPPED = 2
    COVERED = 4
    PUSHED = 8
    RAMMED = 16
    GUARDED = 32
    TAILED = 64  # has claimed a tail, or waived it
    DECIDED = 128  # has decided
    POWERED = 256  # its power is allotted
    TOWED = 512  # has begun or ended a tow


class PowerHead(IntEnum):
    """Bits of `order.heads`: what has been named of a ship's power (IN-POW-01)."""

    ENGINES = 1
    SHIELDS = 2
    LIFTERS = 4
    DRIVE = 8
    WHOLE = 16  # all or nothing was fed before anything else was named
    SHIELD_F = 32
    SHIELD_RF = 64
    SHIELD_RA = 128
    SHIELD_A = 256
    SHIELD_LA = 512
    SHIELD_LF = 1024


class Target(IntEnum):
    """Kinds of target."""

    CRAFT = 0
    MISSILE = 1
    ADRIFT = 2
    ROCK = 3


class Rock(IntEnum):
    """Kinds of terrain counter."""

    NONE = 0
    ASTEROID = 1
    WRECK = 2


class Source(IntEnum):
    """Source of a hit."""

    FIRE = 0
    MISSILE = 1
    COLLISION = 2
    ASTEROID = 3
    BLAST = 4


class Blast(IntEnum):
    """Kinds of explosion that are due (IN-DES-02, IN-MSL-20)."""

    NONE = 0
    HELL = 1
    PLANT = 2
    MAGAZINE = 3
    CARRIED = 4


class Collapse(IntEnum):
    """How a hull fails (IN-DES-07)."""

    BREAKS_UP = 0
    DELAYED = 1
    AT_ONCE = 2


class Seeing(IntEnum):
    """Brackets of data/tactical_intelligence.csv, farthest first."""

    FAR = 0  # 16 hexes and more
    LONG = 1  # 11 to 15
    MIDDLE = 2  # 4 to 10
    NEAR = 3  # 1 to 3
    SAME_HEX = 4


class Look(IntEnum):
    """The part of a ship whose damage is seen."""

    ARMOUR = 0
    INSIDE = 1


class WatchMode(IntEnum):
    """When a seat that passes wants to decide in the rest of a move."""

    NORMAL = 0  # when a shot is better than any passed
    WATCH = 1  # at every moment with a shot
    HOLD = 2  # no more


class Verdict(IntEnum):
    """The winner."""

    OPEN = -1
    RED = 0
    BLUE = 1
    DRAW = 2


class Reason(IntEnum):
    """Reasons for the end of the game; texts in `REASONS`."""

    OPEN = 0
    ALL_OUT = 1
    TURN_LIMIT = 2
    ILLEGAL_ORDER = 3
    PRIZE_LOST = 4
    PRIZE_TAKEN = 5


REASONS = (
    "the game is open",
    "a side has nothing left to fight with",
    "turn limit",
    "illegal order",
    "the man whom both sides want is dead or gone",
    "the man whom both sides want was carried off",
)
