"""The turn: phases, steps, decisions, verbs, kinds of delegation, dice."""

from enum import IntEnum


class Phase(IntEnum):
    """Phases of the turn (IN-SEQ-01, 09); both sides see which one it is."""

    SETUP = 0
    INITIATIVE = 1
    DECISION = 2
    RANDOM = 3  # Dormant missiles look for targets; recovery rolls, ships out of control move.
    MOVEMENT = 4
    DRIFTING = 5  # Asteroids, crews, wrecks.
    END = 6


class Step(IntEnum):
    """The engine's next step when there is no decision: the program counter of the turn."""

    SETUP = 0
    TURN_START = 1
    INITIATIVE = 2
    DECISION = 3
    RECOVERY = 4  # The next ship out of control: a roll, or its random move begins.
    LOCKS = 5  # Before that: the next dormant missile looks for a target.
    NEXT_GO = 6  # The next mover: class, side, number of moves (IN-SEQ-04).
    SPEED = 7  # The mover's velocity, ram.
    MOVE = 8  # The next hex, random manoeuvre or action of the mover.
    AFTER_STEP = 9  # Effects of a hex, a turn or a change of velocity.
    OPPORTUNITY = 10  # Opportunities to fire, then `state.back`.
    END_MOVE = 11  # The last moment, then the mover has moved.
    DECLARED = 12  # A volley is declared: may its target answer?.
    FLIGHT = 13  # Missiles fly, hex by hex.
    RESOLVE = 14  # Dice of direct fire and of missiles that have arrived.
    APPLY = 15  # Hits are applied, armour widowed.
    BLASTS = 16  # Explosions that are due.
    AFTER_EXCHANGE = 17
    LAST_SHOTS = 18
    FIELD = 19  # Asteroids move.
    DRIFT = 20
    WELL = 21  # Ships sink in air, gravity draws, ships land.
    COLLIDE = 22
    COMMAND = 23  # Crews at Bridges and in quarters that were hit.
    COLLAPSE = 24
    RESCUE = 25  # Crews are picked up.
    DEPART = 26  # T-space, self-destruction.
    SHEETS = 27  # Maps are laid again in a pursuit.
    SCORE = 28
    OVER = 29


class DecisionStage(IntEnum):
    """Stages of Step.DECISION, in `state.cursor` (turn/decision_phase.py)."""

    WAKING = 0
    FIRST_ENTRY = 1
    SECOND_ENTRY = 2
    FIRST_POWER = 3
    SECOND_POWER = 4
    FIRST_SIDE = 5
    SECOND_SIDE = 6
    GUARDS = 7
    MANNING = 8


class Verb(IntEnum):
    """Verbs and plain actions."""

    PASS = 0
    HOLD = 1
    WATCH = 2
    FIRE = 3
    DONE = 4
    PORT = 5
    STARBOARD = 6
    FACE_PORT = 7
    FACE_STARBOARD = 8
    ROLL = 9
    STORE = 10
    PUSH = 11
    DECOY = 12
    GUARD = 13
    EJECT = 14
    RAM = 15
    COVER = 16
    LEAVE = 17  # Abandon ship.
    DROP = 18
    CREW = 19
    TAKE = 20
    GIVE_UP = 21
    ALL = 22
    NONE = 23
    LOAD = 24
    ROCK = 25
    AFT_PORT = 26  # Store points for a turn of the facing to port.
    AFT_STARBOARD = 27
    LAUNCH = 33  # Small craft.
    RECOVER = 34
    CALCULATE = 35  # The entry into T-space.
    T_SPACE = 36
    ABORT = 37  # The calculation.
    DESTRUCT = 38
    AIRLOCK = 39  # Abandon ship by an airlock.
    LOWER = 47  # Shields, for a rescue.
    TOW = 49  # A ship locked on to, or given jumpers.
    RELEASE = 50  # It, or the jumpers.
    ENGINES = 29  # Power: what is fed (turn/power.py).
    SHIELDS = 30
    LIFTERS = 31
    DRIVE = 32
    ENTER = 40  # The interface of a planet.
    BOUNCE = 41
    HOVER = 44
    STREAMLINE = 45  # Fly on wings.
    LIFT = 46  # Fly on lifters.
    CLIMB = 42  # Altitude: a level up or down.
    DIVE = 43
    BANK_PORT = 51  # A turn with the hexes that a dive has gained.
    BANK_STARBOARD = 52


VERBS = 56
"""Verbs of the action space: a reserve for those of later chapters."""


def with_reserve(members: type[IntEnum], count: int) -> tuple[str, ...]:
    """Return the names of an enum's members in lower case, by value, and of those still to come."""
    names = {int(member): member.name.lower() for member in members}
    return tuple(names.get(number, f"later_{number}") for number in range(count))


class Delegate(IntEnum):
    """Bits of rules.delegated: kinds of decision that a seat leaves to standing orders."""

    TERRAIN = 1
    SETUP = 2
    LOADS = 4
    DECISIONS = 8
    POWER = 16
    CREW = 32
    GUNNERY = 64
    OPPORTUNITY = 128
    RETURN_FIRE = 256
    DEFENCE = 512


class Chance(IntEnum):
    """Purpose of a die: the first part of its key. Each value has its own random stream.

    A die is `roll(state, Chance.X, who)`; `who` is a slot, or `pair(actor, target)`.
    """

    INITIATIVE = 0  # Pair(side, size class).
    TIE = 1  # Any tie settled at random.
    TO_HIT = 2  # Pair(firer, target).
    EPC_PART = 3
    SHIELD = 4  # Pair(firer, target).
    COLUMN = 5  # Slot hit.
    TURRET_HIT = 6
    WHICH_TURRET = 7
    TURRET_JAM = 8
    WOUND = 9  # Crew slot.
    WAKE = 10
    BRIDGE = 11
    SAFE_THRUST = 12
    RECOVERY = 13
    MANOEUVRE = 14
    NEW_FACING = 15
    PUSH = 16
    ASTEROID = 17
    ASTEROID_SIDE = 18
    ASTEROID_DRIFT = 19
    COLLISION = 20
    STRUCK_SIDE = 21
    RAM = 22
    MORALE = 23
    COLLAPSE = 24
    COLLAPSE_KIND = 25
    LOCK = 26  # Pair(firer, target).
    RELOCK = 27
    OBSTACLE = 28
    INTERCEPT = 29
    POINT_DEFENCE = 30
    OWN_SHIELD = 31
    DANGER = 32
    DORMANT_LOCK = 33
    SETUP = 38  # Random choices of the opening: per game of a pair (model/random_streams.py).
    RESCUE = 44  # Pair(craft, crew in space).
    ENTRY = 45  # Craft slot.
    ESCAPE = 55  # Craft slot.
    INTERFACE = 49
    AIR_SPEED = 50
    BURNT_SIDE = 51
    TOUCH_DOWN = 52
