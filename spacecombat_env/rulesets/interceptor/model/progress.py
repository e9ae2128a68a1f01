"""Work in progress: orders, exchanges of fire, hits, pending explosions, the log, random state."""

from spacecombat_env.core.model.fields import (
    counters,
    field,
    fields,
    flag,
    nested,
    number,
    side_field,
    slot,
)
from spacecombat_env.core.model.record import INT8, INT16, INT32, INT64

from .constants.categories import Blast, Facing, PowerHead, Source, Target, WatchMode
from .constants.log import Event
from .constants.sizes import (
    DIRECTIONS,
    MAX_HITS,
    MAX_MAP_ROWS,
    MAX_ROCKS,
    MAX_TEMPLATES,
    MAX_TURRETS,
    MAX_VELOCITY,
    MAX_VOLLEYS,
    MAX_WEAPONS,
    NONE,
    RECORDED_USES,
    WIDTH,
)
from .constants.turn import Verb
from .constants.weapons import LOADS, MISSILES
from .knowledge_levels import Level

ORDER = fields(
    "order",
    verb=field(INT8, "what is to be done", known=Level.OWNER, enum=Verb),
    craft=slot("craft", "own craft named so far", known=Level.OWNER),
    crewman=slot("crew", "own crewman named so far", known=Level.OWNER),
    rack=slot("rack", "own rack named so far", known=Level.OWNER),
    load=field(INT8, "Load named so far, or NONE", known=Level.OWNER, least=NONE, most=LOADS - 1),
    target_kind=field(INT8, "what is shot at", known=Level.OWNER, enum=Target),
    target=field(
        INT8,
        "slot of what is shot at, or NONE",
        known=Level.OWNER,
        least=NONE,
        most=max(64, MAX_ROCKS),
        blank=NONE,
    ),
    missile=slot("missile", "missile that the decision is about", known=Level.OWNER),
    column=field(
        INT8,
        "column named so far, or NONE",
        known=Level.OWNER,
        least=NONE,
        most=MAX_MAP_ROWS,
        column=40,
    ),
    direction=field(
        INT8, "direction or side named so far, or NONE", known=Level.OWNER, least=NONE, most=5
    ),
    speed=field(
        INT8, "velocity given so far", known=Level.OWNER, least=NONE, most=MAX_VELOCITY, column=12
    ),
    ahead=field(INT8, "hexes still to go of the chosen action", known=Level.OWNER, column=12),
    weapons=number(INT32, "weapon rows named so far", known=Level.OWNER),
    locks=number(
        INT32, "weapon rows of racks whose missile is named, then has locked", known=Level.OWNER
    ),
    launch=field(
        INT8,
        "Load named of each weapon row in `locks`",
        known=Level.OWNER,
        shape=(MAX_WEAPONS,),
        most=MISSILES - 1,
    ),
    laid=flag("has laid a missile while it named weapons", known=Level.OWNER),
    low=number(INT16, "bounds of the number being given", known=Level.OWNER, column=40),
    high=number(INT16, "the greatest number that may be given", known=Level.OWNER, column=40),
    tens=field(
        INT16, "tens already given, or NONE", known=Level.OWNER, least=NONE, blank=NONE, column=10
    ),
    watch=field(
        INT8, "its mode of watching in this move", known=Level.OWNER, enum=WatchMode, column=2
    ),
    passed=number(INT16, "best value passed in this move", known=Level.OWNER),
    passed_defence=number(INT16, "best interception passed in this flight", known=Level.OWNER),
    value=number(INT16, "value of the best shot now, in hundredths of a box", known=Level.OWNER),
    done=flag("has no more shots at the end of the phase", known=Level.OWNER),
    served=number(
        INT16, "crewmen whose roles have been settled, by place in the crew", known=Level.OWNER
    ),
    heads=field(
        INT16,
        "heads and shields to which power has been allotted so far",
        known=Level.OWNER,
        bits=PowerHead,
    ),
)

VOLLEY = fields(
    "volley",
    firer=slot("craft", "who fires; NONE = no volley", known=Level.ALL),
    target_kind=field(INT8, "what is shot at", known=Level.ALL, enum=Target),
    target=field(INT8, "slot of the target, or NONE", known=Level.ALL, least=NONE),
    weapons=number(INT32, "weapon rows fired", known=Level.ALL),
    missiles=number(INT64, "missile slots launched, of the firer's side", known=Level.ALL),
    distance=field(INT8, "range, in hexes", known=Level.ALL),
    q=field(INT8, "column of the target when it was named", known=Level.ALL),
    r=number(INT8, "axial row of it", known=Level.ALL),
    facing=field(INT8, "facing of the target that is struck", known=Level.ALL, enum=Facing),
    answered=flag("its target has had the chance to return it", known=Level.ALL),
    settled=flag("the facing struck is in no doubt any more (IN-DIR-08)", known=Level.ALL),
)

