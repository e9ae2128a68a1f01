"""Kinds of pieces and of their states: sides, victory, missions, weapons, damage."""

from enum import IntEnum


class Side(IntEnum):
    """BR-GEN-01, BR-MAP-05 The two players. Red enters over the low rows, Blue the high ones."""

    RED = 0
    BLUE = 1


class Verdict(IntEnum):
    """The result of a game; `Side` values for the winner."""

    OPEN = -1
    RED = 0
    BLUE = 1
    DRAW = 2


class Reason(IntEnum):
    """Why a game ended."""

    OPEN = 0
    LAST_OPERATIONAL = 1  # BR-S1-02
    BOTH_ELIMINATED = 2  # BR-S1-02
    TURN_LIMIT = 3
    ILLEGAL_ORDER = 4
    VICTORY_CONDITIONS = 5  # BR-S2-06, BR-S3-02


REASONS = (
    "the game is open",
    "last side with an operational ship",
    "both sides eliminated",
    "turn limit",
    "illegal order",
    "victory conditions of the scenario",
)
"""Texts of `Reason`, in its order."""


class Victory(IntEnum):
    """The victory conditions of a scenario."""

    LAST_OPERATIONAL = 0  # BR-S1-02, BR-S4-01
    TASK_FORCE_DAGGER = 1  # BR-S2-06..08
    FIRST_CLASH = 2  # BR-S3-02..05
    POCKET_EMPIRES = 3  # BR-ASG-12: missions drawn in secret


class RedMission(IntEnum):
    """Chapter MIR: the missions of the intruder."""

    COMMAND_OF_THE_SPACEWAYS = 1
    INVADE_AND_SECURE = 2
    PROBING_ATTACK = 3
    SURFACE_RAID = 4
    BOMBARDMENT = 5
    HIT_AND_RUN = 6
    PROPAGANDA_RAID = 7
    TRANSIT = 8
    DEEP_BLACK = 9
    SNOOP_N_SCOOT = 10


class BlueMission(IntEnum):
    """Chapter MIB: the missions of the native."""

    AMBUSH = 1
    VAMPIRE = 2
    NAVAL_SUPREMACY = 3
    ACTIVE_DEFENSE = 4
    FLEET_IN_BEING = 5
    CONVOY_RUN = 6
    ECONOMY_OF_FORCE = 7
    DELAYING_ACTION = 8
    DESPERATE_DEFENSE = 9
    ESCAPE = 10


class Errand(IntEnum):
    """Mission marks of a craft, as bits of craft.errand: purpose, deeds, damage."""

    REFUELLED = 1  # BR-MIR-08
    DATABASE = 2  # BR-MIR-09 the team's data is aboard
    LATE = 4  # BR-MIB-01, 06 enters later
    HIT = 8  # BR-MIR-07, BR-MIB-09 a damage result other than No Effect
    SPOTTED = 16  # BR-MIR-10 detected at some time
    SIMS_TL14 = 64  # BR-SIM-04 the semi-independent missiles it was bought with are TL-14


class ShipOutcome(IntEnum):
    """Headings under which the missions count ships."""

    FLEET = 0
    DESTROYED = 1
    DISABLED = 2
    ESCAPED = 3
    OPERATIONAL = 4
    CAPTURED = 5
    REFUELLED = 6  # escaped after refuelling
    INFORMED = 7  # escaped with the team's data
    SPOTTED = 8
    MERCHANT = 9
    CONVOY_AWAY = 10  # merchants that escaped
    IN_PLAY = 11  # neither gone nor lost


class Jumpless(IntEnum):
    """Terms on which a side may buy ships without jump drive."""

    FORBIDDEN = 0  # BR-S1-03
    WITH_TENDERS = 1  # BR-S4-01
    EITHER_PRICE = 2  # without tenders at the second price (BR-ASG-09, BR-AMB-92)
    RIDERS_WITH_TENDERS = 3  # battle riders, which have two prices; others freely (BR-S3-06)


class Load(IntEnum):
    """BR-SIM-04 The missiles that a ship is bought with: how many are semi-independent."""

    CONTROLLED = 0
    HALF_TL12 = 1
    ALL_TL12 = 2
    HALF_TL14 = 3
    ALL_TL14 = 4


