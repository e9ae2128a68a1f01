"""The hex map of the pictures: the places of its hexes and record sheets, and its static part."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any

import numpy as np

from spacecombat_env.core.model.hexgrid import axial_row, offset_row
from spacecombat_env.core.presentation import picture
from spacecombat_env.core.presentation.hexmap import (
    CORNERS,
    HIGH,
    MARGIN,
    RADIUS,
    TOP,
    HexMap,
    cells,
    edges,
    numbers,
)
from spacecombat_env.core.presentation.perspective import options_of
from spacecombat_env.core.presentation.svg import (
    AMBER,
    BRIGHT,
    CYAN,
    DIM,
    FLASH,
    GRID,
    PALE,
    RED,
    arrow,
    line,
    number,
    question_mark,
    svg_text,
)
from spacecombat_env.core.ruleset import Scenario

from ...model import DIRECTIONS, Edge, Side, Size, Zone
from .shapes import (
    CRACK,
    MOVER,
    SPIRAL,
    asteroid,
    bar,
    burst,
    dart,
    ghost,
    hull,
    meshes,
    signs,
    suit,
    tint_legend,
)

STARS = (2005, 150)
"""Seed and number of the stars."""
SHEET_ROWS = 14
"""Rows of a printed map sheet."""
WIDE, NARROW = 260.0, 150.0
"""Greatest and least width of a record sheet's place."""
STYLE = (
    "<style>.arcs{display:none;pointer-events:none}"
    "[data-k]:hover .arcs,[data-k]:focus .arcs{display:inline}</style>"
)
"""Style of fields of fire: those of the ship under the pointer, and of the one clicked.

A page has its own style sheet, and may forbid others.
"""


Bands = tuple[tuple[Zone, int, int], ...]
BANDS = {Zone.INTERFACE: "#6d7fc4", Zone.ATMOSPHERE: "#3f8fc9", Zone.GROUND: "#7a5a3a"}
"""Tints of the zones of a planet."""
BAND_TEXT = {
    Zone.INTERFACE: "the interface between space and air",
    Zone.ATMOSPHERE: "atmosphere",
    Zone.GROUND: "ground",
}


def bands_of(option: Any) -> Bands:
    """IN-PLN-01, IN-ADV-01 Return the zones of a planet as rows; none where levels have them."""
    if not option.planet or option.altitude:
        return ()
    first, bands = 1, []
    sizes = (
        (Zone.GROUND, option.ground),
        (Zone.ATMOSPHERE, option.atmosphere),
        (Zone.INTERFACE, option.interface),
    )
    for zone, count in sizes:
        last = first + int(count) - 1
        rows = (first, last)
        if option.planet == Edge.TOP:
            rows = (option.rows + 1 - last, option.rows + 1 - first)
        bands += [(zone, *rows)] if count else []
        first = last + 1
    return tuple(bands)


