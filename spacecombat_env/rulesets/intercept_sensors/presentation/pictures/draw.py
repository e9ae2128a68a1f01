"""Pictures: the square map as SVG and as text, from a redacted record alone.

The SVG has a static part (space, sun, grid, bodies, goal) and a moving one, `<g id="pieces">`, one
element a line, so that a page of many pictures can keep each line once. Units bear `data-k`.

Drawn for the umpire (seat -1) it shows the truth; for a seat, what it knows. All see the true map.
With `turned`, Blue's is the mirror that its policy sees: boxes bear their mirrored names and, in
brackets, those of the true map, to which the numbers of squares belong.

    hull         unit: filled in its side's deep colour, hollow while the plant is off
    arms         surface sensors popped out; a shutter over the bow, popped in
    plume        thrust: longer for more Gs
    brackets     tracked, in the tracker's colour
    arrow        vector: it ends where the unit will be if it does not thrust
    dashes       a lost track: last place, and where the unit may be by now
    areas        scans of this turn in the scanner's colour, `VIS +5`; own earlier ones fade
    ? cross ring contact with its signal, announced position, tracked
    pale strip   sunglare of an own unit
    cool, warm   boxes that the side has searched in vain, or in which something answered
    violet       where a player believes its enemy to be (`belief_layer`, put in by others)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from spacecombat_env.core.presentation import picture
from spacecombat_env.core.presentation.perspective import SIDES, UMPIRE
from spacecombat_env.core.presentation.svg import number, svg_text
from spacecombat_env.core.ruleset import Games, Scenario

from ...model import BOX, BOX_COLUMNS, BOXES, Result
from ...scans.planets import is_shadowed
from ..coordinates import area_text, box_name
from ..piece_names import InterceptNames
from ..views.known_pieces import scans, units
from .board import Area, InterceptBoard, box_area, still_part
from .panels import status
from .scans import SHORT, earlier_scans, findings, present_scans, result_text, scan_labels
from .scene import InterceptScene
from .shapes import VIOLET

__all__ = ["InterceptBoard", "belief_layer", "draw_svg", "draw_text"]

WIDTH = 100
"""Of the text, in characters."""
SHADES = 8
"""Shades of a belief."""
LEAST = 0.02
"""Lowest chance at which a box shows its percentage."""


def draw_svg(
    visible: Games,
    k: int,
    scenario: Scenario,
    seat: int,
    since: int | None = None,
    turned: bool = False,
    for_page: bool = False,
) -> str:
    """Return the picture; scans announced from event `since` on are drawn strongest.

    `for_page` leaves the placing of names to a page, and gives it the positions of squares.
    """
    board = InterceptBoard.of(scenario, turned and seat == 1)
    scene = InterceptScene(InterceptNames.of(visible, k, scenario, seat), board)
    lines = [
        *scene.corners(),
        *scene.searched(),
        *scene.zones(),
        *scene.glare(),
        *earlier_scans(scene),
        *present_scans(scene, since),
        *findings(scene),
        *scene.ghosts(),
        *scene.courses(),
        *scene.hulls(for_page),
        *scene.labels(for_page, scan_labels(scene)),
        *scene.caption(),
    ]
    return picture.svg_closing(still_part(board, for_page), lines)


def belief_layer(board: InterceptBoard, probabilities: Sequence[float]) -> list[str]:
    """Return lines of SVG that show where a player believes its enemy to be, as violet heat.

    One number for each box of the largest map (BOXES, as in model/actions.py), or one for each
    square of this map, row by row; of the true map in both cases. The likeliest is strongest. Few
    lines: a shade a path, then the chance of each box in percent.
    """
    beliefs = [float(chance) for chance in probabilities]
    most = max(beliefs, default=0.0)
    if most <= 0:
        return []
    by_box = len(beliefs) == BOXES
    shades: dict[int, str] = {}
    for n, chance in enumerate(beliefs):
        level = round(SHADES * chance / most)
        area = box_area(board, n) if by_box else _square_area(board, n)
        if area is not None and level:
            x, y, w, h = (number(value) for value in area)
            shades[level] = shades.get(level, "") + f"M{x} {y}h{w}v{h}h-{w}z"
    lines = [
        f'<path d="{path}" fill="{VIOLET}" fill-opacity="{0.55 * level / SHADES:.2f}"/>'
        for level, path in sorted(shades.items())
    ]
    return lines + _percents(board, beliefs if by_box else _box_sums(board, beliefs))


def _square_area(board: InterceptBoard, n: int) -> Area | None:
    """Return the part of the picture that a square of the true map takes."""
    return board.area(n % board.columns + 1, n // board.columns + 1, 1, 1)


def _box_sums(board: InterceptBoard, beliefs: list[float]) -> list[float]:
    """Return the chance of each box from those of its squares."""
    sums = [0.0] * BOXES
    for n, chance in enumerate(beliefs):
        sums[n // board.columns // BOX * BOX_COLUMNS + n % board.columns // BOX] += chance
    return sums


def _percents(board: InterceptBoard, sums: list[float]) -> list[str]:
    """Return the chances of the likelier boxes, each in the corner of its box."""
    lines = []
    for box, chance in enumerate(sums):
        area = box_area(board, box)
        if area is not None and chance >= LEAST:
            x, y = area[0] + area[2] - 4, area[1] + area[3] - 5
            lines.append(svg_text(x, y, f"{chance:.0%}", 10, "#dccbff", "end"))
    return lines


# --- text ----------------------------------------------------------------------------------------


def draw_text(visible: Games, k: int, scenario: Scenario, seat: int) -> str:
    """Return the map, the scans of this turn and the units as text.

    Two characters a square: o1 own unit, e1 tracked enemy, by slot (R1, B1 for the umpire). g1 is a
    lost track, X a position, O a planet, o an asteroid. The ground is `.`, in planetary shadow `'`,
    in boxes searched in vain `-`, in boxes where something answered `+`.
    """
    names = InterceptNames.of(visible, k, scenario, seat)
    board = InterceptBoard.of(scenario, False)
    scene = InterceptScene(names, board)
    drawn = [*_text_map(scene), *_text_scans(names)]
    return picture.text_picture(names, drawn, status(names), _text_row)


def _text_map(scene: InterceptScene) -> Iterator[str]:
    """Yield the names of the boxes, the numbers of the columns, and the rows."""
    board = scene.board
    marks = dict(_text_marks(scene))
    order = list(range(1, board.columns + 1))
    yield "    " + "".join(f"| {name}".ljust(2 * BOX + 1) for name in _box_columns(board)) + "|"
    for digits in (lambda x: str(x // 10) if x > 9 else " ", lambda x: str(x % 10)):
        yield "    " + _text_cells([f"{digits(x)} " for x in order])
    for y in range(1, board.rows + 1):
        if y % BOX == 1:
            yield "    " + "+".join(["", *["-" * (2 * BOX)] * (board.columns // BOX), ""])
        cells = [(marks.get((x, y)) or _ground(scene, x, y)).ljust(2) for x in order]
        yield f"{y:>3} {_text_cells(cells)}{box_name(1, y)[1:] if y % BOX == 3 else ''}"


def _box_columns(board: InterceptBoard) -> list[str]:
    """Return the letters of the columns of boxes."""
    return [box_name(x, 1)[0] for x in range(1, board.columns, BOX)]


def _text_cells(cells: list[str]) -> str:
    """Return cells with bars between boxes."""
    parts = ("".join(cells[n : n + BOX]) for n in range(0, len(cells), BOX))
    return "|".join(["", *parts, ""])


def _text_marks(scene: InterceptScene) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield square and sign of everything on the map; later ones hide earlier ones."""
    names, state = scene.names, scene.state
    for side, left, top, _, _ in scene.board.bodies:
        for n in range(side * side):
            yield (left + n % side, top + n // side), "O" if side > 1 else "o"
    for side in range(2):
        if names.seat == 1 - side:
            for index in units(names, side):
                unit = state.unit_of[index]
                if unit.last_turn and not unit.tracked:
                    yield (unit.last_x, unit.last_y), f"g{index % names.slots + 1}"
        for scan in scans(names, side):
            for find in scan.find[: scan.finds] if scan.turn == state.turn else ():
                if find.result == Result.POSITION:
                    yield (find.x, find.y), "X"
    for piece in scene.unit_marks:
        unit = state.unit_of[piece.slot]
        letter = "RB"[piece.side] if names.seat == UMPIRE else "o" if piece.own else "e"
        yield (unit.x, unit.y), f"{letter}{piece.slot % names.slots + 1}"


def _ground(scene: InterceptScene, x: int, y: int) -> str:
    """Return the sign of an empty square."""
    seat, state = scene.names.seat, scene.state
    box = (y - 1) // BOX * BOX_COLUMNS + (x - 1) // BOX
    if seat != UMPIRE and state.traces[seat][box]:
        return "+"
    if is_shadowed(state, scene.names.rules, x, y):
        return "'"
    return "-" if seat != UMPIRE and state.quiet[seat][box] else "."


def _text_scans(names: InterceptNames) -> Iterator[str]:
    """Yield a line for each scan of this turn; boxes of the true map, as in the log."""
    state, option = names.state, names.option
    for side in range(2):
        for scan in scans(names, side):
            if scan.turn == state.turn and state.turn:
                area = area_text(scan.left, scan.top, scan.side, option.columns, option.rows)
                text = f"{SHORT[scan.sensor]} {scan.strength:+d} {area}"
                yield f"{SIDES[side]} scan: {text}: {result_text(scan) or 'nothing'}"


def _text_row(row: dict[str, Any]) -> Iterator[str]:
    """Yield the line of one unit, and a second one for the rest if it does not fit."""
    figures = picture.figures_text(row["figures"])
    notes = picture.notes_text(row, [what for what, _ in row["damage"]])
    line = f"  {row['name']:<16} {row['where']:<14} {figures}".rstrip()
    fits = len(line) + len(notes) + 2 <= WIDTH
    yield f"{line}  {notes}" if fits else line
    if not fits:
        yield f"{'':19}{notes}"
