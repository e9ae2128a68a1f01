"""Pictures: the hex map as SVG and as text, from what a record shows and nothing else.

The SVG has a still part (space, grid, edges) and a moving one, `<g id="pieces">`, one element a
line, so that a page of many pictures can keep each line once. Pieces that move bear `data-k`.
Drawn for the umpire (seat -1) it shows the truth; for a seat, what it knows, with the board turned
so that its own edge is below (unless `turned` is False, which keeps Red's below).

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

from spacecombat_env.core.ruleset import Games, Scenario
from spacecombat_env.rulesets.battle_rider.told.board import Board, still_part
from spacecombat_env.rulesets.battle_rider.told.notation import Names
from spacecombat_env.rulesets.battle_rider.told.scene import Scene
from spacecombat_env.rulesets.battle_rider.told.views import status


def draw_svg(
    seen: Games,
    k: int,
    scenario: Scenario,
    seat: int,
    since: int | None = None,
    turned: bool = True,
    for_page: bool = False,
) -> str:
    """Return the picture; beams and sightings are those since that event, or of this round.

    `for_page` leaves the placing of names to a page, and tells it where the hexes are.
    """
    board = Board.of(scenario, turned and seat == 1)
    scene = Scene(Names.of(seen, k, scenario, seat), board)
    lines = [
        *scene.terrain(),
        *scene.courses(),
        *scene.happenings(since),
        *scene.counters(),
        *scene.missiles(),
        *scene.labels(for_page),
        *scene.caption(),
    ]
    pieces = "\n".join(lines)
    return f'{still_part(board, for_page)}<g id="pieces">\n{pieces}\n</g></svg>'


# --- text ----------------------------------------------------------------------------------------


def draw_text(seen: Games, k: int, scenario: Scenario, seat: int) -> str:
    """Return the map and the ships as text; rows in which nothing stands are left out.

    The cells hold T1 own task force, e5 enemy contact (R1, B2 for the umpire), s2 and m3 missiles,
    O planet, o asteroid, * white-out, + more than fits. Even columns stand half a hex higher.
    """
    names = Names.of(seen, k, scenario, seat)
    scene = Scene(names, Board.of(scenario, seat == 1))
    lines = [" | ".join(scene.headline()), *_text_map(scene)]
    for panel in status(names):
        figures = ", ".join(f"{label} {value}" for label, value in panel["figures"])
        lines += ["", f"{panel['title']}: {figures}"]
        lines += [_text_row(row) for row in panel["rows"]]
    return "\n".join(lines)


def _text_map(scene: Scene) -> Iterator[str]:
    """Yield the column numbers and the rows that hold anything, with the row before and after."""
    board = scene.board
    columns = range(1, board.columns + 1)
    cells: dict[tuple[int, int], list[str]] = {}
    for (q, r), text in scene.signs():
        cells.setdefault((q, r + (q + 1) // 2), []).append(text)
    order = columns if board.sign > 0 else columns[::-1]
    yield "    " + "".join(f"{q:02d}  " for q in order)
    filled = {row for _, row in cells}
    shown = [r for r in range(1, board.rows + 1) if filled & {r - 1, r, r + 1}]
    before = 0
    for row in shown[:: -board.sign]:
        if before and abs(before - row) > 1:
            yield "    ..."
        before = row
        yield f"{row:02d}  " + "".join(_cell(cells.get((q, row), [])) for q in order).rstrip()


def _cell(found: list[str]) -> str:
    """Return four characters for what stands in a hex."""
    if not found:
        return ".   "
    return f"{found[0]}{'+' if len(found) > 1 else ''}".ljust(4)


def _text_row(row: dict[str, Any]) -> str:
    """Return the line of one ship."""
    figures = " ".join(f"{label} {value}" for label, value in row["figures"])
    hurt = ", ".join(
        f"{what}{'' if how == 'permanent' else ' (temporary)'}" for what, how in row["damage"]
    )
    notes = "; ".join(part for part in (row["state"], *row["marks"], hurt) if part)
    return f"  {row['name']:<18} {row['where']:<16} {figures:<28} {notes}"
