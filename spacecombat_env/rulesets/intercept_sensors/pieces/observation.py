"""The layout of the observation: its blocks, and the columns of each by name.

The writers (sight/observe.py) stand in the same order. Everything is relative to the seat: its own
side first, and for Blue the map in a mirror, so that both sides start on their left; the sun is
always above. Values are integers; `Layout.scales` brings them to about -1..1.
"""

from spacecombat_env.core.layout import Block, Layout, block
from spacecombat_env.rulesets.intercept_sensors.pieces.constants import (
    ASKS,
    BOX,
    BOX_COLUMNS,
    BOX_ROWS,
    MAX_BODIES,
    RECENT_SCANS,
    TRACE,
    Ask,
    Capacity,
    Phase,
    Power,
    Sensor,
    Type,
    Victory,
)

MEMORY = 8
"""Turns after which a scan or a lost track is no longer shown."""

COLUMNS, ROWS = BOX * BOX_COLUMNS, BOX * BOX_ROWS
BOX_SHAPE = (BOX_ROWS, BOX_COLUMNS)
SPEED = 12
TURNS = 40
HELD = 8
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
GAME = {
    "turn": TURNS,
    "turns_left": TURNS,
    "scans_first": 1,
    **each(Phase),
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
    "rows": ROWS,
    "goal_left": COLUMNS,
    "goal_right": COLUMNS,
    "goal_top": ROWS,
    "goal_bottom": ROWS,
}
ORDER = {
    "x": COLUMNS,
    "y": ROWS,
    **each(Sensor, "sensor_"),
    "size": 7,
    "box_x": COLUMNS,
    "box_y": ROWS,
    "popped": 1,
    **each(Power, "power_"),
    "launches": 1,
    "facing_x": 1,
    "facing_y": 1,
}
PLACE = {
    "x": COLUMNS,
    "y": ROWS,
    "vector_x": SPEED,
    "vector_y": SPEED,
    "facing_x": 1,
    "facing_y": 1,
    "thrust": 6,
    "popped": 1,
    **each(Power, "power_"),
}
OWN_UNITS = {
    "waiting": 1,
    "aboard": 1,
    "on_map": 1,
    "gone": 1,
    "selected": 1,
    **each(Type, "is_"),
    "size": 6,
    "max_thrust": 6,
    "burns": 6,
    **PLACE,
    "tracked": 1,
    "held": HELD,
    "contact": 1,
    "position": 1,
    "in_shadow": 1,
    **per_sensor("used_", 1),
    **per_sensor("strength_", 8),
    **per_sensor("emits_", SIGNAL),
}
ENEMY_UNITS = {
    "tracked": 1,
    "gone": 1,
    "identified": 1,
    **each(Type, "is_"),
    "size": 6,
    "max_thrust": 6,
    **PLACE,
    "held": HELD,
    "lost_lately": MEMORY,
    "last_x": COLUMNS,
    "last_y": ROWS,
    "last_vector_x": SPEED,
    "last_vector_y": SPEED,
}
AREA = {
    "lately": MEMORY,
    **each(Sensor, "sensor_"),
    "x": COLUMNS,
    "y": ROWS,
    "side": 25,
    "strength": STRENGTH,
    "glare": 1,
    "contacts": FINDS,
    "best_signal": SIGNAL,
}
OWN_SCANS = {
    **AREA,
    "roll": 12,
    "best_signature": SIGNAL,
    "positions": FINDS,
    "position_x": COLUMNS,
    "position_y": ROWS,
    "tracked": FINDS,
}
ENEMY_SCANS = AREA
BODIES = {"x": COLUMNS, "y": ROWS, "side": 5, "shadow": 5}


GAME_COLUMNS, ORDER_COLUMNS = len(GAME), len(ORDER)
OWN_COLUMNS, ENEMY_COLUMNS = len(OWN_UNITS), len(ENEMY_UNITS)
OWN_SCAN_COLUMNS, ENEMY_SCAN_COLUMNS = len(OWN_SCANS), len(ENEMY_SCANS)
BODY_COLUMNS = len(BODIES)
SELECTED = list(OWN_UNITS).index("selected")
PHASES, VICTORIES, POWERS = len(Phase), len(Victory), len(Power)


def observation_layout(capacity: Capacity) -> Layout:
    """Return the blocks of a capacity class, in the order of `observe`."""
    units = capacity.units

    asks = tuple(question.name.lower() for question in Ask)
    return Layout(
        (
            block("game", (), GAME, "turn, phase, points, and how this scenario is won"),
            Block("ask", (ASKS,), "the question to the seat", asks),
            block("order", (), ORDER, "the words of the order spoken so far, and its unit"),
            block("own_units", (units,), OWN_UNITS, "own ships, craft and volleys, by slot"),
            block("enemy_units", (units,), ENEMY_UNITS, "tracked or once tracked enemies, by slot"),
            block("own_scans", (RECENT_SCANS,), OWN_SCANS, "own scans, newest first, with answers"),
            block(
                "enemy_scans", (RECENT_SCANS,), ENEMY_SCANS, "the enemy's, newest first, as told"
            ),
            Block("quiet", BOX_SHAPE, "boxes searched in vain, fading", None, 1 / TRACE),
            Block("trace", BOX_SHAPE, "boxes where something answered, fading", None, 1 / TRACE),
            block("bodies", (MAX_BODIES,), BODIES, "planets and asteroids, and their shadows"),
        )
    )
