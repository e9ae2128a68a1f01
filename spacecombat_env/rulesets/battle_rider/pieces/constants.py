"""Names for every number of the rule set: sides, phases, steps, questions, words, results."""

from enum import IntEnum
from typing import NamedTuple


class Capacity(NamedTuple):
    """How many pieces one side may have; it sizes the state, the observation and the actions."""

    craft: int
    task_forces: int
    spreads: int


CAPACITIES = {
    "small": Capacity(8, 12, 12),
    "medium": Capacity(16, 24, 24),
    "large": Capacity(40, 48, 48),
}

NONE = -1  # no craft, no task force, no spread, no side

WEAPON_ROWS = 4  # spinal, first secondary, second secondary, turret (BR-CTR-01)
RESULTS = 12  # kinds of damage marker (BR-DMG-09)
CARDS = 95  # numbered cards; the blank 96th is not dealt (BR-GEN-11)
MAX_TACTICS = 7  # Fleet Tactics ceiling (BR-SCN-11)
MAX_PLAYERS = 4  # of one side (BR-MPL-01)
MAX_HITS = 48  # hits of one ship's fire at one target: more than any ship has beams
MAX_WHITEOUTS = 40
MAX_BODIES = 8
MAX_CLASSES = 96  # printed classes, drones, and classes a scenario brings
LOG_LENGTH = 256  # newest events kept of the true log, and of what each side has been told
TASK_NOTES = 3  # the bits of TaskNote in an event's c; above them stands the crew, times 4
DETAILS = 20  # modifiers of one task, or cards, in one event
UNTOLD_VALUE = -100  # in place of the value needed for a task, where it is not told
CONTROLLED_MISSILE_G = 12  # BR-MIS-05
MISSILE_SIZE = 2  # BR-MIS-04
MAX_DEEDS = 24  # changes of task forces by one side in one turn: more than a plan can need
DUMMY_MAX_G = 40  # a dummy's Gs are unlimited (BR-MOV-08); the map is 33 hexes long
DUMMY_MAX_SPEED = 6  # BR-AMB-30
MAX_DIFFICULTY = 5  # BR-TSK-05
LAST_ENTRY_TURN = 12  # latest turn that can be written down for an entry (BR-SCN-04)
SET_ASIDE = 16  # ships that are divided one by one: 15 printed ones (BR-SCN-10)
MAX_PICKS = SET_ASIDE // 2  # of them in one pool
CRASH_START_DIFFICULTY = 4  # BR-PWR-04
FUEL_CARDS = 3  # BR-FUE-01
ADVANCED_SAND_LEVEL = 15  # tech level of sandcasters that take off two points (BR-ATL-01)
RESERVE_BURNED = -2  # in place of fuel left: part of the jump fuel is gone (BR-FUE-03)
MAX_DIRECTED = 24  # fire directors at work in one round: more than a task force has
GLOBE_FULL = 10  # setting of a black globe; 1..9 flicker at 10%..90%, 0 is off (BR-BGL-01)
SIM_12_LEVEL, SIM_14_LEVEL = 12, 14  # semi-independent missiles, by tech level (BR-SIM-01)
SIM_12_G, SIM_14_G = 9, 7
SIM_12_RANGE, SIM_14_RANGE = 1, 3  # short range of their passive sensor
DIE = 6  # faces
ROLL_AGAIN = 7  # what two dice show when a third decides (BR-LRG-07)
TURN_LENGTH_MARKER = 2  # White Out-2, Circuitry Overload-2, Temporary Damage-2 (BR-SEQ-11)


class Side(IntEnum):
    """BR-GEN-01, BR-MAP-05 The two players. Red enters over the low rows, Blue the high ones."""

    RED = 0
    BLUE = 1


class Verdict(IntEnum):
    """Who won; `Side` values for the winner."""

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
"""Words for `Reason`, in its order."""


class Victory(IntEnum):
    """What a scenario is played for."""

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
    """What a craft was bought for, has done or suffered for a mission: bits of craft.errand."""

    REFUELLED = 1  # BR-MIR-08
    DATABASE = 2  # BR-MIR-09 the team's data are aboard
    LATE = 4  # BR-MIB-01, 06 enters later
    HIT = 8  # BR-MIR-07, BR-MIB-09 a damage result other than No Effect
    SPOTTED = 16  # BR-MIR-10 detected at some time
    SIMS_TL14 = 64  # BR-SIM-04 the semi-independent missiles it was bought with are TL-14


