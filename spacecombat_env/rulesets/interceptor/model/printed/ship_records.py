"""Printed values of a ship: its class, its card, and damage of earlier battles.

Constant columns of a class are computed once, when its sheet is read (sheets.py): the place of its
rows, the component under a box, its weapons.
"""

from spacecombat_env.core.model.fields import field, fields, flag, nested, number, side_field
from spacecombat_env.core.model.record import INT8, INT16, INT32, INT64

from ..constants.categories import Arc, Comp, Nation, Prior, Race, Role, Size, Where
from ..constants.sizes import (
    BANDS,
    DIRECTIONS,
    MAX_BAYS,
    MAX_CARDS,
    MAX_CELL_ROWS,
    MAX_CLASS_CREW,
    MAX_CLASS_RACKS,
    MAX_CLASS_ROWS,
    MAX_CLASSES,
    MAX_COMPONENTS,
    MAX_TURRETS,
    MAX_WEAPON_TABLE,
    MAX_WEAPONS,
    NONE,
    WIDTH,
)
from ..constants.weapons import LOADS, MISSILES, Family, Mount
from ..knowledge_levels import Level

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
    side=side_field("whose it is", known=ALL),
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
