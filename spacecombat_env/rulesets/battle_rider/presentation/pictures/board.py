"""The hex map of the pictures: positions of hexes, and the static part."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from spacecombat_env.core.presentation import picture
from spacecombat_env.core.presentation.labels import ticks
from spacecombat_env.core.presentation.perspective import options_of
from spacecombat_env.core.ruleset import Scenario

from ..coordinates import hex_number
from .rings import ring_sign
from .shapes import (
    AMBER,
    ARCS,
    BRIGHT,
    CYAN,
    DIM,
    GREEN,
    GRID,
    PALE,
    ROUND,
    arrow,
    burst,
    dart,
    frame,
    line,
    number,
    pips,
    question_mark,
    svg_text,
    wedge,
)

RADIUS = 20.0
"""Of a hex, in units of the picture."""
ACROSS = 1.5 * RADIUS
HIGH = math.sqrt(3) * RADIUS
MARGIN, TOP = 28.0, 46.0
STARS = (1994, 150)
"""Seed and number of the stars."""
CORNERS = [
    (RADIUS * math.cos(math.pi * k / 3), RADIUS * math.sin(math.pi * k / 3)) for k in range(6)
]
"""Of a hex, around its centre."""


class Board(NamedTuple):
    """Positions of a map's hexes in the picture."""

    columns: int
    rows: int
    sign: int
    """-1 where the board is turned."""
    left: float
    top: float
    width: float
    height: float

    @classmethod
    def of(cls, scenario: Scenario, turned: bool) -> Board:
        """Return the board of a scenario."""
        option = options_of(scenario)
        return _laid_out(option.columns, option.rows, -1 if turned else 1)

    def step(self, dq: float, dr: float) -> tuple[float, float]:
        """Return a displacement in units of the picture."""
        return self.sign * ACROSS * dq, -self.sign * HIGH * (dr + dq / 2)

    def at(self, q: float, r: float) -> tuple[float, float]:
        """Return the centre of a hex."""
        x, y = self.step(float(q), float(r))
        return x - self.left, y - self.top

    def hexes(self) -> Iterator[tuple[int, int]]:
        """Yield every hex of the map."""
        for q in range(1, self.columns + 1):
            for row in range(1, self.rows + 1):
                yield q, row - (q + 1) // 2


@cache
def _laid_out(columns: int, rows: int, sign: int) -> Board:
    """Lay out a map so that all its hexes and a margin are visible."""
    board = Board(columns, rows, sign, 0.0, 0.0, 0.0, 0.0)
    centres = [board.at(q, r) for q, r in board.hexes()]
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    left, top = min(xs) - RADIUS - MARGIN, min(ys) - HIGH / 2 - TOP
    width = max(xs) + RADIUS + MARGIN - left
    height = max(ys) + HIGH / 2 + MARGIN - top
    return Board(columns, rows, sign, left, top, width, height)


# --- the static part -----------------------------------------------------------------------------


@lru_cache(maxsize=8)
def still_part(board: Board, for_page: bool = False) -> str:
    """Return the head of the picture, space, grid and edges; for a page also the hex positions."""
    parts = [
        *picture.svg_opening(board.width, board.height),
        *([_cells(board)] if for_page else []),
        *([ring_sign(HIGH)] if for_page else []),
        _legend(),
        picture.stars(*STARS, (board.width, board.height), (0.4, 0.7), (0.12, 0.35)),
        _grid(board),
        *_edges(board),
        *_numbers(board),
    ]
    return "\n".join(parts) + "\n"


def _cells(board: Board) -> str:
    """Return the numbers and centres of all hexes, and the outline of one."""
    centres = ((*board.at(q, r), hex_number(q, r)) for q, r in board.hexes())
    outline = " ".join(f"{number(x)},{number(y)}" for x, y in CORNERS)
    return picture.cells(centres, outline)


def _legend() -> str:
    """Return symbols for a legend; they are not drawn here."""
    red, blue = 0, 1
    entries = {
        "task force: a dot for each ship known to be in it": frame(red, True)
        + "".join(pips(3, False, PALE[red])),
        "more may be hidden in it": frame(blue, True) + "".join(pips(2, True, PALE[blue])),
        "contact: all that is known is where it is": frame(blue, False, True)
        + question_mark(0, 0, 13, BRIGHT[blue]),
        "dummy: a task force without ships": frame(red, False, True),
        "whose round it is": ROUND + frame(red, True),
        "vector: it ends where the task force will be unless it thrusts": arrow(
            (-24, 8), (24, -8), BRIGHT[blue], 1.6, 0.9
        ),
        "thrust: the exhaust shows on this side": wedge(0.87, 0.5) + frame(blue, True),
        "active sensors": frame(blue, True) + ARCS,
        "evading, with its difficulty": svg_text(0, 4, "evade +1", 12, GREEN, "middle", bold=True),
        "missiles, with their number; where it is not known, with the number of spreads": dart(
            1, 0, red
        )
        + svg_text(12, 4, "12", 12, PALE[red]),
        "white-out, hit or explosion": burst(0, 0, 14, 0.8),
        "damage: permanent, temporary; a dim name is unknown to the enemy": svg_text(
            -28, 4, "Name", 12, DIM
        )
        + ticks(8, 4, "pt"),
        "beams": line((-24, 0), (24, 0), PALE[red], 1.6),
        "sensors": line((-24, 0), (24, 0), CYAN, 1.2, dash="5 4"),
        "rings under the pointer, base difficulty 1, 2, 3, 4: passive sensors, active, beams": line(
            (-24, -7), (24, -7), CYAN, 1.5, dash="2 5"
        )
        + line((-24, 0), (24, 0), CYAN, 1.5)
        + line((-24, 7), (24, 7), AMBER, 1.5, dash="9 4"),
    }
    return picture.legend(entries)


def _grid(board: Board) -> str:
    """Return the outlines of all hexes as one path, each side once."""
    sides = set()
    for q, r in board.hexes():
        x, y = board.at(q, r)
        points = [(round(x + dx, 1), round(y + dy, 1)) for dx, dy in CORNERS]
        for k in range(6):
            sides.add(tuple(sorted((points[k], points[(k + 1) % 6]))))
    path = "".join(
        f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}" for a, b in sorted(sides)
    )
    return picture.path(path, GRID, 1)


def _edges(board: Board) -> Iterator[str]:
    """Yield a coloured line along each entry edge."""
    low, high = board.height - MARGIN + 8, TOP - 8
    for side, y in enumerate((low, high) if board.sign > 0 else (high, low)):
        yield line((MARGIN, y), (board.width - MARGIN, y), BRIGHT[side], 2, 0.55)


def _numbers(board: Board) -> Iterator[str]:
    """Yield column numbers below and row numbers at the side of the map, every fifth row."""
    style = f'fill="{DIM}" font-size="10" text-anchor="middle"'
    for q in range(1, board.columns + 1):
        x, _ = board.at(q, 0)
        yield f'<text x="{number(x)}" y="{number(board.height - 11)}" {style}>{q:02d}</text>'
    for row in range(1, board.rows + 1):
        if row % 5 == 0 or row == 1:
            q = 1 if board.sign > 0 else board.columns
            x, y = board.at(q, row - (q + 1) // 2)
            yield f'<text x="{number(x - 31)}" y="{number(y + 3)}" {style}>{row:02d}</text>'
