"""The record sheets as a page shows them next to the map: each in a figure of its own.

Every block is a line, so that a hit changes one of them and a page keeps the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from spacecombat_env.core.presentation.perspective import without_side
from spacecombat_env.core.presentation.svg import DIM, number, svg_text

from ...model import NONE, Facing, Status
from ..picture_keys import craft_key
from ..piece_names import Names
from ..texts import FACING_TEXT
from ..views.known_pieces import craft_of
from ..views.sheet_views import NEVER, KnownSheet, components_out, sheet_of
from .shapes import ACROSS, BOX
from .sheet_drawings import BETWEEN, LIFT, Spot, spot_svg, spots_of, state_of

EDGE = 4
"""Margin of a sheet."""
GONE = 0.45
"""Opacity of the sheet of a ship that is gone."""


def sheet_figures(names: Names) -> Iterator[str]:
    """Yield the record sheets of all ships that the reader knows, Red's first."""
    for side in range(2):
        for k in craft_of(names, side):
            yield from _sheet(names, side, k)


def _sheet(names: Names, side: int, k: int) -> Iterator[str]:
    """Yield the sheet of one ship: its texts, its shields, its blocks."""
    sheet = sheet_of(names, k)
    key = craft_key(names, k)
    spots = [*spots_of(names, k, sheet)] if sheet else []
    yield _head(names, side, k, key, sheet, spots)
    if sheet is None:
        return
    yield f'<g data-beside="{key}">{"".join(map(_shield, spots))}</g>'
    gone = names.state.craft[k].status >= Status.DESTROYED
    more = f'data-beside="{key}" ' + (f'opacity="{GONE}" ' if gone else "")
    for spot in spots:
        svg = spot_svg(names, sheet, spot, side, more)
        tooltip = f"<title>{_tooltip(names, sheet, spot)}</title>"
        yield svg.replace(">", f">{tooltip}", 1)


def _head(
    names: Names, side: int, k: int, key: str, sheet: KnownSheet | None, spots: list[Spot]
) -> str:
    """Return the texts of a sheet and its size, for a page."""
    out = components_out(names, sheet) if sheet else []
    attributes = {
        "beside": key,
        "side": str(side),
        "name": without_side(names.craft(k), side),
        "note": state_of(names, k, sheet),
        "bad": f"out: {', '.join(out)}" if out else "",
    }
    if spots:
        high = max(spot.y + BOX * spot.block.height for spot in spots)
        wide = 3 * ACROSS + 2 * BETWEEN
        attributes["box"] = " ".join(
            number(n) for n in (-EDGE, -EDGE, wide + 2 * EDGE, high + 2 * EDGE)
        )
    return (
        "<g "
        f"{' '.join(f'data-{name}={quoteattr(text)}' for name, text in attributes.items() if text)}"
        "/>"
    )


def _shield(spot: Spot) -> str:
    """Return the printed shield of a facing over its block; over a turret, its number."""
    if not spot.caption:
        return ""
    y = spot.y - (LIFT if spot.block.external else 0) - 2
    return svg_text(spot.x + ACROSS / 2, y, spot.caption, 10, DIM, "middle")


def _tooltip(names: Names, sheet: KnownSheet, spot: Spot) -> str:
    """Return the tooltip of a block."""
    block, klass = spot.block, names.printed(sheet.row)
    if block.cells:
        what, whole = "inside", sum(c != NONE for row in block.cells for c in row)
        left = block.components_left
    elif spot.facing == NONE:
        return spot.caption
    else:
        what = f"{FACING_TEXT[Facing(spot.facing)]} armour"
        whole, left = klass.armour[spot.facing], block.left
    if block.turn == NEVER:
        return f"{what}: never seen"
    visible = f", as seen on turn {block.turn}" if block.turn > NEVER else ""
    return f"{what}: {left} of {whole} boxes left{visible}"
