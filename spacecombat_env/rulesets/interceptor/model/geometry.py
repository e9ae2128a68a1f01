"""Hexes, ranges and hexsides of the map, relative to a direction."""

from spacecombat_env.core.model.hexgrid import (
    DIRECTION_Q,
    DIRECTION_R,
    closest_sides,
    distance,
    dot,
    neighbour,
    offset_row,
    on_map,
)
from spacecombat_env.core.native import native

from .constants.sizes import BACK, DIRECTIONS
from .record_types import Craft, Rules

__all__ = [
    "ahead_along",
    "apart",
    "is_beyond_top",
    "is_off",
    "neighbour",
    "on_board",
    "relative",
    "right_of",
    "steps_between",
    "steps_from",
    "toward",
    "true_range",
]


@native
def steps_between(a, b):
    """IN-DIR-01, IN-ADV-07 Range between two pieces (with q, r, altitude); 0 in one place."""
    return steps_from(a.q, a.r, a.altitude, b)


@native
def steps_from(q, r, level, piece):
    """IN-DIR-01, IN-ADV-07 The same from a hex at a level."""
    levels = abs(int(level) - int(piece.altitude))
    across = distance(q, r, piece.q, piece.r)
    return across if levels == 0 else true_range(across, levels)


@native
def true_range(across, levels):
    """IN-ADV-07, IN-AMB-24, IN-AMB-91 Range of hexes across and levels between, rounded.

    Where one of them is 0 it is the other.
    """
    squares = across * across + levels * levels
    found = max(int(across), int(levels))
    while (2 * found + 1) * (2 * found + 1) < 4 * squares:
        found += 1
    return found


@native
def on_board(rules: Rules, q, r):
    """Return whether a hex lies on the map."""
    return on_map(q, r, rules.option.columns, rules.option.rows)


@native
def is_off(rules: Rules, piece):
    """Return whether a piece has left the map."""
    return not on_board(rules, piece.q, piece.r)


@native
def is_beyond_top(rules: Rules, piece):
    """IN-SCN-12, IN-AMB-68 Whether a piece has left over the top edge, away from Red's."""
    if piece.q < 1 or piece.q > rules.option.columns:
        return False
    return offset_row(int(piece.q), int(piece.r)) > rules.option.rows


@native
def relative(direction, base):
    """Return the hexsides clockwise from a base direction (facing, heading) to another: 0..5."""
    return (int(direction) - int(base)) % DIRECTIONS


@native
def apart(a, b):
    """Return the hexsides between two directions, the shorter way: 0..3."""
    turn = (int(a) - int(b)) % DIRECTIONS
    return min(turn, DIRECTIONS - turn)


@native
def ahead_along(q, r, direction):
    """Return the half hexes by which a displacement leads ahead, if one looks in a direction."""
    return dot(q, r, DIRECTION_Q[direction], DIRECTION_R[direction])


@native
def right_of(q, r, direction):
    """Return the columns by which a displacement leads to the right, if one looks so."""
    return int(q) * int(DIRECTION_R[direction]) - int(r) * int(DIRECTION_Q[direction])


@native
def toward(here: Craft, there: Craft, base):
    """Return the hexsides of `here` that look toward another piece: (side, side).

    They are counted clockwise from `base`. Both are the same unless two tie; in one hex they mean
    nothing: the caller decides (IN-CMB-08).
    """
    first, second = closest_sides(int(there.q) - int(here.q), int(there.r) - int(here.r))
    return relative(first, base), relative(second, base)


@native
def opposite(direction):
    """Return the direction behind."""
    return (int(direction) + BACK) % DIRECTIONS
