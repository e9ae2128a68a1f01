"""A hex map in pictures: where its hexes lie, its static parts, and the map as text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from spacecombat_env.core.model.hexgrid import axial_row, offset_row
from spacecombat_env.core.presentation import picture
from spacecombat_env.core.presentation.svg import BRIGHT, DIM, Point, line, number

RADIUS = 20.0
"""Radius of a hex, in units of the picture."""
ACROSS = 1.5 * RADIUS
HIGH = math.sqrt(3) * RADIUS
MARGIN, TOP = 28.0, 46.0
CORNERS = [
    (RADIUS * math.cos(math.pi * k / 3), RADIUS * math.sin(math.pi * k / 3)) for k in range(6)
]
"""Corners of a hex, around its centre."""


@dataclass(frozen=True)
class HexMap:
    """Where the hexes of a map lie in the picture, so that all and a margin are visible."""

    columns: int
    rows: int
    sign: int
    """-1 where the board is turned."""

    @cached_property
    def _bounds(self) -> tuple[float, float, float, float]:
        """The extent of the centres of all hexes: left, top, right, bottom."""
        centres = [self.step(q, r) for q, r in self.hexes()]
        xs, ys = [x for x, _ in centres], [y for _, y in centres]
        return min(xs), min(ys), max(xs), max(ys)

    @cached_property
    def corner(self) -> Point:
        """The top left corner, counted from the origin of the coordinates."""
        left, top, _, _ = self._bounds
        return left - RADIUS - MARGIN, top - HIGH / 2 - TOP

    @cached_property
    def across(self) -> float:
        """The width of the map."""
        return self._bounds[2] + RADIUS + MARGIN - self.corner[0]

    @cached_property
    def height(self) -> float:
        """The height of the map."""
        return self._bounds[3] + HIGH / 2 + MARGIN - self.corner[1]

    def step(self, dq: float, dr: float) -> Point:
        """Return a displacement in units of the picture."""
        return self.sign * ACROSS * dq, -self.sign * HIGH * (dr + dq / 2)

    def at(self, q: float, r: float) -> Point:
        """Return the centre of a hex."""
        (x, y), (left, top) = self.step(float(q), float(r)), self.corner
        return x - left, y - top

    def hexes(self) -> Iterator[tuple[int, int]]:
        """Yield every hex of the map."""
        for q in range(1, self.columns + 1):
            for row in range(1, self.rows + 1):
                yield q, axial_row(q, row)

    def name(self, q: int, r: int) -> str:
        """Return a hex as the reader counts columns and rows, CCRR."""
        return f"{int(q):02}{offset_row(q, r):02}"


# --- the static part -----------------------------------------------------------------------------


def cells(board: HexMap, north: int = 0) -> str:
    """Return the names and centres of all hexes, and the outline of one, for a page.

    `north` says where N is, in degrees from the top.
    """
    centres = ((*board.at(q, r), board.name(q, r)) for q, r in board.hexes())
    return picture.cells(centres, " ".join(f"{number(x)},{number(y)}" for x, y in CORNERS), north)


def edges(board: HexMap) -> Iterator[str]:
    """Yield a coloured line along the edge from which each side comes."""
    low, high = board.height - MARGIN + 8, TOP - 8
    for side, y in enumerate((low, high) if board.sign > 0 else (high, low)):
        yield line((MARGIN, y), (board.across - MARGIN, y), BRIGHT[side], 2, 0.55)


def numbers(board: HexMap) -> Iterator[str]:
    """Yield column numbers below and row numbers at the side of the map, every fifth row."""
    style = f'fill="{DIM}" font-size="10" text-anchor="middle"'
    for q in range(1, board.columns + 1):
        x, _ = board.at(q, 0)
        column = board.name(q, 0)[:2]
        yield f'<text x="{number(x)}" y="{number(board.height - 11)}" {style}>{column}</text>'
    q = 1 if board.sign > 0 else board.columns
    for row in range(1, board.rows + 1):
        label = board.name(q, axial_row(q, row))[2:]
        if int(label) % 5 == 0 or int(label) == 1:
            x, y = board.at(q, axial_row(q, row))
            yield f'<text x="{number(x - 31)}" y="{number(y + 3)}" {style}>{label}</text>'


# --- text ----------------------------------------------------------------------------------------


def text_map(board: HexMap, signs: Iterable[tuple[tuple[int, int], str]]) -> Iterator[str]:
    """Yield the column numbers and the rows that hold a sign, with the row before and after.

    A sign takes up to three characters; `+` after it stands for more signs than fit.
    """
    found: dict[tuple[int, int], list[str]] = {}
    for (q, r), sign in signs:
        found.setdefault((q, offset_row(q, r)), []).append(sign)
    order = range(1, board.columns + 1)[:: board.sign]
    yield "    " + "".join(f"{board.name(q, 0)[:2]}  " for q in order)
    filled = {row for _, row in found}
    shown = [row for row in range(1, board.rows + 1) if filled & {row - 1, row, row + 1}]
    before = 0
    for row in shown[:: -board.sign]:
        if before and abs(before - row) > 1:
            yield "    ..."
        before = row
        label = board.name(1, axial_row(1, row))[2:]
        yield f"{label}  " + "".join(_text_cell(found.get((q, row), [])) for q in order).rstrip()


def _text_cell(signs: list[str]) -> str:
    """Return four characters for the signs in a hex."""
    return f"{signs[0][:3]}{'+' if len(signs) > 1 else ''}".ljust(4) if signs else ".   "
