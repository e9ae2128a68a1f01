"""The log: the columns of events.

The functions that append an event define what its columns hold.
"""

from enum import IntEnum

from .sizes import LOG_LENGTH

__all__ = ["LOG_LENGTH", "UNDISCLOSED", "Event"]

UNDISCLOSED = -128
"""Value of a number that is hidden from a reader: no number is this low."""


class Event(IntEnum):
    """Kinds of events; `actor` and `target` are craft slots unless stated otherwise.

    Columns `a` and `b` hold up to 16 bits, `c` to `f` 8. New events come last.
    """

    NONE = 0
    TURN = 1  # Columns a: turn.
    INITIATIVE = 2  # Columns a: size class, c, d: dice of Red and Blue; side: the last to move.
    PLACED = 3  # Actor; c, d: q, r, e: heading, f: facing.
    ROCK = 4  # Columns c, d: q, r.
    SPEED = 5  # Actor; a: velocity before, b: after.
    PUSHED = 6  # Actor; c: points, d: die (0: none rolled), e: 1 damage.
    MOVED = 7  # Actor; c, d: q, r of its new place.
    TURNED = 8  # Actor; c: new heading.
    FACED = 9  # Actor; c: new facing.
    ROLLED = 10  # Actor.
    STORED = 11  # Actor (its side alone): c: heading points, d: facing points.
    SAFE_THRUST = 12  # Actor; c: number, d: die, e: 1 failed.
    OUT_OF_CONTROL = 13  # Actor; c: points of random movement.
    RECOVERY = 14  # Actor; c: die, d: 1 recovered.
    MANOEUVRE = 15  # Actor; c: row of the table, d: Tumble.
    TAIL = 16  # Actor: pursuer, target.
    LEFT_MAP = 17  # Actor; c: 1 without a flier.
    ASTEROID = 18  # Actor; c: die, d: 1 hit it.
    FIRE = 19  # Actor, target; a: weapon rows, b: mover, c: Target, d: range, e: returned, f: over.
    SHOT = 20  # Actor, target; a: weapon row, c: number, d: die, e: 1 hit, f: facing struck.
    SHIELD = 21  # Target; a: flicker, c: die, d: 1 penetrated, e: facing, f: 1 by a missile.
    HIT = 22  # Target; a: points, b: template, c: facing, d: column, e: turret or NONE.
    DAMAGE = 23  # Target (its side alone); a: armour boxes, b: internal, c: facing, d: external.
    WIDOWED = 24  # Target; a: boxes, c: facing.
    COMPONENT = 25  # Target (its side alone): a: component disabled.
    WOUND = 26  # Actor: craft (its side alone); c: crewman, d: number, e: die, f: Wits.
    TURRET = 27  # Target (its side alone); c: turret, d: die.
    LAUNCH = 28  # Actor, target; a: missile slot, b: missile aimed at, c: Load if known or NONE.
    LOCK = 29  # Actor, target; a: slot or NONE, b: as LAUNCH, c: number, d: die, e: 1 locked.
    FLEW = 30  # Columns a: missile slot; c, d: q, r.
    OBSTACLE = 31  # Columns a: missile slot; c: die, d: 1 lost.
    INTERCEPTED = 32  # Actor; a: missile, b: its hunter or NONE, c: die, d: 1 gone, e: number.
    DECOY = 33  # Actor; c, d: q, r; a: missiles that went for it.
    GUARD = 34  # Actor; a: missile slot, c: number, d: die, e: 1 stopped.
    FIREWALL = 35  # Target; a: missile slot.
    ARRIVED = 36  # Columns a: missile slot; target.
    LAID = 37  # Actor; a: missile slot, b: weapon row, c: velocity.
    EXPLODED = 38  # Actor; c: Blast.
    BLAST = 39  # Target; a: points, c: facing.
    COLLAPSE = 40  # Actor; c: boxes lost, d: die, e: 1 failed, f: Collapse by a: second die.
    DERELICT = 41  # Actor.
    ABANDONED = 42  # Actor.
    EJECTED = 43  # Actor; c: crewman; d: 1 he alone; a: adrift slot, b: crewmen, e, f: q, r.
    COLLIDED = 44  # Actor, target; a: points, c, d: dice, e: 1 ram.
    RAM = 45  # Actor, target: declared; c: die of morale or 0, d: 1 its pilot refuses.
    COVERED = 46  # Actor, target: the cover; c: side.
    MANNED = 47  # Actor (its side alone); c: crewman, a: weapon row, d: 1 taken, 0 given up.
    DROPPED = 48  # Actor (its side alone); c: rack.
    SEEN = 49  # Actor: observer, target; a: new bits of Disclosed, b: 0 as before, c: Seeing.
    ROCK_HIT = 50  # Columns c, d: q, r; a: hits left.
    POINTS = 51  # Side; a: points, c: reason (victory.py).
    END = 52  # Side: winner or NONE; a: row of the outcome table or NONE, b: edge, c: Reason.
    LOADED = 53  # Actor (its side alone).
    DANGER = 54  # Actor, target: the one that a miss strikes at instead.
    FIELD = 55  # Columns c: direction in which the asteroids move.
    STEERED = 56  # Columns a: adrift slot, b: velocity, c: heading: by the thrust of suits.
