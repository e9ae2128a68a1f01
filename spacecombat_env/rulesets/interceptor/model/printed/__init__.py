"""Printed and agreed values: ships, tables, the rules in use; the same for both sides."""

from spacecombat_env.core.model.fields import field, fields, flag, nested, number
from spacecombat_env.core.model.record import INT8, INT16, INT32
from spacecombat_env.core.model.switches import switch_fields

from ..constants.categories import (
    Collapse,
    Nation,
    Verdict,
)
from ..constants.planets import MISSED_ROWS, Edge, Passage
from ..constants.sizes import (
    ASTEROID_ROWS,
    BANDS,
    DECOY_REACH,
    DIE,
    DIRECT_RANGE,
    INTELLIGENCE_RANGE,
    MANOEUVRE_ROWS,
    MANOEUVRES,
    MAX_CARDS,
    MAX_CLASSES,
    MAX_COLUMNS,
    MAX_ENTRY_HEXES,
    MAX_MAP_ROWS,
    MAX_SCORE_STEPS,
    MAX_TEMPLATE_ROWS,
    MAX_TEMPLATES,
    MAX_WEAPON_TABLE,
    NONE,
    POINT_DEFENCES,
    POINT_SHOTS,
    PUSH_COLUMNS,
    PUSH_ROWS,
    RACES,
    SHIELD_STEPS,
    WOUNDS,
)
from ..constants.weapons import LOADS, MISSILES, Family, Mount
from ..switches import SWITCHES
from .ship_records import ALL, CARD, CLASS, WEAR

GUN = fields(
    "gun",
    family=field(INT8, "what it is", known=ALL, enum=Family),
    damage=field(INT8, "points by band; the laser's of a LEPC", known=ALL, shape=(BANDS,)),
    template=field(INT8, "template by band", known=ALL, shape=(BANDS,)),
    second=field(INT8, "points of a LEPC's EPC part", known=ALL, shape=(BANDS,)),
    second_template=field(INT8, "template of that", known=ALL, shape=(BANDS,)),
    reach=field(INT8, "greatest range at which it does damage", known=ALL, least=NONE),
    eps=field(INT16, "Energy Points", known=ALL),
    tons=field(INT16, "its weight, and its boxes", known=ALL),
    turret=flag("fits a turret", known=ALL),
    atmosphere=flag("fires in air (IN-ATM-11)", known=ALL),
    nation=field(INT8, "who builds it", known=ALL, enum=Nation),
)

SHAPE = fields(
    "template",
    points=field(INT8, "boxes of it", known=ALL),
    rows=field(INT8, "rows of it", known=ALL, most=MAX_TEMPLATE_ROWS),
    width=field(INT8, "width of each row, outermost first", known=ALL, shape=(MAX_TEMPLATE_ROWS,)),
)

MISSILE_KIND = fields(
    "missile_kind",
    intelligence=field(INT8, "to lock on (IN-MSL-02)", known=ALL),
    points=field(INT16, "damage", known=ALL),
    template=field(INT8, "template of it", known=ALL, most=MAX_TEMPLATES - 1),
    least=field(INT8, "least range", known=ALL),
    most=field(INT8, "greatest range", known=ALL),
    half_tons=field(INT8, "its weight", known=ALL),
    ecm=flag("ECM works against it (IN-MSL-03)", known=ALL),
    decoy=flag("Decoys work against it", known=ALL),
    scanner=flag("needs a working scanner", known=ALL),
    rear=flag("must be in the target's rear 120 degrees", known=ALL),
    turret=flag("a turret lifts its arc", known=ALL),
    users=field(INT8, "bits of Nation that may use it", known=ALL),
)

POD_KIND = fields(
    "pod_kind",
    half_tons=field(INT8, "its weight", known=ALL),
    gun=field(INT8, "row of rules.weapon that it shoots as, 0 = none", known=ALL),
    shots=field(INT8, "how often", known=ALL),
    heavy=flag("needs a heavy mount", known=ALL),
    users=field(INT8, "bits of Nation that may use it", known=ALL),
)

