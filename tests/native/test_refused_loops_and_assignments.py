"""Loops, targets and values that the native language refuses.

The docstring of each function is part of the message; `# here` marks the line that it names.
"""

# ruff: noqa: F841
import pytest
from native.constants import GRID, SHIPS, TABLE
from native.refusals import check_refusal, refused_of


def step_zero(a):
    """the step of a range must not be 0"""
    for _ in range(0, a, 0):  # here
        a += 1
    return a


def step_zero_in_variable(a):
    """the step of a range must not be 0"""
    b = range(0, a, 0)  # here
    return len(b)


def variable_step(a):
    """the step of a range must be a constant, not 0: write a while loop"""
    for _ in range(0, 9, a):  # here
        a += 1
    return a


def float_in_range(a):
    """`a / 2` is a float, not an integer: write int(...)"""
    for _ in range(a / 2):  # here
        a += 1
    return a


def loop_over_mixed_tuple(a):
    """no loop over `(a, 0.5)`: only over a range, a row, a table or a tuple of integers"""
    for x in (a, 0.5):  # here
        a += x
    return a


def loop_over_matrix(matrix):
    """no loop over a matrix: loop over its indices"""
    for row in matrix:  # here
        row[0] = 1


def loop_over_number(a):
    """no loop over `a`: only over a range, a row, a table or a tuple of integers"""
    for _ in a:  # here
        a += 1


def unpacks_too_few(a):
    """3 targets for 2 items: name each item"""
    b, c, d = a, 1  # here
    return b


def unpacks_too_many(a):
    """1 targets for 2 items: name each item"""
    (b,) = (a, 1) if a else (1, a)  # here
    return b


def unpacks_number(a):
    """a number cannot be unpacked: assign a tuple, a row or a table"""
    b, c = a  # here
    return b


def writes_table(a):
    """`TABLE` does not change: keep it in a record or a row"""
    TABLE[0] = a  # here


def adds_to_table(a):
    """`GRID[0]` does not change: keep it in a record or a row"""
    GRID[0][1] += a  # here


def writes_named_tuple(a):
    """`cost` does not change: keep it in a record or a row"""
    cost = SHIPS[1]
    cost.hull = a  # here


def writes_tuple(a):
    """`b` does not change: keep it in a record or a row"""
    b = (a, 1)
    b[0] = 2  # here


def stores_row_in_number(ship, row):
    """`ship.hull` is a number (`int64_t`), and the value a row (`span1_int8_t`): assign a value of the same type, or item by item"""
    ship.hull = row  # here


def stores_floats(row):
    """`row[0:2]` is a row (`span1_int8_t`), and the value a tuple (`tuple_double_double`): assign a value of the same type"""
    row[0:2] = (0.5, 1.5)  # here


def stores_other_record(ship, game):
    """`ship.captain` is a record (`tests_ship_crew`), and the value a record (`tests_ship`): assign a value of the same type"""
    ship.captain = game.ships[0]  # here


def adds_to_row(ship):
    """`ship.cargo` is no number: change its items one by one"""
    ship.cargo += 1  # here


def adds_to_name_of_row(row):
    """`row` is no number: change its items one by one"""
    row += 1  # here


REFUSED = refused_of(globals())


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_refused_with_place_reason_and_remedy(function):
    check_refusal(function, __file__)
