"""Printed and agreed values: classes, cards, tables, the rules in use; the same for both sides.

Constant columns of a class are computed once, when its sheet is read (sheets.py): the place of its
rows, the component under a box, its weapons.
"""

from spacecombat_env.core.model.fields import field, fields, flag, nested, number
from spacecombat_env.core.model.record import INT8, INT16, INT32, INT64
from spacecombat_env.core.model.switches import switch_fields

from ..constants.categories import (
    LOADS,
    MISSILES,
    Arc,
    Collapse,
    Comp,
    Family,
    Mount,
    Nation,
    Prior,
    Race,
    Role,
    Size,
    Verdict,
    Where,
)
from ..constants.planets import MISSED_ROWS, Edge, Passage
from ..constants.sizes import (
    ASTEROID_ROWS,
    BANDS,
    DECOY_REACH,
    DIE,
    DIRECT_RANGE,
    DIRECTIONS,
    INTELLIGENCE_RANGE,
    MANOEUVRE_ROWS,
    MANOEUVRES,
    MAX_BAYS,
    MAX_CARDS,
    MAX_CELL_ROWS,
    MAX_CLASS_CREW,
    MAX_CLASS_RACKS,
    MAX_CLASS_ROWS,
    MAX_CLASSES,
    MAX_COLUMNS,
    MAX_COMPONENTS,
    MAX_ENTRY_HEXES,
    MAX_MAP_ROWS,
    MAX_SCORE_STEPS,
    MAX_TEMPLATE_ROWS,
    MAX_TEMPLATES,
    MAX_TURRETS,
    MAX_WEAPON_TABLE,
    MAX_WEAPONS,
    NONE,
    POINT_DEFENCES,
    POINT_SHOTS,
    PUSH_COLUMNS,
    PUSH_ROWS,
    RACES,
    SHIELD_STEPS,
    WIDTH,
    WOUNDS,
)
from ..knowledge_levels import Level
from ..switches import SWITCHES

ALL = Level.ALL

COMPONENT = fields(
    "component",
    kind=field(INT8, "what it is", known=ALL, enum=Comp),
    where=field(INT8, "where it lies", known=ALL, enum=Where),
    side=field(
        INT8,
        "facing of a shield or of what lies on armour; DCS and ACS: 1 left, 0 right",
        known=ALL,
        most=5,
    ),
    turret=field(INT8, "its turret, or NONE", known=ALL, least=NONE, most=MAX_TURRETS - 1),
    crewman=field(INT8, "whose cockpit: place in the class's crew, or NONE", known=ALL, least=NONE),
    weapon=field(INT8, "its weapon row, or NONE", known=ALL, least=NONE, most=MAX_WEAPONS - 1),
    number=field(INT8, "which of its kind, from 1 (engine 2, DCS set 1)", known=ALL),
    rating=field(
        INT32,
        "of an engine, a plant, a shield, a compensator; tons that towing gear moves",
        known=ALL,
    ),
    boxes=field(INT16, "how many boxes it has", known=ALL),
    fatal=field(INT16, "of them lost it is out (IN-DMG-09)", known=ALL),
    first=field(INT16, "first row of it, within its block", known=ALL),
    last=field(INT16, "last row of it", known=ALL),
    eps=field(
        INT32,
        "EPs that are allotted to it when it is fed, a variable shield's least; "
        "0 for what needs none and for permanent users",
        known=ALL,
    ),
)

WEAPON = fields(
    "weapon",
    table=field(INT8, "row of rules.weapon; 0 for a rack", known=ALL, most=MAX_WEAPON_TABLE - 1),
    family=field(INT8, "what it is", known=ALL, enum=Family),
    arc=field(INT8, "field of fire", known=ALL, enum=Arc),
    turret=field(INT8, "its turret, or NONE", known=ALL, least=NONE, most=MAX_TURRETS - 1),
    crewman=field(INT8, "who works it: place in the class's crew", known=ALL),
    component=field(INT8, "row of klass.component", known=ALL, most=MAX_COMPONENTS - 1),
    rack=field(INT8, "which rack it is, or NONE", known=ALL, least=NONE, most=MAX_CLASS_RACKS - 1),
    tot=field(INT8, "its TOT group, 0 = none", known=ALL),
)

BAY = fields(
    "bay",
    cell=field(INT16, "row of `cell` that stands for it (IN-ICB-10)", known=ALL),
    boxes=field(INT16, "how many boxes it has", known=ALL),
    cargo=flag("is a cargo bay, and no hangar", known=ALL),
    loaded=flag("holds cargo", known=ALL),
)

