"""The signs of the pictures, as SVG: hulls, missiles, asteroids, bursts, marks.

Hulls and darts point upward; the caller turns them.
"""

from __future__ import annotations

from spacecombat_env.core.presentation.svg import (
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
    star,
)

from ...model import WIDTH, Size

FIGHTER: list[Point] = [(0, -16), (2.6, -6), (3, 0), (9, 8), (9, 11), (2.5, 8.5), (0, 12)]
FIGHTER += [(-2.5, 8.5), (-9, 11), (-9, 8), (-3, 0), (-2.6, -6)]
HEAVY: list[Point] = [
    (0, -16),
    (3.5, -9),
    (4, -1),
    (12, 5),
    (12, 10),
    (4.5, 8),
    (3, 12),
    (-3, 12),
    (-4.5, 8),
]
HEAVY += [(-12, 10), (-12, 5), (-4, -1), (-3.5, -9)]
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
BOX = 5
"""Width and height of a box on a record sheet, before the sheet is fitted into its place."""
ACROSS = BOX * WIDTH
TALLEST = 24
"""Rows of a block whose lines are drawn once; a taller one is composed."""
PURPLE, RUST = "#a678d0", "#c27b4a"
TINTS = (AMBER, CYAN, GREEN, TEXT, RUST, PURPLE, DIM)
"""Colours of components on record sheets."""
TINT_TEXT = (
    *("weapons and racks", "shields, ECM, point defence", "avionics", "cockpits and crew"),
    *("engines and steering", "power plant", "stores, and boxes of nothing"),
)
GREY = ("#4a4f59", "#8b93a1")
"""Colours of hulls without crew: area and rim."""


def outline(size: int) -> list[Point]:
    """Return the silhouette of a size class."""
    return OUTLINES[_silhouette(size)]


def _silhouette(size: int) -> int:
    """Return the row of OUTLINES of a size class."""
    if size >= Size.MEDIUM:
        return 0
    return 1 if size >= Size.SUPERHEAVY else 2


def hull(size: int, side: int, dead: bool = False) -> str:
    """Return a hull in the colours of its side; grey for one without crew."""
    fill, rim = GREY if dead else (DEEP[side], BRIGHT[side])
    return polygon(outline(size), fill, f' stroke="{rim}" stroke-width="1.5"')


def station(side: int, dead: bool = False) -> str:
    """IN-OIN-02 Return an installation: six sides, a mark on the first."""
    fill, rim = GREY if dead else (DEEP[side], BRIGHT[side])
    corners: list[Point] = [(-6, -11), (6, -11), (12, 0), (6, 11), (-6, 11), (-12, 0)]
    return polygon(corners, fill, f' stroke="{rim}" stroke-width="1.5"') + nose(side)


def ghost(size: int, side: int) -> str:
    """Return the dashed outline of a hull."""
    more = f' stroke="{BRIGHT[side]}" stroke-width="1" stroke-dasharray="2.5 2.5" opacity="0.6"'
    return polygon(outline(size), "none", more)


def nose(side: int) -> str:
    """Return the mark near the bow, by which a facing is read at a glance."""
    return f'<path d="M0 -12V-4" stroke="{PALE[side]}" stroke-width="1.6" stroke-linecap="round"/>'


# --- signs drawn once, in the static part, and used in many pictures ------------------------------


def signs() -> str:
    """Return the signs to which `hull_sign` and the like refer."""
    svg = {"mover": MOVER, "spiral": SPIRAL, "stone": asteroid(), "crack": CRACK}
    for kind, size in enumerate((Size.LIGHT, Size.HEAVY, Size.PCS_1000)):
        for side in range(2):
            svg[f"hull{kind}{side}"] = hull(size, side) + nose(side)
            svg[f"ghost{kind}{side}"] = ghost(size, side)
        svg[f"hull{kind}x"] = hull(size, 0, dead=True)
    groups = "".join(f'<g id="{name}">{inner}</g>' for name, inner in svg.items())
    return f"<defs>{groups}</defs>"


def meshes() -> str:
    """Return the lines between the boxes of blocks, by their height, for `mesh`."""
    down = "".join(f"M{BOX * n} 0v" for n in range(1, WIDTH))
    style = f'fill="none" stroke="{SPACE}" stroke-width="0.8"'
    svg = []
    for height in range(1, TALLEST + 1):
        upright = down.replace("v", f"v{BOX * height}")
        level = "".join(f"M0 {BOX * n}h{ACROSS}" for n in range(height))
        svg.append(f'<path id="mesh{height}" d="{upright}{level}" {style}/>')
    return f"<defs>{''.join(svg)}</defs>"


def mesh(height: int) -> str:
    """Return the lines between the boxes of a block."""
    return "".join(
        f'<use href="#mesh{min(TALLEST, height - top)}"{_lowered(top)}/>'
        for top in range(0, height, TALLEST)
    )


def _lowered(rows: int) -> str:
    """Return the attribute that moves an element down by rows."""
    return f' y="{BOX * rows}"' if rows else ""


def sign(name: str, more: str = "") -> str:
    """Return a sign of the static part."""
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
    return star(0.0, 0.0, size, 0.4, f' opacity="{opacity:g}"')


def side_mark(start: Point, end: Point, held: bool) -> str:
    """Return the facing of a ship that was struck; in another colour where its shield held."""
    color = CYAN if held else FLASH
    return (
        f'<path d="M{number(start[0])} {number(start[1])}L{number(end[0])} {number(end[1])}" '
        f'fill="none" stroke="{color}" stroke-width="{3.2 if held else 4.2}" '
        'stroke-linecap="round"/>'
    )


def tint_legend() -> dict[str, str]:
    """Return the meanings of the colours of components, for a legend."""
    return {
        f"on a sheet: {action}": f'<rect x="-20" y="-8" width="40" height="16" fill="{color}"/>'
        for action, color in zip(TINT_TEXT, TINTS, strict=True)
    }
