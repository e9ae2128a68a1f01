"""Texts of hexes, directions and shifts; Blue sees the board turned, its own edge near it."""

from __future__ import annotations

import re

from spacecombat_env.core.model.hexgrid import DIRECTION_NAMES, axial_row, rotate_half
from spacecombat_env.core.ruleset import Scenario


def hex_number(q: int, r: int) -> str:
    """The printed number of a hex, column and row: 1012."""
    return f"{int(q):02d}{int(r) + (int(q) + 1) // 2:02d}"


def hex_of(number: str) -> tuple[int, int] | None:
    """The hex of a printed number, as (q, r); None if it is invalid."""
    found = re.fullmatch(r"(\d\d)(\d\d)", number, re.ASCII)
    return None if found is None else (int(found[1]), axial_row(int(found[1]), int(found[2])))


def turned_hex(scenario: Scenario, seat: int, q: int, r: int) -> tuple[int, int]:
    """The hex as a seat sees the board, its own edge near it: turned round for Blue."""
    if seat != 1:
        return int(q), int(r)
    option = scenario.table.rules[0].option
    turned_q, turned_r = rotate_half(q, r, int(option.columns), int(option.rows))
    return int(turned_q), int(turned_r)


def turned_direction(seat: int, direction: int) -> str:
    """The name of a direction of the map as a seat sees it."""
    return DIRECTION_NAMES[(int(direction) + (3 if seat == 1 else 0)) % 6]


def shift_steps(dq: int, dr: int) -> list[tuple[int, int]]:
    """A shift as directions and the hexes in each, at most two, in as few hexes as possible."""
    both = min(abs(dq), abs(dr)) if dq * dr < 0 else 0
    slant = both if dq > 0 else -both
    north, north_east, south_east, south, south_west, north_west = range(len(DIRECTION_NAMES))
    parts = (
        (north, south, dr + slant),
        (north_east, south_west, dq - slant),
        (south_east, north_west, slant),
    )
    return [(plus if n > 0 else minus, abs(n)) for plus, minus, n in parts if n]


def shift_text(dq: int, dr: int, seat: int) -> str:
    """A shift as steps in at most two directions: `2 N + 1 NE`; empty for none."""
    sign = -1 if seat == 1 else 1
    steps = shift_steps(sign * int(dq), sign * int(dr))
    return " + ".join(f"{n} {DIRECTION_NAMES[direction]}" for direction, n in steps)
