"""The signs of the pictures, as SVG: ships, craft, missiles, and finds of scans.

Hulls point up; the caller turns them.
"""

from __future__ import annotations

from spacecombat_env.core.presentation.svg import (
    AMBER,
    BRIGHT,
    CYAN,
    DEEP,
    DIM,
    PALE,
    SPACE,
    Point,
    line,
    number,
    polygon,
)

from ...model import Type

SUN, GLARE, VIOLET = "#ffcf70", "#ffdc7a", "#b78cff"
WARM, COOL = "#ff9a52", "#5b8fd6"
HULLS: dict[int, list[Point]] = {
    Type.SHIP: [(0, -11), (4.5, -4), (5, 5), (2.5, 8), (-2.5, 8), (-5, 5), (-4.5, -4)],
    Type.CRAFT: [(0, -7.5), (4.5, 5), (0, 2.5), (-4.5, 5)],
}
AFT = {Type.SHIP: 8.5, Type.CRAFT: 4.0, Type.VOLLEY: 7.0}
MISSILES = ((0.0, -4.5), (-4.2, 2.5), (4.2, 2.5))


def hull(kind: int, side: int, cold: bool) -> str:
    """Return a ship, a craft or a missile volley; one without power is hollow."""
    fill = SPACE if cold else DEEP[side]
    edge = f' stroke="{BRIGHT[side]}" stroke-width="1.5"'
    if kind in HULLS:
        return polygon(HULLS[kind], fill, edge)
    dart: list[Point] = [(0, -5), (2, 3), (0, 1.5), (-2, 3)]
    more = f' stroke="{BRIGHT[side]}" stroke-width="0.8"'
    return "".join(
        polygon([(x + a, y + b) for a, b in dart], PALE[side], more) for x, y in MISSILES
    )


def plume(kind: int, thrust: int) -> str:
    """Return the flame of the drive."""
    aft = AFT[Type(kind)]
    long, wide = (4 + 1.8 * thrust, 3.6) if kind == Type.SHIP else (3 + thrust, 2.4)
    flame: list[Point] = [(-wide, aft), (wide, aft), (0, aft + long)]
    core: list[Point] = [(-wide / 2, aft), (wide / 2, aft), (0, aft + long * 0.55)]
    return polygon(flame, AMBER, ' opacity="0.85"') + polygon(core, "#fff6dc")


def antennas(out: bool) -> str:
    """Return the sensors of a ship: popped out, two arms; popped in, shutters over the bow."""
    if not out:
        return f'<path d="M-5 -9.5L0 -14L5 -9.5" fill="none" stroke="{DIM}" stroke-width="1.3"/>'
    arms = f'<path d="M-5 -1L-9.5 -4M5 -1L9.5 -4" fill="none" stroke="{CYAN}" stroke-width="1.2"/>'
    tips = f'<circle cx="{{}}" cy="-4.6" r="1.6" fill="{CYAN}"/>'
    return arms + tips.format(-10) + tips.format(10)


def reticle(color: str, size: float = 15.0) -> str:
    """Return the brackets around a tracked unit, in the tracker's colour."""
    far, near = number(size), number(size * 0.62)
    corners = (
        f"M-{far} -{near}V-{far}H-{near}M{near} -{far}H{far}V-{near}"
        f"M{far} {near}V{far}H{near}M-{near} {far}H-{far}V{near}"
    )
    return f'<path d="{corners}" fill="none" stroke="{color}" stroke-width="1.5"/>'


def cross(color: str, size: float = 8.0) -> str:
    """Return the mark of a position."""
    start, end = (-size, -size), (size, size)
    other, last = (-size, size), (size, -size)
    return line(start, end, color, 1.6) + line(other, last, color, 1.6)


def circle(color: str, size: float, opacity: float = 0.9) -> str:
    """Return a ring around the origin."""
    return (
        f'<circle r="{number(size)}" fill="none" stroke="{color}" stroke-width="1.6" '
        f'opacity="{opacity:g}"/>'
    )


def ghost(side: int) -> str:
    """Return a ship where it was last known."""
    more = f' stroke="{BRIGHT[side]}" stroke-width="1.2" stroke-dasharray="2.5 2"'
    return polygon(HULLS[Type.SHIP], "none", more)


def body(radius: float, rocky: bool) -> str:
    """Return a planet, or an asteroid, lit from above."""
    if rocky:
        corners: list[Point] = [
            (-8, -2),
            (-4, -7),
            (2, -8),
            (7, -4),
            (8, 3),
            (4, 7),
            (-3, 6),
            (-7, 3),
        ]
        edge = ' stroke="#a0967f" stroke-width="1"'
        return polygon(corners, "#55503f", edge) + '<circle cx="2" cy="2" r="1.8" fill="#3a372c"/>'
    parts = []
    for step in range(9):
        shrunk, up = radius * (1 - 0.085 * step), -radius * 0.055 * step
        red, green, blue = 20 + 5 * step, 46 + 10 * step, 52 + 9 * step
        color = f"#{red:02x}{green:02x}{blue:02x}"
        parts.append(f'<circle cy="{number(up)}" r="{number(shrunk)}" fill="{color}"/>')
    parts.append(
        f'<circle r="{number(radius)}" fill="none" stroke="#8fd2cb" stroke-width="1" '
        'opacity="0.7"/>'
    )
    return "".join(parts)
