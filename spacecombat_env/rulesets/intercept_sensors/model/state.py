"""The records of a game: the true state, the finds of each side, the log.

One game is one packed record of integers. Units of side A stand in slots 0..n-1, of B in n..2n-1; a
slot never moves, so an index is an identity. Squares are 1-based, row 1 next to the sun.
"""

from functools import cache

import numpy as np

from spacecombat_env.core.model.fields import (
    Field,
    Record,
    counters,
    field,
    fields,
    flag,
    log_fields,
    nested,
    number,
    side_field,
    slot,
)
from spacecombat_env.core.model.record import INT8, INT16, INT64, int64_from

from .constants import (
    BOXES,
    CAPACITIES,
    DIRECTIONS,
    HELD,
    LOG_LENGTH,
    MAX_BODIES,
    MAX_CLASSES,
    MAX_COLUMNS,
    MAX_REPEATS,
    MAX_ROWS,
    MAX_SIGNATURES,
    MAX_THRUST,
    NONE,
    RECENT_SCANS,
    SENSORS,
    SIZES,
    TRACE,
    Condition,
    InterceptCapacity,
    InterceptPhase,
    InterceptReason,
    InterceptStep,
    InterceptVerdict,
    Loss,
    Power,
    Result,
    Sensor,
    Status,
)
from .decisions import InterceptDecision
from .events import InterceptEvent
from .knowledge_levels import InterceptLevel

UNIT = fields(
    "unit",
    klass=field(
        INT8,
        "row of rules.classes; 0 = empty slot",
        known=InterceptLevel.IDENTIFIED,
        most=MAX_CLASSES - 1,
        as_begun=True,
    ),
    status=field(INT8, "where it is", known=InterceptLevel.TRACKED, enum=Status, as_begun=True),
    loss=field(INT8, "why it is gone", known=InterceptLevel.TRACKED, enum=Loss),
    carrier=slot(
        "unit_of",
        "slot of the ship that carried it, or NONE",
        known=InterceptLevel.TRACKED,
        as_begun=True,
    ),
    x=field(
        INT8, "square, from the left", known=InterceptLevel.TRACKED, most=MAX_COLUMNS, as_begun=True
    ),
    y=field(
        INT8, "square, from the sun", known=InterceptLevel.TRACKED, most=MAX_ROWS, as_begun=True
    ),
    vx=number(INT8, "vector, squares per turn", known=InterceptLevel.TRACKED, as_begun=True),
    vy=number(INT8, "vector, the other axis", known=InterceptLevel.TRACKED, as_begun=True),
    facing=field(
        INT8, "direction 0..7", known=InterceptLevel.TRACKED, most=DIRECTIONS - 1, as_begun=True
    ),
    thrust=field(INT8, "Gs burned this turn", known=InterceptLevel.TRACKED, most=MAX_THRUST),
    burns=field(
        INT8,
        "turns of thrust left, NONE = unlimited",
        known=InterceptLevel.TRACKED,
        least=NONE,
        as_begun=True,
    ),
    power=field(INT8, "its power plant", known=InterceptLevel.TRACKED, enum=Power, view="power"),
    popped=flag(
        "surface sensors out (IC-SCAN-10)",
        known=InterceptLevel.TRACKED,
        view="popped_out",
        as_begun=True,
    ),
    radar_used=flag("has used its radar this turn", known=InterceptLevel.TRACKED),
    used=field(
        INT8,
        "sensors used this turn, one bit per Sensor (IC-AMB-09)",
        known=InterceptLevel.OWNER,
        most=(1 << SENSORS) - 1,
    ),
    surface=field(
        INT8,
        "of its surface location (IC-LOST-05)",
        known=InterceptLevel.TRACKED,
        enum=Condition,
        as_begun=True,
    ),
    core=field(
        INT8, "of its core location", known=InterceptLevel.TRACKED, enum=Condition, as_begun=True
    ),
    crew=field(
        INT8,
        "of its crew (IC-LOST-06)",
        known=InterceptLevel.TRACKED,
        enum=Condition,
        as_begun=True,
    ),
    tracked=flag("by the other side", known=InterceptLevel.ALL, column=1),
    held=field(
        INT8,
        "turns running that it was tracked at the end of",
        known=InterceptLevel.TRACKED,
        column=HELD,
    ),
    identified=flag("was tracked at some time: its datacard is known", known=InterceptLevel.ALL),
    found=field(
        INT8,
        "what the enemy's last scans found of it",
        known=InterceptLevel.OWNER,
        enum=Result,
        view="found",
    ),
    last_turn=field(INT16, "turn when the track was lost, 0 = never", known=InterceptLevel.ALL),
    last_x=field(
        INT8, "square where it was then, from the left", known=InterceptLevel.ALL, most=MAX_COLUMNS
    ),
    last_y=field(
        INT8, "square where it was then, from the sun", known=InterceptLevel.ALL, most=MAX_ROWS
    ),
    last_vx=number(INT8, "vector that it had then", known=InterceptLevel.ALL),
    last_vy=number(INT8, "vector that it had then, the other axis", known=InterceptLevel.ALL),
    plotted=flag("has its orders for this turn", known=InterceptLevel.OWNER),
    moved=flag("has carried them out", known=InterceptLevel.OWNER),
    changed=field(
        INT8,
        "parts of the plot already given: 1 pop, 2 power, 4 launch",
        known=InterceptLevel.OWNER,
        most=7,
    ),
    plot_facing=field(INT8, "facing ordered", known=InterceptLevel.OWNER, most=DIRECTIONS - 1),
    plot_thrust=field(INT8, "Gs ordered", known=InterceptLevel.OWNER, most=MAX_THRUST),
    plot_power=field(INT8, "power plant as ordered", known=InterceptLevel.OWNER, enum=Power),
    plot_popped=flag("surface sensors ordered out", known=InterceptLevel.OWNER),
    plot_launch=slot("unit_of", "unit ordered to be launched, or none", known=InterceptLevel.OWNER),
)

