"""Chapter AST: asteroids as targets, by columns and places as the seat counts them."""

from spacecombat_env.core.model.hexgrid import offset_row
from spacecombat_env.core.native import native

from ..model import MAX_ROCKS, NONE, Target, column_for_seat, row_for_seat
from ..model.record_types import Rules, State
from .targets import is_open_target


@native
def in_field(state: State, rules: Rules, seat, n):
    """Return whether an asteroid may be shot at by the ship under orders."""
    return is_open_target(state, rules, int(state.order[seat].craft), Target.ROCK, n)


@native
def outer_column(state: State, rules: Rules, seat, highest):
    """Return the lowest, or the highest column with an asteroid in field."""
    found = NONE
    for n in range(MAX_ROCKS):
        if not in_field(state, rules, seat, n):
            continue
        column = column_for_seat(rules, seat, state.rock[n].q)
        if found == NONE or (column > found if highest else column < found):
            found = column
    return found


@native
def nearest_column(state: State, rules: Rules, seat, column):
    """Return the column of the map with an asteroid in field that is nearest to a chosen one."""
    target, found = column_for_seat(rules, seat, column), NONE
    for n in range(MAX_ROCKS):
        if not in_field(state, rules, seat, n):
            continue
        column = int(state.rock[n].q)
        if found == NONE or abs(column - target) < abs(found - target):
            found = column
    return found


@native
def row_of(state: State, rules: Rules, seat, n):
    """Return the row of an asteroid as a seat counts it."""
    rock = state.rock[n]
    return row_for_seat(rules, seat, offset_row(rock.q, rock.r))


@native
def is_named(state: State, rules: Rules, seat, n):
    """Return whether an asteroid lies in the chosen column, in field."""
    return state.rock[n].q == state.order[seat].column and in_field(state, rules, seat, n)


@native
def count_in_column(state: State, rules: Rules, seat):
    """Return the number of asteroids in field in the chosen column."""
    count = 0
    for n in range(MAX_ROCKS):
        count += int(is_named(state, rules, seat, n))
    return count


@native
def nth_in_column(state: State, rules: Rules, seat, nth):
    """Return the nth of them from the seat's own edge.

    Of two in one hex (IN-AST-08) the lower slot comes first.
    """
    for n in range(MAX_ROCKS):
        if not is_named(state, rules, seat, n):
            continue
        nearer = 0
        for other in range(MAX_ROCKS):
            if is_named(state, rules, seat, other):
                apart = row_of(state, rules, seat, other) - row_of(state, rules, seat, n)
                nearer += int(apart < 0 or (apart == 0 and other < n))
        if nearer == nth - 1:
            return n
    return NONE