class Fate(IntEnum):
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
    """On what terms a side may buy ships without jump drive."""

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


class Purchase(IntEnum):
    """BR-SCN-11 Where a side that buys its fleet stands, in order.step, before it sets up."""

    CUP = 10
    TACTICS = 11
    SHIPS = 12
    KEEPERS = 13


class Phase(IntEnum):
    """BR-SEQ-01 The phases of a turn, in order, and the secret set-up before the first."""

    SETUP = 0
    INITIATIVE = 1
    OPERATIONS = 2
    MISSILE_MOVEMENT = 3
    MISSILE_ATTACK = 4
    TURN_RECORD = 5


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
    """Where a craft is."""

    UNUSED = 0
    IN_FORCE = 1  # in a task force, on the map or waiting to enter
    ABOARD = 2  # carried by its tender or controller
    DESTROYED = 3
    ESCAPED = 4  # left over the escape edge, able to jump (BR-SCN-05)
    LOST = 5  # left the map any other way (BR-AMB-57)
    CAPTURED = 6  # taken by an enemy boarding party (BR-BRD-08)
    OFFERED = 7  # in the pool of ships its side may buy (BR-SCN-10)
    SET_ASIDE = 8  # a place in a pool for a ship still to be picked, or for its riders


class ForceStatus(IntEnum):
    """Where a task force is."""

    UNUSED = 0
    ON_MAP = 1
    WAITING = 2  # enters on its written turn (BR-SCN-04)


class Surface(IntEnum):
    """BR-LND-01, 03, 04 Where a task force is in respect of a planet."""

    SPACE = 0
    LANDING = 1
    LANDED = 2
    UNDER_WATER = 3
    TAKING_OFF = 4


class Atmosphere(IntEnum):
    """BR-LND-02 What hides a landed craft: the value is the modifier on sensor tasks."""

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
    """BR-BRD-05 What the last turn of a boarding action brought."""

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


class Grade(IntEnum):
    """Outcome of a task."""

    FAILURE = 0
    SUCCESS = 1
    OUTSTANDING = 2


class Purpose(IntEnum):
    """What a sensor attempt is for; a lock gets -1 (BR-FIR-06)."""

    DETECTION = 0
    BEAM_LOCK = 1
    MISSILE_LOCK = 2
    DEFENSE_LOCK = 3


class Chance(IntEnum):
    """Kinds of luck, the first part of the key of a card in keyed play."""

    SHUFFLE = 0
    INITIATIVE = 1
    EVASION = 2
    DETECTION = 3
    LOCK = 4
    JAMMING = 5
    HIT = 6
    SANDCASTER = 7
    MESON_SCREEN = 8
    OVERLOAD = 9
    TUMBLE = 10
    MARKER = 11
    DEFENSE_HIT = 12
    DAMPER = 13
    MISSILE_HIT = 14
    MISSILE_DAMAGE = 15
    SETUP = 16
    FUEL = 17
    CRASH_START = 18
    BOARDING = 19
    GLOBE = 20
    SURVEY = 21
    DAMAGE_TABLE = 22
    FACING = 23
    SURPRISE = 24
    STATIONS = 25
    TROOPS = 26
    EXTRACTION = 27
    ROUND = 28


class Step(IntEnum):
    """What the engine does next when nobody is asked: the program counter of the turn."""

    SETUP = 0
    TURN_START = 1
    LAUNCH = 2
    FORCES = 3
    NEXT_ROUND = 4
    BEGIN_ROUND = 5
    ROUND = 6
    DETECT_NEXT = 7
    ATTEMPT = 8
    RESOLVE_ATTEMPT = 9
    AFTER_DETECTION = 10
    INITIATIVE = 11
    FIRE_NEXT = 12
    AFTER_BEAM_LOCK = 13
    VOLLEY = 14
    SAND = 15
    DAMAGE = 16
    END_ROUND = 17
    NEXT_SPREAD = 18
    AFTER_MISSILE_LOCK = 19
    SPREAD_MOVE = 20
    COAST = 21
    NEXT_ATTACK = 22
    AIM = 23
    DEFENSE = 24
    AFTER_DEFENSE_LOCK = 25
    DAMPERS = 26
    MISSILE_SAND = 27
    MISSILE_FIRE = 28
    ATTACK_END = 29
    TURN_RECORD = 30
    OVER = 31
    BOARDING = 32  # between FORCES and NEXT_ROUND
    SIM_NEXT = 33
    FACING = 34
    READINESS = 35


