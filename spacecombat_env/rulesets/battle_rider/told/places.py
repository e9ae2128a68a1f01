"""Hexes, directions and shifts in words; Blue sees the board turned, its own edge near it."""

from __future__ import annotations

from spacecombat_env.core.hexgrid import DIRECTION_NAMES
from spacecombat_env.core.ruleset import Scenario


def hex_number(q: int, r: int) -> str:
    """The printed number of a hex, column and row: 1012."""
    return f"{int(q):02d}{int(r) + (int(q) + 1) // 2:02d}"


def turned_hex(scenario: Scenario, seat: int, q: int, r: int) -> tuple[int, int]:
    """The hex as a seat sees the board, its own edge near it (hexgrid.rotate_half for Blue)."""
    if seat != 1:
        return int(q), int(r)
    option = scenario.table.rules[0].option
    columns, rows = int(option.columns), int(option.rows)
    return columns + 1 - int(q), rows + 1 - (columns + 3) // 2 - int(r)


def turned_direction(seat: int, direction: int) -> str:
    """The name of a direction of the map as a seat sees it."""
    return DIRECTION_NAMES[(int(direction) + (3 if seat == 1 else 0)) % 6]


def shift_words(dq: int, dr: int, seat: int) -> str:
    """A shift as steps in at most two directions: `2 N + 1 NE`; empty for none."""
    dq, dr = int(dq), int(dr)
    if seat == 1:
        dq, dr = -dq, -dr
    both = min(abs(dq), abs(dr)) if dq * dr < 0 else 0
    slant, q, r = (both if dq > 0 else -both), dq, dr
    q, r = q - slant, r + slant
    steps = (("N", "S", r), ("NE", "SW", q), ("SE", "NW", slant))
    named = [(plus if n > 0 else minus, abs(n)) for plus, minus, n in steps if n]
    return " + ".join(f"{n} {name}" for name, n in named)
