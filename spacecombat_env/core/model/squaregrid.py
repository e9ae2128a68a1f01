"""Square maps: steps to the eight neighbours, distances, straight lines.

Squares are (x, y): x counts columns from the left, y rows from the top, 1 first. The eight
directions go clockwise from N, which is up (towards row 1).
"""

from __future__ import annotations

from spacecombat_env.core.native import native

DIRECTION_NAMES = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
DIRECTION_X = (0, 1, 1, 1, 0, -1, -1, -1)
DIRECTION_Y = (-1, -1, 0, 1, 1, 1, 0, -1)


@native
def distance(x1, y1, x2, y2):
    """Squares between two squares: the greater of the two differences (Chebyshev)."""
    return max(abs(int(x1) - int(x2)), abs(int(y1) - int(y2)))


@native
def farthest(x, y, left, top, side):
    """Squares from (x, y) to the farthest square of an area of `side` squares a side."""
    across = max(abs(int(x) - int(left)), abs(int(x) - int(left) - int(side) + 1))
    down = max(abs(int(y) - int(top)), abs(int(y) - int(top) - int(side) + 1))
    return max(across, down)


@native
def is_inside(x, y, left, top, side):
    """Whether a square lies in an area."""
    return left <= x < left + side and top <= y < top + side


@native
def mirrored(direction):
    """The direction as seen in a mirror that swaps left and right."""
    return (8 - int(direction)) % 8


@native
def line_meets(x1, y1, x2, y2, left, top, side):
    """Whether the straight line between two square centres passes through an area.

    Squares are closed. Places are counted in half squares, so that all are whole numbers. The line
    is from (2 x1, 2 y1) to (2 x2, 2 y2), the area from 2 left - 1 to 2 (left + side) - 1. A line
    that only touches a corner or runs along an edge does not pass through.
    """
    ax, ay = 2 * int(x1), 2 * int(y1)
    dx, dy = 2 * int(x2) - ax, 2 * int(y2) - ay
    low_x, high_x = 2 * int(left) - 1, 2 * (int(left) + int(side)) - 1
    low_y, high_y = 2 * int(top) - 1, 2 * (int(top) + int(side)) - 1
    if max(ax, ax + dx) <= low_x or min(ax, ax + dx) >= high_x:
        return False
    if max(ay, ay + dy) <= low_y or min(ay, ay + dy) >= high_y:
        return False
    # the four corners must lie on both sides of the line
    first = dx * (low_y - ay) - dy * (low_x - ax)
    second = dx * (low_y - ay) - dy * (high_x - ax)
    third = dx * (high_y - ay) - dy * (low_x - ax)
    fourth = dx * (high_y - ay) - dy * (high_x - ax)
    least = min(min(first, second), min(third, fourth))
    most = max(max(first, second), max(third, fourth))
    if dx == 0 and dy == 0:
        return True
    return least < 0 < most
