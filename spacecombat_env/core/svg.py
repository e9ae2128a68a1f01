"""SVG for the pictures of all rule sets: numbers, texts, lines, arrows, and the common colours.

Sides have a bright colour for lines, a deep one for areas and a pale one for what lies upon them.
"""

from __future__ import annotations

import math
from xml.sax.saxutils import escape

SPACE, GRID, DIM, TEXT = "#0b0f18", "#223048", "#8696ad", "#e2e9f3"
AMBER, CYAN, GREEN = "#f3b94f", "#6fdcd2", "#93d69a"
BRIGHT = ("#f07f83", "#6fb0f5")
DEEP = ("#57232c", "#1d3d63")
PALE = ("#ffdcdc", "#d9eaff")
RED = "#ff5d5d"

Point = tuple[float, float]


def number(number: float) -> str:
    """Return a number with at most one decimal."""
    text = f"{number:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def words(
    x: float, y: float, words: str, size: float, fill: str, anchor: str = "", bold: bool = False
) -> str:
    """Return a line of text."""
    more = f' text-anchor="{anchor}"' if anchor else ""
    more += ' font-weight="600"' if bold else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{size:g}" fill="{fill}"{more}>'
        f"{escape(words)}</text>"
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


def arrow(start: Point, end: Point, color: str, width: float, opacity: float) -> str:
    """Return a line with a head."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    neck = (end[0] - 9 * ux, end[1] - 9 * uy)
    head = [end, (neck[0] - 3.2 * uy, neck[1] + 3.2 * ux), (neck[0] + 3.2 * uy, neck[1] - 3.2 * ux)]
    tip = polygon(head, color, f' opacity="{opacity:g}"')
    return f"<g>{line(start, neck, color, width, opacity)}{tip}</g>"
