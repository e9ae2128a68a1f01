"""Records of each side and of actions under way: missions, orders, attempts, log, chance."""

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
from spacecombat_env.core.model.record import FLAG, INT8, INT16, INT32, INT64

from .constants.categories import Beam, Readiness, RedMission, Secrecy, Sensor
from .constants.log import DETAILS, Event
from .constants.sizes import CARDS, MAX_BODIES, MAX_HITS, MAX_PLAYERS, NONE, WEAPON_ROWS
from .constants.turn import DIRECTIONS, Grade, Purpose, Verb
from .knowledge_levels import Level
from .piece_records import MAX_MEMBERS

MISSION = fields(
    "mission",
    number=field(
        INT8, "RedMission or BlueMission; 0 = none", known=Level.MISSION, most=max(RedMission)
    ),
    asteroid=field(
        INT8,
        "place in state.body that was written down in secret, or 0",
        known=Level.MISSION,
        most=MAX_BODIES,
    ),
    late=flag("buys the part of its fleet that enters later", known=Level.MISSION),
    limit=field(
        INT16, "points left for the part that is bought, where it is split", known=Level.MISSION
    ),
    bombing=number(
        INT64, "own craft that have missiles on their way to the planet", known=Level.MISSION
    ),
    bombardments=field(INT8, "turns of bombardment carried out", known=Level.ALL),
    landers=number(INT64, "own craft that have landed troops this turn", known=Level.MISSION),
    troops=number(INT16, "ground troops landed, less casualties", known=Level.ALL),
    secured=flag("enough of them in an Initiative Phase", known=Level.MISSION),
    landing_turn=field(INT16, "turn in which commandos landed, or 0", known=Level.MISSION),
    team=slot(
        "craft", "own craft with the commandos or the team aboard, or NONE", known=Level.MISSION
    ),
    team_lost=flag("the team is lost", known=Level.MISSION),
    since=field(
        INT16, "turn since which the conditions hold, or 0 (BR-ASG-13)", known=Level.FULFILLED
    ),
    escaped_before=field(
        INT8, "own ships that had escaped by turn 20 (BR-MIB-08)", known=Level.MISSION
    ),
    too_late=flag("the enemy's conditions were fulfilled by turn 20", known=Level.FULFILLED),
)

ORDER = fields(
    "order",
    verb=field(INT8, "what is to be done", known=Level.OWNER, enum=Verb),
    together=flag("the whole task force does it, ship by ship", known=Level.OWNER, column=1),
    craft=slot("craft", "own craft slot named so far", known=Level.OWNER),
    tf=slot("tf", "own task force slot", known=Level.OWNER),
    spread=slot("spread", "own spread slot", known=Level.OWNER),
    target_craft=slot("craft", "craft named as a target", known=Level.OWNER),
    target_tf=slot("tf", "task force named as a target", known=Level.FOUND, shows="what is found"),
    target_spread=slot(
        "spread", "spread named as a target", known=Level.FOUND, shows="what is found"
    ),
    sensor=field(INT8, "sensor to be used", known=Level.OWNER, enum=Sensor),
    member=field(
        INT8,
        "defender whose attackers are meant",
        known=Level.OWNER,
        least=NONE,
        most=MAX_MEMBERS - 1,
        blank=NONE,
    ),
    row=field(INT8, "weapon row", known=Level.OWNER, most=WEAPON_ROWS - 1),
    low=number(INT16, "bounds of the number being given", known=Level.OWNER, column=40),
    high=number(INT16, "the greatest number that may be given", known=Level.OWNER, column=40),
    tens=field(
        INT16, "tens already given, or NONE", known=Level.OWNER, least=NONE, blank=NONE, column=10
    ),
    dq=number(INT16, "shift of the projected endpoint so far", known=Level.OWNER),
    dr=number(INT16, "the same, the other axis", known=Level.OWNER),
    gs=field(INT8, "Gs of maneuver so far", known=Level.OWNER, column=12),
    evasion=field(INT8, "Gs of evasion", known=Level.OWNER, column=6),
    beams=field(INT8, "weapons named so far, per row", known=Level.OWNER, shape=(WEAPON_ROWS,)),
    shot=field(
        INT8,
        "beams on one missile, per defender and row",
        known=Level.OWNER,
        shape=(MAX_MEMBERS, WEAPON_ROWS),
    ),
    shot_kept=flag("`shot` can be fired again", known=Level.OWNER),
    level=field(
        INT8, "overpower level, or sandcaster level on missiles", known=Level.OWNER, column=6
    ),
    step=field(INT8, "position in a list of decisions", known=Level.OWNER),
    hexside=field(
        INT8,
        "hexside through which a battery fires, or NONE",
        known=Level.OWNER,
        least=NONE,
        most=DIRECTIONS - 1,
        blank=NONE,
    ),
)

