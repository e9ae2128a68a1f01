"""The hex map of the pictures: positions of hexes, and the static part."""

from __future__ import annotations

from functools import cache, lru_cache

from spacecombat_env.core.presentation import picture
from spacecombat_env.core.presentation.hexmap import CORNERS, HIGH, HexMap, cells, edges, numbers
from spacecombat_env.core.presentation.labels import ticks
from spacecombat_env.core.presentation.perspective import options_of
from spacecombat_env.core.presentation.svg import (
    AMBER,
    BRIGHT,
    CYAN,
    DIM,
    GREEN,
    GRID,
    PALE,
    arrow,
    line,
    number,
    question_mark,
    svg_text,
)
from spacecombat_env.core.ruleset import Scenario

from .rings import ring_sign
from .shapes import ARCS, ROUND, burst, dart, frame, pips, wedge

STARS = (1994, 150)
"""Seed and number of the stars."""


class Board(HexMap):
    """Where the hexes of a map lie in the picture."""

    @classmethod
    def of(cls, scenario: Scenario, turned: bool) -> Board:
        """Return the board of a scenario."""
        option = options_of(scenario)
        return _board(option.columns, option.rows, -1 if turned else 1)


_board = cache(Board)


# --- the static part -----------------------------------------------------------------------------


@lru_cache(maxsize=8)
def still_part(board: Board, for_page: bool = False) -> str:
    """Return the head of the picture, space, grid and edges; for a page also the hex positions."""
    parts = [
        *picture.svg_opening(board.across, board.height),
        *([cells(board)] if for_page else []),
        *([ring_sign(HIGH)] if for_page else []),
        _legend(),
        picture.stars(*STARS, (board.across, board.height), (0.4, 0.7), (0.12, 0.35)),
        _grid(board),
        *edges(board),
        *numbers(board),
    ]
    return "\n".join(parts) + "\n"


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
