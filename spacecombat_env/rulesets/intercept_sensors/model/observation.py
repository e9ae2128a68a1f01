"""The layout of the observation: its blocks, and the columns of each by name.

The writers (visibility/observe.py) use these names. Everything is relative to the seat: its own
side first, and for Blue the map in a mirror, so that both sides start on their left. The sun is
always above. Values are integers; `Layout.scales` brings them to about -1..1.
"""

from spacecombat_env.core.model.layout import Block, Layout, block, positions, starts

from .constants import (
    BOX,
    BOX_COLUMNS,
    BOX_ROWS,
    HELD,
    MAX_BODIES,
    RECENT_SCANS,
    TRACE,
    InterceptCapacity,
    InterceptPhase,
    Power,
    Sensor,
    Type,
    Victory,
)
from .decisions import InterceptDecision
from .state import UNIT

MEMORY = 8
"""Turns after which a scan or a lost track is no longer shown."""

COLUMNS, HIGH = BOX * BOX_COLUMNS, BOX * BOX_ROWS
BOX_SHAPE = (BOX_ROWS, BOX_COLUMNS)
SPEED = 12
TURNS = 40
BURNS = 6
SIGNAL = 24
STRENGTH = 16
FINDS = 3


def each(names: type, prefix: str = "") -> dict[str, int]:
    """Return a yes-or-no column for every member of an enum."""
    return {f"{prefix}{member.name.lower()}": 1 for member in names}  # type: ignore[attr-defined]


def per_sensor(prefix: str, limit: int) -> dict[str, int]:
    """Return a column a kind of sensor."""
    return {f"{prefix}{sensor.name.lower()}": limit for sensor in Sensor}


# Column name -> divisor: the observed integer over it is about -1..1.
GAME_COLUMNS = {
    "turn": TURNS,
    "turns_left": TURNS,
    "scans_first": 1,
    **each(InterceptPhase),
    "own_declared": 2,
    "enemy_declared": 2,
    "own_points": TURNS,
    "enemy_points": TURNS,
    "hold_turns": HELD,
    "sunfactor": HELD,
    **each(Victory, "victory_"),
    "own_runs": 1,
    "enemy_runs": 1,
    "columns": COLUMNS,
    "rows": HIGH,
    "goal_left": COLUMNS,
    "goal_right": COLUMNS,
    "goal_top": HIGH,
    "goal_bottom": HIGH,
}
ORDER_COLUMNS = {
    "x": COLUMNS,
    "y": HIGH,
    **each(Sensor, "sensor_"),
    "size": 7,
    "box_x": COLUMNS,
    "box_y": HIGH,
    "popped": 1,
    **each(Power, "power_"),
    "launches": 1,
    "facing_x": 1,
    "facing_y": 1,
}
PLACE_COLUMNS = {
    "x": COLUMNS,
    "y": HIGH,
    "vector_x": SPEED,
    "vector_y": SPEED,
    "facing_x": 1,
    "facing_y": 1,
    "thrust": 6,
    "popped": 1,
    **each(Power, "power_"),
}
OWN_UNITS_COLUMNS = {
    "waiting": 1,
    "aboard": 1,
    "on_map": 1,
    "gone": 1,
    "selected": 1,
    **each(Type, "is_"),
    "size": 6,
    "max_thrust": 6,
    "burns": BURNS,
    **PLACE_COLUMNS,
    **{one.name: one.column for one in UNIT if one.column},
    "contact": 1,
    "position": 1,
    "in_shadow": 1,
    **per_sensor("used_", 1),
    **per_sensor("strength_", 8),
    **per_sensor("emits_", SIGNAL),
}
ENEMY_UNITS_COLUMNS = {
    "tracked": 1,
    "gone": 1,
    "identified": 1,
    **each(Type, "is_"),
    "size": 6,
    "max_thrust": 6,
    **PLACE_COLUMNS,
    "held": HELD,
    "lost_lately": MEMORY,
    "last_x": COLUMNS,
    "last_y": HIGH,
    "last_vector_x": SPEED,
    "last_vector_y": SPEED,
}
AREA_COLUMNS = {
    "lately": MEMORY,
    **each(Sensor, "sensor_"),
    "x": COLUMNS,
    "y": HIGH,
    "side": 25,
    "strength": STRENGTH,
    "glare": 1,
    "contacts": FINDS,
    "best_signal": SIGNAL,
}
OWN_SCANS_COLUMNS = {
    **AREA_COLUMNS,
    "roll": 12,
    "best_signature": SIGNAL,
    "positions": FINDS,
    "position_x": COLUMNS,
    "position_y": HIGH,
    "tracked": FINDS,
}
BODIES_COLUMNS = {"x": COLUMNS, "y": HIGH, "side": 5, "shadow": 5}


# Where a column stands in its row, by name: `row[at + BODIES.side] = body.side`. The columns of
# PLACE and AREA stand together in the rows of units and scans, and count from the first of them.
GAME, ORDER = positions(GAME_COLUMNS), positions(ORDER_COLUMNS)
OWN_UNITS, ENEMY_UNITS = positions(OWN_UNITS_COLUMNS), positions(ENEMY_UNITS_COLUMNS)
OWN_SCANS, AREA = positions(OWN_SCANS_COLUMNS), positions(AREA_COLUMNS)
PLACE, BODIES = positions(PLACE_COLUMNS), positions(BODIES_COLUMNS)
# Where the columns of an enum begin, one column per member.
PHASES, VICTORIES = GAME.setup, GAME.victory_hold
ORDER_SENSORS, ORDER_POWERS = ORDER.sensor_visual, ORDER.power_off
OWN_TYPES, ENEMY_TYPES = OWN_UNITS.is_ship, ENEMY_UNITS.is_ship
POWERS, SCAN_SENSORS = PLACE.power_off, AREA.sensor_visual
USED, STRENGTHS = OWN_UNITS.used_visual, OWN_UNITS.strength_visual
EMISSIONS = OWN_UNITS.emits_visual


def observation_layout(capacity: InterceptCapacity) -> Layout:
    """Return the blocks of a capacity class."""
    units, scans = (capacity.units,), (RECENT_SCANS,)
    decisions = tuple(decision.name.lower() for decision in InterceptDecision)
    own_units, enemy_units = OWN_UNITS_COLUMNS, ENEMY_UNITS_COLUMNS
    own_scans, enemy_scans = OWN_SCANS_COLUMNS, AREA_COLUMNS
    bodies = BODIES_COLUMNS
    return Layout(
        (
            block("game", (), GAME_COLUMNS, "turn, phase, points, and how this scenario is won"),
            Block("ask", (len(InterceptDecision),), "the decision of the seat", decisions),
            block("order", (), ORDER_COLUMNS, "the actions of the order so far, and its unit"),
            block("own_units", units, own_units, "own ships, craft and volleys, by slot"),
            block("enemy_units", units, enemy_units, "tracked or once tracked enemies, by slot"),
            block("own_scans", scans, own_scans, "own scans, newest first, with answers"),
            block("enemy_scans", scans, enemy_scans, "the enemy's, newest first, as disclosed"),
            Block("quiet", BOX_SHAPE, "boxes searched in vain, fading", None, 1 / TRACE),
            Block("trace", BOX_SHAPE, "boxes where something answered, fading", None, 1 / TRACE),
            block("bodies", (MAX_BODIES,), bodies, "planets and asteroids, and their shadows"),
        )
    )


ROWS = starts(lambda units: observation_layout(InterceptCapacity("", units)), 1)
"""Where each block begins."""
