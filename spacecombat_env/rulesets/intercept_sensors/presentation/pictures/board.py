"""The square map of the pictures: where its squares lie, and its static part."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from spacecombat_env.core.presentation import picture
from spacecombat_env.core.presentation.labels import Box, around
from spacecombat_env.core.presentation.perspective import SIDES, to_plain
from spacecombat_env.core.presentation.svg import (
    AMBER,
    BRIGHT,
    DIM,
    FINE,
    GREEN,
    GRID,
    PALE,
    SPACE,
    Point,
    arrow,
    line,
    number,
    question_mark,
    svg_text,
)
from spacecombat_env.core.ruleset import Scenario

from ...model import BOX, BOX_COLUMNS, NONE, Type
from ...scans.planets import shadow_left
from ..coordinates import box_name, place_text
from .shapes import (
    COOL,
    GLARE,
    SUN,
    VIOLET,
    WARM,
    antennas,
    body,
    cross,
    ghost,
    hull,
    plume,
    reticle,
)

CELL = 20.0
"""Side of a square, in units of the picture."""
LEFT_MARGIN, TOP, BOTTOM = 30.0, 64.0, 30.0
FIELD, COARSE = SPACE, GRID
STARS = (2019, 140)
"""Seed and number of the stars."""

Area = tuple[float, float, float, float]
"""Left, top, width, height in units of the picture."""


class Body(NamedTuple):
    """A planet or an asteroid, in squares."""

    side: int
    left: int
    top: int
    shadow: int
    """Width of its shadow column; 0 where there is none, or shadows are switched off."""
    shadow_left: int


class InterceptBoard(NamedTuple):
    """Where the squares of a map lie in the picture, and its static parts."""

    columns: int
    rows: int
    mirrored: bool
    """Left and right exchanged, as Blue sees the map."""
    bodies: tuple[Body, ...]
    goal: tuple[int, int, int, int] | None
    runner: int
    sunny: bool

    @classmethod
    def of(cls, scenario: Scenario, mirrored: bool) -> InterceptBoard:
        """Return the board of a scenario."""
        option = to_plain(scenario.table.rules[0].option)
        found = to_plain(scenario.table.opening[0].body)
        bodies = (
            Body(b.side, b.left, b.top, b.shadow * option.planets, shadow_left(b))
            for b in found
            if b.side
        )
        goal = tuple(option.goal) if option.runner != NONE else None
        sunny = option.sunfactor > 0
        size = (option.columns, option.rows)
        return cls(*size, mirrored, tuple(bodies), goal, option.runner, sunny)

    @property
    def width(self) -> float:
        """Width of the picture."""
        return 2 * LEFT_MARGIN + CELL * self.columns

    @property
    def height(self) -> float:
        """Height of the picture."""
        return TOP + CELL * self.rows + BOTTOM

    def step(self, vx: float, vy: float) -> Point:
        """Return a displacement in units of the picture."""
        return (-1 if self.mirrored else 1) * CELL * vx, CELL * vy

    def at(self, x: float, y: float) -> Point:
        """Return the centre of a square."""
        x = self.columns + 1 - x if self.mirrored else x
        return LEFT_MARGIN + CELL * (x - 0.5), TOP + CELL * (y - 0.5)

    def area(self, left: int, top: int, wide: int, high: int) -> Area | None:
        """Return the part of an area of squares that lies on the map; None if there is none."""
        right, bottom = min(left + wide - 1, self.columns), min(top + high - 1, self.rows)
        left, top = max(left, 1), max(top, 1)
        if right < left or bottom < top:
            return None
        x, y = self.at(right if self.mirrored else left, top)
        size = CELL * (right - left + 1), CELL * (bottom - top + 1)
        return x - CELL / 2, y - CELL / 2, *size

    def turn(self, direction: int) -> int:
        """Return the degrees by which a hull that points up is turned to face a direction."""
        return 45 * (-direction % 8 if self.mirrored else direction)


def box_area(board: InterceptBoard, box: int) -> Area | None:
    """Return the part of the picture that a box of the true map takes."""
    left, top = box % BOX_COLUMNS * BOX + 1, box // BOX_COLUMNS * BOX + 1
    return board.area(left, top, BOX, BOX)


def shade(area: Area, fill: str, opacity: float, more: str = "") -> str:
    """Return a filled rectangle."""
    x, y, w, h = (number(value) for value in area)
    return (
        f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{fill}" '
        f'fill-opacity="{opacity:g}"{more}/>'
    )


# --- the static part -----------------------------------------------------------------------------


@lru_cache(maxsize=8)
def still_part(board: InterceptBoard, for_page: bool = False) -> str:
    """Return the static head of the picture; for a page also the positions of squares."""
    parts = [
        *picture.svg_opening(board.width, board.height),
        *([_cells(board)] if for_page else []),
        _legend(),
        _field(board),
        picture.stars(*STARS, (board.width, board.height - TOP), (0.4, 0.6), (0.1, 0.3), TOP),
        *_sun(board),
        *_shadows(board),
        _grid(board, 1, FINE, 0.7),
        _grid(board, BOX, COARSE, 1.0),
        *_goal(board),
        *_names(board),
        *_bodies(board),
    ]
    return "\n".join(parts) + "\n"


def _field(board: InterceptBoard) -> str:
    """Return the ground of the map."""
    return shade((LEFT_MARGIN, TOP, CELL * board.columns, CELL * board.rows), FIELD, 1)


def _sun(board: InterceptBoard) -> Iterator[str]:
    """Yield the glow of the sun, which fills the top edge of the map."""
    if not board.sunny:
        return
    x, wide = number(board.width / 2), board.width / 2 - 14
    glows = [(6 + 9 * n, 0.19 / (n + 2)) for n in range(12, -1, -1)]
    for high, opacity in glows:
        yield (
            f'<ellipse cx="{x}" cy="{number(TOP - 5)}" rx="{number(wide + high / 4)}" ry="{high}" '
            f'fill="#ffab4a" opacity="{opacity:.3f}"/>'
        )
    yield (
        f'<ellipse cx="{x}" cy="{number(TOP - 5)}" rx="{number(wide)}" ry="4.5" fill="{SUN}" '
        'opacity="0.9"/>'
    )
    yield (
        f'<ellipse cx="{x}" cy="{number(TOP - 5)}" rx="{number(wide * 0.86)}" ry="2" '
        'fill="#fff6dc" opacity="0.95"/>'
    )


def _goal(board: InterceptBoard) -> Iterator[str]:
    """Yield the zone that the runner must reach."""
    area = _goal_area(board)
    if area is None:
        return
    yield shade(area, GREEN, 0.09, f' stroke="{GREEN}" stroke-opacity="0.5" stroke-dasharray="6 4"')
    side = SIDES[board.runner]
    x, y = area[0] + area[2] / 2, area[1] + area[3] / 2 + 4
    yield (
        f'<g opacity="0.55">{svg_text(x, y, f"goal of {side}", 12, GREEN, "middle", bold=True)}</g>'
    )


def _shadows(board: InterceptBoard) -> Iterator[str]:
    """Yield the shadow columns below planets."""
    for its in board.bodies:
        below = its.top + its.side
        area = board.area(its.shadow_left, below, its.shadow, board.rows) if its.shadow else None
        if area is not None:
            yield shade(area, "#000", 0.5, ' stroke="#5d7a8c" stroke-opacity="0.35"')


def _grid(board: InterceptBoard, every: int, color: str, width: float) -> str:
    """Return the lines between squares, or between boxes, as one path."""
    right, bottom = LEFT_MARGIN + CELL * board.columns, TOP + CELL * board.rows
    across = (LEFT_MARGIN + CELL * n for n in range(0, board.columns + 1, every))
    down = (TOP + CELL * n for n in range(0, board.rows + 1, every))
    path = "".join(f"M{number(x)} {number(TOP)}V{number(bottom)}" for x in across)
    path += "".join(f"M{number(LEFT_MARGIN)} {number(y)}H{number(right)}" for y in down)
    return picture.path(path, color, width)


def _cells(board: InterceptBoard) -> str:
    """Return the names and centres of all squares, and the outline of one."""
    squares = ((x, y) for y in range(1, board.rows + 1) for x in range(1, board.columns + 1))
    centres = ((*board.at(*square), place_text(*square)) for square in squares)
    half = number(CELL / 2)
    outline = f"-{half},-{half} {half},-{half} {half},{half} -{half},{half}"
    return picture.cells(centres, outline)


def name_boxes(board: InterceptBoard) -> list[Box]:
    """Return the positions of the names of the boxes and of the goal."""
    boxes = []
    for y in range(1, board.rows, BOX):
        for x in range(1, board.columns, BOX):
            left, low = LEFT_MARGIN + CELL * x - 14, TOP + CELL * y - 4
            boxes.append((left, low - 10, left + (44 if board.mirrored else 16), low + 3))
    area = _goal_area(board)
    if area is not None:
        boxes.append(around(area[0] + area[2] / 2, area[1] + area[3] / 2, 40, 8))
    return boxes


def _goal_area(board: InterceptBoard) -> Area | None:
    """Return the zone that the runner must reach."""
    if board.goal is None:
        return None
    left, right, top, bottom = board.goal
    return board.area(left, top, right - left + 1, bottom - top + 1)


def _names(board: InterceptBoard) -> Iterator[str]:
    """Yield the names of the boxes, and the numbers of squares of the true map along two edges.

    The boxes bear the names that their reader uses; on a mirrored map those of the true map follow
    in brackets.
    """
    for y in range(1, board.rows, BOX):
        for x in range(1, board.columns, BOX):
            true = f" ({box_name(board.columns + 1 - x, y)})" if board.mirrored else ""
            name = f"{box_name(x, y)}{true}"
            spot = svg_text(LEFT_MARGIN + CELL * x - 14, TOP + CELL * y - 4, name, 10, DIM)
            yield spot
    for x in range(1, board.columns + 1):
        if x % BOX == 0 or x == 1:
            spot = svg_text(
                board.at(x, 1)[0], board.height - BOTTOM + 14, str(x), 10, DIM, "middle"
            )
            yield spot
    for y in range(1, board.rows + 1):
        if y % BOX == 0 or y == 1:
            spot = svg_text(LEFT_MARGIN - 7, board.at(1, y)[1] + 3, str(y), 10, DIM, "end")
            yield spot


def _bodies(board: InterceptBoard) -> Iterator[str]:
    """Yield planets and asteroids."""
    for side, left, top, shadow, _ in board.bodies:
        x, y = board.at(left + (side - 1) / 2, top + (side - 1) / 2)
        rocky = side == 1 and not shadow
        label = "asteroid" if rocky else "planet"
        yield (
            f'<g transform="translate({number(x)} {number(y)})"><title>{label}</title>'
            f"{body(CELL * side / 2 - 0.5, rocky)}</g>"
        )


# --- legend --------------------------------------------------------------------------------------


def _legend() -> str:
    """Return symbols, not drawn here, that explain the signs in a legend."""
    red, blue = 0, 1
    ship = hull(Type.SHIP, red, False)
    frame = (-28.0, -16.0, 56.0, 32.0)
    edge = f' stroke="{BRIGHT[blue]}" stroke-width="1.4"'
    entries = {
        "ship, sensors popped out; it faces up": ship + antennas(True),
        "ship, sensors popped in": ship + antennas(False),
        "power plant off or on batteries: a hollow hull": hull(Type.SHIP, red, True)
        + antennas(False),
        "thrust: the plume, longer for more Gs": hull(Type.SHIP, blue, False) + plume(Type.SHIP, 2),
        "craft": hull(Type.CRAFT, blue, False),
        "missile volley": hull(Type.VOLLEY, blue, False),
        "tracked by the other side; a dim name is not": ship + reticle(BRIGHT[blue]),
        "vector: it ends where the unit will be unless it thrusts": arrow(
            (-24, 8), (24, -8), BRIGHT[blue], 1.6, 0.9
        ),
        "where a lost track may be by now, around where it would have coasted": shade(
            (-20, -20, 40, 40), BRIGHT[blue], 0.06, f'{edge} stroke-dasharray="4 4"'
        )
        + ghost(blue),
        "scan of this turn, in the scanner's colour, with kind and strength": shade(
            frame, BRIGHT[blue], 0.14, edge
        )
        + svg_text(-24, -5, "VIS +5", 10, PALE[blue], bold=True),
        "contact: something is there": shade(frame, BRIGHT[blue], 0.14, edge)
        + question_mark(0, 0, 20, AMBER),
        "position told, this turn only": cross(AMBER),
        "own earlier scan, fading": shade(frame, BRIGHT[blue], 0, f'{edge} opacity="0.4"'),
        "own sunglare: a scan that touches it is weaker": shade(
            (-8, -24, 16, 48), GLARE, 0.16, f' stroke="{GLARE}" stroke-opacity="0.3"'
        ),
        "searched in vain lately": shade(frame, COOL, 0.35),
        "something answered here lately": shade(frame, WARM, 0.35),
        "where a player believes its enemy to be, if the page was made with it": shade(
            frame, VIOLET, 0.5
        ),
        "planetary shadow": shade((-10, -24, 20, 48), "#000", 0.6, ' stroke="#5d7a8c"'),
        "track of the unit's last move": line((-24, 0), (24, 0), BRIGHT[red], 1.2, 0.5, "2 4"),
    }
    return picture.legend(entries)
