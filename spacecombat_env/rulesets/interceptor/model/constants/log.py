"""The log: what an event may tell. What its columns mean is told where the event is noted."""

from enum import IntEnum

from .sizes import LOG_LENGTH

__all__ = ["LOG_LENGTH", "UNDISCLOSED", "Event"]

UNDISCLOSED = -128
"""In place of a number that a reader is not told: no number is so low."""


class Event(IntEnum):
    """What happened; `actor` and `target` are craft slots unless another thing is said.

    Columns `a` and `b` hold up to 16 bits, `c` to `f` 8. New events come last.
    """

    NONE = 0
    TURN = 1  # a: turn
    INITIATIVE = 2  # a: size class, c, d: dice of Red and Blue; side: who moves last
    PLACED = 3  # actor; c, d: q, r, e: heading, f: facing
    ROCK = 4  # c, d: q, r
    SPEED = 5  # actor; a: velocity before, b: after
    PUSHED = 6  # actor; c: points, d: die (0: none rolled), e: 1 damage
    MOVED = 7  # actor; c, d: q, r it has come to
    TURNED = 8  # actor; c: new heading
    FACED = 9  # actor; c: new facing
    ROLLED = 10  # actor
    STORED = 11  # actor (its side alone): c: heading points, d: facing points
    SAFE_THRUST = 12  # actor; c: number, d: die, e: 1 failed
    OUT_OF_CONTROL = 13  # actor; c: points of random movement
    RECOVERY = 14  # actor; c: die, d: 1 recovered
    MANOEUVRE = 15  # actor; c: row of the table, d: Tumble
    TAIL = 16  # actor: pursuer, target
    LEFT_MAP = 17  # actor; c: 1 nobody flies it
    ASTEROID = 18  # actor; c: die, d: 1 hit it
    FIRE = 19  # actor, target; a: weapon rows, b: mover, c: Target, d: range, e: returned, f: over
    SHOT = 20  # actor, target; a: weapon row, c: number, d: die, e: 1 hit, f: facing struck
    SHIELD = 21  # target; a: flicker, c: die, d: 1 penetrated, e: facing, f: 1 by a missile
    HIT = 22  # target; a: points, b: template, c: facing, d: column, e: turret or NONE
    DAMAGE = 23  # target (its side alone); a: armour boxes, b: internal, c: facing, d: external
    WIDOWED = 24  # target; a: boxes, c: facing
    COMPONENT = 25  # target (its side alone): a: component disabled
    WOUND = 26  # actor: craft (its side alone); c: crewman, d: number, e: die, f: Wits
    TURRET = 27  # target (its side alone); c: turret, d: die
    LAUNCH = 28  # actor, target; a: missile slot, b: missile aimed at, c: Load if known or NONE
    LOCK = (
        29  # actor, target; a: missile slot or NONE, b: as LAUNCH, c: number, d: die, e: 1 locked
    )
    FLEW = 30  # a: missile slot; c, d: q, r
    OBSTACLE = 31  # a: missile slot; c: die, d: 1 lost
    INTERCEPTED = (
        32  # actor; a: missile, b: that which met it or NONE, c: die, d: 1 gone, e: number
    )
    DECOY = 33  # actor; c, d: q, r; a: missiles that went for it
    GUARD = 34  # actor; a: missile slot, c: number, d: die, e: 1 stopped
    FIREWALL = 35  # target; a: missile slot
    ARRIVED = 36  # a: missile slot; target
    LAID = 37  # actor; a: missile slot, b: weapon row, c: velocity
    EXPLODED = 38  # actor; c: Blast
    BLAST = 39  # target; a: points, c: facing
    COLLAPSE = 40  # actor; c: boxes lost, d: die, e: 1 failed, f: Collapse by a: second die
    DERELICT = 41  # actor
    ABANDONED = 42  # actor
    EJECTED = 43  # actor; c: crewman; d: 1 he alone; a: adrift slot, b: people, e, f: q, r
    COLLIDED = 44  # actor, target; a: points, c, d: dice, e: 1 ram
    RAM = 45  # actor, target: declared; c: die of morale or 0, d: 1 its pilot refuses
    COVERED = 46  # actor, target: who covers it; c: side
    MANNED = 47  # actor (its side alone); c: crewman, a: weapon row, d: 1 taken, 0 given up
    DROPPED = 48  # actor (its side alone); c: rack
    SEEN = 49  # actor: observer, target; a: bits of Told that are new, b: 0 as before, c: Seeing
    ROCK_HIT = 50  # c, d: q, r; a: hits left
    POINTS = 51  # side; a: points, c: what for (victory.py)
    END = 52  # side: winner or NONE; a: row of the outcome table or NONE, b: edge, c: Reason
    LOADED = 53  # actor (its side alone)
    DANGER = 54  # actor, target: whom a miss strikes at instead
    FIELD = 55  # c: direction in which the asteroids move
    STEERED = 56  # a: adrift slot, b: velocity, c: heading: by the thrust of suits
