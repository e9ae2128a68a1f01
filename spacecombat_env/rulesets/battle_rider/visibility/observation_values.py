"""Helpers for the observation: its rows, and values within their limits."""

from spacecombat_env.core.model.hexgrid import offset_row
from spacecombat_env.core.model.parts import part_from
from spacecombat_env.core.native import native

from ..model import NONE, Side, direction_for_seat, first_of
from ..model.record_types import Rules, State


@native
def row_in(state: State, observation, block, n):
    """Row n of a block."""
    return part_from(observation, first_of(state, block) + int(n) * block.width)


@native
def within(value, most):
    """Clamp a number to its column's divisor, so that every float is within -1..1.

    Fields whose declared range is within the divisor are written without it.
    """
    return max(-most, min(most, int(value)))


@native
def ahead_sign(seat):
    """-1 for Blue, whose board is turned."""
    return 1 if seat == Side.RED else -1


@native
def column_of(rules: Rules, q, seat):
    """Column of a hex from the middle of the map, turned for the seat: 10 on three maps."""
    return ahead_sign(seat) * (int(q) - (int(rules.option.columns) + 1) // 2)


@native
def row_of(rules: Rules, q, r, seat):
    """Row of a hex from the middle of the map, turned for the seat: 17 on three maps."""
    return ahead_sign(seat) * (offset_row(int(q), int(r)) - (int(rules.option.rows) + 1) // 2)


@native
def vector_of(step, seat):
    """Part of a vector in axial hexes per turn, turned for the seat."""
    return ahead_sign(seat) * int(step)


@native
def hexside_of(hexside, seat):
    """Hexside of the map as the seat sees it: 1..6, or 0 for none."""
    return 0 if hexside == NONE else 1 + direction_for_seat(seat, int(hexside))
