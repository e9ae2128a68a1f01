"""Crews, racks, missiles, drifting pieces, terrain."""

from spacecombat_env.core.model.fields import field, fields, flag, number, slot
from spacecombat_env.core.model.record import INT8, INT16, INT32, INT64

from .constants.categories import CrewStatus, Rock, Role
from .constants.sizes import (
    DIRECTIONS,
    MAX_COMPONENTS,
    MAX_VELOCITY,
    MAX_WEAPONS,
    NONE,
    ROCK_HITS,
    WOUNDS,
)
from .constants.weapons import LOADS, MISSILES, MissileStatus
from .knowledge_levels import Level

CREW = fields(
    "crew",
    craft=slot("craft", "craft he serves in, NONE = nobody", known=Level.OWNER),
    role=field(INT8, "what he is there for", known=Level.OWNER, enum=Role),
    piloting=field(INT8, "Piloting, familiarity left out", known=Level.OWNER),
    gunnery=field(INT8, "Gunnery, familiarity left out", known=Level.OWNER),
    fam_piloting=field(INT8, "familiarity with this hull (IN-CRW-09)", known=Level.OWNER),
    fam_gunnery=field(INT8, "the same for Gunnery", known=Level.OWNER),
    hits=field(INT8, "boxes of his cockpit lost", known=Level.OWNER),
    status=field(INT8, "state of him", known=Level.OWNER, enum=CrewStatus),
    flies=flag("flies the craft (IN-FLT)", known=Level.OWNER),
    overload=field(INT8, "task overload, set in the Decision Phase (IN-OVL)", known=Level.OWNER),
    kills=field(INT8, "worth of what he has destroyed (IN-CRW-08)", known=Level.OWNER),
    service=field(
        INT8, "1 has fired, 2 was fired at: both make a mission (IN-CRW-10)", known=Level.OWNER
    ),
    weapons=number(INT32, "weapon rows that he works", known=Level.OWNER),
    given_up=number(INT32, "weapon rows that he gave up (IN-AMB-07)", known=Level.OWNER),
    engaged=number(INT64, "targets this turn (IN-DIR-09): bits of `target_bit`", known=Level.OWNER),
    engaged_gone=field(
        INT8, "targets this turn that are gone, another in their slot", known=Level.OWNER
    ),
    way=field(INT8, "turns to the airlock by which he leaves (IN-ABN-13)", known=Level.OWNER),
    rescuer=slot("craft", "craft that has picked him up (IN-ABN-08), or NONE", known=Level.OWNER),
    berth=field(
        INT8,
        "its Rescue Compartment, a row of its class, or NONE",
        known=Level.OWNER,
        blank=NONE,
        least=NONE,
        most=MAX_COMPONENTS - 1,
    ),
    station=field(
        INT8,
        "where he serves: component of his class, or NONE",
        known=Level.OWNER,
        least=NONE,
        most=MAX_COMPONENTS - 1,
        blank=NONE,
    ),
    column=field(
        INT8,
        "of the consciousness table, by his wound at a Bridge or in quarters; 0 = none",
        known=Level.OWNER,
        most=WOUNDS,
    ),
)

RACK = fields(
    "rack",
    craft=slot("craft", "craft that carries it, NONE = none", known=Level.OWNER),
    weapon=field(
        INT8, "row of it among the weapons", known=Level.OWNER, least=NONE, most=MAX_WEAPONS - 1
    ),
    pod=field(INT8, "Load that is a pod, or NONE", known=Level.OWNER, least=NONE, most=LOADS - 1),
    shots=field(INT8, "shots left in a weapon pod", known=Level.OWNER),
    barred=field(
        INT8, "missiles of it whose lock failed this turn, bits by kind", known=Level.OWNER
    ),
    load=field(INT8, "missiles left of each kind", known=Level.OWNER, shape=(MISSILES,)),
)

MISSILE = fields(
    "missile",
    kind=field(
        INT8,
        "Load",
        known=Level.BEHAVED,
        least=NONE,
        most=MISSILES - 1,
        blank=NONE,
        shows="a HELL is known at once",
    ),
    status=field(INT8, "where it is", known=Level.ALL, enum=MissileStatus),
    craft=slot("craft", "craft that launched it", known=Level.ALL),
    contact=field(INT8, "number among its side's missiles", known=Level.ALL),
    q=field(INT8, "column", known=Level.ALL),
    r=number(INT8, "axial row", known=Level.ALL),
    heading=field(INT8, "direction of its last hex, or of its drift", known=Level.ALL, most=5),
    velocity=field(INT8, "of one that drifts", known=Level.ALL, most=MAX_VELOCITY, column=12),
    altitude=field(INT8, "level at which it flies", known=Level.ALL, column=12),
    target=slot("craft", "craft it has locked on", known=Level.ALL),
    target_missile=slot("missile", "missile it has locked on", known=Level.ALL),
    launched=field(INT16, "turn of its launch", known=Level.ALL),
    tried=field(INT8, "bits of interceptions tried in this hex, by side", known=Level.ALL),
    passed=number(INT16, "best interception passed by the other side", known=Level.NOBODY),
)

ADRIFT = fields(
    "adrift",
    crew=number(INT64, "who it is: bits of the side's crewmen; 0 = none", known=Level.OWNER),
    people=field(INT8, "how many they are; 0 = empty", known=Level.ALL, column=8),
    q=field(INT8, "column", known=Level.ALL),
    r=number(INT8, "axial row", known=Level.ALL),
    heading=field(INT8, "direction of drift", known=Level.ALL, most=DIRECTIONS - 1),
    velocity=field(INT8, "hexes a turn", known=Level.ALL, most=MAX_VELOCITY, column=12),
    altitude=field(INT8, "level at which it drifts", known=Level.ALL, column=12),
    thrust=field(INT8, "thrust points of the suits left", known=Level.OWNER, column=3),
    air=field(INT8, "turns of air left", known=Level.OWNER, column=30),
    conscious=flag("somebody is awake", known=Level.OWNER),
    prize=flag("is he whom both sides want (IN-SCN-09)", known=Level.ALL, column=1),
    tries=field(INT8, "failed attempts to pick it up (IN-ABN-08)", known=Level.ALL, column=8),
    moved=flag("has moved this turn", known=Level.ALL),
)

ROCK = fields(
    "rock",
    kind=field(INT8, "what lies there", known=Level.ALL, enum=Rock),
    q=field(INT8, "column", known=Level.ALL),
    r=number(INT8, "axial row", known=Level.ALL),
    heading=field(INT8, "direction in which it drifts", known=Level.ALL, most=DIRECTIONS - 1),
    moving=flag("drifts", known=Level.ALL),
    altitude=field(INT8, "its level", known=Level.ALL),
    hits=field(INT16, "hits left (IN-AST-04)", known=Level.ALL, most=ROCK_HITS),
)
