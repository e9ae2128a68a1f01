"""Common parts of pictures: frame, sky, legend, caption and text panels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from spacecombat_env.core.presentation.perspective import (
    OPEN,
    PUBLIC,
    SEATS,
    SIDES,
    UMPIRE,
    outcome_text,
    to_act,
)
from spacecombat_env.core.presentation.reader import Reader
from spacecombat_env.core.presentation.svg import DIM, SPACE, TEXT, number, svg_text

WHOSE = {UMPIRE: "the truth", PUBLIC: "what all know"}
"""Caption of pictures for readers without a seat."""

# --- the whole -----------------------------------------------------------------------------------


def svg_opening(width: float, height: float) -> list[str]:
    """Return the first lines of a picture: size, fonts and background."""
    w, h = number(width), number(height)
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" '
        f'font-family="Inter, Segoe UI, Helvetica, Arial, sans-serif">',
        f'<rect width="{w}" height="{h}" fill="{SPACE}"/>',
    ]


def svg_closing(still: str, pieces: Iterable[str]) -> str:
    """Return a picture: the still part, then the moving elements, one a line."""
    lines = "\n".join(pieces)
    return f'{still}<g id="pieces">\n{lines}\n</g></svg>'


# --- what never moves ----------------------------------------------------------------------------


def stars(
    seed: int,
    count: int,
    size: tuple[float, float],
    radius: tuple[float, float],
    opacity: tuple[float, float],
    top: float = 0.0,
) -> str:
    """Return faint stars, always the same ones. Radius and opacity are (minimum, range)."""
    spots = np.random.default_rng(seed).random((count, 3)) * (*size, 1.0)
    return "".join(
        f'<circle cx="{number(x)}" cy="{number(y + top)}" r="{number(radius[0] + radius[1] * z)}" '
        f'fill="#b9c9e6" opacity="{number(opacity[0] + opacity[1] * z)}"/>'
        for x, y, z in spots
    )


def path(steps: str, color: str, width: float) -> str:
    """Return grid lines with a width that does not scale with the map."""
    return (
        f'<path d="{steps}" fill="none" stroke="{color}" stroke-width="{width:g}" '
        'vector-effect="non-scaling-stroke"/>'
    )


def cells(places: Iterable[tuple[float, float, str]], outline: str, north: int = 0) -> str:
    """Return centres and names of all cells of the map, and the outline of one, for a page.

    `north` says where N is, in degrees from the top.
    """
    listed = ";".join(f"{number(x)},{number(y)},{name}" for x, y, name in places)
    turned = f' data-north="{north}"' if north else ""
    return f'<metadata id="cells" data-outline="{outline}"{turned}>{listed}</metadata>'


def legend(entries: Mapping[str, str]) -> str:
    """Return symbols, never drawn, that explain the signs to pages that show a legend."""
    symbols = (
        f'<symbol id="legend-{n}" viewBox="-40 -25 80 50"><title>{lines}</title>{shape}</symbol>'
        for n, (lines, shape) in enumerate(entries.items())
    )
    return f"<defs>{''.join(symbols)}</defs>"


# --- what moves ----------------------------------------------------------------------------------


def piece(key: str, x: float, y: float, cell: str, inner: str) -> str:
    """Return a piece that moves between pictures, with the cell that holds it."""
    place = f"translate({number(x)} {number(y)})"
    return f'<g data-k="{key}" transform="{place}" data-cell="{cell}">{inner}</g>'


def headline(reader: Reader) -> tuple[str, str, str]:
    """Return turn and phase, whether the reader is to act, and the reader."""
    state, seat = reader.state, reader.seat
    when = f"Turn {state.turn} · {reader.phase}" if state.turn else "Set-up"
    seat_to_act = to_act(state, seat)
    acts = f"{SIDES[SEATS.index(seat_to_act)]} to act" if seat_to_act else ""
    outcome = "" if state.verdict == OPEN else outcome_text(state, reader.reasons)
    return when, outcome or acts, WHOSE.get(seat) or f"what {SIDES[seat]} knows"


def caption(lines: tuple[str, str, str], margin: float, y: float, width: float) -> str:
    """Return the headline above the map."""
    when, acts, whose = lines
    left = svg_text(margin, y, when, 14, TEXT, bold=True)
    right = svg_text(width - margin, y, " · ".join(filter(None, (acts, whose))), 12, DIM, "end")
    return f'<g class="caption">{left}{right}</g>'


# --- text ----------------------------------------------------------------------------------------


def text_picture(
    reader: Reader,
    drawn: Iterable[str],
    panels: Iterable[dict[str, Any]],
    row: Callable[[dict[str, Any]], Iterable[str]],
) -> str:
    """Return headline, map and status panels as text; `row` formats one piece of a panel."""
    lines = [" | ".join(filter(None, headline(reader))), *drawn]
    for panel in panels:
        lines += ["", f"{panel['title']}: {figures_text(panel['figures'], ', ')}"]
        lines += [line for entry in panel["rows"] for line in row(entry)]
    return "\n".join(lines)


def figures_text(figures: Iterable[Iterable[Any]], between: str = " ") -> str:
    """Return labels with their values."""
    return between.join(f"{label} {value}" for label, value in figures)


def notes_text(row: dict[str, Any], hurt: Iterable[str]) -> str:
    """Return state, marks and damage of a piece."""
    return "; ".join(part for part in (row["state"], *row["marks"], *hurt) if part)
