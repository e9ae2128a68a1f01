"""SVG elements for the pictures of all rule sets: numbers, texts, lines, arrows and colours.

Each side has a bright colour for lines, a deep one for areas and a pale one for text on areas.
"""

from __future__ import annotations

import math
import re
from xml.sax.saxutils import escape

SPACE, GRID, FINE = "#0b0f18", "#33445f", "#1d2a45"
DIM, TEXT = "#93a2b8", "#e2e9f3"
AMBER, CYAN, GREEN = "#f3b94f", "#6fdcd2", "#93d69a"
BRIGHT = ("#f07f83", "#6fb0f5")
DEEP = ("#57232c", "#1d3d63")
PALE = ("#ffdcdc", "#d9eaff")
RED, FLASH = "#ff5d5d", "#ffe9b8"
PALETTE = {
    SPACE: "space",
    GRID: "grid",
    FINE: "fine",
    DIM: "dim",
    TEXT: "text",
    AMBER: "amber",
    CYAN: "cyan",
    GREEN: "green",
    RED: "hurt",
    FLASH: "flash",
    **{color: f"{kind}{side}" for kind, pair in (("bright", BRIGHT), ("deep", DEEP), ("pale", PALE))
       for side, color in enumerate(pair)},
}  # fmt: skip
"""Colours by name. A page may replace them, for a light scheme or for print."""
_COLOR = re.compile('="(' + "|".join(PALETTE) + ')"')

Point = tuple[float, float]


def changeable(svg: str) -> str:
    """Return a picture whose PALETTE colours are named, so that a page may replace them."""
    return _COLOR.sub(lambda found: f'="var(--{PALETTE[found[1]]})"', svg)


def number(number: float) -> str:
    """Return a number with at most one decimal."""
    text = f"{number:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def svg_text(
    x: float, y: float, text: str, size: float, fill: str, anchor: str = "", bold: bool = False
) -> str:
    """Return a line of text."""
    more = f' text-anchor="{anchor}"' if anchor else ""
    more += ' font-weight="600"' if bold else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{size:g}" fill="{fill}"{more}>'
        f"{escape(text)}</text>"
    )


def line(
    start: Point, end: Point, color: str, width: float, opacity: float = 1.0, dash: str = ""
) -> str:
    """Return a line, dashed or not."""
    more = f' stroke-dasharray="{dash}"' if dash else ""
    more += f' opacity="{opacity:g}"' if opacity < 1 else ""
    return (
        f'<line x1="{number(start[0])}" y1="{number(start[1])}" x2="{number(end[0])}" '
        f'y2="{number(end[1])}" stroke="{color}" stroke-width="{width:g}"{more}/>'
    )


def polygon(points: list[Point], fill: str, more: str = "") -> str:
    """Return a filled shape."""
    corners = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f'<polygon points="{corners}" fill="{fill}"{more}/>'


def star(x: float, y: float, size: float, waist: float, more: str = "") -> str:
    """Return a flash of eight rays; `waist` is the share of their length between two rays."""
    reach = [size if k % 2 == 0 else size * waist for k in range(16)]
    turns = [math.pi * k / 8 for k in range(16)]
    rays = [(x + r * math.cos(t), y + r * math.sin(t)) for r, t in zip(reach, turns, strict=True)]
    return polygon(rays, FLASH, more)


def arrow(start: Point, end: Point, color: str, width: float, opacity: float) -> str:
    """Return a line with a head."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    neck = (end[0] - 9 * ux, end[1] - 9 * uy)
    head = [end, (neck[0] - 3.2 * uy, neck[1] + 3.2 * ux), (neck[0] + 3.2 * uy, neck[1] - 3.2 * ux)]
    tip = polygon(head, color, f' opacity="{opacity:g}"')
    return f'<g class="way">{line(start, neck, color, width, opacity)}{tip}</g>'


def question_mark(x: float, y: float, size: float, color: str) -> str:
    """Return a question mark as a drawing of height `size`, which scales with the map."""
    k = size / 10
    curve = f"M{number(x - 2.4 * k)} {number(y - 2.4 * k)}"
    curve += f"Q{number(x - 2.4 * k)} {number(y - 5 * k)} {number(x)} {number(y - 5 * k)}"
    curve += (
        f"Q{number(x + 2.7 * k)} {number(y - 5 * k)} {number(x + 2.7 * k)} {number(y - 2.6 * k)}"
    )
    curve += f"Q{number(x + 2.7 * k)} {number(y - 0.9 * k)} {number(x)} {number(y + 0.2 * k)}"
    curve += f"L{number(x)} {number(y + 2 * k)}"
    width, dot = number(max(0.8, 1.6 * k)), number(y + 4.3 * k)
    return (
        f'<path d="{curve}" fill="none" stroke="{color}" stroke-width="{width}"/>'
        f'<circle cx="{number(x)}" cy="{dot}" r="{number(1.1 * k)}" fill="{color}"/>'
    )
