r"""The hex map: flat-topped hexes in axial coordinates (q, r), all geometry in exact integers.

Directions, clock hours from 12 in steps of two, and the axial step of each (Red's edge is below,
Blue's above):

                 0 N  (0,+1)
    5 NW (-1,+1)  ___  1 NE (+1,0)        hexside k faces direction k;
                 /   \                    corner k stands between directions k and k + 1,
                 \___/                    at a third of their sum
    4 SW (-1,0)        2 SE (+1,-1)
                 3 S  (0,-1)

The printed map numbers hexes by column and row (CCRR), both from 1. Column is q; rows count
upwards from Red's edge; even columns stand half a hex higher:

      ___     ___            row = r + (q + 1) // 2
     /   \___/   \           r = row - (q + 1) // 2
     \___/   \___/
     /1,2\___/3,2\           column,row of the hexes at Red's left corner:
     \___/2,1\___/           (1,1) is q, r = 1, 0;  (2,1) is 2, 0;  (3,1) is 3, -1
     /1,1\___/3,1\
     \___/   \___/

Functions take and return plain integers, and are the same compiled and interpreted.
"""

from __future__ import annotations

import numpy as np

from spacecombat_env.core.native import native

DIRECTION_NAMES = ("N", "NE", "SE", "S", "SW", "NW")
DIRECTION_Q = np.array([0, 1, 1, 0, -1, -1], dtype=np.int64)
DIRECTION_R = np.array([1, 0, -1, -1, 0, 1], dtype=np.int64)

# Corner k less the hex's centre, times 3: the sum of directions k and k + 1.
_CORNER_Q = np.array([1, 2, 1, -1, -2, -1], dtype=np.int64)
_CORNER_R = np.array([1, -1, -2, -1, 1, 2], dtype=np.int64)

EDGE_NONE = 0
"""The move does not leave the map."""
EDGE_LOW = 1
"""Below row 1: Red's entry edge."""
EDGE_HIGH = 2
"""Beyond the last row: Blue's entry edge."""
EDGE_SIDE = 3
"""Left of column 1 or right of the last column; the map's corners belong to it."""


# -- hexes ---------------------------------------------------------------------------------------


@native
def neighbour(q, r, direction):
    """The hex next to (q, r) in `direction` (0..5), as (q, r)."""
    return int(q) + int(DIRECTION_Q[direction]), int(r) + int(DIRECTION_R[direction])


@native
def distance(aq, ar, bq, br):
    """Hexes from a to b, counted as steps."""
    dq = int(bq) - int(aq)
    dr = int(br) - int(ar)
    return max(abs(dq), abs(dr), abs(dq + dr))


@native
def axial_row(q, row):
    """The axial r of the printed hex in column `q`, row `row`."""
    return int(row) - (int(q) + 1) // 2


@native
def offset_row(q, r):
    """The printed row of the hex (q, r); its printed column is q."""
    return int(r) + (int(q) + 1) // 2


@native
def on_map(q, r, columns, rows):
    """Whether the hex lies on a map of `columns` by `rows` hexes."""
    row = offset_row(q, r)
    return 1 <= q <= columns and 1 <= row <= rows


@native
def rotate_half(q, r, columns, rows):
    """The hex (q, r) after a rotation of the lattice by 180 degrees.

    This automorphism is exact and its own inverse; direction d becomes (d + 3) % 6. Columns swap
    about the middle. With an odd number of columns the map has a half-hex fringe, since even
    columns stand half a hex higher. Then row k of an odd column becomes row rows + 1 - k, and of an
    even column rows - k. The last row of even columns turns to row 0, off the map. With an even
    number of columns every row k becomes rows + 1 - k, and the map turns into itself.
    """
    return columns + 1 - int(q), rows + 1 - (columns + 3) // 2 - int(r)


# -- directions ----------------------------------------------------------------------------------


@native
def dot(aq, ar, bq, br):
    """The inner product of two displacements, scaled so that one hex squared is 2."""
    aq, ar, bq, br = int(aq), int(ar), int(bq), int(br)
    return 2 * aq * bq + aq * br + ar * bq + 2 * ar * br


@native
def crosses_side(dq, dr, side):
    """Whether the ray from a hex's centre along (dq, dr), not zero, leaves through `side`.

    A ray through a corner crosses both sides that meet there.
    """
    before = (side + 5) % 6
    clockwise_of_first = _cross(_CORNER_Q[before], _CORNER_R[before], dq, dr) <= 0
    return clockwise_of_first and _cross(_CORNER_Q[side], _CORNER_R[side], dq, dr) >= 0


@native
def closest_sides(dq, dr):
    """The hexside closest to the direction (dq, dr), not zero, twice; or the two that tie.

    Two that tie come in clockwise order.
    """
    best, most = 0, _along(dq, dr, 0)
    for side in range(1, 6):
        reach = _along(dq, dr, side)
        if reach > most:
            best, most = side, reach
    if _along(dq, dr, (best + 1) % 6) == most:
        return best, (best + 1) % 6
    if _along(dq, dr, (best + 5) % 6) == most:
        return (best + 5) % 6, best
    return best, best


@native
def _along(dq, dr, direction):
    """The inner product of (dq, dr) with a direction's step."""
    return dot(dq, dr, DIRECTION_Q[direction], DIRECTION_R[direction])


