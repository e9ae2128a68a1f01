"""Columns of the observation: its rows, places and directions, numbers in limits."""

from spacecombat_env.core.model.hexgrid import DIRECTION_Q, DIRECTION_R, offset_row
from spacecombat_env.core.model.parts import part_from
from spacecombat_env.core.native import native

from ..model import column_for_seat, direction_for_seat, first_of, row_for_seat
from ..model.record_types import Rules, State


@native
def row_in(state: State, observation, block, n):
    """Return the row n of a block."""
    return part_from(observation, first_of(state, block) + int(n) * block.width)


@native
def within(value, most):
    """Return a value clipped to its column's divisor, so that every float is within -1..1.

    Fields whose declared range fits are written without clipping.
    """
    return max(-most, min(most, int(value)))


@native
def column_of(rules: Rules, q, seat):
    """Return the column of a hex from the middle of the map, as the seat sees it."""
    return column_for_seat(rules, seat, q) - (int(rules.option.columns) + 1) // 2


@native
def row_of(rules: Rules, q, r, seat):
    """Return the row of a hex from the middle of the map, as the seat sees it."""
    return row_for_seat(rules, seat, offset_row(int(q), int(r))) - (int(rules.option.rows) + 1) // 2


@native
def step_column(direction, seat):
    """Return the columns of a step in a direction, as the seat sees it."""
    return int(DIRECTION_Q[direction_for_seat(seat, direction)])


@native
def step_row(direction, seat):
    """Return the half rows of a step in a direction, as the seat sees it."""
    way = direction_for_seat(seat, direction)
    return 2 * int(DIRECTION_R[way]) + int(DIRECTION_Q[way])


@native
def age_of(state: State, turn):
    """Return the turns since it was seen, from 1; 0 if never."""
    return 0 if turn == 0 else int(state.turn) - int(turn) + 1
