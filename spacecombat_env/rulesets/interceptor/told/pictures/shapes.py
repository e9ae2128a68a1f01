"""The signs of the pictures, as SVG: hulls, missiles, asteroids, bursts, marks.

Hulls and darts point upward; who draws them turns them.
"""

from __future__ import annotations

import math

from spacecombat_env.core.svg import (
    AMBER,
    BRIGHT,
    CYAN,
    DEEP,
    DIM,
    FLASH,
    GREEN,
    PALE,
    SPACE,
    TEXT,
    Point,
    number,
    polygon,
)
from spacecombat_env.rulesets.interceptor.pieces.constants.kinds import Size

FIGHTER: list[Point] = [(0, -13), (4, -3), (11, 7), (4, 6), (0, 9), (-4, 6), (-11, 7), (-4, -3)]
HEAVY: list[Point] = [
    (0, -14),
    (5, -7),
    (6, 0),
    (13, 4),
    (13, 9),
    (5, 8),
    (3, 12),
    (-3, 12),
    (-5, 8),
]
HEAVY += [(-13, 9), (-13, 4), (-6, 0), (-5, -7)]
PATROL: list[Point] = [
    (0, -16),
    (5, -11),
    (6, 3),
    (10, 7),
    (10, 13),
    (-10, 13),
    (-10, 7),
    (-6, 3),
    (-5, -11),
]
OUTLINES = (FIGHTER, HEAVY, PATROL)
MOVER = f'<circle r="17" fill="{TEXT}" fill-opacity="0.1" stroke="{TEXT}" stroke-width="1.1"/>'
"""Around the ship that moves."""
SPIRAL = (
    f'<path d="M12 -8C16 2 10 14 -1 15C-13 16 -19 4 -16 -7C-13 -17 0 -21 9 -17" fill="none" '
    f'stroke="{AMBER}" stroke-width="1.6"/>'
)
"""Over a ship out of control."""
CRACK = f'<path d="M-5 -10L-1 -4L-4 0L2 4L-1 10" fill="none" stroke="{FLASH}" stroke-width="1.2"/>'
"""Over an asteroid that was hit."""
PURPLE, RUST = "#a678d0", "#c27b4a"
TINTS = (AMBER, CYAN, GREEN, TEXT, RUST, PURPLE, DIM)
"""Colours of components on record sheets."""
TINT_WORDS = (
    *("weapons and racks", "shields, ECM, point defence", "avionics", "cockpits and crew"),
    *("engines and steering", "power plant", "stores, and boxes of nothing"),
)
GREY = ("#4a4f59", "#8b93a1")
"""Of hulls that nobody leads: area and rim."""


def outline(size: int) -> list[Point]:
    """Return the silhouette of a size class."""
    return OUTLINES[_silhouette(size)]


def _silhouette(size: int) -> int:
    """Return the row of OUTLINES of a size class."""
    if size >= Size.MEDIUM:
        return 0
    return 1 if size >= Size.SUPERHEAVY else 2


def hull(size: int, side: int, dead: bool = False) -> str:
    """Return a hull in the colours of its side; grey, one that nobody leads."""
    fill, rim = GREY if dead else (DEEP[side], BRIGHT[side])
    return polygon(outline(size), fill, f' stroke="{rim}" stroke-width="1.5"')


def ghost(size: int, side: int) -> str:
    """Return the dashed outline of a hull."""
    more = f' stroke="{BRIGHT[side]}" stroke-width="1" stroke-dasharray="2.5 2.5" opacity="0.6"'
    return polygon(outline(size), "none", more)


# --- signs that are drawn once, in the still part, and used in many pictures ----------------------


def signs() -> str:
    """Return the signs that `hull_sign` and the like refer to."""
    drawn = {"mover": MOVER, "spiral": SPIRAL, "stone": asteroid(), "crack": CRACK}
    for kind, size in enumerate((Size.LIGHT, Size.HEAVY, Size.PCS_1000)):
        for side in range(2):
            drawn[f"hull{kind}{side}"] = hull(size, side)
            drawn[f"ghost{kind}{side}"] = ghost(size, side)
        drawn[f"hull{kind}x"] = hull(size, 0, dead=True)
    groups = "".join(f'<g id="{name}">{inner}</g>' for name, inner in drawn.items())
    return f"<defs>{groups}</defs>"


def sign(name: str, more: str = "") -> str:
    """Return a sign of the still part."""
    return f'<use href="#{name}"{more}/>'


def hull_sign(size: int, side: int, dead: bool = False) -> str:
    """Return a hull by reference."""
    return sign(f"hull{_silhouette(size)}{'x' if dead else side}")


def ghost_sign(size: int, side: int, more: str) -> str:
    """Return the dashed outline of a hull by reference."""
    return sign(f"ghost{_silhouette(size)}{side}", more)


def bar(side: int) -> str:
    """Return the mark of a ship that has rolled over."""
    return f'<path d="M-9 1H9" stroke="{PALE[side]}" stroke-width="2"/>'


def dart(side: int, dormant: bool = False) -> str:
    """Return a missile."""
    fill = SPACE if dormant else PALE[side]
    more = f' stroke="{BRIGHT[side]}" stroke-width="1"'
    return polygon([(0, -9), (3.6, 6), (0, 3), (-3.6, 6)], fill, more)


def suit(side: int) -> str:
    """Return a crew in space."""
    color = BRIGHT[side]
    return (
        f'<circle r="5" fill="{SPACE}" stroke="{color}" stroke-width="1.4"/>'
        f'<path d="M-2.5 0H2.5M0 -2.5V2.5" stroke="{color}" stroke-width="1.2"/>'
    )


def asteroid() -> str:
    """Return an asteroid."""
    return (
        '<polygon points="-12,-4 -6,-11 4,-12 11,-6 13,4 6,11 -4,10 -11,5" fill="#4a4742" '
        'stroke="#8d867a" stroke-width="1"/><circle cx="-3" cy="-4" r="2.8" fill="#37342f"/>'
        '<circle cx="5" cy="3" r="2" fill="#37342f"/>'
    )


def wreck() -> str:
    """Return a wreck as terrain."""
    return (
        f'<path d="M-9 -6L-2 2L-7 8M9 -7L3 -1L8 6M-1 -10L1 -4" fill="none" stroke="{DIM}" '
        'stroke-width="2.2"/>'
    )


def burst(size: float, opacity: float = 0.85) -> str:
    """Return a star of eight rays."""
    rays = []
    for k in range(16):
        reach = size if k % 2 == 0 else size * 0.4
        rays.append((reach * math.cos(math.pi * k / 8), reach * math.sin(math.pi * k / 8)))
    return polygon(rays, FLASH, f' opacity="{opacity:g}"')


def side_mark(start: Point, end: Point, held: bool) -> str:
    """Return the facing of a ship that was struck; in another colour where its shield held."""
    color = CYAN if held else FLASH
    return (
        f'<path d="M{number(start[0])} {number(start[1])}L{number(end[0])} {number(end[1])}" '
        f'fill="none" stroke="{color}" stroke-width="{3.2 if held else 4.2}" '
        'stroke-linecap="round"/>'
    )


def tint_legend() -> dict[str, str]:
    """Return what the colours of components mean, for a legend."""
    return {
        f"on a sheet: {word}": f'<rect x="-20" y="-8" width="40" height="16" fill="{color}"/>'
        for word, color in zip(TINT_WORDS, TINTS, strict=True)
    }
