"""Chapter CMB: wedges around a hexside of a craft. `it` is any record with q and r."""

from spacecombat_env.core.model.hexgrid import DIRECTION_Q, DIRECTION_R, crosses_side, dot
from spacecombat_env.core.native import native

from ..model import DIRECTIONS
from ..model.record_types import Craft

NARROW, WIDE, HALF_CIRCLE = 60, 120, 180
SOUND, OUT = 0, DIRECTIONS + 1
"""craft.jam: a turret that turns, and one that cannot fire; between them lies hexside + 1."""


@native
def share_hex(me: Craft, it):
    """Return whether two pieces lie in one hex."""
    return int(me.q) == int(it.q) and int(me.r) == int(it.r)


@native
def in_wedge(me: Craft, it, centre, width):
    """IN-CMB-07 Whether `it` lies within 60, 120 or 180 degrees around a hexside of me.facing.

    The boundary lines are part of the wedge. Not for two in one hex.
    """
    dq, dr = int(it.q) - int(me.q), int(it.r) - int(me.r)
    side = (int(me.facing) + int(centre)) % DIRECTIONS
    if width == NARROW:
        return crosses_side(dq, dr, side)
    if width == WIDE:
        return _is_within_60(dq, dr, side)
    return _along(dq, dr, side) >= 0


@native
def _along(dq, dr, direction):
    """Inner product of a displacement with a direction; positive ahead of it."""
    return dot(dq, dr, DIRECTION_Q[direction], DIRECTION_R[direction])


@native
def _is_within_60(dq, dr, side):
    """Return whether a displacement lies within 60 degrees of a direction, the lines included.

    A line runs along the adjacent direction; half way between the next two is square to it.
    """
    right_of_left_line = _along(dq, dr, side) + _along(dq, dr, (side + 1) % DIRECTIONS)
    left_of_right_line = _along(dq, dr, side) + _along(dq, dr, (side + 5) % DIRECTIONS)
    return right_of_left_line >= 0 and left_of_right_line >= 0