CLASS = fields(
    "class",
    tons=field(INT16, "tonnage", known=ALL),
    power=field(INT32, "of all engines", known=ALL),
    plant=field(INT32, "rating of its plant", known=ALL),
    plant_boxes=field(INT32, "boxes of it", known=ALL),
    thrust=field(INT8, "thrust rating", known=ALL),
    size_class=field(INT8, "when it moves", known=ALL, enum=Size),
    engines=field(INT8, "how many", known=ALL),
    dcs=field(INT8, "sets of DCS", known=ALL),
    compensator=field(INT8, "rating; 0 = none", known=ALL),
    scale=field(INT8, "hits of an internal box (IN-ICB-14)", known=ALL),
    nation=field(INT8, "who builds it", known=ALL, enum=Nation),
    race=field(INT8, "who flies it", known=ALL, enum=Race),
    streamlined=flag("flies in air", known=ALL),
    antigrav=flag("has lifters", known=ALL),
    ftl=flag("has a drive", known=ALL),
    bridge=flag("is led from a Bridge", known=ALL),
    installation=flag("is an orbital installation (IN-OIN-01)", known=ALL),
    long_air=flag("its life support is of long duration (IN-IDE-39)", known=ALL),
    variable=flag("its shields are variable", known=ALL),
    firewall=flag("the first row of its armour is a Firewall (IN-ICB-03)", known=ALL),
    guard=field(
        INT8, "row of rules.point_defence of its Safeguard, or NONE", known=ALL, least=NONE
    ),
    ecm=field(INT8, "component of its ECM, or NONE", known=ALL, least=NONE),
    shield=field(INT16, "printed flicker rate", known=ALL, shape=(DIRECTIONS,)),
    # rows, counted from craft.first_row
    armour_row=field(INT16, "first row of armour of a facing", known=ALL, shape=(DIRECTIONS,)),
    armour_rows=field(INT8, "rows of armour of a facing", known=ALL, shape=(DIRECTIONS,)),
    external_row=field(
        INT16, "row of what lies on it, or NONE", known=ALL, least=NONE, shape=(DIRECTIONS,)
    ),
    external=field(INT16, "boxes lying on it, as bits", known=ALL, shape=(DIRECTIONS,)),
    armour=field(INT16, "armour boxes of a facing", known=ALL, shape=(DIRECTIONS,)),
    turrets=field(INT8, "how many", known=ALL, most=MAX_TURRETS),
    turret_row=field(INT16, "first row of a turret's armour", known=ALL, shape=(MAX_TURRETS,)),
    turret_rows=field(INT8, "rows of it", known=ALL, shape=(MAX_TURRETS,)),
    turret_inner=field(INT16, "first row of a turret's block", known=ALL, shape=(MAX_TURRETS,)),
    turret_depth=field(INT8, "rows of it", known=ALL, shape=(MAX_TURRETS,)),
    turret_cell=field(INT16, "row of `cell` where it begins", known=ALL, shape=(MAX_TURRETS,)),
    inner=field(INT16, "first row of the internal block", known=ALL),
    depth=field(INT16, "rows of it, the Ship Destroyed row last", known=ALL),
    cells=field(INT16, "rows of `cell` in use", known=ALL, most=MAX_CELL_ROWS),
    planes=field(INT8, "bits of the hits that a box has taken (IN-DMG-14)", known=ALL, most=3),
    plane_row=field(
        INT16, "first row of those bits: for each a row by row of `cell`, then by facing", known=ALL
    ),
    rows=field(INT16, "rows in all", known=ALL),
    boxes=field(INT16, "boxes of the internal block and of turrets", known=ALL),
    # crew, weapons, components
    crew=field(INT8, "pilots and gunners", known=ALL, most=MAX_CLASS_CREW),
    role=field(INT8, "what each is there for", known=ALL, shape=(MAX_CLASS_CREW,), enum=Role),
    racks=field(INT8, "how many", known=ALL, most=MAX_CLASS_RACKS),
    mount=field(INT8, "kind of each rack", known=ALL, shape=(MAX_CLASS_RACKS,), enum=Mount),
    rack_weapon=field(INT8, "its weapon row", known=ALL, shape=(MAX_CLASS_RACKS,)),
    weapons=field(INT8, "how many weapon rows", known=ALL, most=MAX_WEAPONS),
    weapon=nested(WEAPON, "its sheet's weapons, racks included", (MAX_WEAPONS,)),
    components=field(INT8, "how many components", known=ALL, most=MAX_COMPONENTS),
    component=nested(COMPONENT, "its sheet's components, weapons first", (MAX_COMPONENTS,)),
    engine_mask=number(INT64, "components that are engines", known=ALL),
    external_mask=number(INT64, "components that lie on armour", known=ALL),
    reload_mask=number(INT64, "components that hold missile reloads (IN-IDE-36)", known=ALL),
    ejectors=number(
        INT32, "crewmen whose cockpits have ejectors, by place in the crew", known=ALL, least=0
    ),
    cell=field(
        INT8,
        "component under a box, or NONE: the internal block, then turrets'; by row and column",
        known=ALL,
        least=NONE,
        most=MAX_COMPONENTS - 1,
        shape=(MAX_CELL_ROWS, WIDTH),
    ),
    unscaled=field(
        INT16,
        "boxes that one hit destroys whatever the scale, as bits: avionics, cockpits",
        known=ALL,
        shape=(MAX_CELL_ROWS,),
    ),
    bays=field(INT8, "how many cargo bays and hangars", known=ALL, most=MAX_BAYS),
    bay=nested(BAY, "its bays", (MAX_BAYS,)),
    external_cell=field(
        INT8,
        "component that lies on a column of a facing, or NONE",
        known=ALL,
        least=NONE,
        most=MAX_COMPONENTS - 1,
        shape=(DIRECTIONS, WIDTH),
    ),
    system=field(
        INT8,
        "first component of a kind, or NONE: avionics, plant, bridge",
        known=ALL,
        least=NONE,
        shape=(max(Comp) + 1,),
    ),
    shield_part=field(
        INT8,
        "component of each facing's generator, or NONE",
        known=ALL,
        least=NONE,
        shape=(DIRECTIONS,),
    ),
    cost=field(INT32, "talents", known=ALL),
    permanent=field(INT32, "EPs of users that are always fed (IN-AMB-113)", known=ALL),
    switches=flag("a flight engineer can switch its power (IN-CON-46)", known=ALL),
    # estimates of an enemy that knows the class
    damage=field(INT16, "damage of all its guns by band, forward", known=ALL, shape=(BANDS,)),
)