class Ask(IntEnum):
    """The question put to the seat to act. Those from SHIPS_TO_FORCE on are grouped by chapter."""

    NOTHING = 0
    # set-up (fleets/deployment.py)
    SETUP_FORCE = 1
    SETUP_DUMMIES = 2
    SETUP_COLUMN = 3
    SETUP_VELOCITY = 4
    SETUP_TURN = 5
    # launching (missiles/launching.py)
    LAUNCH_MENU = 6
    LAUNCH_NUMBER = 7
    # task forces (forces/task_forces.py)
    FORCES_MENU = 8
    CRAFT_TO_LAUNCH = 9
    LAUNCH_TO = 10
    CRAFT_TO_RECOVER = 11
    CRAFT_TO_TRANSFER = 12
    TRANSFER_TO = 13
    DUMMY_FROM = 14
    MERGE_FROM = 15
    MERGE_INTO = 16
    # operations (turn.py)
    CHOOSE_FORCE = 17
    ROUND_MENU = 18
    # sensors (sensors/orders.py, sensors/detection.py, sensors/jamming.py)
    STATUS_SUBJECT = 19
    DETECT_TARGET = 20
    DETECT_SUBJECT = 21
    DETECT_SENSOR = 22
    DETECT_CHAIN = 23
    EASIEST = 24
    JAM = 25
    # movement (movement/movement.py)
    THRUST = 26
    EVADE_NUMBER = 27
    THRUST_SIDE = 28
    # fire (beams/fire.py)
    FIRE_TARGET = 29
    FIRE_SUBJECT = 30
    FIRE_SENSOR = 31
    WEAPONS = 32
    WEAPON_NUMBER = 33
    OVERPOWER_SHIP = 34
    OVERPOWER_LEVEL = 35
    OVERPOWER_WEAPON = 36
    # screens (beams/screens.py)
    SAND_NUMBER = 37
    # missiles (missiles/flight.py)
    SPREAD_MENU = 38
    CONTROL_NUMBER = 39
    SPREAD_WORDS = 40
    SPLIT_NUMBER = 41
    ATTACK_TARGET = 42
    ATTACK_SENSOR = 43
    # missile attack (missiles/defense.py)
    AIM_NUMBER = 44
    DEFENSE_MENU = 45
    DEFENSE_SHIP = 46
    DEFENSE_SPREAD = 47
    DEFENSE_SENSOR = 48
    SHOT_SPREAD = 49
    SHOT_MEMBER = 50
    SHOT_SHIP = 51
    SHOT_WEAPON = 52
    SHOT_NUMBER = 53
    DAMPER_MENU = 54
    DAMPER_SPREAD = 55
    DAMPER_MEMBER = 56
    DAMPER_NUMBER = 57
    MISSILE_SAND_NUMBER = 58
    # purchase (fleets/pools.py, fleets/purchase.py)
    POOL_PICK = 59
    BUY_TACTICS = 60
    BUY_SHIP = 61
    BUY_KEEPER = 62
    BUY_CREW = 63
    # batteries (ships/batteries.py)
    FIRE_HEXSIDE = 64
    # boarding actions (forces/boarding.py)
    BOARDING_MENU = 65
    BOARD_SHIP = 66
    BOARD_TARGET = 67
    RECALL_SHIP = 68
    BOARDING_DEFENSE = 69
    # black globes (ships/black_globes.py)
    GLOBE_SHIP = 70
    GLOBE_SETTING = 71
    # semi-independent missiles (missiles/semi_independent.py)
    LAUNCH_KIND = 72
    SIM_MENU = 73
    SIM_TARGET = 74
    # double-blind play (sensors/searching.py)
    SURVEY_SHIP = 75
    SURVEY_TARGET = 76
    # facing (movement/facing.py)
    FACING = 77
    # surprise (sensors/surprise.py)
    READINESS = 78
    # missions (fleets/missions.py, fleets/purchase.py, victory/deeds.py)
    BODY_COLUMN = 79
    BODY_ROW = 80
    SECRET_ASTEROID = 81
    SETUP_PLACE = 82
    NEAR_COLUMN = 83
    NEAR_ROW = 84
    NEAR_HEADING = 85
    BUY_MERCHANT = 86
    EXTRACT_SHIP = 87
    # semi-independent missiles (fleets/purchase.py)
    BUY_MISSILES = 88


