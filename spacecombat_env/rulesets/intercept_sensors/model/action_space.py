"""The action space: the blocks of actions, in their order, with the text of each action."""

from __future__ import annotations

from functools import cache

from spacecombat_env.core.model.layout import Block, Layout, starts
from spacecombat_env.core.model.squaregrid import DIRECTION_NAMES

from .constants import (
    AMOUNTS,
    BOX,
    BOX_COLUMNS,
    BOX_ROWS,
    BOXES,
    DIRECTIONS,
    SENSORS,
    SIZES,
    SQUARES_OF_BOX,
    VERBS,
    InterceptCapacity,
    InterceptVerb,
    Sensor,
)

SIZE_NAMES = ("1x1", "3x3", "1_box", "2x2_boxes", "3x3_boxes", "4x4_boxes", "5x5_boxes")
BOX_NAMES = tuple(f"{'ABCDEF'[n % BOX_COLUMNS]}{n // BOX_COLUMNS + 1}" for n in range(BOXES))
"""Columns A-F from the left, rows 1-7 from the sun; Blue counts columns from its own left."""
SQUARE_NAMES = tuple(f"{n % BOX + 1},{n // BOX + 1}" for n in range(SQUARES_OF_BOX))
assert len(BOX_NAMES) == BOX_COLUMNS * BOX_ROWS


@cache
def action_layout(capacity: InterceptCapacity) -> Layout:
    """Return the actions of a capacity class."""
    verbs = tuple(verb.name.lower() for verb in InterceptVerb)
    sensors = tuple(sensor.name.lower() for sensor in Sensor)
    gs = tuple(f"{amount}G" for amount in range(AMOUNTS))
    return Layout(
        (
            Block("verbs", (VERBS,), "what to do, and other simple actions", verbs),
            Block("own_units", (capacity.units,), "an own ship, craft or missile volley, by slot"),
            Block("directions", (DIRECTIONS,), "a facing; N is sunward", DIRECTION_NAMES),
            Block("amounts", (AMOUNTS,), "Gs of thrust", gs),
            Block("sensors", (SENSORS,), "a kind of scan", sensors),
            Block("sizes", (SIZES,), "a size of scan", SIZE_NAMES),
            Block("boxes", (BOXES,), "a box of 5 x 5 squares, as the seat sees the map", BOX_NAMES),
            Block("squares", (SQUARES_OF_BOX,), "a square in the box, from its left", SQUARE_NAMES),
        )
    )


ACTIONS = starts(lambda units: action_layout(InterceptCapacity("", units)), 1)
"""Where each block begins."""
