"""Pictures: the hex map and the record sheets as SVG and as text, from a redacted record alone.

The SVG has a static part (space, grid, numbers) and a moving one, `<g id="pieces">`, one element a
line, so that a page of many pictures can keep each line once. Pieces that move bear `data-k`.

Drawn for the umpire (seat -1) it shows the truth; for a seat, what it knows, with the board turned
so that its own edge is below (unless `turned` is False, which keeps Red's below). Hexes are
numbered as the reader counts.

    hull         ship, turned to its facing; three silhouettes by size; `?` class not known
    arrow        heading: its length and the number at its tip are the velocity
    dashed hull  where it will be unless it turns
    wedges       fields of fire as far as its weapons reach: of the ship `arcs`, on a page of the
                 one under the pointer
    dots         the way of the piece that has just moved
    lines        fire: solid with hits, dashed without; the facing struck is thick
    dart         missile, with its way
    sheets       next to the map: the condition of each ship (sheet_drawings.py; on a page
                 sheet_figures.py)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spacecombat_env.core.model.hexgrid import DIRECTION_NAMES
from spacecombat_env.core.presentation import picture
from spacecombat_env.core.presentation.hexmap import text_map
from spacecombat_env.core.presentation.perspective import UMPIRE, is_own
from spacecombat_env.core.ruleset import Games, Scenario

from ...model import Facing, Rock
from ..coordinates import direction_text
from ..piece_names import Names
from ..views.known_pieces import adrift_of, missiles_of
from ..views.sheet_views import components_out, sheet_of
from .board import Board, still_part
from .panels import status
from .scene import Scene
from .sheet_drawings import record_sheets
from .sheet_figures import sheet_figures
from .shots import event_marks

ARROWS = dict(zip(DIRECTION_NAMES, "↑↗↘↓↙↖", strict=True))
"""Directions as signs, for the text."""


def draw_svg(
    visible: Games,
    k: int,
    scenario: Scenario,
    seat: int,
    since: int | None = None,
    turned: bool = True,
    for_page: bool = False,
    arcs: int | None = None,
) -> str:
    """Return the picture; fire and ways are those from event `since` on, or of the last move.

    `for_page` leaves the placing of names to a page, and gives it the positions of hexes. `arcs` is
    the slot of the ship whose fields of fire are drawn.
    """
    names = Names.of(visible, k, scenario, seat)
    board = Board.of(scenario, seat, turned and seat == 1, names.state.sheet)
    scene = Scene(names, board)
    lines = [
        *scene.terrain(),
        *scene.fields(arcs),
        *scene.courses(),
        *event_marks(scene, since),
        *scene.hulls(),
        *scene.missiles(),
        *scene.adrift(),
        *scene.labels(for_page),
        *(sheet_figures(names) if for_page else record_sheets(names, board)),
        *scene.caption(),
    ]
    return picture.svg_closing(still_part(board, for_page), lines)


# --- text ----------------------------------------------------------------------------------------


def draw_text(visible: Games, k: int, scenario: Scenario, seat: int) -> str:
    """Return the map and the ships as text; empty rows are left out.

    The cells hold s1↗ own ship and its facing, e2↓ enemy contact (R1, B2 for the umpire), m3
    missile, p1 crew in space, o asteroid, x wreck, + more than fits. Even columns stand half a hex
    higher.
    """
    names = Names.of(visible, k, scenario, seat)
    scene = Scene(names, Board.of(scenario, seat, seat == 1, names.state.sheet))
    drawn = text_map(scene.board, _signs(scene))
    text = picture.text_picture(names, drawn, status(names), _text_row)
    return "\n".join([text, "", *_sheet_lines(names, scene)])


def _signs(scene: Scene) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield hex and sign of everything on the map, for the text."""
    names, state, umpire = scene.names, scene.state, scene.names.seat == UMPIRE
    for counter in scene.counters:
        craft, own = state.craft[counter.k], is_own(names.seat, counter.side)
        count = counter.k % names.slots if own else craft.contact
        letter = "RB"[counter.side] if umpire else "s" if own else "e"
        facing = ARROWS[direction_text(names.seat, craft.facing)]
        yield (craft.q, craft.r), f"{letter}{count + 1}{facing}"
    for side in range(2):
        for n in missiles_of(names, side):
            missile = state.missile[n]
            yield (missile.q, missile.r), f"m{missile.contact + 1}"
        for n in adrift_of(names, side):
            yield (state.adrift[n].q, state.adrift[n].r), f"p{n + 1}"
    for rock in scene.stones():
        yield (rock.q, rock.r), "o" if rock.kind == Rock.ASTEROID else "x"


def _text_row(row: dict[str, Any]) -> Iterator[str]:
    """Yield the line of one ship."""
    figures = picture.figures_text(row["figures"][:3])
    yield f"  {row['name']:<18} {row['where']:<5} {figures:<28} {picture.notes_text(row, [])}"


def _sheet_lines(names: Names, scene: Scene) -> Iterator[str]:
    """Yield the record sheet of each ship on the map as one line."""
    for counter in scene.counters:
        sheet = sheet_of(names, counter.k)
        if sheet is None:
            continue
        klass = names.printed(sheet.row)
        parts = [
            f"{facing.name} {block.left if block.rows is not None else '?'}/{klass.armour[facing]}"
            for facing, block in zip(Facing, sheet.armour, strict=True)
        ]
        inside = sheet.inside
        lost = "?" if inside.rows is None else klass.boxes - inside.left - _turret_boxes(sheet)
        out = ", ".join(components_out(names, sheet))
        parts += [f"inside -{lost}", *([f"out: {out}"] if out else []), sheet.sighting_text]
        yield f"  {names.craft(counter.k):<18} {' '.join(part for part in parts if part)}"


def _turret_boxes(sheet: Any) -> int:
    """Return the boxes left in the blocks of turrets."""
    return sum(block.left for _, block in sheet.turrets)
