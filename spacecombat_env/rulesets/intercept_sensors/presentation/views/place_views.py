"""Places and courses in the view, and the bodies of the map."""

from __future__ import annotations

from typing import Any

from ...scans.planets import shadow_left
from ..coordinates import box_name, mirrored_column
from ..piece_names import InterceptNames


def place_keys(names: InterceptNames, x: int, y: int) -> dict[str, Any]:
    """Return a square in the true map and as the seat sees it; None where there is none."""
    if not x:
        return {"square": None, "box": None, "board_square": None, "board_box": None}
    column = mirrored_column(names.columns, names.seat, x)
    return {
        "square": [x, y],
        "box": box_name(x, y),
        "board_square": [column, y],
        "board_box": box_name(column, y),
    }


def course_keys(names: InterceptNames, x: int, y: int, vx: int, vy: int) -> dict[str, Any]:
    """Return place, vector and where the unit will be if it does not thrust."""
    sign = -1 if names.seat == 1 else 1
    return {
        **place_keys(names, x, y),
        "vector": [vx, vy],
        "board_vector": [sign * vx, vy],
        "speed": max(abs(vx), abs(vy)),
        "endpoint": [x + vx, y + vy] if x else None,
    }


def body_view(names: InterceptNames, body: Any) -> dict[str, Any]:
    """Return a planet or an asteroid."""
    first = shadow_left(body)
    return {
        "squares_across": body.side,
        **place_keys(names, body.left + body.side // 2, body.top + body.side // 2),
        "shadow_columns": [first, first + body.shadow - 1] if body.shadow else None,
    }
