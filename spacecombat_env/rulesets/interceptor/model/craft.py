"""Ships: identity, place, condition, and what the enemy knows of them."""

from spacecombat_env.core.model.fields import field, fields, flag, number, slot
from spacecombat_env.core.model.record import INT8, INT16, INT32, INT64

from .constants.categories import Control, Deed, Disclosed, Morale, Size, Status, Tow
from .constants.planets import Air, Mode
from .constants.sizes import (
    DIRECTIONS,
    MAX_BAYS,
    MAX_CARDS,
    MAX_CLASSES,
    MAX_FLICKER,
    MAX_FUSE,
    MAX_TOW_TURNS,
    MAX_TURRETS,
    MAX_VELOCITY,
    MOST_OPPORTUNITIES,
    NONE,
    UNLED,
)
from .constants.weapons import MISSILES
from .knowledge_levels import Level

CRAFT = fields(
    "craft",
    # identity
    card=field(
        INT8,
        "row of rules.cards: class, name, crew, loads; 0 = empty slot or unknown",
        known=Level.OWNER,
        most=MAX_CARDS - 1,
    ),
    klass=field(INT8, "row of rules.classes; 0 = unknown", known=Level.CLASS, most=MAX_CLASSES - 1),
    status=field(
        INT8,
        "what has become of it",
        known=Level.PLACED,
        enum=Status,
        derived="WAITING is UNUSED, as is what exploded in a bay (IN-AMB-196)",
        shows="a craft that enters the map is seen",
    ),
    size_class=field(INT8, "when it moves (IN-SEQ-03)", known=Level.PLACED, enum=Size),
    contact=field(
        INT8, "number under which the enemy knows it", known=Level.PLACED, least=NONE, blank=NONE
    ),
    carrier=slot(
        "craft",
        "craft in whose bay it is, has left or exploded, or NONE",
        known=Level.OWNER,
        shows="a craft that exploded there is not seen (IN-AMB-196)",
    ),
    # place
    q=field(INT8, "column", known=Level.PLACED),
    r=number(INT8, "axial row (core/model/hexgrid.py)", known=Level.PLACED),
    heading=field(INT8, "direction it flies in", known=Level.PLACED, most=DIRECTIONS - 1),
    facing=field(INT8, "direction it points to", known=Level.PLACED, most=DIRECTIONS - 1),
    velocity=field(INT8, "hexes a turn", known=Level.PLACED, most=MAX_VELOCITY, column=12),
    rolled=flag("has rolled over: left is right (IN-MOV-09)", known=Level.PLACED, column=1),
    # thrust
    thrust=field(
        INT8, "thrust points it could have this turn, unpushed", known=Level.OWNER, column=12
    ),
    pushed=field(INT8, "extra points drawn this turn (IN-PSH-01)", known=Level.OWNER),
    spent=field(INT8, "thrust points used this turn", known=Level.OWNER),
    heading_points=number(INT8, "stored for a turn, plus clockwise (IN-MOV-12)", known=Level.OWNER),
    facing_points=number(INT8, "the same for its facing", known=Level.OWNER),
    hexes=field(INT8, "hexes moved this turn", known=Level.PLACED),
    start_velocity=field(
        INT8, "velocity when its move began", known=Level.PLACED, most=MAX_VELOCITY
    ),
    # control
    control=field(INT8, "whether it obeys (IN-SOC)", known=Level.PLACED, enum=Control),
    points=field(INT8, "points of random movement left", known=Level.OWNER),
    acted=flag("has moved this turn", known=Level.PLACED, column=1),
    tailing=slot(
        "craft", "craft on whose tail it is and after which it moves (IN-SEQ-07)", known=Level.ALL
    ),
    deeds=field(INT16, "bits of Deed: announced this turn", known=Level.OWNER, bits=Deed),
    cover=slot("craft", "craft behind which it flies (IN-LOS-06)", known=Level.PLACED),
    cover_side=field(
        INT8, "hexside of the covering craft on which it lies", known=Level.PLACED, most=5
    ),
    ram=slot("craft", "craft that it means to ram (IN-COL-08)", known=Level.DECLARED),
    arrived=field(
        INT16,
        "how late it entered its hex: the later arrival sets arcs (IN-CMB-08)",
        known=Level.PLACED,
    ),
    # condition
    collapse=field(INT8, "Ship Destroyed boxes lost (IN-DES-06)", known=Level.OWNER, column=10),
    collapse_due=flag("lost some of them this turn", known=Level.OWNER),
    ecm=flag("its ECM works (IN-MSL-03)", known=Level.OWNER, column=1),
    decoyed=flag("has launched a Decoy against what flies now", known=Level.OWNER, column=1),
    defended=flag("its point defence has met some of what flies now", known=Level.OWNER),
    stopped=field(INT8, "missiles met by point defence this turn (IN-DEF-10)", known=Level.OWNER),
    guard=flag("its MDC-G are kept from direct fire (IN-DEF-11)", known=Level.OWNER, column=1),
    guarded=number(
        INT32, "MDC-G that have met a missile this turn, weapon rows (IN-DEF-11)", known=Level.OWNER
    ),
    shield=field(
        INT16,
        "flicker rate of each facing, kept up to date",
        known=Level.OWNER,
        shape=(DIRECTIONS,),
        most=MAX_FLICKER,
    ),
    armour=field(
        INT16,
        "armour boxes left on each facing, kept up to date",
        known=Level.OWNER,
        shape=(DIRECTIONS,),
    ),
    inside=field(INT16, "internal boxes lost, kept up to date", known=Level.OWNER),
    disabled=number(INT64, "components that are out, by their row of the class", known=Level.OWNER),
    struck=number(INT64, "components hit by what is being applied", known=Level.OWNER),
    plant_lost=field(INT8, "quarters of the plant lost by pushing (IN-AMB-16)", known=Level.OWNER),
    fired=number(
        INT32,
        "weapons fired this turn, by their row of the class",
        known=Level.FIRED,
        derived="of what was disclosed",
        shows="those bits",
    ),
    out=number(INT32, "weapons that nobody works, or that are lost", known=Level.OWNER),
    jam=field(
        INT8,
        "turrets: 0 sound, 1..6 jammed toward that hexside less 1, 7 out (IN-IDE-28)",
        known=Level.OWNER,
        shape=(MAX_TURRETS,),
        most=7,
    ),
    air_used=field(
        INT8, "turns for which its crew has lived in its suits (IN-IDE-39)", known=Level.OWNER
    ),
    leaving=field(INT8, "turns left to leave a hull that breaks up", known=Level.OWNER),
    fuse=field(
        INT8,
        "turns until it blows itself up (IN-DES-10); 0 = it does not",
        known=Level.OWNER,
        most=MAX_FUSE,
        column=10,
        view="fuse",
    ),
    left_in=flag(
        "is being abandoned: its systems are shut down (IN-ABN-12)", known=Level.PLACED, column=1
    ),
    lowered=flag(
        "has lowered its shields to pick up a crew (IN-ABN-07)", known=Level.PLACED, column=1
    ),
    bay=field(INT8, "which bay of its carrier", known=Level.OWNER, most=MAX_BAYS - 1),
    bays_used=field(
        INT8, "bays that have launched or recovered this turn, bits (IN-TSK-03)", known=Level.OWNER
    ),
    escape=slot("craft", "craft in its bay in which its crew escapes, or NONE", known=Level.OWNER),
    may_enter=flag("may enter the map this turn (IN-SCN-08)", known=Level.OWNER),
    # T-space
    straight=number(
        INT8, "full turns on a straight course, -1 after a turn (IN-CAM-21)", known=Level.PLACED
    ),
    fast=field(INT8, "of them at velocity 30 and more", known=Level.PLACED),
    run=flag(
        "calculates its entry into T-space (IN-POW-10)",
        known=Level.OWNER,
        column=1,
        view="calculates",
    ),
    run_turn=field(INT16, "turn in which it began to", known=Level.OWNER),
    transit=flag(
        "enters T-space at the end of the turn, or has (IN-CAM-27)", known=Level.PLACED, column=1
    ),
    # what the enemy knows
    disclosed=field(INT8, "bits of Told; they only grow", known=Level.PLACED, bits=Disclosed),
    missiles_launched=field(
        INT16, "missiles and Decoys that it has launched or laid", known=Level.PLACED
    ),
    decoys_launched=field(INT16, "Decoys among them", known=Level.PLACED),
    opportunities=field(
        INT8,
        "turns in which it might have launched a missile of each kind (IN-MSL-02)",
        known=Level.PLACED,
        shape=(MISSILES,),
        most=MOST_OPPORTUNITIES,
    ),
    sendable=number(INT8, "kinds that count for this turn, as bits", known=Level.PLACED),
    weapons_used=number(INT32, "weapons that have fired, by row (IN-CMB-03)", known=Level.PLACED),
    disclosed_weapons=number(INT32, "weapons that the enemy knows of, by row", known=Level.PLACED),
    armour_turn=field(INT16, "turn of seen_armour, 0 = never", known=Level.PLACED),
    inside_turn=field(INT16, "turn of seen_inside, 0 = never", known=Level.PLACED),
    last_seen_armour=field(
        INT16, "armour boxes left when last seen", known=Level.PLACED, shape=(DIRECTIONS,)
    ),
    last_seen_inside=field(INT16, "internal boxes lost when last seen", known=Level.PLACED),
    last_seen_disabled=number(INT64, "components out when last seen", known=Level.PLACED),
    # pools
    first_row=field(
        INT16, "first of its rows in the side's pool; by size class alone", known=Level.PLACED
    ),
    first_crew=field(INT8, "first of its crewmen", known=Level.OWNER),
    first_rack=field(INT8, "first of its racks", known=Level.OWNER),
    # bookkeeping
    hit_by=slot(
        "crew",
        "crewman who made the last hit on it (IN-CRW-07), or NONE",
        known=Level.CREDITED,
        shows="a crewman of the observing side",
    ),
    morale=field(
        INT8,
        "its checks of morale (IN-COL-08, IN-CAM-03)",
        known=Level.OWNER,
        enum=Morale,
        view="morale",
    ),
    # what the enemy knows, for the record: nothing of it is derived from hidden values
    disclosed_tons=field(
        INT16,
        "tonnage as disclosed: exact, or the middle of its step; 0 = never",
        known=Level.PLACED,
    ),
    disclosed_streamlined=flag("streamlined, once that was disclosed", known=Level.PLACED),
    armed_as=field(
        INT8,
        "first row of rules.classes with the same weapons, once they were disclosed; 0 = never",
        known=Level.PLACED,
        most=MAX_CLASSES - 1,
    ),
    disclosed_kinds=number(
        INT16, "types of its weapons as disclosed, bits by Family", known=Level.PLACED, least=0
    ),
    bay_hits=field(
        INT16,
        "hits that each of its bays has taken (IN-ICB-10)",
        known=Level.OWNER,
        shape=(MAX_BAYS,),
    ),
    # power
    fed=number(
        INT64,
        "components to which EPs are allotted, on a ship that can switch power (IN-POW-01)",
        known=Level.OWNER,
    ),
    eps=field(INT32, "EPs that are left to allot", known=Level.OWNER),
    # command of a ship with a Bridge
    command=field(
        INT8,
        "0 led; 1, 2 turns until a backup leads it; 3 nobody ever will (IN-IDE-01, 03)",
        known=Level.OWNER,
        most=UNLED,
        view="command",
    ),
    stations_hit=number(
        INT64, "Bridges and quarters hit this turn, by component (IN-IDE-04)", known=Level.OWNER
    ),
    # morale
    led=flag("led by the player himself (IN-CAM-02)", known=Level.OWNER, view="led"),
    shaken=field(
        INT16, "internal boxes lost at its last check of morale (IN-CAM-03)", known=Level.OWNER
    ),
    installation=flag("is an orbital installation (IN-OIN-01)", known=Level.PLACED, column=1),
    # in tow
    tow=slot("craft", "the other ship of a tow, of its tug or in tow, or NONE", known=Level.PLACED),
    tow_state=field(INT8, "how far the tow is (IN-CON-26)", known=Level.PLACED, enum=Tow),
    tow_turns=field(INT8, "turns until that is done", known=Level.PLACED, most=MAX_TOW_TURNS),
    towed=flag("is the one in tow, or locked on to (IN-CON-27)", known=Level.PLACED, column=1),
    # below space
    mode=field(
        INT8, "how it flies below space (IN-PLN-11)", known=Level.PLACED, enum=Mode, column=2
    ),
    air=field(INT8, "what it has done this turn below space", known=Level.PLACED, bits=Air),
    worked=flag("has used thrust this turn, near a planet (IN-ATM-08)", known=Level.OWNER),
    altitude=field(INT8, "level at which it flies (IN-ADV-01)", known=Level.PLACED, column=12),
    dived=field(INT8, "levels dived this turn (IN-ADV-03)", known=Level.PLACED),
    gained=field(INT8, "free hexes of the next turn, by diving (IN-ADV-04)", known=Level.PLACED),
    free_hexes=field(
        INT8, "free hexes of this turn, by last turn's dive", known=Level.PLACED, column=12
    ),
)