ATTEMPT = fields(
    "attempt",
    purpose=field(INT8, "what it is for", known=Level.ANNOUNCED, enum=Purpose),
    actor=slot(
        "craft", "craft slot of the sensing ship", known=Level.SENSING, shows="whose attempt it is"
    ),
    sensor=field(INT8, "sensor used", known=Level.ANNOUNCED, enum=Sensor),
    target_tf=slot("tf", "task force searched, or NONE for a spread", known=Level.ANNOUNCED),
    target_spread=slot(
        "spread", "spread searched, or NONE for a task force", known=Level.ANNOUNCED
    ),
    target_craft=slot(
        "craft", "NONE = the shadow; hidden from the sensing side until found", known=Level.TARGETED
    ),
    ties=number(
        INT64,
        "own craft equally easy to find, when the target player must choose",
        known=Level.TARGETED,
    ),
    range=field(INT16, "distance to the target, hexes", known=Level.EMITTED),
    tech_level=field(
        INT8, "of the sensing ship; announced with a scan that may be jammed", known=Level.EMITTED
    ),
    jammer=slot("craft", "craft slot, NONE = undecided or none", known=Level.ANNOUNCED),
    jam_modifier=number(INT8, "what the jammer adds", known=Level.ANNOUNCED),
    grade=field(INT8, "how well it went", known=Level.SENSING, enum=Grade),
    successes=field(INT8, "craft found by this chain", known=Level.SENSING),
    sim=slot(
        "spread", "spread slot of the missile that senses, or NONE (BR-SIM-02)", known=Level.SENSING
    ),
)

HIT = fields(
    "hit",
    kind=field(INT8, "weapon that hit", known=Level.HITS, enum=Beam),
    value=number(INT8, "damage value, doubled if outstanding", known=Level.HITS),
    sand=field(INT8, "sandcasters assigned", known=Level.HITS),
)

VOLLEY = fields(
    "volley",
    shooter=slot("craft", "craft that fires", known=Level.NOBODY),
    target=slot("craft", "craft fired at", known=Level.HITS),
    tech_level=field(INT8, "of the shooter", known=Level.HITS),
    hits=field(INT8, "hits of the volley", known=Level.HITS, most=MAX_HITS),
    next_hit=field(INT8, "the hit that is met next", known=Level.HITS, most=MAX_HITS),
    hit=nested(HIT, "hits, in the order they are met", (MAX_HITS,)),
)

WATCH = fields(
    "watch",
    level=field(
        INT8, "how ready its crews are", known=Level.OWNER, under=Secrecy.ADVANCED, enum=Readiness
    ),
    alert=field(
        INT16,
        "turns at alert since the crew last rested",
        known=Level.OWNER,
        under=Secrecy.ADVANCED,
    ),
    stations=field(
        INT16, "turns at battle stations since then", known=Level.OWNER, under=Secrecy.ADVANCED
    ),
    rest=field(
        INT16, "turns at normal cruising without a break", known=Level.OWNER, under=Secrecy.ADVANCED
    ),
    fatigue=field(
        INT8, "what that adds to every task (BR-SUR-04)", known=Level.OWNER, under=Secrecy.ADVANCED
    ),
    stale=field(
        INT8,
        "what manning battle stations cost when the crew stood down (BR-SUR-06)",
        known=Level.OWNER,
        under=Secrecy.ADVANCED,
    ),
    ordered=flag(
        "readiness is ordered for the turn that begins", known=Level.OWNER, under=Secrecy.ADVANCED
    ),
    caught=flag(
        "the scenario has this side surprised on turn 1", known=Level.OWNER, under=Secrecy.ADVANCED
    ),
)

TEAM = fields(
    "team",
    count=field(INT8, "players; 0 = one", known=Level.ALL, most=MAX_PLAYERS),
    commander=field(
        INT8,
        "fleet commander; NONE until the ships are divided",
        known=Level.PLAYERS,
        under=Secrecy.ADVANCED,
        least=NONE,
        most=MAX_PLAYERS - 1,
        blank=NONE,
    ),
    planner=field(
        INT8,
        "player who decides whether to launch, reconfigure or board",
        known=Level.PLAYERS,
        under=Secrecy.ADVANCED,
        most=MAX_PLAYERS - 1,
    ),
    tactics=field(
        INT8,
        "Fleet Tactics by card; the commander's: state.tactics",
        known=Level.PLAYERS,
        shape=(MAX_PLAYERS,),
        under=Secrecy.ADVANCED,
    ),
)

EVENT = fields(
    "event",
    kind=field(INT8, "what happened", known=Level.DELIVERED, enum=Event),
    side=side_field("side that acts, NONE = neither", known=Level.DELIVERED),
    known=field(INT8, "bit per side that may read it in full", known=Level.DELIVERED, most=3),
    actor=number(INT8, "piece that acts, of the kind that the event names", known=Level.DELIVERED),
    target=number(INT8, "piece acted upon", known=Level.DELIVERED),
    a=number(
        INT16,
        "its meaning depends on the kind of event (presentation/events/)",
        known=Level.DELIVERED,
    ),
    b=number(INT16, "the same", known=Level.DELIVERED),
    c=number(INT16, "the same", known=Level.DELIVERED),
    card=field(
        INT8, "number of the card turned, 1..95; 0 = none", known=Level.DELIVERED, most=CARDS
    ),
    detail=number(
        INT8,
        "of TASK: modifiers; of CARDS: further cards; else contact numbers of the pieces"
        " (model/event_contacts.py)",
        known=Level.DELIVERED,
        shape=(DETAILS,),
    ),
)

CHANCE = fields(
    "chance",
    seed_lo=number(INT64, "seed, the low bits", known=Level.NOBODY),
    seed_hi=number(INT64, "seed, the high bits", known=Level.NOBODY),
    deck=field(
        FLAG,
        "cards 0..94; those before deck_left are still face down",
        known=Level.NOBODY,
        shape=(CARDS,),
        most=CARDS - 1,
    ),
    deck_left=field(INT16, "cards still face down", known=Level.NOBODY, most=CARDS),
    dealt=field(INT32, "cards turned this game", known=Level.NOBODY),
    **counters(Level.NOBODY),
    uses=field(
        INT16,
        "how often a random key of this bucket was used this turn",
        known=Level.NOBODY,
        shape=(64,),
    ),
)
