"""Records of the pieces other than craft: task forces, missile spreads, white outs, bodies."""

from spacecombat_env.core.model.fields import field, fields, flag, number, slot
from spacecombat_env.core.model.record import INT8, INT16, INT64

from .constants.categories import BodyKind, ForceStatus, Secrecy, Surface
from .constants.sizes import NONE
from .constants.turn import DIRECTIONS
from .knowledge_levels import Level

MAX_MEMBERS = 8  # craft of one task force: Fleet Tactics is at most 7
SAND_LEVELS = 12  # sandcasters on one missile; its damage is 12 at most, so more have no effect

FORCE = fields(
    "force",
    status=field(
        INT8,
        "where it is",
        known=Level.SHOWN,
        enum=ForceStatus,
        shows="whether it is on the map",
        as_begun=True,
    ),
    contact=field(
        INT8,
        "number under which the enemy knows it, in order of appearance",
        known=Level.SHOWN,
        least=NONE,
        blank=NONE,
    ),
    q=number(INT16, "axial position, hexes", known=Level.SHOWN, as_begun=True),
    r=number(INT16, "axial position, the other axis", known=Level.SHOWN, as_begun=True),
    vq=number(
        INT16,
        "vector, hexes per turn: PEM = position + vector, PPM = position - vector",
        known=Level.SHOWN,
        as_begun=True,
    ),
    vr=number(INT16, "vector, the other axis", known=Level.SHOWN, as_begun=True),
    strength=field(INT8, "craft in it", known=Level.OWNER, most=MAX_MEMBERS, as_begun=True),
    acted=flag("has had its round this turn", known=Level.SHOWN, column=1),
    moved=flag("has moved in its current round", known=Level.SHOWN, column=1),
    spent_g=flag("burned any G this turn (BR-DET-13, BR-AMB-21)", known=Level.SHOWN),
    gs=field(INT8, "Gs of maneuver and evasion burned this turn", known=Level.OWNER, column=6),
    thrust_side=field(
        INT8,
        "hexside of the Thrust marker, or NONE (BR-MOV-07)",
        known=Level.SHOWN,
        least=NONE,
        most=DIRECTIONS - 1,
        blank=NONE,
    ),
    evade=field(INT8, "Evade marker 0, 1, 2 (BR-EVA-02)", known=Level.SHOWN, most=2, column=2),
    shadow_found=flag("sensor shadow detected (BR-DET-06)", known=Level.SHOWN, column=1),
    entry_turn=field(
        INT8, "turn on which it enters (BR-SCN-04)", known=Level.OWNER, column=12, as_begun=True
    ),
    fire_over=flag(
        "this part of the round, before or after the move, has had its fire", known=Level.OWNER
    ),
    detecting=field(
        INT8, "detect step: 0 to come, 1 open, 2 over (BR-SEQ-05)", known=Level.OWNER, most=2
    ),
    firing=flag("a fire step is open", known=Level.OWNER),
    emitting=flag(
        "shows an Active marker; 0 in the true record",
        known=Level.NOBODY,
        derived="whether a craft in it emits (BR-AMB-88)",
        shows="it is set for what the seats see alone",
        column=1,
    ),
    settled=flag("sensor status can no longer change this round (BR-AMB-20)", known=Level.OWNER),
    surface=field(
        INT8,
        "in space, or how far it is in landing on a planet",
        known=Level.SHOWN,
        enum=Surface,
        column=4,
    ),
    near_side=field(
        INT8,
        "hexside by which it is fired at from its own hex, or NONE",
        known=Level.BATTERIES,
        under=Secrecy.ADVANCED,
        least=NONE,
        most=DIRECTIONS - 1,
        blank=NONE,
    ),
    flickering=flag(
        "the enemy knows of a flickering globe in it (BR-BGL-15)", known=Level.SHOWN, column=1
    ),
)

SPREAD = fields(
    "spread",
    count=field(
        INT16,
        "missiles; 0 = empty slot",
        known=Level.DETECTED,
        derived="1 while it is not detected",
        shows="that it is there",
    ),
    owner=slot("craft", "craft slot of the launching and controlling ship", known=Level.OWNER),
    contact=field(
        INT8, "number under which the enemy knows it", known=Level.SHOWN, least=NONE, blank=NONE
    ),
    g_left=field(INT8, "G-turns left (BR-MIS-05)", known=Level.OWNER, column=12),
    q=number(INT16, "axial position, hexes", known=Level.SHOWN),
    r=number(INT16, "axial position, the other axis", known=Level.SHOWN),
    vq=number(INT16, "vector, hexes per turn", known=Level.SHOWN),
    vr=number(INT16, "vector, the other axis", known=Level.SHOWN),
    detected=flag(
        "on the map for good (BR-MIS-04)", known=Level.SHOWN, shows="how it is counted", column=1
    ),
    moved=flag("has moved this turn", known=Level.SHOWN, column=1),
    burned=flag("burned Gs in this turn's Missile Movement Phase (BR-AMB-44)", known=Level.SHOWN),
    target_tf=slot(
        "tf", "task force under attack, or NONE", known=Level.SHOWN, shows="that it attacks"
    ),
    target_spread=slot(
        "spread",
        "spread under attack, or NONE (BR-AMB-43)",
        known=Level.SHOWN,
        shows="that it attacks",
    ),
    aim=field(
        INT16,
        "missiles per defender of the task force (BR-MIS-20)",
        known=Level.AIMED,
        shape=(MAX_MEMBERS,),
    ),
    fire_control=number(
        INT8, "controlling ship's FC when the attack phase began (BR-SEQ-10)", known=Level.OWNER
    ),
    penalty=number(INT8, "its task penalties then", known=Level.OWNER),
    reach=field(INT16, "range from it to the target hex then (BR-MIS-28)", known=Level.OWNER),
    fired=flag("at least one missile fired (BR-AMB-07)", known=Level.OWNER),
    sand=field(
        INT16,
        "missiles at the present defender met by 1, 2, .. casters",
        known=Level.SHOWN,
        shape=(SAND_LEVELS,),
    ),
    sim=field(
        INT8,
        "tech level of semi-independent missiles, 0 = controlled (BR-SIM-01)",
        known=Level.OWNER,
        column=14,
    ),
    scanned=field(
        INT16,
        "of them, those that have tried to detect this turn (BR-SIM-02)",
        known=Level.OWNER,
        column=40,
    ),
    ship_lock=field(
        INT8,
        "the controller's lock for them: 0 untried, 1 failed, 2 won",
        known=Level.OWNER,
        most=2,
    ),
)

PAST_LAUNCH = fields(
    "past_launch",
    turn=field(INT16, "the turn", known=Level.EMPTIES),
    count=field(INT8, "spreads launched in it from one place", known=Level.EMPTIES),
    spreads=number(INT64, "slots that hold them, or held them last", known=Level.EMPTIES),
    forces=number(INT64, "task forces that were there", known=Level.EMPTIES),
    craft=number(INT64, "craft known to have been there, able to launch", known=Level.EMPTIES),
)

WHITE_OUT = fields(
    "whiteout",
    timer=field(INT8, "White Out marker 0 = none, 1, 2", known=Level.ALL, most=2),
    q=number(INT16, "axial position, hexes", known=Level.ALL),
    r=number(INT16, "axial position, the other axis", known=Level.ALL),
)

BODY = fields(
    "body",
    kind=field(INT8, "what it is, or NONE", known=Level.ALL, enum=BodyKind),
    q=number(INT16, "axial position of its centre, hexes", known=Level.ALL),
    r=number(INT16, "axial position, the other axis", known=Level.ALL),
)
