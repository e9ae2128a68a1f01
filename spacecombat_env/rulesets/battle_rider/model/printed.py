"""Records of printed and agreed data: classes, cards, tables, the rules in use."""

from spacecombat_env.core.model.fields import field, fields, flag, nested, number
from spacecombat_env.core.model.record import INT8, INT16, INT32
from spacecombat_env.core.model.switches import switch_fields

from .constants.categories import Beam, Crew, Jumpless, RedMission, Result, Victory
from .constants.sizes import (
    CAPACITIES,
    CARDS,
    DIE,
    GLOBE_FULL,
    MAX_BODIES,
    MAX_CLASSES,
    NONE,
    RESULTS,
    SET_ASIDE,
    WEAPON_ROWS,
)
from .knowledge_levels import Level
from .switches import ADVANCED_SWITCHES, MAP_SWITCHES, PLAY_SWITCHES

BULLSEYE = 9
MISS = 0

WEAPON = fields(
    "weapon",
    kind=field(INT8, "type of the weapons (BR-CTR-02)", known=Level.ALL, enum=Beam),
    spinal=flag("a spinal mount", known=Level.ALL),
    number=field(INT8, "weapons in one battery", known=Level.ALL),
    overpower=field(
        INT8, "built-in overpower as a positive level 0, 1, 2", known=Level.ALL, most=2
    ),
    range=field(INT8, "short range, hexes", known=Level.ALL),
    damage=field(
        INT8,
        "per range band; NONE = may not be fired (BR-AMB-34)",
        known=Level.ALL,
        shape=(4,),
        least=NONE,
    ),
)

CLASS = fields(
    "class",
    size_mod=number(INT8, "size modifier (BR-DET-12)", known=Level.ALL),
    tech_level=field(INT8, "tech level", known=Level.ALL),
    fire_control=number(INT8, "fire control", known=Level.ALL),
    directors=field(INT16, "missile directors: missiles it can control", known=Level.ALL),
    missiles=field(INT16, "ready missiles", known=Level.ALL),
    sensor_range=field(
        INT8, "short range of each Sensor, hexes; 0 for none", known=Level.ALL, shape=(2,)
    ),
    folding=flag("its array folds (BR-DET-10)", known=Level.ALL),
    jammer=field(INT8, "jammer rating", known=Level.ALL),
    masked=flag("masked against active sensors (BR-DET-16)", known=Level.ALL),
    area_jammer=flag("has an area jammer", known=Level.ALL),
    jump=field(INT8, "jump rating", known=Level.ALL),
    g=field(INT8, "Gs per turn, undamaged", known=Level.ALL),
    fuel=field(INT16, "G-turns in all, NONE = unlimited", known=Level.ALL, least=NONE),
    limited_fuel=flag("carries limited fuel", known=Level.ALL),
    armor=field(INT8, "armor", known=Level.ALL),
    aux_bridge=flag("has an auxiliary bridge", known=Level.ALL),
    meson_screen=field(INT8, "meson screen", known=Level.ALL),
    sandcasters=field(INT8, "sandcasters", known=Level.ALL),
    dampers=field(INT8, "dampers", known=Level.ALL),
    black_globe=flag("has a black globe", known=Level.ALL),
    rider_klass=field(
        INT8, "row of rules.classes, 0 = none", known=Level.ALL, most=MAX_CLASSES - 1
    ),
    riders=field(INT8, "riders it carries", known=Level.ALL),
    socket_extenders=flag("has socket extenders", known=Level.ALL),
    points=field(INT16, "points it costs and counts", known=Level.ALL),
    points_without_tender=number(INT16, "points where no tender carries it", known=Level.ALL),
    restricted_directors=field(
        INT8,
        "fire directors of one battery in one phase; NONE: enough for all",
        known=Level.ALL,
        least=NONE,
    ),
    drone=flag("a drone", known=Level.ALL),
    globe_capacity=field(INT8, "damage points of the capacitors (BR-BGL-05)", known=Level.ALL),
    globe_rate=field(INT8, "highest flicker rate, tenths", known=Level.ALL, most=GLOBE_FULL),
    sim_level=field(INT8, "tech level of its semi-independent missiles, 0 = none", known=Level.ALL),
    merchant=flag("a merchant (BR-MIB-06)", known=Level.ALL),
    weapon=nested(WEAPON, "weapon rows (BR-CTR-01)", (WEAPON_ROWS,)),
)

MAX_CRAFT = 2 * max(capacity.craft for capacity in CAPACITIES.values())

CARD = fields(
    "card",
    hit=field(INT8, "1..5, BULLSEYE or MISS", known=Level.ALL, least=MISS, most=BULLSEYE),
    missile_value=number(INT8, "value for missiles", known=Level.ALL),
    crack=number(
        INT8, "value for a crack crew; the main one where its field is empty", known=Level.ALL
    ),
    green=number(INT8, "the same for a green crew", known=Level.ALL),
)

