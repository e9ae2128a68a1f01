"""Printed and agreed values: classes, tables, the rules in use; the same for both sides."""

from spacecombat_env.core.model.fields import field, fields, flag, nested, number
from spacecombat_env.core.model.record import INT8, INT16
from spacecombat_env.core.model.switches import switch_fields

from .constants import (
    MAX_CLASSES,
    MAX_COLUMNS,
    MAX_ROWS,
    MAX_THRUST,
    NONE,
    RANGE_STEPS,
    SENSORS,
    SIZES,
    Drive,
    Type,
    Verdict,
    Victory,
)
from .knowledge_levels import Level
from .switches import SWITCHES

CLASS = fields(
    "class",
    type=field(INT8, "what it is", known=Level.ALL, enum=Type),
    visual=number(INT8, "size part of Visual(Hull), dark", known=Level.ALL),
    ir=number(INT8, "size part of the IR signatures", known=Level.ALL),
    radar=number(INT8, "size part of Radar", known=Level.ALL),
    mass=number(INT8, "size part of Mass", known=Level.ALL),
    size_rank=field(INT8, "row of signature_size.csv", known=Level.ALL),
    thrust=field(INT8, "Gs = squares per turn per turn", known=Level.ALL, most=MAX_THRUST),
    drive=field(INT8, "how it thrusts", known=Level.ALL, enum=Drive),
    endurance=field(INT8, "turns of thrust, NONE = unlimited", known=Level.ALL, least=NONE),
    black_hull=flag("hull painted black", known=Level.ALL),
    stealth=flag("stealthy against radar", known=Level.ALL),
    sensor=number(INT8, "strength per Sensor, or ABSENT", known=Level.ALL, shape=(SENSORS,)),
    skill=number(INT8, "of its sensor operators (IC-SNS-03)", known=Level.ALL),
)

SCAN_SIZE = fields(
    "scan_size",
    side=field(INT8, "squares", known=Level.ALL, least=1),
    reach=field(INT8, "greatest range of any part (IC-SCAN-07)", known=Level.ALL),
    modifier=number(INT8, "per Sensor (IC-SCAN-06, 08)", known=Level.ALL, shape=(SENSORS,)),
)

EMISSION = fields(
    "emission",
    black_hull=number(INT8, "Visual(Hull) of a black hull", known=Level.ALL),
    popped_visual=number(INT8, "Visual(Hull) with sensors out", known=Level.ALL),
    thrust_base=number(INT8, "Visual(Thrust) per Drive", known=Level.ALL, shape=(3,)),
    thrust_per_g=number(INT8, "the same for each G", known=Level.ALL, shape=(3,)),
    thrust_most=number(INT8, "the same at most", known=Level.ALL, shape=(3,)),
    ir_hull=number(INT8, "IR(Hull)", known=Level.ALL),
    ir_power=number(INT8, "IR(Power) per Power, or ABSENT", known=Level.ALL, shape=(4,)),
    ir_thrust_base=number(INT8, "IR(Thrust) per Drive, or ABSENT", known=Level.ALL, shape=(3,)),
    ir_thrust_per_g=number(INT8, "the same for each G", known=Level.ALL, shape=(3,)),
    ir_thrust_most=number(INT8, "the same at most", known=Level.ALL, shape=(3,)),
    stealth_hull=number(INT8, "Radar of a stealthy hull", known=Level.ALL),
    popped_radar=number(INT8, "Radar with sensors out", known=Level.ALL),
    own_radar=number(INT8, "Radar for having used one's own", known=Level.ALL),
    neutrino_power=number(
        INT8, "Neutrino(Power) per Power, or ABSENT", known=Level.ALL, shape=(4,)
    ),
)

OPTIONS = fields(
    "options",
    columns=field(INT8, "squares", known=Level.ALL, least=1, most=MAX_COLUMNS),
    rows=field(INT8, "squares, down", known=Level.ALL, least=1, most=MAX_ROWS),
    turn_limit=field(INT16, "last turn", known=Level.ALL, least=1),
    sunfactor=number(INT8, "how bright the sun is", known=Level.ALL),
    victory=field(INT8, "how the scenario is won", known=Level.ALL, enum=Victory),
    hold_turns=field(INT8, "turns running that a track must be held", known=Level.ALL),
    runner=field(INT8, "Side that must cross, or NONE", known=Level.ALL, least=NONE, most=1),
    limit_verdict=field(
        INT8, "at the turn limit; OPEN = points decide", known=Level.ALL, enum=Verdict
    ),
    goal=field(
        INT8,
        "zone to reach: first and last column, first and last row",
        known=Level.ALL,
        shape=(4,),
    ),
    zone=field(INT8, "set-up zones", known=Level.ALL, shape=(2, 4)),
    **switch_fields(SWITCHES, Level.ALL),
)

RULES = fields(
    "rules",
    option=nested(OPTIONS, "size of the map and rules in use"),
    delegated=field(INT8, "Delegate bits per side", known=Level.ALL, shape=(2,)),
    area=nested(SCAN_SIZE, "sizes of scan", (SIZES,)),
    emission=nested(
        EMISSION, "what the state of a unit adds to its signatures (data/signature_state.csv)"
    ),
    range_from=number(
        INT8,
        "least sum of a step (data/max_tracked_range.csv)",
        known=Level.ALL,
        shape=(RANGE_STEPS,),
    ),
    range_squares=number(INT8, "squares of that step", known=Level.ALL, shape=(RANGE_STEPS,)),
    classes=nested(CLASS, "printed classes", (MAX_CLASSES,)),
)

rules_dtype = RULES.dtype
