"""The records of a game: the table as the umpire knows it, what each side has found, the log.

One game is one packed record of integers. Units of side A stand in slots 0..n-1, of B in n..2n-1;
a slot never moves, so an index is an identity. Squares are 1-based, row 1 next to the sun.
"""

from functools import cache

from spacecombat_env.core.record import FLAG, INT8, INT16, INT32, INT64, record, words_from
from spacecombat_env.rulesets.intercept_sensors.pieces.constants import (
    BOXES,
    CAPACITIES,
    LOG_LENGTH,
    MAX_BODIES,
    MAX_CLASSES,
    MAX_SIGNATURES,
    RANGE_STEPS,
    RECENT_SCANS,
    SENSORS,
    SIZES,
    Capacity,
)

unit_dtype = record(
    [
        ("klass", INT8),  # row of rules.classes; 0 = empty slot
        ("status", INT8),  # Status
        ("loss", INT8),  # Loss
        ("carrier", INT8),  # slot of the ship that carried it, or NONE
        ("x", INT8),  # square
        ("y", INT8),
        ("vx", INT8),  # vector, squares per turn
        ("vy", INT8),
        ("facing", INT8),  # direction 0..7
        ("thrust", INT8),  # Gs burned this turn
        ("burns", INT8),  # turns of thrust left, NONE = unlimited
        ("power", INT8),  # Power
        ("popped", FLAG),  # surface sensors out (IC-SCAN-10)
        ("radar_used", FLAG),  # has used its radar this turn
        ("used", INT8),  # sensors used this turn, one bit per Sensor (IC-AMB-09)
        ("surface", INT8),  # Condition of the surface location (IC-LOST-05)
        ("core", INT8),
        ("crew", INT8),  # IC-LOST-06
        ("tracked", FLAG),  # by the other side
        ("held", INT8),  # turns running that it was tracked at the end of
        ("identified", FLAG),  # was tracked at some time: its datacard is known
        ("found", INT8),  # Result of the best scan of it this turn; its owner answered
        ("last_turn", INT16),  # turn when the track was lost, 0 = never
        ("last_x", INT8),  # where and how it moved then
        ("last_y", INT8),
        ("last_vx", INT8),
        ("last_vy", INT8),
        ("plotted", FLAG),  # has its orders for this turn
        ("moved", FLAG),  # has carried them out
        ("changed", INT8),  # parts of the plot already spoken: 1 pop, 2 power, 4 launch
        ("plot_facing", INT8),
        ("plot_thrust", INT8),
        ("plot_power", INT8),
        ("plot_popped", FLAG),
        ("plot_launch", INT8),  # unit slot, or NONE
    ]
)

find_dtype = record(
    [
        ("result", INT8),  # Result
        ("signal", INT8),  # the unit's best signal
        ("value", INT8, (MAX_SIGNATURES,)),  # signatures told (IC-SIG-03), else ABSENT
        ("x", INT8),  # square where that was told, else 0
        ("y", INT8),
    ]
)


@cache
def scan_dtype(capacity: Capacity):
    """Return the record of a scan; a scan finds at most all units of a side."""
    return record(
        [
            ("turn", INT16),  # 0 = empty
            ("unit", INT8),  # the scanner
            ("sensor", INT8),  # Sensor
            ("side", INT8),  # squares, 0 = empty
            ("left", INT8),  # top left square, may lie off the map
            ("top", INT8),
            ("strength", INT8),  # as announced, then less the glare
            ("glare", FLAG),  # touched the scanner's sunglare
            ("repeats", INT8),  # IC-AMB-13
            ("roll", INT8),  # 2D6, 0 = none
            ("finds", INT8),  # units that gave a signal of 0 or more
            ("find", find_dtype, (capacity.units,)),
        ]
    )


# The words one seat has spoken of its present order.
order_dtype = record(
    [
        ("unit", INT8),
        ("facing", INT8),
        ("sensor", INT8),
        ("extent", INT8),  # row of rules.area
        ("box", INT8),
    ]
)

body_dtype = record(
    [
        ("side", INT8),  # squares across, 0 = none
        ("left", INT8),
        ("top", INT8),
        ("shadow", INT8),  # squares of its shadow column, 0 = none
    ]
)

event_dtype = record(
    [
        ("kind", INT8),  # Event
        ("side", INT8),
        ("known", INT8),  # one bit per side that may read it
        ("hidden", INT8),  # one bit per side to which the unit is not named
        ("unit", INT8),
        ("a", INT8),
        ("b", INT8),
        ("c", INT8),
        ("d", INT8),
        ("e", INT8),
    ]
)

chance_dtype = record(
    [
        ("seed_lo", INT64),
        ("seed_hi", INT64),
        ("decisions", INT32),  # asked of both seats so far
        ("changes", INT32),  # steps of the engine so far: while it stands still, only words change
    ]
)