class Beam(IntEnum):
    """BR-CTR-02 Weapon types."""

    NONE = 0
    LASER = 1
    PARTICLE = 2
    MESON = 3
    MISSILE = 4  # a missile's bomb-pumped laser (BR-MIS-01)


class Sensor(IntEnum):
    """BR-CTR-05 The two sensors of a ship."""

    PASSIVE = 0
    ACTIVE = 1


class WeaponRow(IntEnum):
    """BR-CTR-01 The rows of weapons of a ship, in counter order."""

    SPINAL = 0
    SECONDARY_1 = 1
    SECONDARY_2 = 2
    TURRET = 3


class BodyKind(IntEnum):
    """BR-AST-04, 06 Bodies in space; stars and gas giants are larger than a counter."""

    NONE = 0
    PLANET = 1
    ASTEROID = 2
    STAR = 3
    GAS_GIANT = 4


class CraftStatus(IntEnum):
    """Position of a craft."""

    UNUSED = 0
    IN_FORCE = 1  # in a task force, on the map or waiting to enter
    ABOARD = 2  # carried by its tender or controller
    DESTROYED = 3
    ESCAPED = 4  # Left over the escape edge, able to jump (BR-SCN-05).
    LOST = 5  # Left the map any other way (BR-AMB-57).
    CAPTURED = 6  # Taken by an enemy boarding party (BR-BRD-08).
    OFFERED = 7  # In the pool of ships its side may buy (BR-SCN-10).
    SET_ASIDE = 8  # A place in a pool for a ship still to be picked, or for its riders.


class ForceStatus(IntEnum):
    """Position of a task force."""

    UNUSED = 0
    ON_MAP = 1
    WAITING = 2  # enters on its written turn (BR-SCN-04)


class Surface(IntEnum):
    """BR-LND-01, 03, 04 Position of a task force with respect to a planet."""

    SPACE = 0
    LANDING = 1
    LANDED = 2
    UNDER_WATER = 3
    TAKING_OFF = 4


class Atmosphere(IntEnum):
    """BR-LND-02 Cover of a landed craft: the value is the modifier on sensor tasks."""

    THIN_OR_LESS = 2  # Very Thin or less
    BREATHED = 3  # Thin or greater
    HOSTILE = 4  # Exotic, Corrosive, Insidious


class Result(IntEnum):
    """BR-DMG-10..21 Damage results, in the order of data/damage_markers.csv."""

    BRIDGE = 0
    FIRE_CONTROL = 1
    POWER_PLANT = 2
    SENSORS = 3
    LIFE_SUPPORT = 4
    NO_EFFECT = 5
    SHIP_EXPLODES = 6
    ARTIFICIAL_GRAVITY = 7
    JUMP_DRIVE = 8
    MANEUVER_DRIVE = 9
    SPINE = 10
    COMPUTER = 11


class Damage(IntEnum):
    """State of one result on one ship; the numbers of the Temporary Damage markers."""

    INTACT = 0
    TEMPORARY_1 = 1
    TEMPORARY_2 = 2
    PERMANENT = 3


class Fight(IntEnum):
    """BR-BRD-05 Result of the last turn of a boarding action."""

    FRESH = 0  # there was none
    TIED = 1
    BOARDER_LOST = 2
    BOARDED_LOST = 3


class Tumble(IntEnum):
    """BR-DMG-26 The value is the modifier on all the ship's tasks."""

    STEADY = 0
    TUMBLE = 1
    SEVERE = 2


class Crew(IntEnum):
    """BR-CRW-01 Quality of a ship's crew."""

    AVERAGE = 0
    CRACK = 1
    GREEN = 2


CREW_QUALITIES = len(Crew)


class Power(IntEnum):
    """BR-PWR-01, 03 The power plant: full power, a Powered Down or a Powering Up marker."""

    UP = 0
    DOWN = 1
    STARTING = 2


class Secrecy(IntEnum):
    """Secrets of a scenario beyond the basic rules, for redaction (bits of state.secrecy)."""

    DAMAGE = 1  # BR-HID-01
    BLIND = 2  # BR-REF-01
    ADVANCED = 4  # rules beyond the basic ones are in use: rules.option.advanced


class Readiness(IntEnum):
    """BR-SUR-07 Readiness of the crews of a side."""

    CRUISING = 0
    ALERT = 1
    BATTLE_STATIONS = 2