@native
def _cross(aq, ar, bq, br):
    """Positive where b lies counterclockwise of a, zero where they are parallel."""
    return int(aq) * int(br) - int(ar) * int(bq)


# -- lines ---------------------------------------------------------------------------------------


@native
def passes_through(aq, ar, bq, br, hq, hr):
    """Whether the straight line from the centre of a to that of b passes through the hex h.

    It does where it meets h's interior or runs along one of its sides (then through both hexes
    that share the side); touching a corner does not count. Both ends count.
    """
    if (hq == aq and hr == ar) or (hq == bq and hr == br):
        return True
    dq, dr = int(bq) - int(aq), int(br) - int(ar)
    hq, hr = int(hq) - int(aq), int(hr) - int(ar)
    reached = dot(dq, dr, hq, hr)
    # No chord reaches from another hex's centre: h lies between the ends or not at all.
    if reached <= 0 or reached >= dot(dq, dr, dq, dr):
        return False
    left, right = 0, 0
    for k in range(6):
        turn = _cross(dq, dr, 3 * hq + _CORNER_Q[k], 3 * hr + _CORNER_R[k])
        left += int(turn > 0)
        right += int(turn < 0)
    return (left > 0 and right > 0) or left + right == 4


@native
def segments_meet(a, b, c, d):
    """Whether the straight lines a-b and c-d between centres of hexes (q, r) share a point.

    Touching counts, at an end too, and so does lying along each other.
    """
    for axis in range(2):
        if max(a[axis], b[axis]) < min(c[axis], d[axis]):
            return False
        if max(c[axis], d[axis]) < min(a[axis], b[axis]):
            return False
    sides_of_ab = _turn(a, b, c) * _turn(a, b, d)
    return sides_of_ab <= 0 and _turn(c, d, a) * _turn(c, d, b) <= 0


@native
def _turn(a, b, c):
    """1 where c lies counterclockwise of the line from a to b, -1 clockwise, 0 on it."""
    turn = _cross(b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1])
    return int(turn > 0) - int(turn < 0)


# -- leaving the map -----------------------------------------------------------------------------


@native
def exit_side(aq, ar, bq, br, columns, rows):
    """The edge by which a straight move from a to b leaves the map; EDGE_NONE if b is on it.

    The map is the union of its hexes with their outlines. The move leaves it at the first point
    from which it continues outside; moving along the outline is not leaving. If that point touches
    a hex beyond a side, the side counts. A move that starts outside (one hex beyond an entry edge)
    is followed from where it enters. If it never enters, the position of b counts.
    """
    start, step = (int(aq), int(ar)), (int(bq) - int(aq), int(br) - int(ar))
    q, r = start
    while (q != bq or r != br) and not on_map(bq, br, columns, rows):
        point = _leaving_point(start, step, q, r)
        next_q, next_r = _next_hex(point, step, q, r, (columns, rows))
        if on_map(q, r, columns, rows) and not on_map(next_q, next_r, columns, rows):
            return _edge_touched(point, q, r, (columns, rows))
        q, r = next_q, next_r
    return edge_beyond(bq, br, columns, rows)


@native
def edge_beyond(q, r, columns, rows):
    """The edge beyond which the hex lies; EDGE_NONE for a hex on the map."""
    if q < 1 or q > columns:
        return EDGE_SIDE
    row = offset_row(q, r)
    if row < 1:
        return EDGE_LOW
    return EDGE_HIGH if row > rows else EDGE_NONE


@native
def _leaving_point(start, step, q, r):
    """Where a move leaves the hex (q, r), as (x, y, scale): the axial point (x / scale, y / scale).

    A hex is the set of points whose inner product with every direction, from its centre, is at
    most 1 (half of one hex squared).
    """
    num, den = 1, 0
    for side in range(6):
        speed = _along(step[0], step[1], side)
        room = 1 + _along(q - start[0], r - start[1], side)
        if speed > 0 and (den == 0 or room * den < num * speed):
            num, den = room, speed
    return start[0] * den + step[0] * num, start[1] * den + step[1] * num, den


@native
def _goes_on_in(point, step, q, r):
    """Whether a move from `point` along `step` continues inside the hex or along its outline.

    For a zero step: whether the point lies in the hex or on its outline.
    """
    x, y, scale = point
    for side in range(6):
        reach = _along(x - scale * q, y - scale * r, side)
        if reach > scale or (reach == scale and _along(step[0], step[1], side) > 0):
            return False
    return True


@native
def _next_hex(point, step, q, r, size):
    """The neighbour of (q, r) in which the move continues from `point`, one on the map if any."""
    found_q, found_r = q, r
    for side in range(6):
        next_q, next_r = neighbour(q, r, side)
        if _goes_on_in(point, step, next_q, next_r):
            found_q, found_r = next_q, next_r
            if on_map(next_q, next_r, size[0], size[1]):
                break
    return found_q, found_r


@native
def _edge_touched(point, q, r, size):
    """The edge beyond which the neighbours of (q, r) at `point` lie, the side before the others."""
    touched = EDGE_NONE
    for side in range(6):
        next_q, next_r = neighbour(q, r, side)
        if _goes_on_in(point, (0, 0), next_q, next_r):
            touched = max(touched, edge_beyond(next_q, next_r, size[0], size[1]))
    return touched