ASKS = len(Ask)


class Verb(IntEnum):
    """The words that are not pieces, directions or amounts."""

    DONE = 0
    LAUNCH = 1
    LAUNCH_CRAFT = 2
    RECOVER = 3
    TRANSFER = 4
    DUMMY = 5
    MERGE = 6
    NEW_FORCE = 7
    ACTIVATE = 8
    SILENCE = 9
    EXTEND = 10
    RETRACT = 11
    JAM_ON = 12
    JAM_OFF = 13
    DETECT = 14
    MOVE = 15
    FIRE = 16
    OVERPOWER = 17
    END_ROUND = 18
    ALL = 19
    ACTIVE = 20
    PASSIVE = 21
    CONTINUE = 22
    STOP = 23
    NO_JAM = 24
    EVADE = 25
    GO = 26
    SPINAL = 27  # the four weapon rows, in counter order (BR-CTR-01)
    SECONDARY_1 = 28
    SECONDARY_2 = 29
    TURRET = 30
    OPEN_FIRE = 31
    SPLIT = 32
    ATTACK = 33
    COAST = 34
    LOCK = 35
    SHOOT = 36
    AGAIN = 37
    END_DEFENSE = 38
    DAMP = 39
    POWER_DOWN = 40
    POWER_UP = 41
    CRASH_START = 42
    LAND = 43
    TAKE_OFF = 44
    SUBMERGE = 45
    BOARD = 46
    RECALL = 47
    DEFEND = 48
    RETAKE = 49
    GLOBE = 50
    CONTROLLED = 51
    SEMI_INDEPENDENT = 52
    SURVEY = 53
    BOMBARD = 54
    LAND_TROOPS = 55
    EXTRACT = 56
    MERCHANT = 57
    WARSHIP = 58
    JUMP = 59


VERBS = len(Verb)
DIRECTIONS = 6
AMOUNTS = 24  # words 0..23; larger numbers are spoken as tens, then units


class Secrecy(IntEnum):
    """What a scenario hides beyond the basic rules, for redaction (bits of state.secrecy)."""

    DAMAGE = 1  # BR-HID-01
    BLIND = 2  # BR-REF-01
    ADVANCED = 4  # rules beyond the basic ones are in use: rules.option.advanced


class Readiness(IntEnum):
    """BR-SUR-07 How ready the crews of a side are."""

    CRUISING = 0
    ALERT = 1
    BATTLE_STATIONS = 2


class Delegate(IntEnum):
    """Kinds of decision a seat may leave to the engine's standing orders (bits of a mask)."""

    JAMMING = 1  # jam every active attempt that can be jammed, with the best jammer
    SCREENS = 2  # sandcasters where they save most
    DEFENSIVE_FIRE = 4  # locks, beams and dampers of the Missile Attack Phase
    TIES = 8  # which of equally easy craft is found; which of two hexsides shows the exhaust
    CHAINS = 16  # go on detecting after a success
    TASK_FORCES = 32  # set-up, launching and recovering craft, reconfiguring, steering dummies
    MISSILES = 64  # steering, attacking and distributing missiles
    SENSORS = 128  # all ships of the task force attempt together, each with its best sensor
    GUNNERY = 256  # all ships of the task force fire all beams at one target, never overpowered
    LAUNCHES = 512  # whether and how many missiles are launched
    BUYING = 1024  # which ships, drones and Fleet Tactics are bought before the game