@dataclass(frozen=True)
class Board(HexMap):
    """Where the hexes of a map and the record sheets next to it lie in the picture."""

    sheets: int
    """Places for record sheets."""
    seat: int
    """The seat whose numbers the hexes bear."""
    joint: bool
    """Whether it is laid out of two printed sheets."""
    bands: Bands = ()
    """The rows of each zone of a planet below space, as Red counts them: zone, first, last."""

    @classmethod
    def of(cls, scenario: Scenario, seat: int, turned: bool, sheet: int = 0) -> Board:
        """Return the board of a scenario; once sheets are laid again its planet is left behind."""
        option = options_of(scenario)
        ships = int(np.count_nonzero(scenario.table.opening[0]["craft"]["card"]))
        joint = "sheets" in (scenario.source.get("map") or {})
        sign, bands = -1 if turned else 1, () if sheet else bands_of(option)
        return _board(option.columns, option.rows, sign, ships, seat, joint, bands)

    @cached_property
    def files(self) -> int:
        """Number of columns of sheets."""
        return next(n for n in range(1, self.sheets + 2) if self._cell(n) >= NARROW)

    @property
    def cell(self) -> float:
        """Width and height of the place of a sheet."""
        return self._cell(self.files)

    def _cell(self, files: int) -> float:
        """Return the size of the places of record sheets for a number of columns."""
        return min(WIDE, (self.height - TOP) / max(1, -(-self.sheets // files)))

    @property
    def width(self) -> float:
        """Width of the picture."""
        return self.across + self.files * self.cell

    def has(self, q: int, r: int) -> bool:
        """Return whether a hex lies on the map."""
        return 1 <= q <= self.columns and 1 <= offset_row(q, r) <= self.rows

    def turn(self, direction: int) -> int:
        """Return how far clockwise, in degrees, a direction points from the top of the picture."""
        back = 0 if self.sign > 0 else DIRECTIONS // 2
        return 60 * ((int(direction) + back) % DIRECTIONS)

    def name(self, q: int, r: int) -> str:
        """Return a hex as the reader counts columns and rows."""
        column, row = q, offset_row(q, r)
        if self.seat == Side.BLUE:
            column, row = self.columns + 1 - column, self.rows + 1 - row
        return f"{column:02}{row:02}"

    def sheet_at(self, place: int) -> tuple[float, float]:
        """Return the centre of a place for a record sheet: column by column."""
        deep = -(-self.sheets // self.files)
        file, row = divmod(place, deep)
        return self.across + (file + 0.5) * self.cell, TOP - 14 + (row + 0.5) * self.cell


_board = cache(Board)


# --- the static part -----------------------------------------------------------------------------


@lru_cache(maxsize=12)
def still_part(board: Board, for_page: bool = False) -> str:
    """Return the head of the picture, space, grid, numbers; for a page also positions of hexes."""
    parts = [
        *picture.svg_opening(board.across if for_page else board.width, board.height),
        *([cells(board, 0 if _is_north_up(board) else 180)] if for_page else [STYLE]),
        _legend(board),
        _arcs(),
        signs(),
        meshes(),
        picture.stars(*STARS, (board.across, board.height), (0.4, 0.7), (0.12, 0.35)),
        *_zones(board),
        _grid(board),
        *edges(board),
        *_joint(board),
        *([] if for_page else _compass(board)),
        *numbers(board),
    ]
    return "\n".join(parts) + "\n"


def _arcs() -> str:
    """IN-CMB-06 Return the fields of fire for range 1, facing upward, to be turned and scaled.

    Front and rear see 60 degrees, the sides 120; a range ends on a hexagon.
    """
    angles = [math.pi * k / 3 for k in range(DIRECTIONS)]
    tips = [(HIGH * math.sin(turn), -HIGH * math.cos(turn)) for turn in angles]
    mids = [
        ((tips[k - 1][0] + tip[0]) / 2, (tips[k - 1][1] + tip[1]) / 2) for k, tip in enumerate(tips)
    ]

    def wedge(*points: tuple[float, float]) -> str:
        joined = "L".join(f"{x:.2f} {y:.2f}" for x, y in points)
        return f"M0 0L{joined}Z"

    ahead, behind = (wedge(mids[k], tips[k], mids[(k + 1) % 6]) for k in (0, 3))
    sides = "".join(wedge(mids[k], tips[k], tips[(k + 1) % 6], mids[(k + 2) % 6]) for k in (1, 4))
    return (
        f'<defs><g id="arcs" stroke="{AMBER}" stroke-width="1" stroke-opacity="0.5" '
        f'fill="{AMBER}"><path d="{ahead}" fill-opacity="0.16" vector-effect="non-scaling-stroke"/>'
        f'<path d="{behind}" fill-opacity="0.1" vector-effect="non-scaling-stroke"/>'
        f'<path d="{sides}" fill-opacity="0.04" vector-effect="non-scaling-stroke"/></g></defs>'
    )


def _legend(board: Board) -> str:
    """Return symbols, not drawn here, that explain the signs in a legend."""
    red, blue = Side.RED, Side.BLUE
    light, heavy, patrol = (hull(size, red) for size in (Size.LIGHT, Size.HEAVY, Size.PCS_1000))
    entries = {
        "light and medium fighter: it points to its facing": light,
        "heavy and superheavy fighter": heavy,
        "patrol class ship": f'<g transform="scale(0.8)">{patrol}</g>',
        "its class is not known": hull(Size.LIGHT, blue) + question_mark(0, 1, 11, PALE[blue]),
        "heading: it flies that way, as many hexes a turn as the number says": arrow(
            (-26, 8), (10, -10), BRIGHT[red], 1.6, 0.9
        )
        + svg_text(18, -8, "5", 12, PALE[red], "middle"),
        "where it will be unless it turns": ghost(Size.LIGHT, red),
        "whose move it is": MOVER + light,
        "rolled over": light + bar(red),
        "out of control": light + SPIRAL,
        "a hull that nobody leads": hull(Size.LIGHT, red, dead=True),
        "missile": f'<g transform="rotate(90)">{dart(blue)}</g>',
        "crew in space": suit(red),
        "asteroid; cracked, one that was hit": asteroid() + CRACK,
        "fire that hits; the facing struck is thick": line((-26, 0), (18, 0), PALE[red], 1.8)
        + line((22, -10), (22, 10), FLASH, 4),
        "fire whose hits the shield holds": line((-26, 0), (18, 0), PALE[red], 1.8)
        + line((22, -10), (22, 10), CYAN, 3),
        "fire that misses": line((-26, 0), (26, 0), BRIGHT[red], 1.2, dash="5 4"),
        "damage": burst(14),
        "on a sheet: box left, box gone": (
            f'<rect x="-14" y="-6" width="12" height="12" fill="{PALE[red]}"/>'
            f'<rect x="2" y="-6" width="12" height="12" fill="none" stroke="{GRID}"/>'
        ),
        "on a sheet: the Ship Destroyed row": (
            f'<rect x="-30" y="-5" width="60" height="10" fill="{RED}"/>'
        ),
    }
    zones = {
        BAND_TEXT[zone]: (
            f'<rect x="-26" y="-9" width="52" height="18" fill="{BANDS[zone]}" fill-opacity="0.5"/>'
        )
        for zone, _, _ in board.bands
    }
    return picture.legend({**entries, **zones, **tint_legend()})


def _zones(board: Board) -> Iterator[str]:
    """IN-PLN-01 Yield the zones of a planet as tinted bands of hexes."""
    for zone, first, last in board.bands:
        parts = []
        for q in range(1, board.columns + 1):
            for row in range(first, last + 1):
                x, y = board.at(q, axial_row(q, row))
                corners = (f"{number(x + dx)} {number(y + dy)}" for dx, dy in CORNERS)
                parts.append(f"M{'L'.join(corners)}Z")
        tint = f'fill="{BANDS[zone]}" fill-opacity="0.22"'
        yield f'<path class="zone {zone.name.lower()}" d="{"".join(parts)}" {tint}/>'


def _grid(board: Board) -> str:
    """Return the outlines of all hexes: those of one column, once for each column."""
    half, rise = number(RADIUS / 2), number(HIGH / 2)
    left = f"l-{half} {rise}l{half} {rise}" * board.rows
    right = f"l{half} {rise}l-{half} {rise}" * board.rows
    steps = "".join(f"M0 {number(HIGH * n)}h{number(RADIUS)}" for n in range(board.rows + 1))
    column = picture.path(f"M0 0{left}M{number(RADIUS)} 0{right}{steps}", GRID, 1)
    parts = [f'<defs><g id="column">{column}</g></defs>']
    for q in range(1, board.columns + 1):
        ys = [board.at(q, row - (q + 1) // 2)[1] - HIGH / 2 for row in range(1, board.rows + 1)]
        x = board.at(q, 0)[0] - RADIUS / 2
        parts.append(f'<use href="#column" x="{number(x)}" y="{number(min(ys))}"/>')
    return "".join(parts)


def _joint(board: Board) -> Iterator[str]:
    """Yield the line where the printed sheets meet: map 1 lies beyond it, as Red sees it."""
    if not board.joint:
        return
    points = []
    for q in range(1, board.columns + 1):
        x, y = board.at(q, SHEET_ROWS - (q + 1) // 2)
        points += [(x - RADIUS / 2, y - board.sign * HIGH / 2)]
        points += [(x + RADIUS / 2, y - board.sign * HIGH / 2)]
    joined = "L".join(f"{number(x)} {number(y)}" for x, y in sorted(points))
    yield picture.path(f"M{joined}", DIM, 1.6)


def _is_north_up(board: Board) -> bool:
    """Whether N, from which the reader's texts and log count directions, is up in the picture."""
    return (board.seat == Side.BLUE) == (board.sign < 0)


def _compass(board: Board) -> Iterator[str]:
    """Yield where N lies for the reader."""
    ahead = -1 if _is_north_up(board) else 1
    x, y = board.across - MARGIN / 2, TOP + 14
    yield arrow((x, y - 10 * ahead), (x, y + 10 * ahead), DIM, 1.2, 0.9)
    yield svg_text(x, y + (22 if ahead > 0 else -14), "N", 10, DIM, "middle")