HIT = fields(
    "hit",
    target=slot("craft", "craft hit; NONE = no hit", known=Level.ALL),
    source=field(INT8, "what it comes from", known=Level.ALL, enum=Source),
    facing=field(INT8, "facing struck", known=Level.ALL, enum=Facing),
    turret=field(INT8, "turret hit, or NONE", known=Level.ALL, least=NONE, most=MAX_TURRETS - 1),
    column=field(INT8, "column, 1..10; 0 not rolled yet", known=Level.ALL, most=WIDTH),
    template=field(
        INT8, "Template or row of rules.template", known=Level.ALL, most=MAX_TEMPLATES - 1
    ),
    points=field(INT16, "points of damage", known=Level.ALL),
    firer=slot("craft", "craft whose hit it is, or NONE", known=Level.ALL),
    crewman=slot("crew", "crewman whose hit it is, or NONE (IN-CRW-07)", known=Level.NOBODY),
    weapon=field(INT8, "weapon row, or NONE", known=Level.ALL, least=NONE, most=MAX_WEAPONS - 1),
    missile=slot("missile", "missile it was, or NONE", known=Level.ALL),
)

PAST_HIT = fields(
    "past_hit",
    points=field(INT16, "points of damage", known=Level.ALL),
    target=field(INT8, "slot of the craft hit", known=Level.ALL),
    template=field(
        INT8, "Template or row of rules.template", known=Level.ALL, most=MAX_TEMPLATES - 1
    ),
    facing=field(INT8, "facing struck", known=Level.ALL, enum=Facing),
    column=field(INT8, "column, 1..10; 0 for full rows", known=Level.ALL, most=WIDTH),
    turret=field(INT8, "turret hit, or NONE", known=Level.ALL, least=NONE, most=MAX_TURRETS - 1),
)

EXCHANGE = fields(
    "exchange",
    volley=nested(VOLLEY, "the attack, and what is returned", (MAX_VOLLEYS,)),
    volleys=field(INT8, "volleys declared", known=Level.ALL, most=MAX_VOLLEYS),
    hit=nested(HIT, "hits to be applied together (IN-CMB-04)", (MAX_HITS,)),
    hits=field(INT8, "how many", known=Level.ALL, most=MAX_HITS),
    crash=slot("craft", "craft that has hit an asteroid and must roll again", known=Level.ALL),
    rock=field(
        INT8, "asteroid it has hit, or NONE", known=Level.ALL, least=NONE, most=MAX_ROCKS - 1
    ),
    burn=field(INT16, "points of the interface that its mover still takes", known=Level.ALL),
)

BLAST = fields(
    "blast",
    kind=field(INT8, "what explodes", known=Level.ALL, enum=Blast),
    q=field(INT8, "column", known=Level.ALL),
    r=number(INT8, "axial row", known=Level.ALL),
    altitude=field(INT8, "its level", known=Level.ALL),
    craft=slot("craft", "craft that explodes or is hit by it, or NONE", known=Level.ALL),
    strength=field(
        INT32, "rating of the plant, points, or how many HELLs go off together", known=Level.ALL
    ),
    partner=slot(
        "craft", "craft in collision with it (IN-DES-03), or hit by the HELL; NONE", known=Level.ALL
    ),
    entered=field(
        INT8,
        "direction of the hex from which a HELL came into its own (IN-AMB-30), or NONE",
        known=Level.ALL,
        least=NONE,
        most=DIRECTIONS - 1,
    ),
    through=flag("a HELL has come through the shield of `partner` (IN-MSL-18)", known=Level.ALL),
    crewman=slot("crew", "crewman who launched the HELL, or NONE (IN-CRW-07)", known=Level.NOBODY),
    next=field(INT8, "slot of the craft at which its hits continue", known=Level.NOBODY),
)

LAST = fields(
    "last",
    firer=slot("craft", "who fired in the last exchange, or NONE", known=Level.ALL),
    target=slot("craft", "at whom", known=Level.ALL),
    facing=field(INT8, "facing struck", known=Level.ALL, most=DIRECTIONS - 1, column=5),
    column=field(INT8, "column of the last hit, 0 = none", known=Level.ALL, most=WIDTH, column=10),
    hits=field(INT8, "weapons and missiles that hit", known=Level.ALL, column=10),
    held=field(INT8, "hits that the shield held", known=Level.ALL, column=10),
    points=field(INT16, "points that came through", known=Level.ALL, column=60),
)

EVENT = fields(
    "event",
    kind=field(INT8, "what happened", known=Level.DELIVERED, enum=Event),
    side=side_field("side that acts", known=Level.DELIVERED),
    known=field(INT8, "one bit per side that may read it", known=Level.DELIVERED, most=3),
    actor=slot("craft", "craft that it is about, or NONE", known=Level.DELIVERED),
    target=slot("craft", "craft that is its object, or NONE", known=Level.DELIVERED),
    actor_class=number(
        INT8, "class of the actor if the other side knew it then, else 0", known=Level.DELIVERED
    ),
    target_class=number(INT8, "the same of the target", known=Level.DELIVERED),
    c=number(
        INT8, "its meaning depends on the kind of event (constants/log.py)", known=Level.DELIVERED
    ),
    d=number(INT8, "the same", known=Level.DELIVERED),
    e=number(INT8, "the same", known=Level.DELIVERED),
    f=number(INT8, "the same", known=Level.DELIVERED),
    a=number(INT32, "the same", known=Level.DELIVERED),
    b=number(INT32, "the same", known=Level.DELIVERED),
)

CHANCE = fields(
    "chance",
    seed_lo=number(INT64, "seed, the low bits", known=Level.NOBODY),
    seed_hi=number(INT64, "seed, the high bits", known=Level.NOBODY),
    **counters(Level.NOBODY),
    uses=field(
        INT8,
        "draws of this turn, by part of their key",
        known=Level.NOBODY,
        shape=(RECORDED_USES,),
    ),
)
