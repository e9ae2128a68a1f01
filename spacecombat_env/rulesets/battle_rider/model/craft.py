"""Ships, riders and drones."""

from spacecombat_env.core.model.fields import field, fields, flag, number, slot
from spacecombat_env.core.model.record import FLAG, INT8, INT16, INT64

from .constants.categories import CraftStatus, Crew, Damage, Errand, Fight, Power, Secrecy, Tumble
from .constants.sizes import (
    GLOBE_FULL,
    MAX_CLASSES,
    MAX_PLAYERS,
    NONE,
    RESERVE_BURNED,
    RESULTS,
    WEAPON_ROWS,
)
from .constants.turn import DIRECTIONS
from .knowledge_levels import Level

CRAFT = fields(
    "craft",
    klass=field(
        INT16,
        "row of rules.classes; 0 = empty slot",
        known=Level.DETECTED,
        most=MAX_CLASSES - 1,
        as_begun=True,
    ),
    status=field(
        INT8,
        "where it is",
        known=Level.STATUS,
        enum=CraftStatus,
        derived="ESCAPED reads as LOST; cargo of a ship never found, as ABOARD",
        shows="what a force emits",
        as_begun=True,
    ),
    tf=slot("tf", "its task force, or none", known=Level.DETECTED, shows="what a force emits"),
    keeper=slot(
        "craft",
        "craft slot: tender that carries a rider, controller of a drone",
        known=Level.OWNER,
        shows="whether a loss of cargo is seen",
        as_begun=True,
    ),
    detected=flag("on the map for good (BR-DET-02)", known=Level.ALL, column=1),
    contact=field(
        INT8,
        "number under which the enemy knows it, in order of detection",
        known=Level.DETECTED,
        least=NONE,
        blank=NONE,
    ),
    missiles=field(INT16, "ready missiles left (BR-MIS-02)", known=Level.OWNER, as_begun=True),
    fuel=field(
        INT16,
        "G-turns left, NONE = unlimited; or RESERVE_BURNED",
        known=Level.OWNER,
        least=RESERVE_BURNED,
        as_begun=True,
    ),
    damage=field(
        FLAG,
        "state of each damage result",
        known=Level.DAMAGE,
        shape=(RESULTS,),
        enum=Damage,
        shows="what is left in the cup",
        as_begun=True,
    ),
    bridge_shifted=flag("auxiliary bridge used up (BR-AMB-38)", known=Level.OWNER),
    overload=field(
        INT8,
        "Circuitry Overload marker 0, 1, 2 (BR-FIR-15)",
        known=Level.DETECTED,
        most=2,
        column=2,
    ),
    tumble=field(INT8, Tumble, known=Level.DETECTED, column=2),
    active=flag(
        "Active marker (BR-DET-09)", known=Level.DETECTED, shows="what a force emits", column=1
    ),
    extended=flag("folding array extended (BR-DET-10)", known=Level.DETECTED, column=1),
    jamming=flag(
        "area jammer switched on (BR-JAM-10)", known=Level.DETECTED, shows="what a force emits"
    ),
    decided=field(
        INT8,
        "this round: 1 active sensor, 2 array, 4 jammer, 8 power, 16 and 32 search, 64 survey",
        known=Level.OWNER,
    ),
    overpower=field(
        INT8, "level of overpowering announced this turn (BR-FIR-11)", known=Level.OWNER, most=2
    ),
    overpowered=field(
        INT8,
        "weapons of each row announced and not yet fired",
        known=Level.OWNER,
        shape=(WEAPON_ROWS,),
    ),
    forgone_g=field(INT8, "Gs given up this turn for overpowering (BR-FIR-13)", known=Level.OWNER),
    fired=field(
        INT8, "beams fired this phase, per row (BR-FIR-08)", known=Level.OWNER, shape=(WEAPON_ROWS,)
    ),
    fired_before=field(
        INT8,
        "beams fired in the Operations Phase this turn",
        known=Level.OWNER,
        shape=(WEAPON_ROWS,),
    ),
    sand_used=field(
        INT8, "sandcasters used in the current enemy round (BR-SCR-07)", known=Level.SAND
    ),
    dampers_used=field(
        INT8, "dampers used this Missile Attack Phase (BR-AMB-45)", known=Level.OWNER
    ),
    launched=flag("has launched its spread this turn (BR-MIS-03)", known=Level.OWNER, column=1),
    controlled=field(INT16, "missiles controlled this turn (BR-MIS-02)", known=Level.OWNER),
    tried=number(
        INT64,
        "per Sensor: enemy task forces attempted this round (BR-DET-03)",
        known=Level.SEARCHED,
        shape=(2,),
        derived="in its own round, the task forces that it has found",
        shows="those bits",
    ),
    tried_spreads=number(
        INT64,
        "per Sensor: enemy spreads attempted this round",
        known=Level.SEARCHED,
        shape=(2,),
        derived="in its own round, the spreads that it has found",
        shows="those bits",
    ),
    lock_tried=number(
        INT64, "enemy craft a lock was attempted on this phase (BR-AMB-32)", known=Level.OWNER
    ),
    lock=number(INT64, "enemy craft locked this phase", known=Level.OWNER),
    lock_spread_tried=number(
        INT64, "enemy spreads a lock was attempted on this phase", known=Level.OWNER
    ),
    lock_spread=number(INT64, "enemy spreads locked this phase", known=Level.OWNER),
    suiting=field(
        INT8,
        "what a crew that suits up misses: ships/life_support.py",
        known=Level.DAMAGE,
        under=Secrecy.ADVANCED,
        column=7,
    ),
    crew=field(
        INT8,
        "Crew it was bought with; other crews are in rules.crew (BR-ASG-11)",
        known=Level.OWNER,
        under=Secrecy.ADVANCED,
        enum=Crew,
    ),
    power=field(
        INT8,
        "state of its power plant (BR-PWR-01)",
        known=Level.DETECTED,
        under=Secrecy.ADVANCED,
        enum=Power,
        column=2,
    ),
    party_sent=flag(
        "has sent a boarding party this turn", known=Level.OWNER, under=Secrecy.ADVANCED
    ),
    party_away=flag(
        "its boarding party is away (BR-BRD-03)",
        known=Level.DETECTED,
        under=Secrecy.ADVANCED,
        column=1,
    ),
    boarders=slot(
        "craft",
        "craft slot whose party is aboard, or NONE (BR-BRD-02)",
        known=Level.DETECTED,
        under=Secrecy.ADVANCED,
    ),
    sections=field(
        INT8,
        "hull sections held by the boarders (BR-BRD-04)",
        known=Level.DETECTED,
        under=Secrecy.ADVANCED,
    ),
    fight=field(
        INT8,
        "Fight: the last turn of the boarding action",
        known=Level.DETECTED,
        under=Secrecy.ADVANCED,
        enum=Fight,
    ),
    globe=field(
        INT8,
        "black globe: 0 off, 1..9 flicker in tenths, 10 full (BR-BGL-01)",
        known=Level.DETECTED,
        under=Secrecy.ADVANCED,
        most=GLOBE_FULL,
        column=10,
    ),
    globe_drain=field(
        INT8,
        "what full use has taken off its capacity (BR-BGL-07)",
        known=Level.OWNER,
        under=Secrecy.ADVANCED,
    ),
    markers=field(
        INT8,
        "damage markers face down; 0 in the true record (BR-HID-01)",
        known=Level.NOBODY,
        under=Secrecy.ADVANCED,
        most=RESULTS,
        derived="what the enemy sees of hidden damage",
        shows="it is counted for the enemy alone",
        column=12,
    ),
    report=number(
        INT8,
        "what an enemy scan for damage reported of it, or 0 (BR-REF-02)",
        known=Level.REPORTED,
        under=Secrecy.ADVANCED,
        column=15,
    ),
    facing=field(
        INT8,
        "hexside faced, NONE = any (BR-FAC-04)",
        known=Level.DETECTED,
        under=Secrecy.ADVANCED,
        least=NONE,
        most=DIRECTIONS - 1,
        blank=NONE,
    ),
    facings=field(
        INT8,
        "bit per hexside to choose from after a move (BR-FAC-03)",
        known=Level.OWNER,
        under=Secrecy.ADVANCED,
        most=(1 << DIRECTIONS) - 1,
    ),
    fatigue=field(
        INT8,
        "penalty of its tired crew on all tasks (BR-SUR-04)",
        known=Level.OWNER,
        under=Secrecy.ADVANCED,
    ),
    stunned=field(
        INT8,
        "surprised: 1 battle stations to be tried, 2 failed (BR-SUR-02)",
        known=Level.OWNER,
        under=Secrecy.ADVANCED,
        most=2,
        column=2,
    ),
    sims=field(
        INT16,
        "of the ready missiles, the semi-independent ones (BR-SIM-04)",
        known=Level.OWNER,
        under=Secrecy.ADVANCED,
        as_begun=True,
    ),
    globe_marks=field(
        INT8,
        "bits of ships/black_globes.py: strained this round, overloaded",
        known=Level.OWNER,
        under=Secrecy.ADVANCED,
    ),
    errand=field(
        INT8,
        "bits of Errand",
        known=Level.OWNER,
        under=Secrecy.ADVANCED,
        bits=Errand,
        derived="HIT and SPOTTED, once it is detected",
        shows="those bits",
    ),
    player=field(
        INT8,
        "number of the player of its side whose it is (BR-MPL-01)",
        known=Level.PLAYERS,
        under=Secrecy.ADVANCED,
        most=MAX_PLAYERS - 1,
    ),
)
