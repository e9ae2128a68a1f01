"""Constants of the turn: phases, steps, decisions, verbs, tasks and kinds of random draws."""

from enum import IntEnum


class Purchase(IntEnum):
    """BR-SCN-11 Stage of a side that buys its fleet, in order.step, before its set-up."""

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


class Grade(IntEnum):
    """Outcome of a task."""

    FAILURE = 0
    SUCCESS = 1
    OUTSTANDING = 2


class Purpose(IntEnum):
    """Purpose of a sensor attempt; a lock gets -1 (BR-FIR-06)."""

    DETECTION = 0
    BEAM_LOCK = 1
    MISSILE_LOCK = 2
    DEFENSE_LOCK = 3


class Chance(IntEnum):
    """Kinds of random draws, the first part of the key of a card in keyed play."""

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
    """Next step of the engine when no decision is pending: the program counter of the turn."""

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


class Verb(IntEnum):
    """Actions other than pieces, directions and amounts."""

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
AMOUNTS = 24  # amounts 0..23; larger numbers take two actions, tens and units


class Delegate(IntEnum):
    """Kinds of decision a seat may leave to the engine's standing orders (bits of a mask)."""

    JAMMING = 1  # Jam every active attempt that can be jammed, with the best jammer.
    SCREENS = 2  # Sandcasters where they save most.
    DEFENSIVE_FIRE = 4  # Locks, beams and dampers of the Missile Attack Phase.
    TIES = 8  # Choice among equally easy craft, or among two exhaust hexsides.
    CHAINS = 16  # Continue to detect after a success.
    TASK_FORCES = 32  # Set-up, launching and recovering craft, reconfiguring, steering dummies.
    MISSILES = 64  # Steering, attacking and distributing missiles.
    SENSORS = 128  # All ships of the task force attempt together, each with its best sensor.
    GUNNERY = 256  # All ships of the task force fire all beams at one target, never overpowered.
    LAUNCHES = 512  # Whether and how many missiles are launched.
    BUYING = 1024  # Which ships, drones and Fleet Tactics are bought before the game.
