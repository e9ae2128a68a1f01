"""The signs of the pictures, as SVG: counters, markers, bodies."""

from __future__ import annotations

import math
from collections.abc import Iterable

from spacecombat_env.core.presentation.svg import (
    AMBER,
    BRIGHT,
    CYAN,
    DEEP,
    PALE,
    SPACE,
    TEXT,
    number,
    polygon,
    question_mark,
    star,
)

ARCS = (
    f'<path d="M-4 -11Q0 -14 4 -11M-7 -12.5Q0 -18.5 7 -12.5" fill="none" stroke="{CYAN}" '
    f'stroke-width="1.4"/>'
)
"""The Active marker."""
ROUND = (
    f'<rect x="-15.5" y="-12.5" width="31" height="25" rx="7" fill="{TEXT}" fill-opacity="0.12" '
    f'stroke="{TEXT}" stroke-width="1.2"/>'
)
"""The marker of the task force whose round it is."""


def frame(side: int, known: bool, dashed: bool = False) -> str:
    """Return the frame of a counter."""
    dash = ' stroke-dasharray="3 2.5"' if dashed else ""
    return (
        f'<rect x="-12" y="-9" width="24" height="18" rx="4" '
        f'fill="{DEEP[side] if known else SPACE}" stroke="{BRIGHT[side]}" '
        f'stroke-width="{1.6 if known else 1.2}"{dash}/>'
    )


def pips(count: int, hidden: bool, fill: str) -> Iterable[str]:
    """Return dots for ships in rows of four, and a small question mark if more may be hidden."""
    if count == 0:
        return []
    rows = [min(4, count)] + ([count - 4] if count > 4 else [])
    dots = []
    for row, wide in enumerate(rows):
        y = 5.4 * row - 2.7 * (len(rows) - 1)
        xs = [5.2 * (n - (wide - 1) / 2) for n in range(wide)]
        dots += [f'<circle cx="{number(x)}" cy="{number(y)}" r="2" fill="{fill}"/>' for x in xs]
    badge = (
        f'<circle cx="12" cy="-8.5" r="4.8" fill="{SPACE}"/>{question_mark(12, -8.5, 7.5, AMBER)}'
    )
    return [*dots, badge] if hidden else dots


def dart(dx: float, dy: float, side: int) -> str:
    """Return a missile that flies along (dx, dy)."""
    length = math.hypot(dx, dy)
    ux, uy = (dx / length, dy / length) if length else (0.0, -1.0)
    tip, back, wing = 8.0, -5.5, 4.2
    points = [(tip * ux, tip * uy), (back * ux - wing * uy, back * uy + wing * ux)]
    points += [(-2 * ux, -2 * uy), (back * ux + wing * uy, back * uy - wing * ux)]
    return polygon(points, PALE[side], f' stroke="{BRIGHT[side]}"')


def wedge(ux: float, uy: float) -> str:
    """Return the Thrust marker: a flame at a hexside."""
    near, far, wide = 12.5, 18.5, 4.5
    points = [
        (far * ux, far * uy),
        (near * ux - wide * uy, near * uy + wide * ux),
        (near * ux + wide * uy, near * uy - wide * ux),
    ]
    return polygon(points, AMBER)


def burst(x: float, y: float, size: float, opacity: float) -> str:
    """Return a star of eight rays."""
    return star(x, y, size, 0.38, f' class="mark" opacity="{opacity:g}"')


def planet(x: float, y: float) -> str:
    """Return a planet."""
    return (
        f'<g class="mark" transform="translate({number(x)} {number(y)})"><title>planet</title>'
        '<circle r="16" fill="#2c5f63"/><circle r="16" fill="none" stroke="#79c2bd" '
        'stroke-width="1.2" opacity="0.8"/><ellipse cx="-4" cy="-5" rx="7" ry="4" fill="#3f8581" '
        'opacity="0.7"/><ellipse cx="5" cy="6" rx="6" ry="3" fill="#3f8581" opacity="0.5"/></g>'
    )


def large_body(x: float, y: float, radius: float, shines: bool) -> str:
    """Return a star or a gas giant."""
    fill, rim, title = (
        ("#6b5320", "#f2cf7a", "star") if shines else ("#5b4a3a", "#c9a27c", "gas giant")
    )
    return (
        f'<g class="mark" transform="translate({number(x)} {number(y)})"><title>{title}</title>'
        f'<circle r="{number(radius)}" fill="{fill}" opacity="0.8"/>'
        f'<circle r="{number(radius)}" fill="none" stroke="{rim}" stroke-width="1.5"/></g>'
    )


def asteroid(x: float, y: float) -> str:
    """Return an asteroid."""
    return (
        f'<g class="mark" transform="translate({number(x)} {number(y)})"><title>asteroid</title>'
        '<polygon points="-10,-3 -5,-9 3,-10 9,-5 11,3 5,9 -3,8 -9,4" fill="#4a4742" '
        'stroke="#8d867a" stroke-width="1"/><circle cx="-2" cy="-3" r="2.2" fill="#37342f"/>'
        '<circle cx="4" cy="3" r="1.6" fill="#37342f"/></g>'
    )
