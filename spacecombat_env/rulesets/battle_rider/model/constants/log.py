"""The log: its events, and the modifiers of tasks in them."""

from enum import IntEnum

from spacecombat_env.core.model.events import WordedEvent

LOG_LENGTH = 256  # Newest events kept, of the true log and of each side's log.
TASK_NOTES = 3  # Bits of TaskNote in an event's c, which is TaskNote + 4 x crew.
DETAILS = 20  # Modifiers of one task, or cards, in one event.
UNDISCLOSED_VALUE = -100  # Replaces the needed value of a task where it is hidden.


class Event(WordedEvent):
    """Events of the log; presentation/events/ explains their columns."""

    NOTHING = 0
    TURN = 1, "Turn {a}."
    INITIATIVE = 2, "{side} has the initiative ({cards})."
    ENTER = 3
    LAUNCH_MISSILES = 4
    LAUNCH_CRAFT = 5, "{craft} is launched into {force}."
    RECOVER = 6, "{craft} is taken aboard."
    RECONFIGURE = 7, "{craft} goes over to {force}."
    NEW_FORCE = 8
    FORCE_REMOVED = 9
    ROUND = 10, "{force} takes its round."
    SENSORS = 11
    SCAN = 12
    JAMMED = 13
    DETECTED = 14
    SHADOW = 15, "Nothing else is hidden in {force}."
    NOT_FOUND = 16
    THRUST = 17
    EVADE = 18
    MOVE = 19
    TUMBLE = 20
    LOCK = 21
    OVERPOWER = 22, "{craft} overpowers its beams (level {a})."
    OVERLOAD = 23, "{craft} overpowers its beams and overloads its circuits."
    FIRE = 24
    HITS = 25
    SCREENED = 26
    DAMAGE = 27
    DESTROYED = 28, "{craft} is destroyed!"
    LEFT_MAP = 29
    SPREAD_MOVE = 30
    SPREAD_ATTACK = 31
    SPREAD_GONE = 32
    DEFENSE_FIRE = 33, "{acting_force} fires {a:beam} at {spread}: {b:missile} destroyed."
    DAMPED = 34, "{craft} uses dampers on {spread}: {a:missile}."
    MISSILES_FIRE = 35
    WHITE_OUT = 36, "White-out at {hex}."
    OUTCOME = 37  # an illegal action ends the game too
    FIRST_PICK = 38, "{side} picks ships first ({cards})."
    PICK = 39, "{side} takes {klass} into its pool."
    BUY = 40
    BUY_TACTICS = 41, "{side} pays {b:point} for Fleet Tactics {a}."
    LEFT_OUT = 42, "{klass} is drawn from the cup and does not take part."
    JUMP_RESERVE = 43, "{craft} burns its jump fuel: it can no longer jump."
    POWER = 44
    GRAVITY = 45, "Gravity pulls {force}: {shift}."
    SURFACE = 46
    BOARD = 47
    BOARDING_TURN = 48, "Aboard {target_craft}: {a} against {b}; the boarders hold {c:section}."
    BOARDING_END = 49, "The boarders are thrown out of {target_craft}."
    CAPTURED = 50, "{craft} is captured by {target_craft}!"
    RECALL = 51, "{craft} takes its boarding party back."
    GLOBE_SET = 52
    GLOBE_ABSORBS = 53, "The black globe of {craft} absorbs {a:hit}.{b:| Its capacitors overload!}"
    FLICKER = 54, "A black globe flickers in {force}."
    MARKER = 55, "{craft} takes a damage marker, face down."
    SURVEY = 56, "{craft} scans {target_craft} for damage: {report}."
    FACING = 57, "{craft} faces {direction}."
    SURPRISE = 58, "{side} is surprised!"
    STATIONS = 59, "{craft} {a:does not man battle stations in time|mans battle stations}."
    MISSION = 60, "{side}'s mission is {mission}, for {b:point}."
    BODY = 61, "{side} places an asteroid at {hex}."
    BOMBARDMENT = 62
    TROOPS = 63
    COMMANDOS = 64, "The commandos have landed."
    EXTRACTION = 65, "{craft} {a:fails to extract the team: it is captured|takes the team aboard}."
    REFUELLED = 66, "{craft} has refuelled at the asteroid."
    FULFILLED = (
        67,
        "{side} has {b:not fulfilled its mission, {mission}|fulfilled its mission, "
        "{mission}, since turn {b}}.",
    )
    PLAYER = 68
    TASK = 69
    CARDS = 70
    SALVO = 71  # effects of missiles, up to their MISSILES_FIRE
    DUEL = 72  # the tasks of missiles that fire at missiles are over
    # BR-AMB-101
    EVADE_LOWERED = 73, "The Evade marker of {force} {a:is taken off|is turned to +{a}}."
    # BR-DRN-03
    DRONE_LOST = 74, "{craft} is under nobody's control any more and lost."


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