FIND = fields(
    "find",
    result=field(INT8, "what the scan found of the unit", known=InterceptLevel.ALL, enum=Result),
    signal=number(INT8, "the unit's best signal", known=InterceptLevel.ALL),
    value=number(
        INT8,
        "signatures disclosed (IC-SIG-03), else ABSENT",
        known=InterceptLevel.ALL,
        shape=(MAX_SIGNATURES,),
    ),
    x=field(
        INT8, "square where that was disclosed, else 0", known=InterceptLevel.ALL, most=MAX_COLUMNS
    ),
    y=field(INT8, "the same, from the sun", known=InterceptLevel.ALL, most=MAX_ROWS),
)


@cache
def scan_record(capacity: InterceptCapacity) -> Record:
    """Return the record of a scan; a scan finds at most all units of a side."""
    return fields(
        "scan",
        turn=field(INT16, "0 = empty", known=InterceptLevel.ALL),
        unit=slot("unit_of", "the scanner", known=InterceptLevel.SCANNER),
        sensor=field(INT8, "sensor used", known=InterceptLevel.ALL, enum=Sensor),
        side=field(INT8, "squares, 0 = empty", known=InterceptLevel.ALL),
        left=number(INT8, "top left square, may lie off the map", known=InterceptLevel.ALL),
        top=number(INT8, "top square, may lie off the map", known=InterceptLevel.ALL),
        strength=number(INT8, "as announced, then less the glare", known=InterceptLevel.ALL),
        glare=flag("touched the scanner's sunglare", known=InterceptLevel.ALL),
        repeats=field(
            INT8,
            "what repeating it adds (IC-AMB-13)",
            known=InterceptLevel.SCANNER,
            most=MAX_REPEATS,
        ),
        roll=field(INT8, "2D6, 0 = none", known=InterceptLevel.ALL, most=12),
        finds=field(INT8, "units that gave a signal of 0 or more", known=InterceptLevel.ALL),
        find=nested(
            FIND, "by slot of the other side, what the scan found of it", (capacity.units,)
        ),
    )


ORDER = fields(
    "order",
    unit=slot("unit_of", "unit named so far", known=InterceptLevel.OWNER),
    facing=field(
        INT8,
        "direction given so far",
        known=InterceptLevel.OWNER,
        least=NONE,
        most=DIRECTIONS - 1,
        blank=NONE,
    ),
    sensor=field(
        INT8,
        "Sensor named so far",
        known=InterceptLevel.OWNER,
        least=NONE,
        most=SENSORS - 1,
        blank=NONE,
    ),
    extent=field(
        INT8,
        "row of rules.area",
        known=InterceptLevel.OWNER,
        least=NONE,
        most=SIZES - 1,
        blank=NONE,
    ),
    box=field(
        INT8,
        "box of the map named so far",
        known=InterceptLevel.OWNER,
        least=NONE,
        most=BOXES - 1,
        blank=NONE,
    ),
)

BODY = fields(
    "body",
    side=field(INT8, "squares across, 0 = none", known=InterceptLevel.ALL),
    left=number(INT8, "leftmost square", known=InterceptLevel.ALL),
    top=number(INT8, "square nearest to the sun", known=InterceptLevel.ALL),
    shadow=field(INT8, "squares of its shadow column, 0 = none", known=InterceptLevel.ALL),
)