@cache
def state_dtype(capacity: Capacity):
    """Return the packed record of one game for a capacity class."""
    scan = scan_dtype(capacity)
    return record(
        [
            ("turn", INT16),
            ("phase", INT8),
            ("step", INT8),  # Step
            ("ask", INT8),  # Ask
            ("seat", INT8),  # Side asked
            ("unit", INT8),  # unit whose orders are asked for
            ("verdict", INT8),
            ("reason", INT8),
            ("points", INT16, (2,)),  # ship-turns of tracks held
            ("declared", INT8, (2,)),  # scans declared this turn
            ("passed", FLAG, (2,)),  # declares no more scans this turn
            ("scans", INT16, (2,)),  # scans of each side so far: place in the ring
            ("unit_of", unit_dtype, (2 * capacity.units,)),
            ("scan", scan, (2, RECENT_SCANS)),  # rings of the last scans of each side
            ("quiet", INT8, (2, BOXES)),  # own map: where nothing answered lately, 0..TRACE
            ("traces", INT8, (2, BOXES)),  # own map: where something answered lately, 0..TRACE
            ("body", body_dtype, (MAX_BODIES,)),
            ("order", order_dtype, (2,)),
            ("log_count", INT64),
            ("log", event_dtype, (LOG_LENGTH,)),
            ("log_told", INT32),  # events that have been told to their readers
            ("told_count", INT32, (2,)),  # events that each side has been told so far
            ("told", event_dtype, (2, LOG_LENGTH)),  # the last of them, as that side reads them
            ("chance", chance_dtype),
        ]
    )


UNSEEN_WORDS = words_from(state_dtype(next(iter(CAPACITIES.values()))), "log_count")
"""Words at the end of a state of any capacity that no look shows: the log and chance."""

class_dtype = record(
    [
        ("type", INT8),  # Type
        ("visual", INT8),  # size part of Visual(Hull), dark
        ("ir", INT8),  # size part of the IR signatures
        ("radar", INT8),
        ("mass", INT8),
        ("size_rank", INT8),  # row of signature_size.csv
        ("thrust", INT8),  # Gs = squares per turn per turn
        ("drive", INT8),  # Drive
        ("endurance", INT8),  # turns of thrust, NONE = unlimited
        ("black_hull", FLAG),
        ("stealth", FLAG),
        ("sensor", INT8, (SENSORS,)),  # strength per Sensor, or ABSENT
        ("skill", INT8),  # of its sensor operators (IC-SNS-03)
    ]
)

scan_size_dtype = record(
    [
        ("side", INT8),  # squares
        ("reach", INT8),  # greatest range of any part (IC-SCAN-07)
        ("modifier", INT8, (SENSORS,)),  # per Sensor (IC-SCAN-06, 08)
    ]
)

# data/signature_state.csv: what the state of a unit adds to its signatures.
emission_dtype = record(
    [
        ("black_hull", INT8),
        ("popped_visual", INT8),
        ("thrust_base", INT8, (3,)),  # Visual(Thrust) per Drive
        ("thrust_per_g", INT8, (3,)),
        ("thrust_most", INT8, (3,)),
        ("ir_hull", INT8),
        ("ir_power", INT8, (4,)),  # per Power, or ABSENT
        ("ir_thrust_base", INT8, (3,)),  # per Drive, or ABSENT
        ("ir_thrust_per_g", INT8, (3,)),
        ("ir_thrust_most", INT8, (3,)),
        ("stealth_hull", INT8),
        ("popped_radar", INT8),
        ("own_radar", INT8),
        ("neutrino_power", INT8, (4,)),  # per Power, or ABSENT
    ]
)

options_dtype = record(
    [
        ("columns", INT8),  # squares
        ("rows", INT8),
        ("turn_limit", INT16),
        ("sunfactor", INT8),
        ("victory", INT8),  # Victory
        ("hold_turns", INT8),  # turns running that a track must be held
        ("runner", INT8),  # Side that must cross, or NONE
        ("limit_verdict", INT8),  # Verdict at the turn limit; OPEN = points decide
        ("goal", INT8, (4,)),  # zone to reach: first and last column, first and last row
        ("zone", INT8, (2, 4)),  # set-up zones
        ("planets", FLAG),  # switch of IC-AMB-02
        ("same_sensor", FLAG),  # switch of IC-AMB-09
        ("repeat_bonus", FLAG),  # switch of IC-AMB-13
    ]
)

rules_dtype = record(
    [
        ("option", options_dtype),
        ("delegated", INT8, (2,)),  # Delegate bits per side
        ("area", scan_size_dtype, (SIZES,)),
        ("emission", emission_dtype),
        ("range_from", INT8, (RANGE_STEPS,)),  # data/max_tracked_range.csv: least sum of a step
        ("range_squares", INT8, (RANGE_STEPS,)),
        ("classes", class_dtype, (MAX_CLASSES,)),
    ]
)
