"""Slow twins of the hex geometry in fractions: clip a line to a hex, walk no map."""

from __future__ import annotations

from fractions import Fraction

from spacecombat_env.core.model import hexgrid

STEPS = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]
Hex = tuple[int, int]


def dot(a: Hex, b: Hex) -> int:
    """Twice the inner product, from the angle of 60 degrees between the axes."""
    return 2 * (a[0] * b[0] + a[1] * b[1]) + a[0] * b[1] + a[1] * b[0]


def chord(a: Hex, b: Hex, h: Hex) -> tuple[Fraction, Fraction] | None:
    """The part of the line from a to b in the closed hex h, as shares of it; None if none."""
    first, last = Fraction(0), Fraction(1)
    for step in STEPS:
        speed = dot(step, (b[0] - a[0], b[1] - a[1]))
        room = 1 - dot(step, (a[0] - h[0], a[1] - h[1]))
        if speed == 0 and room < 0:
            return None
        if speed > 0:
            last = min(last, Fraction(room, speed))
        if speed < 0:
            first = max(first, Fraction(room, speed))
    return (first, last) if first <= last else None


def passes_through(a: Hex, b: Hex, h: Hex) -> bool:
    """Whether more than a point of the line lies in h or on its outline; both ends count."""
    if h in (a, b):
        return True
    part = chord(a, b, h)
    return part is not None and part[0] < part[1]


def exit_side(a: Hex, b: Hex, columns: int, rows: int) -> int:
    """The edge left first: cover the line with the hexes of the map and see where cover ends."""
    axial = [(q, row - (q + 1) // 2) for q in range(1, columns + 1) for row in range(1, rows + 1)]
    around = range(-12, columns + 13)
    everywhere = [(q, row - (q + 1) // 2) for q in around for row in range(-12, rows + 13)]
    if b in axial:
        return hexgrid.EDGE_NONE
    parts = sorted(part for h in axial if (part := chord(a, b, h)) and part[0] < part[1])
    if not parts:
        return edge_beyond(b, columns, rows)
    covered = parts[0][0]
    for first, last in parts:
        covered = max(covered, last) if first <= covered else covered
    outside = [h for h in everywhere if h not in axial and holds(a, b, h, covered)]
    return max(edge_beyond(h, columns, rows) for h in outside)


def holds(a: Hex, b: Hex, h: Hex, share: Fraction) -> bool:
    """Whether the point at `share` of the line lies in the closed hex h."""
    part = chord(a, b, h)
    return part is not None and part[0] <= share <= part[1]


def edge_beyond(h: Hex, columns: int, rows: int) -> int:
    """The edge beyond which a hex off the map lies."""
    if not 1 <= h[0] <= columns:
        return hexgrid.EDGE_SIDE
    return hexgrid.EDGE_LOW if h[1] + (h[0] + 1) // 2 < 1 else hexgrid.EDGE_HIGH