MOUNT = fields(
    "mount",
    half_tons=field(INT8, "load that it bears", known=ALL),
    pods=flag("may carry pods that are no weapons", known=ALL),
    heavy=flag("is a heavy mount", known=ALL),
)

MANOEUVRE = fields(
    "manoeuvre",
    velocity=number(INT8, "change of velocity", known=ALL),
    turn=number(INT8, "hexsides clockwise", known=ALL),
    hexes=field(INT8, "hexes moved", known=ALL),
    facing=flag("a new facing at random (IN-SOC-08)", known=ALL),
)

OPTIONS = fields(
    "options",
    columns=field(INT8, "columns of the map", known=ALL, least=1, most=MAX_COLUMNS),
    rows=field(INT8, "rows of it", known=ALL, least=1, most=MAX_MAP_ROWS),
    turn_limit=field(INT16, "last turn", known=ALL, least=1),
    **switch_fields(SWITCHES, ALL),
    planet=field(INT8, "edge at which a planet lies (IN-PLN-01)", known=ALL, enum=Edge),
    ground=field(INT8, "rows of ground at that edge", known=ALL),
    atmosphere=field(INT8, "rows of atmosphere", known=ALL),
    interface=field(INT8, "rows of interface", known=ALL),
    gravity=field(INT8, "hexes a turn that it draws (IN-GRV-02)", known=ALL, most=1),
    well=field(INT8, "rows from that edge in which it draws", known=ALL),
    top=field(INT8, "highest level of the map (IN-ADV-01); 0 = it has no levels", known=ALL),
    level=field(INT8, "level at which a side's ships start", known=ALL, shape=(2,)),
    field_moves=flag("asteroids move (IN-AST-06)", known=ALL),
    rocks=field(INT8, "asteroids to be placed", known=ALL),
    rocks_by=field(INT8, "0 alternately by the sides, 1 at random", known=ALL, most=1),
    sets_up=field(INT8, "Side that sets up first", known=ALL, most=1),
    zone=field(
        INT8,
        "where a side sets up: least and greatest column, least and greatest row",
        known=ALL,
        shape=(2, 4),
    ),
    velocity=field(INT8, "it starts with, NONE = chosen", known=ALL, least=NONE, shape=(2,)),
    heading=field(INT8, "it starts with, NONE = chosen", known=ALL, least=NONE, shape=(2,)),
    facing=field(INT8, "it starts with, NONE = chosen", known=ALL, least=NONE, shape=(2,)),
    destroyed=field(INT16, "points for an enemy lost", known=ALL, shape=(2,)),
    broke_off=field(INT16, "points for an enemy that leaves", known=ALL, shape=(2,)),
    pod=field(INT16, "points for a Sensor pod lost", known=ALL, shape=(2,)),
    landed=field(INT16, "points for an own ship that lands", known=ALL, shape=(2,)),
    wide_loss=flag("lost also without thrust or pilot (IN-SCN-06)", known=ALL),
    tie=field(INT8, "verdict of equal points", known=ALL, enum=Verdict),
    outcome=field(
        INT16,
        "least margin of each step of a side's victory, outermost first; 0 closes",
        known=ALL,
        shape=(2, MAX_SCORE_STEPS),
    ),
    entry_hexes=field(
        INT8,
        "hexes in which a side's ships enter (IN-SCN-08); 0 = they are set up",
        known=ALL,
        shape=(2,),
        most=MAX_ENTRY_HEXES,
    ),
    entry_q=field(INT8, "their columns", known=ALL, shape=(2, MAX_ENTRY_HEXES)),
    entry_r=number(INT8, "their axial rows", known=ALL, shape=(2, MAX_ENTRY_HEXES)),
    entry_die=field(
        INT8,
        "on or below which a ship may enter before the last turn for it",
        known=ALL,
        shape=(2,),
    ),
    entry_turn=field(INT8, "the last turn for it: all enter", known=ALL, shape=(2,)),
    prize=field(INT16, "points for carrying off the prize (IN-SCN-13); 0 = no prize", known=ALL),
    pursuit=flag("who flees over the top edge with it is pursued (IN-SCN-12)", known=ALL),
    known_class=field(
        INT8, "classes that both sides know by name", known=ALL, shape=(MAX_CLASSES,)
    ),
    morale=flag("crews check their morale (IN-CAM-02)", known=ALL),
)

