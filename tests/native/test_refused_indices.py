"""Fields, indices and parts that the native language refuses.

The docstring of each function is part of the message; `# here` marks the line that it names.
"""

import pytest
from native.constants import GRID, TABLE
from native.refusals import check_refusal, refused_of


def unknown_field(ship):
    """tests_ship has no field `shield`"""
    return ship.shield  # here


def store_to_unknown_field(ship):
    """tests_ship has no field `shield`"""
    ship.shield = 1  # here


def field_of_number(a):
    """`a` is a number: no fields"""
    return a.hull  # here


def element_of_number(a):
    """`a` is a number: no elements"""
    return a[0]  # here


def float_index(row):
    """`1.5` is a float, not an integer: write int(...)"""
    return row[1.5]  # here


def computed_float_index(row):
    """`len(row) / 2` is a float, not an integer: write int(...)"""
    return row[len(row) / 2]  # here


def negative_index(row):
    """negative index: count from the front, `x[len(x) - 1]`"""
    return row[-1]  # here


def negative_index_of_table(a):
    """negative index: count from the front"""
    return TABLE[-1] + a  # here


def negative_part(row):
    """negative index: count from the front"""
    return row[:-1]  # here


def negative_start(row):
    """negative index: count from the front"""
    return row[-2:]  # here


def part_with_step(row):
    """a part needs a row and two indices without a step: write a loop"""
    return row[0:4:2]  # here


def part_of_tuple(a):
    """a part needs a row and two indices without a step: write a loop"""
    return (1, 2, a)[0:2]  # here


def part_of_matrix(matrix):
    """a part needs a row and two indices without a step: write a loop"""
    return matrix[0:1]  # here


def column(a):
    """a part comes last: `m[i, low:high]`, or loop over the rows"""
    return GRID[:, a]  # here


def tuple_too_short(a):
    """the tuple has only 2 items"""
    b = (a, 1)
    return b[2]  # here


def index_of_mixed_tuple(a):
    """the index of a tuple of different things must be constant: unpack it"""
    b = (a, 0.5)
    return b[a]  # here


REFUSED = refused_of(globals())


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_refused_with_place_reason_and_remedy(function):
    check_refusal(function, __file__)
