"""Limits on the number of pieces, and the plain numbers of the rules."""

from typing import NamedTuple


class Capacity(NamedTuple):
    """How many pieces one side may have; it sizes the state, the observation and the actions."""

    craft: int
    rows: int
    crewmen: int
    racks: int
    missiles: int
    adrift: int


CAPACITIES = {
    "small": Capacity(4, 256, 8, 12, 8, 4),
    "medium": Capacity(8, 640, 16, 28, 16, 8),
    "large": Capacity(12, 1536, 40, 48, 24, 16),
}

NONE = -1  # no craft, no missile, no side

DIE = 10  # every die has ten faces
DIRECTIONS = 6  # printed 1..6, here 0..5, from the top clockwise; hexsides too
BACK = DIRECTIONS // 2  # hexsides from one to the opposite one
WIDTH = 10  # columns of a block (IN-DMG-02)
LEFTMOST = 1 << (WIDTH - 1)  # the bit of column 1
FULL_ROW = (1 << WIDTH) - 1
BANDS = 5  # bands of range of the weapons table
MAX_RANGE = 30  # of any missile; direct fire ends at 15
DIRECT_RANGE = 15
INTELLIGENCE_RANGE = 16  # from there on the farthest bracket counts
SIZE_CLASSES = 8  # of data/movement_size_order.csv, counted from 1 as the largest

MAX_COLUMNS, MAX_MAP_ROWS = 40, 56
MAX_VELOCITY = 99
MAX_FUSE = 10  # IN-DES-10
MOST_OPPORTUNITIES = 12  # to launch that are still counted
MAX_CLASSES = 24
MAX_CARDS = 48
MAX_CLASS_ROWS = 1400  # of a class: armour, turrets, the internal block, planes of large ships
MAX_COMPONENTS = 63  # of a class: bits of an INT64
MAX_WEAPONS = 30  # of a class: rows of its sheet, bits of an INT32
MAX_CLASS_RACKS = 8
MAX_CLASS_CREW = 16
MAX_TURRETS = 10
MAX_CELL_ROWS = 240  # rows of its internal block and those of its turrets
MAX_BAYS = 4  # of a class: cargo and hangars
MAX_ARMOUR_ROWS = 24  # of a facing
MAX_WEAPON_TABLE = 72
MAX_TEMPLATES = 64
MAX_TEMPLATE_ROWS = 8
MAX_ROCKS = 24
MAX_VOLLEYS = 2  # of an exchange: the attack, and the fire that is returned
MAX_HITS = 32  # of an exchange
MAX_BLASTS = 16  # due at once
MAX_SCORE_STEPS = 8  # rows of an outcome table
MAX_ENTRY_HEXES = 4  # in which ships of a side may enter
MAX_TOW_TURNS = 60  # to attach jumpers (IN-CON-30)
HANGAR_FACTOR = 2  # tons of a hangar for each ton of craft in it (IN-AMB-64)
BAY_BLAST = 300  # IN-AMB-122: points of a craft that explodes in its bay
SHEET_ROWS = 14  # of a printed map sheet (data/geometry.yaml)
SHIELD_STEPS = 21  # flicker 0, 10 .. 200
MAX_FLICKER = 200
FLICKER_STEP = 10
PUSH_ROWS, PUSH_COLUMNS = 6, 6  # current thrust 1..5+, extra points 1..5; row and column 0 unused
NO_PUSH = -1  # the table forbids it
SURE_DAMAGE = 0  # `A` of the table: damage for certain
MANOEUVRES = 11  # by the die; 0 unused
MANOEUVRE_ROWS = 16  # by velocity; 0 reads row 1
ASTEROID_ROWS = 24  # by velocity, 21 and more alike
RACES = 4
WOUNDS = 4
POINT_DEFENCES = 5
POINT_SHOTS = 6  # sixth and more
HALF_TONS = 2  # loads and racks are weighed in half tons

DECOY_REACH = 3  # IN-DEF-05
LAY_SPREAD = 3  # IN-MSL-13 a TGM's velocity: that of its launcher, less or more
COCKPIT_BOXES = 4  # IN-IDE-08
BACKUP_TURNS = 2  # IN-IDE-03: a whole turn out of command, and the rest of the one before
UNLED = 3  # `craft.command` of a ship that nobody leads any more
OVERLOAD_WEAPONS = 5  # IN-OVL-01
SHIP_DESTROYED_BOXES = 10
ROCK_HITS = 200  # IN-AST-04
ROCK_CRASH_HITS = 100
MISSILE_VELOCITY = 10  # IN-MSL-07
RECORDED_USES = 64  # buckets of `chance.uses`
AMOUNTS = 24  # numbers of one action
LOG_LENGTH = 128
MEMORY_HITS = 128  # hits on the craft of each side that are remembered
