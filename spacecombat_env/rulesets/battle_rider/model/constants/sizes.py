"""Upper bounds on pieces, and the plain numbers of the rules."""

from typing import NamedTuple


class Capacity(NamedTuple):
    """Most pieces of one side; it sizes the state, the observation and the action space."""

    craft: int
    task_forces: int
    spreads: int


CAPACITIES = {
    "small": Capacity(8, 12, 12),
    "medium": Capacity(16, 24, 24),
    "large": Capacity(40, 48, 48),
}

NONE = -1  # no craft, no task force, no spread, no side

WEAPON_ROWS = 4  # Spinal, first secondary, second secondary, turret (BR-CTR-01).
RESULTS = 12  # Kinds of damage marker (BR-DMG-09).
CARDS = 95  # Numbered cards; the blank 96th is not dealt (BR-GEN-11).
MAX_TACTICS = 7  # Fleet Tactics ceiling (BR-SCN-11).
MAX_PLAYERS = 4  # Players of one side (BR-MPL-01).
MAX_HITS = 48  # Hits of one ship's fire at one target: more than any ship has beams.
MAX_WHITEOUTS = 40
MEMORY_LAUNCHES = 24  # Places and turns of launching by one side: scripted players need a dozen.
MAX_BODIES = 8
MAX_CLASSES = 96  # Printed classes, drones, and classes a scenario brings.
CONTROLLED_MISSILE_G = 12  # BR-MIS-05
MISSILE_SIZE = 2  # BR-MIS-04
MAX_DEEDS = 24  # Changes of task forces by one side in one turn: more than a plan can need.
DUMMY_MAX_G = 40  # A dummy's Gs are unlimited (BR-MOV-08); the map is 33 hexes long.
DUMMY_MAX_SPEED = 6  # BR-AMB-30
MAX_DIFFICULTY = 5  # BR-TSK-05
LAST_ENTRY_TURN = 12  # Latest turn that can be chosen for an entry (BR-SCN-04).
SET_ASIDE = 16  # Ships that are divided one by one: 15 printed ones (BR-SCN-10).
MAX_PICKS = SET_ASIDE // 2  # Picks of them in one pool.
CRASH_START_DIFFICULTY = 4  # BR-PWR-04
FUEL_CARDS = 3  # BR-FUE-01
ADVANCED_SAND_LEVEL = 15  # Tech level of sandcasters that take off two points (BR-ATL-01).
RESERVE_BURNED = -2  # Replaces the fuel left: part of the jump fuel is gone (BR-FUE-03).
MAX_DIRECTED = 24  # Fire directors at work in one round: more than a task force has.
GLOBE_FULL = 10  # Setting of a black globe; 1..9 flicker at 10%..90%, 0 is off (BR-BGL-01).
SIM_12_LEVEL, SIM_14_LEVEL = 12, 14  # Semi-independent missiles, by tech level (BR-SIM-01).
SIM_12_G, SIM_14_G = 9, 7
SIM_12_RANGE, SIM_14_RANGE = 1, 3  # short range of their passive sensor
DIE = 6  # faces
ROLL_AGAIN = 7  # result of two dice when a third decides (BR-LRG-07)
TURN_LENGTH_MARKER = 2  # White Out-2, Circuitry Overload-2, Temporary Damage-2 (BR-SEQ-11)
