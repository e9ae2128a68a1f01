"""Tables with a planet: `orbit()` has ground, air and interface in rows 1, 2..6 and 7.

`levels()` has them at the levels 0, 1..5 and 6 (switch `altitude`).
"""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.model.hexgrid import offset_row
from spacecombat_env.rulesets.interceptor.model import Edge, Step, proceed

from .moves import run
from .scenes import Scene, scene

SPACE_ROW, INTERFACE_ROW, AIR_ROW = 8, 7, 5
"""The lowest row of space, the row of the interface, one of the atmosphere."""
DOWN, UP = 3, 0


def orbit(gravity: bool = False, top: bool = False) -> Scene:
    """Return an empty table above a planet as the book prints it."""
    table = scene()
    option = table.rules.option
    option.planet = Edge.TOP if top else Edge.BOTTOM
    option.ground, option.atmosphere, option.interface = 1, 5, 1
    option.gravity, option.well = gravity, option.rows if gravity else 0
    return table


def levels(gravity: bool = False) -> Scene:
    """Return an empty table above a planet, seen from above, with twelve levels."""
    table = orbit(gravity)
    table.rules.option.altitude, table.rules.option.top = 1, 12
    return table


def row_of(craft: Any) -> int:
    """Return the row of a piece."""
    return int(offset_row(craft.q, craft.r))


def end_movement(table: Scene) -> None:
    """Run what the planet does after all movement."""
    table.state.cursor = 0
    proceed(table.state, Step.WELL)
    run(table)