EVENT = fields(
    "event",
    kind=field(INT8, "what happened", known=InterceptLevel.DELIVERED, enum=InterceptEvent),
    side=side_field("side that acts", known=InterceptLevel.DELIVERED),
    known=field(INT8, "one bit per side that may read it", known=InterceptLevel.DELIVERED, most=3),
    hidden=field(
        INT8,
        "one bit per side to which the unit is not named",
        known=InterceptLevel.DELIVERED,
        most=3,
    ),
    unit=slot("unit_of", "unit that it is about", known=InterceptLevel.DELIVERED),
    a=number(
        INT8,
        "its meaning depends on the kind of event (model/events.py)",
        known=InterceptLevel.DELIVERED,
    ),
    b=number(INT8, "the same", known=InterceptLevel.DELIVERED),
    c=number(INT8, "the same", known=InterceptLevel.DELIVERED),
    d=number(INT8, "the same", known=InterceptLevel.DELIVERED),
    e=number(INT8, "the same", known=InterceptLevel.DELIVERED),
)

CHANCE = fields(
    "chance",
    seed_lo=number(INT64, "seed, the low bits", known=InterceptLevel.NOBODY),
    seed_hi=number(INT64, "seed, the high bits", known=InterceptLevel.NOBODY),
    **counters(InterceptLevel.NOBODY),
)


_CLOCK: dict[str, Field] = {
    "turn": field(INT16, "the turn; 0 before the first", known=InterceptLevel.ALL),
    "phase": field(INT8, "part of the turn", known=InterceptLevel.ALL, enum=InterceptPhase),
    "step": field(INT8, "where the engine stands", known=InterceptLevel.NOBODY, enum=InterceptStep),
    "decision": field(
        INT8, "the current decision", known=InterceptLevel.TO_ACT, enum=InterceptDecision
    ),
    "seat": side_field(
        "Side to act",
        known=InterceptLevel.TO_ACT,
        blank=NONE,
        shows="the decision that it has to make",
    ),
    "unit": slot("unit_of", "unit whose orders are to be given", known=InterceptLevel.TO_ACT),
    "verdict": field(INT8, "who has won", known=InterceptLevel.ALL, enum=InterceptVerdict),
    "reason": field(INT8, "why the game ended", known=InterceptLevel.ALL, enum=InterceptReason),
}
"""Where the turn stands, and who decides."""

_SCANS: dict[str, Field] = {
    "points": field(INT16, "ship-turns of tracks held", known=InterceptLevel.ALL, shape=(2,)),
    "declared": field(INT8, "scans declared this turn", known=InterceptLevel.ALL, shape=(2,)),
    "passed": flag(
        "declares no more scans this turn", known=InterceptLevel.OWNER, shape=(2,), sides="each"
    ),
    "scans": field(
        INT16,
        "scans of each side so far: place in the ring",
        known=InterceptLevel.ALL,
        shape=(2,),
    ),
}
"""Points, and the scans that the sides have made."""


def _piece_fields(capacity: InterceptCapacity) -> dict[str, Field]:
    """Return the fields of units, of what scans found, and of bodies."""
    return {
        "unit_of": nested(UNIT, "ships, craft and missiles", (2 * capacity.units,), sides="halves"),
        "scan": nested(
            scan_record(capacity),
            "rings of the last scans of each side",
            (2, RECENT_SCANS),
            sides="each",
        ),
        "quiet": field(
            INT8,
            "own map: where nothing answered lately, 0..TRACE",
            known=InterceptLevel.OWNER,
            shape=(2, BOXES),
            sides="each",
            most=TRACE,
        ),
        "traces": field(
            INT8,
            "own map: where something answered lately, 0..TRACE",
            known=InterceptLevel.OWNER,
            shape=(2, BOXES),
            sides="each",
            most=TRACE,
        ),
        "body": nested(BODY, "sun and planets", (MAX_BODIES,)),
        "order": nested(ORDER, "the actions of the current order so far", (2,), sides="each"),
    }


@cache
def state_record(capacity: InterceptCapacity) -> Record:
    """Return the record of one game for a capacity class."""
    return fields(
        "state",
        **_CLOCK,
        **_SCANS,
        **_piece_fields(capacity),
        **log_fields(EVENT, LOG_LENGTH, InterceptLevel.DELIVERED),
        chance=nested(CHANCE, "random stream; last, so that redaction need not copy it"),
    )


def state_dtype(capacity: InterceptCapacity) -> np.dtype:
    """Return the packed dtype of that record."""
    return state_record(capacity).dtype


HIDDEN_INT64 = int64_from(state_dtype(next(iter(CAPACITIES.values()))), "log_count")
"""int64 words at the end of a state of any capacity that redaction always hides: log and chance."""
