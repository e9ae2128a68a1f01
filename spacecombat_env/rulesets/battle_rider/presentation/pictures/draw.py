"""Pictures: the hex map as SVG and as text, from one record only.

The SVG has a static part (space, grid, edges) and a moving one, `<g id="pieces">`, one element a
line, so that a page of many pictures can keep each line once. Pieces that move bear `data-k`. For
the umpire (seat -1) it shows the truth. For a seat it shows what the seat knows, with the board
turned so that its own edge is below; `turned=False` keeps Red's below.

    counter      task force: a dot a known ship; `?` where something may be hidden; dashed, a dummy
    arrow        vector: it ends where the task force will be if it does not thrust
    wedge        Thrust marker: the hexside that shows the exhaust
    arcs         Active marker
    evade +1     Evade marker, in the label
    dart         missiles; their number, or that of spreads of unknown size, in the label
    star         white-out
    lines        sensors (thin), beams (bright) and hits of what has just happened
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spacecombat_env.core.presentation import picture
from spacecombat_env.core.presentation.hexmap import text_map
from spacecombat_env.core.presentation.perspective import UMPIRE, is_own
from spacecombat_env.core.ruleset import Games, Scenario

from ...model import BodyKind
from ..piece_names import Names
from ..recent_events import recent_events
from ..views.known_pieces import enemy_spreads
from .board import Board, still_part
from .panels import status
from .scene import Scene


def draw_svg(
    visible: Games,
    k: int,
    scenario: Scenario,
    seat: int,
    since: int | None = None,
    turned: bool = True,
    for_page: bool = False,
) -> str:
    """Return the picture; beams and sightings are those since that event, or of this round.

    `for_page` leaves the placing of names to a page, and adds the positions of hexes.
    """
    board = Board.of(scenario, turned and seat == 1)
    scene = Scene(Names.of(visible, k, scenario, seat), board)
    lines = [
        *scene.terrain(),
        *scene.courses(),
        *recent_events(scene, since),
        *scene.counters(for_page),
        *scene.missiles(),
        *scene.labels(for_page),
        *scene.caption(),
    ]
    return picture.svg_closing(still_part(board, for_page), lines)


# --- text ----------------------------------------------------------------------------------------


def draw_text(visible: Games, k: int, scenario: Scenario, seat: int) -> str:
    """Return the map and the ships as text; empty rows are left out.

    The cells hold T1 own task force, e5 enemy contact (R1, B2 for the umpire), s2 and m3 missiles,
    O planet, o asteroid, * white-out, + more than fits. Even columns stand half a hex higher.
    """
    names = Names.of(visible, k, scenario, seat)
    scene = Scene(names, Board.of(scenario, seat == 1))
    drawn = text_map(scene.board, _signs(scene))
    return picture.text_picture(names, drawn, status(names), _text_row)


def _signs(scene: Scene) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield hex and sign of everything on the map, for the text."""
    umpire = scene.names.seat == UMPIRE
    for stack in scene.stacks:
        for counter in stack:
            force = scene.state.tf[counter.slot]
            number = counter.slot % scene.names.slots[1] if counter.own else force.contact
            letter = "RB"[counter.side] if umpire else "T" if counter.own else "e"
            yield (force.q, force.r), f"{letter}{number + 1}"
    for side in range(2):
        for index in enemy_spreads(scene.names, side):
            spread = scene.state.spread[index]
            own = is_own(scene.names.seat, side)
            number = index % scene.names.slots[2] if own else spread.contact
            letter = "rb"[side] if umpire else "s" if own else "m"
            yield (spread.q, spread.r), f"{letter}{number + 1}"
    for body in scene.state.body:
        if body.kind:
            yield (body.q, body.r), "o" if body.kind == BodyKind.ASTEROID else "O"
    for marker in scene.state.whiteout:
        if marker.timer:
            yield (marker.q, marker.r), "*"


def _text_row(row: dict[str, Any]) -> Iterator[str]:
    """Yield the line of one ship."""
    hurt = [f"{what}{'' if how == 'permanent' else ' (temporary)'}" for what, how in row["damage"]]
    figures = picture.figures_text(row["figures"])
    notes = picture.notes_text(row, [", ".join(hurt)])
    yield f"  {row['name']:<18} {row['where']:<16} {figures:<28} {notes}"
