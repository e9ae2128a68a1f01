"""Places and courses in the view, and the bodies of the map."""

from __future__ import annotations

import re
from typing import Any

from ...model import BodyKind
from ..coordinates import hex_number, turned_hex
from ..piece_names import Names

BODIES = tuple(kind.name.lower().replace("_", " ") for kind in BodyKind)


def place_keys(names: Names, q: int, r: int) -> dict[str, str | None]:
    """Return a hex, as printed and as the seat sees it; None where it is far off the map."""
    places = {"hex": (q, r), "board_hex": turned_hex(names.scenario, names.seat, q, r)}
    numbers = {key: hex_number(*place) for key, place in places.items()}
    return {key: text if re.fullmatch(r"\d{4}", text) else None for key, text in numbers.items()}


def course_keys(names: Names, piece: Any) -> dict[str, Any]:
    """Return place, vector and projected endpoint of a task force or a spread."""
    dq, dr = piece.vq, piece.vr
    sign = -1 if names.seat == 1 else 1
    return {
        **place_keys(names, piece.q, piece.r),
        "vector": [dq, dr],
        "board_vector": [sign * dq, sign * dr],
        "speed": max(abs(dq), abs(dr), abs(dq + dr)),
        "endpoint": place_keys(names, piece.q + dq, piece.r + dr),
    }


def body_view(names: Names, index: int) -> dict[str, Any]:
    """Return a body, its motion and how far it pulls."""
    body, world = names.state.body[index], names.world(index)
    sign = -1 if names.seat == 1 else 1
    return {
        "kind": BODIES[body.kind],
        **place_keys(names, body.q, body.r),
        "vector": [world.vq, world.vr],
        "board_vector": [sign * world.vq, sign * world.vr],
        "gravity_reach": world.reach,
    }