CARD_CREW = fields(
    "card_crew",
    piloting=field(INT8, "Piloting", known=ALL),
    gunnery=field(INT8, "Gunnery", known=ALL),
    fam_piloting=field(INT8, "familiarity", known=ALL),
    fam_gunnery=field(INT8, "the same for Gunnery", known=ALL),
)

CARD = fields(
    "card",
    side=field(INT8, "whose it is", known=ALL, least=NONE, most=1),
    klass=field(INT8, "row of rules.classes", known=ALL, most=MAX_CLASSES - 1),
    crew=nested(CARD_CREW, "skills, by place in the class's crew", (MAX_CLASS_CREW,)),
    allowed=field(INT32, "bits of Load that it may carry", known=ALL),
    carrier=field(
        INT8, "card of the ship in whose bay it begins, or 0", known=ALL, most=MAX_CARDS - 1
    ),
    bay=field(INT8, "which bay", known=ALL, most=MAX_BAYS - 1),
    required=field(INT8, "pod that it must carry, or NONE", known=ALL, least=NONE, most=LOADS - 1),
    pod=field(
        INT8,
        "pod of each rack at the start, or NONE",
        known=ALL,
        least=NONE,
        shape=(MAX_CLASS_RACKS,),
    ),
    load=field(
        INT8, "missiles of each rack at the start", known=ALL, shape=(MAX_CLASS_RACKS, MISSILES)
    ),
    loaded=flag("its loads are given, and not chosen", known=ALL),
    led=flag("its player leads it himself (IN-CAM-02)", known=ALL),
    prior=field(INT8, "how a seat takes it for a ship of the enemy", known=ALL, enum=Prior),
)

WEAR = fields(
    "wear",
    worn=flag("whether it has any", known=ALL),
    lost=field(INT16, "boxes lost, as bits of each row", known=ALL, shape=(MAX_CLASS_ROWS,)),
    disabled=number(INT64, "components that are out, by their row of the class", known=ALL),
    plant_lost=field(INT8, "quarters of the plant lost by pushing", known=ALL),
    hits=field(INT8, "of each crewman, by place", known=ALL, shape=(MAX_CLASS_CREW,)),
    cockpit=field(INT8, "boxes lost of his cockpit", known=ALL, shape=(MAX_CLASS_CREW,)),
)
"""Damage and wounds of earlier battles; all zero for a whole ship."""

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
    stoppable=flag("may be shot down (IN-DEF-01)", known=ALL),
    stops=flag("may be used against missiles (IN-DEF-02)", known=ALL),
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
