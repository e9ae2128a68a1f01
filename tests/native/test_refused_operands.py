"""Operands that the native language refuses.

The docstring of each function is part of the message; `# here` marks the line that it names.
"""

import pytest
from native.constants import GRID
from native.refusals import check_refusal, refused_of


def row_arithmetic(row):
    """`row` is a row, no number: use its items one by one"""
    return row * 2  # here


def row_as_condition(row):
    """`row` is a row, no number: use its items one by one"""
    if row:  # here
        return 1
    return 2


def constant_array_as_condition(a):
    """`GRID` is an array, no condition"""
    return 1 if GRID else a  # here


def row_comparison(row):
    """`row` is a row, no number: use its items one by one"""
    return row == row  # here


def tuple_order(a):
    """`(a, 1) < (2, 3)`: only tuples of as many integers compare, by == and !=: compare the items"""
    return (a, 1) < (2, 3)  # here


def tuple_lengths(a):
    """`(a, 1) == (2, 3, 4)`: only tuples of as many integers compare"""
    return (a, 1) == (2, 3, 4)  # here


def float_tuples(a):
    """only tuples of as many integers compare"""
    return (a, 0.5) == (2, 0.5)  # here


def in_matrix(a):
    """`GRID` is an array: `in` needs a row, a table, a range or integers"""
    return a in GRID  # here


def in_number(a):
    """`a` is a number: `in` needs a row, a table, a range or integers"""
    return 1 in a  # here


def float_in_bits(a):
    """`a / 2` is a float, not an integer: write int(...)"""
    return a & (a / 2)  # here


def negative_exponent(a):
    """negative exponent: divide, or write the exponent as a float"""
    return a**-1  # here


REFUSED = refused_of(globals())


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_refused_with_place_reason_and_remedy(function):
    check_refusal(function, __file__)
