"""The log: the columns of events.

The functions that append an event define what its columns hold.
"""

from spacecombat_env.core.model.events import WordedEvent

from .sizes import LOG_LENGTH

__all__ = ["LOG_LENGTH", "UNDISCLOSED", "Event"]

UNDISCLOSED = -128
"""Value of a number that is hidden from a reader: no number is this low."""


class Event(WordedEvent):
    """Kinds of events; `actor` and `target` are craft slots unless stated otherwise.

    Columns `a` and `b` hold up to 16 bits, `c` to `f` 8. New events come last.
    """

    NONE = 0
    # Columns a: turn.
    TURN = 1, "Turn {a}."
    INITIATIVE = 2  # Columns a: size class, c, d: dice of Red and Blue; side: the last to move.
    PLACED = 3  # Actor; c, d: q, r, e: heading, f: facing.
    # Columns c, d: q, r.
    ROCK = 4, "An asteroid lies in {at}."
    SPEED = 5  # Actor; a: velocity before, b: after.
    # Actor; c: points, d: die (0: none rolled), e: 1 damage.
    PUSHED = 6, "{actor} pushes its plant for {c:point}{d:| (roll {d})}{e:| and damages it}."
    # Actor; c, d: q, r of its new place.
    MOVED = 7, "{actor} moves to {at}."
    # Actor; c: new heading.
    TURNED = 8, "{actor} turns to {direction}."
    # Actor; c: new facing.
    FACED = 9, "{actor} now faces {direction}."
    # Actor.
    ROLLED = 10, "{actor} rolls over."
    # Actor (its side alone): c: heading points, d: facing points.
    STORED = 11, "{actor} has turning points stored: heading {c:+}, facing {d:+}."
    # Actor; c: number, d: die, e: 1 failed.
    SAFE_THRUST = 12, "{actor} goes beyond its safe thrust: {e:holds|fails} {die}."
    # Actor; c: points of random movement.
    OUT_OF_CONTROL = 13, "{actor} is out of control!"
    # Actor; c: die, d: 1 recovered.
    RECOVERY = 14, "{actor} {d:stays out of|regains} control (roll {c})."
    MANOEUVRE = 15  # Actor; c: row of the table, d: Tumble.
    # Actor: pursuer, target.
    TAIL = 16, "{actor} is on the tail of {target} and moves after it."
    # Actor; c: 1 without a flier.
    LEFT_MAP = (
        17,
        "{actor} {c:leaves the map and has broken off|drifts off the map, nobody at its "
        "controls, and is lost}.",
    )
    # Actor; c: die, d: 1 hit it.
    ASTEROID = 18, "{actor} {d:avoids an asteroid (roll {c}).|hits an asteroid (roll {c})!}"
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
    # Columns a: missile slot; c, d: q, r.
    FLEW = 30, "{missile} flies to {at}."
    # Columns a: missile slot; c: die, d: 1 lost.
    OBSTACLE = 31, "{missile} {d:passes|hits} an obstacle (roll {c})."
    INTERCEPTED = 32  # Actor; a: missile, b: its hunter or NONE, c: die, d: 1 gone, e: number.
    # Actor; c, d: q, r; a: missiles that went for it.
    DECOY = 33, "{actor} launches a Decoy to {at}: {a:missile} lured away."
    GUARD = 34  # Actor; a: missile slot, c: number, d: die, e: 1 stopped.
    FIREWALL = 35  # Target; a: missile slot.
    # Columns a: missile slot; target.
    ARRIVED = 36, "{missile} reaches {target}."
    # Actor; a: missile slot, b: weapon row, c: velocity.
    LAID = 37, "{actor} lays a missile at velocity {c}."
    EXPLODED = 38  # Actor; c: Blast.
    # Target; a: points, c: facing.
    BLAST = 39, "The blast does {a:point} to {target} ({facing})."
    COLLAPSE = 40  # Actor; c: boxes lost, d: die, e: 1 failed, f: Collapse by a: second die.
    # Actor.
    DERELICT = 41, "{actor} is a derelict: nobody is left to fly it."
    # Actor.
    ABANDONED = 42, "{actor} is abandoned."
    # Actor; c: crewman; d: 1 he alone; a: adrift slot, b: crewmen, e, f: q, r.
    EJECTED = 43, "{d:The crew|One of the crew} of {actor} ejects."
    # Actor, target; a: points, c, d: dice, e: 1 ram.
    COLLIDED = 44, "{actor} {e:collides with|rams} {target}: {a:point} to both."
    RAM = 45  # Actor, target: declared; c: die of morale or 0, d: 1 its pilot refuses.
    # Actor, target: the cover; c: side.
    COVERED = 46, "{actor} takes cover behind {target}, {facing} side."
    MANNED = 47  # Actor (its side alone); c: crewman, a: weapon row, d: 1 taken, 0 given up.
    # Actor (its side alone); c: rack.
    DROPPED = 48, "{actor} drops the load of a rack."
    SEEN = 49  # Actor: observer, target; a: new bits of Disclosed, b: 0 as before, c: Seeing.
    ROCK_HIT = 50  # Columns c, d: q, r; a: hits left.
    # Side; a: points, c: reason (victory.py).
    POINTS = 51, "{side} has {a} points."
    END = 52  # Side: winner or NONE; a: row of the outcome table or NONE, b: edge, c: Reason.
    # Actor (its side alone).
    LOADED = 53, "{actor} is loaded."
    # Actor, target: the one that a miss strikes at instead.
    DANGER = 54, "The shot goes on to {target} in the same hex."
    FIELD = 55  # Columns c: direction in which the asteroids move.
    STEERED = 56  # Columns a: adrift slot, b: velocity, c: heading: by the thrust of suits.
    # Actor.
    LOWERED = 67, "{actor} lowers its shields to pick up a crew."
    # Actor; a: adrift slot, c: number, d: die, e: 1 picked up, b: people.
    RESCUE = 68
    # Actor; c: turns.
    LEFT_IN = 69, "{actor} is being abandoned and falls silent."
    # Actor (its side alone); c: crewman; d: turns.
    AIRLOCK = 70
    # Actor; a: adrift slot, b: people.
    OUTSIDE = 71
    # Side alone; a: adrift slot.
    AWAKE_ADRIFT = 72
    # Actor (its side alone); a: people.
    BERTH_LOST = 73, "A Rescue Compartment of {actor} is lost, and who was in it ({a})."
    # Actor; c, d: q, r, e: heading, f: facing.
    ENTERED = 74
    # Actor.
    PRIZE = 98, "{actor} has the man aboard whom both sides want."
    # Columns a: sheets.
    SHEETS = 99, "The maps are laid again ({a})."
    # Actor.
    LEFT_BEHIND = 100, "{actor} is left behind."
    PRIZE_DEAD = 101, "The man whom both sides want is dead."
    # Actor, target: the carrier; c, d: q, r, e: heading.
    LAUNCHED = 93, "{actor} is launched from {target}."
    # Actor, target: the carrier.
    RECOVERED = 76, "{actor} is taken into a bay of {target}."
    # Actor (its side alone); c: turns.
    DESTRUCT = 86, "{actor} will blow itself up in {c:turn}."
    # Actor (its side alone).
    CALCULATES = 87, "{actor} calculates its entry into T-space and holds its course."
    # Actor (its side alone).
    ABORTED = 88, "{actor} gives up its entry into T-space."
    # Actor.
    TRANSIT = 89, "{actor} is about to enter T-space."
    # Actor.
    T_SPACE = 90, "{actor} enters T-space and is gone."
    # Actor.
    STAYS = 91, "{actor} fails to enter T-space and stays."
    # Actor.
    LOST_AWAY = 92, "{actor} blows itself up out of sight."
    # Actor (its side alone); a: EPs left, b: EPs that could be allotted.
    POWER = 57, "{actor} allots its power: {a} of {b} EPs are left."
    # Actor (its side alone); c: 1 a backup will take over.
    UNLED = 60, "{actor} has lost its Bridge and drifts{c:| until a backup leads it}."
    # Actor (its side alone).
    LED = 61, "The backup of {actor} takes over: it is led again."
    STATION = 62  # Actor (its side alone); c: crewman, d: number, e: die, f: 1 wounded.
    # Actor (its side alone); c: number, d: die, e: 1 failed.
    MORALE = (
        75,
        "The crew of {actor} {e:keeps its nerve|loses its nerve and flees} (roll {d} of {c}).",
    )
    DETONATED = 64  # Actor: launcher, or carrier; a: missile slot or NONE, b: HELLs, c, d: q, r.
    INTERFACE = 77  # Actor; a: points, c: die or 0, d: 1 a bounce was tried, e: Passage.
    TOO_FAST = 78  # Actor; a: points, c: die.
    MODE = 79  # Actor; c: Mode.
    # Actor.
    HOVERS = 80, "{actor} hovers."
    # Actor; c, d: q, r.
    SANK = 81, "{actor} sinks to {at}."
    # Actor; c, d: q, r.
    DRAWN = 82, "Gravity draws {actor} to {at}."
    LANDED = 83  # Actor; c: die or 0, d: 1 a crash, e: 1 without engines.
    # Actor.
    BURNT = 84, "{actor} burns up in the air."
    # Actor: the tug, target; a: Tow.
    TOW = (
        94,
        "{actor} and {target}: {a:they part|the tug locks on|they are locked together|"
        "the tug unlocks|the jumpers are being attached|the jumpers are attached|"
        "the jumpers are being detached}.",
    )
    # Actor: the tug, target; c: 1 only the jumpers.
    TOW_LOST = 95, "{actor} {c:loses its hold on|has no jumpers any more for} {target}."
    # Actor.
    TOWED_AWAY = 96, "{actor} is towed away."
    CREW_BURNT = 85  # Columns a: adrift slot.
    # Actor; c: level, d: Ascent.
    ALTITUDE = 97, "{actor} {d:climbs|dives|sinks|is drawn} to level {c}."
