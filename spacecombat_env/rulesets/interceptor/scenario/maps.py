"""Places of a scenario file: printed hexes, rows and directions, and those of the lattice.

Printed sheets lie map 1 above map 2, rows counted downward (data/geometry.yaml); the lattice counts
rows upward from Red's edge. On a map without printed sheets rows are counted upward in the file
too.
"""

from __future__ import annotations

from spacecombat_env.core.loading.reading import ConfigNode
from spacecombat_env.core.model.hexgrid import axial_row

from ..model import DIRECTIONS, NONE, SHEET_ROWS
from .draft import Draft


def direction_of(node: ConfigNode) -> int:
    """Return a printed direction 1..6 as 0..5, or NONE where each ship decides."""
    return NONE if node.missing() else node.integer(1, DIRECTIONS) - 1


def zone_of(draft: Draft, node: ConfigNode, sheets: int) -> list[int]:
    """Return a zone as least and greatest column, least and greatest row; default: the map."""
    columns, rows = int(draft.rules.option.columns), int(draft.rules.option.rows)
    if node.missing():
        return [1, columns, 1, rows]
    keys = node.keys(("map", "columns", "rows"))
    left, right = _span(keys["columns"], columns)
    if not sheets:
        return [left, right, *_span(keys["rows"], rows)]
    sheet = keys["map"].integer(1, sheets)
    top, bottom = _span(keys["rows"], SHEET_ROWS)
    above = (sheets - sheet + 1) * SHEET_ROWS + 1
    return [left, right, above - bottom, above - top]


def hex_of(draft: Draft, node: ConfigNode, sheet: int, sheets: int) -> tuple[int, int]:
    """Return a printed hex, `"0102"` of a sheet, as column and axial row."""
    text = str(node.value)
    if len(text) != 4 or not text.isdigit():
        raise node.error(f"{node.value!r} is not a printed hex: four digits, as '0102'")
    column, row = int(text[:2]), int(text[2:])
    columns, rows = int(draft.rules.option.columns), int(draft.rules.option.rows)
    last = SHEET_ROWS if sheets else rows
    if not (1 <= column <= columns and 1 <= row <= last):
        raise node.error(f"{text} is not on the map: columns 1 to {columns}, rows 1 to {last}")
    upward = (sheets - sheet + 1) * SHEET_ROWS + 1 - row if sheets else row
    return column, int(axial_row(column, upward))


def printed_row(draft: Draft, node: ConfigNode, sheets: int) -> int:
    """Return a printed row {map, row}, or a row counted upward, as a row of the lattice."""
    rows = int(draft.rules.option.rows)
    if not sheets:
        return node.integer(1, rows)
    keys = node.keys(("map", "row"), required=("row",))
    row = keys["row"].integer(1, SHEET_ROWS)
    return (sheets - keys["map"].integer(1, sheets, 1) + 1) * SHEET_ROWS + 1 - row


def _span(node: ConfigNode, last: int) -> tuple[int, int]:
    """Return two numbers in order, or the whole."""
    if node.missing():
        return 1, last
    items = node.items()
    if len(items) != 2:
        raise node.error(f"two numbers are required, not {len(items)}")
    first, end = items[0].integer(1, last), items[1].integer(1, last)
    if first > end:
        raise node.error(f"{first} is above {end}")
    return first, end
