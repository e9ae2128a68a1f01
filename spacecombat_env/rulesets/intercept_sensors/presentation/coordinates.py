"""Texts of squares, boxes, directions, vectors and areas."""

from __future__ import annotations

import re

from spacecombat_env.core.model.squaregrid import DIRECTION_NAMES

from ..model import BOX, BOX_COLUMNS, BOX_NAMES


def box_name(x: int, y: int) -> str:
    """Return the box of a square of the map: B4."""
    return BOX_NAMES[(y - 1) // BOX * BOX_COLUMNS + (x - 1) // BOX]


def place_text(x: int, y: int) -> str:
    """Return a square of the true map: B4 (7,18)."""
    return f"{box_name(x, y)} ({x},{y})"


def square_of(place: str) -> tuple[int, int] | None:
    """Return the square of the true map that `place_text` names; None if there is none."""
    found = re.fullmatch(r"[A-Z]\d \((\d{1,2}),(\d{1,2})\)", place, re.ASCII)
    if found is None:
        return None
    x, y = int(found[1]), int(found[2])
    on_map = 1 <= x <= BOX * BOX_COLUMNS and 1 <= y <= BOX * (len(BOX_NAMES) // BOX_COLUMNS)
    return (x, y) if on_map and place_text(x, y) == place else None


def mirrored_column(columns: int, seat: int, x: int) -> int:
    """Return a column as a seat's policy sees the map (`actions.column_for_seat`)."""
    return columns + 1 - x if seat == 1 else x


def place_for_decision(x: int, y: int) -> str:
    """Return a square in the form of decisions: box and square within it, B4 2,3."""
    return f"{box_name(x, y)} {(x - 1) % BOX + 1},{(y - 1) % BOX + 1}"


def board_box(columns: int, seat: int, box: int) -> str:
    """Return a box of the map as a seat's policy sees it."""
    x = mirrored_column(columns, seat, box % BOX_COLUMNS * BOX + 1)
    return box_name(x, box // BOX_COLUMNS * BOX + 1)


def board_direction(seat: int, direction: int) -> str:
    """Return a direction of the map as a seat's policy sees it."""
    return DIRECTION_NAMES[-direction % 8 if seat == 1 else direction]


def vector_text(vx: int, vy: int) -> str:
    """Return a vector by its parts: `vector 3 E 1 N`; `at rest` for none."""
    parts = ((abs(vx), "E" if vx > 0 else "W"), (abs(vy), "S" if vy > 0 else "N"))
    texts = [f"{squares} {name}" for squares, name in parts if squares]
    return f"vector {' '.join(texts)}" if texts else "at rest"


def area_text(left: int, top: int, side: int, columns: int, rows: int) -> str:
    """Return an area of the true map, as far as boxes can name it: `2x2 boxes B2-C3`."""
    middle = place_text(left + side // 2, top + side // 2) if side < BOX else ""
    if side < BOX:
        return f"square {middle}" if side == 1 else f"{side}x{side} squares around {middle}"
    first = box_name(max(left, 1), max(top, 1))
    last = box_name(min(left + side - 1, columns), min(top + side - 1, rows))
    if side == BOX:
        return f"box {first}"
    boxes = side // BOX
    return f"{boxes}x{boxes} boxes {first if first == last else f'{first}-{last}'}"
