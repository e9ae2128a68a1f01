"""Hexes as printed and in texts: CCRR, column and row as a seat counts them."""

from __future__ import annotations

from spacecombat_env.core.model.hexgrid import DIRECTION_NAMES, offset_row
from spacecombat_env.core.ruleset import Scenario

from ..model import BACK, DIRECTIONS, SHEET_ROWS, Side


def hex_number(scenario: Scenario, seat: int, q: int, r: int) -> str:
    """Return a hex as column and row, two digits each, as a seat counts them."""
    option = scenario.table.rules[0].option
    column, row = int(q), int(offset_row(q, r))
    beyond = row - int(option.rows)
    if beyond > 0:  # in a pursuit: the row of the sheet that is laid next (IN-SCN-12)
        row += (beyond - 1) % SHEET_ROWS + 1 - SHEET_ROWS - beyond
    if seat == Side.BLUE:
        column, row = int(option.columns) + 1 - column, int(option.rows) + 1 - row
    return f"{column:02}{row:02}"


def direction_text(seat: int, direction: int) -> str:
    """Return a direction of the map as a seat sees it."""
    turned = (int(direction) + BACK) % DIRECTIONS if seat == Side.BLUE else int(direction)
    return DIRECTION_NAMES[turned]
