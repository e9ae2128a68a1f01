"""The log: its events, and the modifiers of tasks in them."""

from enum import IntEnum

LOG_LENGTH = 256  # Newest events kept, of the true log and of each side's log.
TASK_NOTES = 3  # Bits of TaskNote in an event's c, which is TaskNote + 4 x crew.
DETAILS = 20  # Modifiers of one task, or cards, in one event.
UNDISCLOSED_VALUE = -100  # Replaces the needed value of a task where it is hidden.


class Event(IntEnum):
    """Events of the log; presentation/events/ explains their columns."""

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
    OUTCOME = 37  # an illegal action ends the game too
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
    SALVO = 71  # effects of missiles, up to their MISSILES_FIRE
    DUEL = 72  # the tasks of missiles that fire at missiles are over
    EVADE_LOWERED = 73  # BR-AMB-101
    DRONE_LOST = 74  # BR-DRN-03


class Removal(IntEnum):
    """Why a task force counter is taken off the map."""

    GONE = 0  # left the map, or its craft have left it
    FOUND_EMPTY = 1  # BR-DET-07 its shadow was detected: a dummy
    DUMMY = 2  # a dummy left the map; hidden from the enemy


class TaskNote(IntEnum):
    """Parts of a task hidden from the side that does it: bits of an event's c."""

    UNKNOWN = 1  # a failed search, or a referee's task: no value, no card (BR-AMB-105)
    COVERED = 2  # the referee turns the card, or it is secret (BR-REF-01, 02)


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
    OWN = 10  # BR-DMG-10, 12, 13, 22, BR-BGL-12: damage and fatigue of the sensing ship.
    JAMMING = 11  # BR-JAM-05
    SIZE = 12  # BR-DET-12
    TECH = 13  # BR-DET-21
    MASKED = 14  # BR-DET-16
    ARRAY = 15  # BR-DET-22
    SOCKETS = 16  # BR-SOC-02
    POWER_DOWN = 17  # BR-PWR-01
    GLOBE = 18  # BR-DET-23
    REPORTED = 19  # BR-DET-27: their sum, all that the sensing side learns of them.


class TaskDM(IntEnum):
    """TAB-2, TAB-3 The parts of the difficulty of any other task."""

    BASE = 0  # BR-TSK-03, or the number that a rule gives.
    SIZE = 1  # BR-DET-12
    REACH = 2  # BR-FIR-10, 16: absolute range and evasion, less fire control.
    OVERPOWER = 3  # BR-FIR-11
    OWN = 4  # BR-DMG-22: damage and fatigue of the acting ship.
    CROSSING = 5  # BR-XMV-03
    DIRECTOR = 6  # BR-RFC-03
    BEAMS = 7  # BR-MIS-23: further beams in the shot.
    GS = 8  # BR-EVA-01
    TECH = 9  # BR-JAM-03, BR-SCR-05
    SPEED = 10  # BR-MIS-25: closing velocity.
    WEAPONS = 11  # BR-FIR-14: overpowered weapons beyond the first.
    VALUE = 12  # BR-SCR-09: damage value of the gun.
    SCREEN = 13  # BR-SCR-09
    READINESS = 14  # BR-SUR-03, 04, 06
    TACTICS = 15  # BR-SUR-01
    TURNS = 16  # BR-MIR-04