class Event(IntEnum):
    """What the log tells; columns a, b, c are explained in told/notation.py."""

    NOTHING = 0
    TURN = 1
    INITIATIVE = 2
    ENTER = 3
    LAUNCH_MISSILES = 4
    LAUNCH_CRAFT = 5
    RECOVER = 6
    RECONFIGURE = 7
    NEW_FORCE = 8
    FORCE_REMOVED = 9
    ROUND = 10
    SENSORS = 11
    SCAN = 12
    JAMMED = 13
    DETECTED = 14
    SHADOW = 15
    NOT_FOUND = 16
    THRUST = 17
    EVADE = 18
    MOVE = 19
    TUMBLE = 20
    LOCK = 21
    OVERPOWER = 22
    OVERLOAD = 23
    FIRE = 24
    HITS = 25
    SCREENED = 26
    DAMAGE = 27
    DESTROYED = 28
    LEFT_MAP = 29
    SPREAD_MOVE = 30
    SPREAD_ATTACK = 31
    SPREAD_GONE = 32
    DEFENSE_FIRE = 33
    DAMPED = 34
    MISSILES_FIRE = 35
    WHITE_OUT = 36
    OUTCOME = 37  # an illegal word ends the game too
    FIRST_PICK = 38
    PICK = 39
    BUY = 40
    BUY_TACTICS = 41
    LEFT_OUT = 42
    JUMP_RESERVE = 43
    POWER = 44
    GRAVITY = 45
    SURFACE = 46
    BOARD = 47
    BOARDING_TURN = 48
    BOARDING_END = 49
    CAPTURED = 50
    RECALL = 51
    GLOBE_SET = 52
    GLOBE_ABSORBS = 53
    FLICKER = 54
    MARKER = 55
    SURVEY = 56
    FACING = 57
    SURPRISE = 58
    STATIONS = 59
    MISSION = 60
    BODY = 61
    BOMBARDMENT = 62
    TROOPS = 63
    COMMANDOS = 64
    EXTRACTION = 65
    REFUELLED = 66
    FULFILLED = 67
    PLAYER = 68
    TASK = 69
    CARDS = 70


class Removal(IntEnum):
    """Why a task force counter is taken off the map."""

    GONE = 0  # left the map, or its craft have left it
    FOUND_EMPTY = 1  # BR-DET-07 its shadow was detected: a dummy
    DUMMY = 2  # a dummy left the map; the enemy is not told


class TaskNote(IntEnum):
    """What the log must keep from the side that does a task: bits of an event's c."""

    UNKNOWN = 1  # a search in vain, or what the referee reckons: no value, no card (BR-AMB-105)
    COVERED = 2  # the card is turned by the referee, or nobody may know it (BR-REF-01, 02)


class SensorDM(IntEnum):
    """TAB-1 The modifiers of a sensor task; from JAMMING on the target's side reports them."""

    RANGE = 0  # BR-TSK-03
    AREA_JAMMING = 1  # BR-DET-17, BR-JAM-09
    TERRAIN = 2  # BR-DET-20, BR-AST-04, BR-LND-02
    WHITE_OUT = 3  # BR-DET-18
    ACTIVE = 4  # BR-DET-11
    EMITTER = 5  # BR-JAM-11
    MANEUVER = 6  # BR-DET-13, 14
    EVASION = 7  # BR-DET-15
    CROSSING = 8  # BR-XMV-02
    LOCK = 9  # BR-FIR-06
    OWN = 10  # BR-DMG-10, 12, 13, 22, BR-BGL-12: damage and fatigue of the sensing ship
    JAMMING = 11  # BR-JAM-05
    SIZE = 12  # BR-DET-12
    TECH = 13  # BR-DET-21
    MASKED = 14  # BR-DET-16
    ARRAY = 15  # BR-DET-22
    SOCKETS = 16  # BR-SOC-02
    POWER_DOWN = 17  # BR-PWR-01
    GLOBE = 18  # BR-DET-23
    REPORTED = 19  # BR-DET-27: their sum, all that the sensing side is told of them


class TaskDM(IntEnum):
    """TAB-2, TAB-3 What makes up the difficulty of any other task."""

    BASE = 0  # BR-TSK-03, or the number that a rule gives
    SIZE = 1  # BR-DET-12
    REACH = 2  # BR-FIR-10, 16: absolute range and evasion, less fire control
    OVERPOWER = 3  # BR-FIR-11
    OWN = 4  # BR-DMG-22: damage and fatigue of the acting ship
    CROSSING = 5  # BR-XMV-03
    DIRECTOR = 6  # BR-RFC-03
    BEAMS = 7  # BR-MIS-23: further beams in the shot
    GS = 8  # BR-EVA-01
    TECH = 9  # BR-JAM-03, BR-SCR-05
    SPEED = 10  # BR-MIS-25: closing velocity
    WEAPONS = 11  # BR-FIR-14: overpowered weapons beyond the first
    VALUE = 12  # BR-SCR-09: damage value of the gun
    SCREEN = 13  # BR-SCR-09
    READINESS = 14  # BR-SUR-03, 04, 06
    TACTICS = 15  # BR-SUR-01
    TURNS = 16  # BR-MIR-04
