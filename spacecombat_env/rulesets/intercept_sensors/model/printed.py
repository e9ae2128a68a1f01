"""Printed and agreed values: classes, tables, the rules in use; the same for both sides."""

from spacecombat_env.core.model.fields import field, fields, flag, nested, number, side_field
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
    InterceptVerdict,
    Type,
    Victory,
)
from .knowledge_levels import InterceptLevel
from .switches import SWITCHES

CLASS = fields(
    "class",
    type=field(INT8, "what it is", known=InterceptLevel.ALL, enum=Type),
    visual=number(INT8, "size part of Visual(Hull), dark", known=InterceptLevel.ALL),
    ir=number(INT8, "size part of the IR signatures", known=InterceptLevel.ALL),
    radar=number(INT8, "size part of Radar", known=InterceptLevel.ALL),
    mass=number(INT8, "size part of Mass", known=InterceptLevel.ALL),
    size_rank=field(INT8, "row of signature_size.csv", known=InterceptLevel.ALL),
    thrust=field(INT8, "Gs = squares per turn per turn", known=InterceptLevel.ALL, most=MAX_THRUST),
    drive=field(INT8, "how it thrusts", known=InterceptLevel.ALL, enum=Drive),
    endurance=field(
        INT8, "turns of thrust, NONE = unlimited", known=InterceptLevel.ALL, least=NONE
    ),
    black_hull=flag("hull painted black", known=InterceptLevel.ALL),
    stealth=flag("stealthy against radar", known=InterceptLevel.ALL),
    sensor=number(
        INT8, "strength per Sensor, or ABSENT", known=InterceptLevel.ALL, shape=(SENSORS,)
    ),
    skill=number(INT8, "of its sensor operators (IC-SNS-03)", known=InterceptLevel.ALL),
)

SCAN_SIZE = fields(
    "scan_size",
    side=field(INT8, "squares", known=InterceptLevel.ALL, least=1),
    reach=field(INT8, "greatest range of any part (IC-SCAN-07)", known=InterceptLevel.ALL),
    modifier=number(
        INT8, "per Sensor (IC-SCAN-06, 08)", known=InterceptLevel.ALL, shape=(SENSORS,)
    ),
)

EMISSION = fields(
    "emission",
    black_hull=number(INT8, "Visual(Hull) of a black hull", known=InterceptLevel.ALL),
    popped_visual=number(INT8, "Visual(Hull) with sensors out", known=InterceptLevel.ALL),
    thrust_base=number(INT8, "Visual(Thrust) per Drive", known=InterceptLevel.ALL, shape=(3,)),
    thrust_per_g=number(INT8, "the same for each G", known=InterceptLevel.ALL, shape=(3,)),
    thrust_most=number(INT8, "the same at most", known=InterceptLevel.ALL, shape=(3,)),
    ir_hull=number(INT8, "IR(Hull)", known=InterceptLevel.ALL),
    ir_power=number(INT8, "IR(Power) per Power, or ABSENT", known=InterceptLevel.ALL, shape=(4,)),
    ir_thrust_base=number(
        INT8, "IR(Thrust) per Drive, or ABSENT", known=InterceptLevel.ALL, shape=(3,)
    ),
    ir_thrust_per_g=number(INT8, "the same for each G", known=InterceptLevel.ALL, shape=(3,)),
    ir_thrust_most=number(INT8, "the same at most", known=InterceptLevel.ALL, shape=(3,)),
    stealth_hull=number(INT8, "Radar of a stealthy hull", known=InterceptLevel.ALL),
    popped_radar=number(INT8, "Radar with sensors out", known=InterceptLevel.ALL),
    own_radar=number(INT8, "Radar for having used one's own", known=InterceptLevel.ALL),
    neutrino_power=number(
        INT8, "Neutrino(Power) per Power, or ABSENT", known=InterceptLevel.ALL, shape=(4,)
    ),
)

OPTIONS = fields(
    "options",
    columns=field(INT8, "squares", known=InterceptLevel.ALL, least=1, most=MAX_COLUMNS),
    rows=field(INT8, "squares, down", known=InterceptLevel.ALL, least=1, most=MAX_ROWS),
    turn_limit=field(INT16, "last turn", known=InterceptLevel.ALL, least=1),
    sunfactor=number(INT8, "how bright the sun is", known=InterceptLevel.ALL),
    victory=field(INT8, "how the scenario is won", known=InterceptLevel.ALL, enum=Victory),
    hold_turns=field(INT8, "turns running that a track must be held", known=InterceptLevel.ALL),
    runner=side_field("Side that must cross, or NONE", known=InterceptLevel.ALL),
    limit_verdict=field(
        INT8,
        "at the turn limit; OPEN = points decide",
        known=InterceptLevel.ALL,
        enum=InterceptVerdict,
    ),
    goal=field(
        INT8,
        "zone to reach: first and last column, first and last row",
        known=InterceptLevel.ALL,
        shape=(4,),
    ),
    zone=field(INT8, "set-up zones", known=InterceptLevel.ALL, shape=(2, 4)),
    **switch_fields(SWITCHES, InterceptLevel.ALL),
)

RULES = fields(
    "rules",
    option=nested(OPTIONS, "size of the map and rules in use"),
    delegated=field(INT8, "Delegate bits per side", known=InterceptLevel.ALL, shape=(2,)),
    area=nested(SCAN_SIZE, "sizes of scan", (SIZES,)),
    emission=nested(
        EMISSION, "what the state of a unit adds to its signatures (data/signature_state.csv)"
    ),
    range_from=number(
        INT8,
        "least sum of a step (data/max_tracked_range.csv)",
        known=InterceptLevel.ALL,
        shape=(RANGE_STEPS,),
    ),
    range_squares=number(
        INT8, "squares of that step", known=InterceptLevel.ALL, shape=(RANGE_STEPS,)
    ),
    classes=nested(CLASS, "printed classes", (MAX_CLASSES,)),
)

rules_dtype = RULES.dtype