RULES = fields(
    "rules",
    option=nested(OPTIONS, "map, sides, points, switches"),
    delegated=field(INT16, "Delegate bits per side", known=ALL, shape=(2,)),
    classes=nested(CLASS, "classes", (MAX_CLASSES,)),
    cards=nested(CARD, "ships of this scenario", (MAX_CARDS,)),
    wear=nested(WEAR, "their condition at the start", (MAX_CARDS,)),
    weapon=nested(GUN, "guns (data/weapons.csv)", (MAX_WEAPON_TABLE,)),
    template=nested(SHAPE, "shapes of damage (data/damage_templates.yaml)", (MAX_TEMPLATES,)),
    missile=nested(MISSILE_KIND, "missiles (data/missiles.yaml)", (MISSILES,)),
    pod=nested(POD_KIND, "pods (data/pods.csv), by Load", (LOADS,)),
    mount=nested(MOUNT, "racks (data/hardpoints.csv)", (max(Mount) + 1,)),
    band=field(INT8, "band of a range", known=ALL, shape=(DIRECT_RANGE + 1,)),
    base_to_hit=field(INT8, "of a range", known=ALL, shape=(DIRECT_RANGE + 1,)),
    angle=field(INT8, "by hexside clockwise from the target's heading", known=ALL, shape=(6,)),
    penetration=field(
        INT8, "on or below which a flicker rate / 10 is passed", known=ALL, shape=(SHIELD_STEPS,)
    ),
    shield_eps=field(
        INT32,
        "EPs of a side by flicker rate / 10, for each started 1,000 t",
        known=ALL,
        shape=(SHIELD_STEPS,),
    ),
    push=field(
        INT8,
        "on or below which a push does no damage, NO_PUSH, or SURE_DAMAGE",
        known=ALL,
        least=NONE,
        shape=(PUSH_ROWS, PUSH_COLUMNS),
    ),
    manoeuvre=nested(MANOEUVRE, "random manoeuvres, by the die", (MANOEUVRES,)),
    manoeuvre_cost=field(
        INT8, "points of it, by velocity", known=ALL, shape=(MANOEUVRE_ROWS, MANOEUVRES)
    ),
    seeing=field(INT8, "Seeing by range", known=ALL, shape=(INTELLIGENCE_RANGE + 1,)),
    asteroid=field(INT8, "on a Piloting roll, by velocity", known=ALL, shape=(ASTEROID_ROWS,)),
    asteroid_side=field(INT8, "facing struck, by the die", known=ALL, shape=(DIE + 1,)),
    consciousness=field(INT8, "by race and hits; 0 = killed", known=ALL, shape=(RACES, WOUNDS + 1)),
    collapse=field(INT8, "by the die", known=ALL, shape=(DIE + 1,), enum=Collapse),
    decoy=number(INT8, "on Intelligence, by distance", known=ALL, shape=(DECOY_REACH + 1,)),
    point_defence=field(
        INT8,
        "MDC-G, Safeguard-1..4: on or below which the nth missile is stopped",
        known=ALL,
        shape=(POINT_DEFENCES, POINT_SHOTS + 1),
    ),
    tgm_lock=field(
        INT8,
        "by mark less 1: enemy working, enemy dead, friend dead; 0 = never",
        known=ALL,
        shape=(2, 3),
    ),
    tolerance=field(
        INT8, "thrust that a race stands without a compensator", known=ALL, shape=(RACES,)
    ),
    turret_jam=field(INT8, "craft.jam by the die", known=ALL, shape=(DIE + 1,)),
    passage=field(
        INT8,
        "what a roll at the interface comes to: entry, bounce; by how much it is missed",
        known=ALL,
        enum=Passage,
        shape=(2, MISSED_ROWS),
    ),
    scorch=field(INT8, "points on the front at that", known=ALL, shape=(2, MISSED_ROWS)),
)

rules_dtype = RULES.dtype
