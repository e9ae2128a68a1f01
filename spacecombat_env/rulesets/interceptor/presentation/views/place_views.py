"""Places and courses in the view."""

from __future__ import annotations

from typing import Any

from spacecombat_env.core.model.hexgrid import DIRECTION_NAMES

from ...model import Side
from ..coordinates import direction_text, hex_number
from ..piece_names import Names


def place_keys(names: Names, piece: Any) -> dict[str, Any]:
    """IN-ADV-01 Return the hex of a piece, as Red counts and as the seat does, and its level."""
    return {
        "hex": hex_number(names.scenario, Side.RED, piece.q, piece.r),
        "board_hex": hex_number(names.scenario, names.seat, piece.q, piece.r),
        "altitude": piece.altitude if names.option.altitude else None,
    }


def course_keys(names: Names, piece: Any) -> dict[str, Any]:
    """Return place, heading and velocity of a piece."""
    return {
        **place_keys(names, piece),
        "heading": DIRECTION_NAMES[piece.heading],
        "board_heading": direction_text(names.seat, piece.heading),
        "velocity": piece.velocity,
    }