OPTIONS = fields(
    "options",
    columns=field(INT8, "hexes across", known=Level.ALL, least=1),
    rows=field(INT8, "hexes up", known=Level.ALL, least=1),
    turn_limit=field(INT16, "last turn", known=Level.ALL, least=1),
    margin_decides=flag(
        "at the turn limit the margin of points decides, else a draw", known=Level.ALL
    ),
    **switch_fields(PLAY_SWITCHES, Level.ALL),
    victory=field(INT8, "what is played for", known=Level.ALL, enum=Victory),
    suits_up=flag(
        "per side: a Life Support result stops the crew (BR-S2-03)", known=Level.ALL, shape=(2,)
    ),
    redraws=flag(
        "per side: No Effect markers are drawn again (BR-S2-04)", known=Level.ALL, shape=(2,)
    ),
    **(
        switch_fields(MAP_SWITCHES, Level.ALL)
        | {
            "jump_line": field(
                INT16,
                "hexes from the planet beyond which ships may jump, 0 = by the edge",
                known=Level.ALL,
            )
        }
    ),
    jump_body=field(INT8, "that planet: index of state.body", known=Level.ALL),
    **switch_fields(ADVANCED_SWITCHES, Level.ALL),
    mission=field(
        INT8,
        "RedMission and BlueMission; 0 = drawn",
        known=Level.ALL,
        shape=(2,),
        most=max(RedMission),
    ),
    scale=field(INT8, "times the points of missions (BR-ASG-06)", known=Level.ALL, least=1),
    advanced=flag(
        "the observation has the advanced blocks of model/observation.py", known=Level.ALL
    ),
)

BUYING = fields(
    "buying",
    points=field(INT16, "to spend; 0 = the side does not buy", known=Level.ALL),
    tactics_cost=field(
        INT16, "per level of Fleet Tactics above the first (BR-SCN-11)", known=Level.ALL
    ),
    jumpless=field(
        INT8, "on what terms ships without jump drive are sold", known=Level.ALL, enum=Jumpless
    ),
    crews=field(INT8, "bit per Crew on sale; 0 = no choice", known=Level.ALL, most=7),
    leave_out=field(
        INT8, "ships drawn from a cup that do not take part (BR-S2-09)", known=Level.ALL
    ),
)

WORLD = fields(
    "world",
    vq=number(INT8, "hexes per turn over the map", known=Level.ALL),
    vr=number(INT8, "the same, the other axis", known=Level.ALL),
    gravity=field(
        INT32, "square of its 1G threshold, in hundredths of a hex squared", known=Level.ALL
    ),
    reach=field(INT8, "hexes within its 1G threshold, from the centre", known=Level.ALL),
    surface_g=field(INT8, "whole Gs at its surface, the most it pulls with", known=Level.ALL),
    radius=field(INT8, "hexes, rounded", known=Level.ALL),
    cover=field(INT8, "Atmosphere, or 0", known=Level.ALL),
    water=flag("hydrographic rating 1 or more", known=Level.ALL),
    glare=number(
        INT8, "added to sensor tasks against targets within the 1G threshold", known=Level.ALL
    ),
)

RULES = fields(
    "rules",
    option=nested(OPTIONS, "size of the map and rules in use"),
    delegated=field(INT32, "Delegate bits per side", known=Level.ALL, shape=(2,)),
    card=nested(CARD, "the deck", (CARDS,)),
    marker_count=field(
        INT8, "damage markers of each Result in the cup", known=Level.ALL, shape=(RESULTS,)
    ),
    rolled=field(
        INT8,
        "Result of two dice (BR-LRG-08)",
        known=Level.ALL,
        shape=(2 * DIE + 1,),
        enum=Result,
        least=-1,
        most=12,
    ),
    rolled_again=field(
        INT8, "Result of the die after a 7 (BR-LRG-07)", known=Level.ALL, shape=(DIE,), enum=Result
    ),
    classes=nested(CLASS, "printed classes, drones, and classes a scenario brings", (MAX_CLASSES,)),
    buying=nested(BUYING, "what each side buys its fleet with", (2,), sides="each"),
    set_aside=field(
        INT8, "class rows in the order of picking, 0 = none", known=Level.ALL, shape=(SET_ASIDE,)
    ),
    set_aside_group=field(
        INT8, "those of equal points, which the picker orders", known=Level.ALL, shape=(SET_ASIDE,)
    ),
    bundle=field(
        INT8,
        "class rows of a ship set aside and the rider that goes with it",
        known=Level.ALL,
        shape=(2,),
    ),
    crew=field(
        INT8,
        "quality of the crew by craft slot; a drone's is its controller's",
        known=Level.ALL,
        shape=(MAX_CRAFT,),
        enum=Crew,
    ),
    worlds=nested(
        WORLD,
        "what a scenario specifies for a body of state.body, by the same index",
        (MAX_BODIES,),
    ),
    merchant=field(
        INT8,
        "row of a class as merchant, 0 = none (BR-MIB-06)",
        known=Level.ALL,
        shape=(MAX_CLASSES,),
    ),
)

rules_dtype = RULES.dtype
