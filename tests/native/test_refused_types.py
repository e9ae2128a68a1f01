"""Variables and results of several types, which the native language refuses.

The docstring of each function is part of the message; `# here` marks the line that it names.
"""

# ruff: noqa: F821, F841
import pytest
from native.constants import GRID
from native.refusals import check_refusal, refused_of


def two_types(a, row):
    """`b` holds `int64_t` and `span1_int8_t`: use two names"""
    b = a
    b = row  # here
    return b


def widens_tuple(pair):  # here
    """`pair` holds `tuple_int64_t_int64_t` and `tuple_double_int64_t`: use two names"""
    if pair[0]:
        pair = (0.5, 1)
    return pair[1]


def two_records(ship, game):
    """`b` holds `tests_ship` and `tests_game`: use two names"""
    b = ship
    b = game  # here
    return b


def returns_different_types(a, row):
    """`returns_different_types` returns `int64_t` and `span1_int8_t`: return one type"""
    if a:
        return a
    return row  # here


def returns_sometimes(a):
    """`returns_sometimes` returns nothing and `int64_t`: return one type"""
    if a > 3:
        return
    return a  # here


def may_end(a):
    """`may_end` may end without a result: return a value on every way"""
    if a > 3:
        return 1
    if a < 2:  # here
        return 2


def may_end_after_loop(a):
    """`may_end_after_loop` may end without a result: return a value on every way"""
    while True:  # here
        if a > 3:
            break
        return 2


def never_typed(a):
    """`b` has no type yet"""
    return b + a  # here
    b = b + 1


def different_ways(a, row):
    """`row if a else a` is a row (`span1_int8_t`) or a number (`int64_t`): write if and else"""
    return row if a else a  # here


def different_rows(a, row, floats):
    """is a row (`span1_int8_t`) or a row (`span1_float`): write if and else"""
    return row if a else floats  # here


def constant_or_row(a, row):
    """is an array (`const_int8_t_3`) or a row (`span1_int8_t`): write if and else"""
    return GRID[0] if a else row  # here


def variable_of_rows(a, row, floats):
    """`b` holds `span1_int8_t` and `span1_float`: use two names"""
    b = row
    if a:
        b = floats  # here
    return b


def mixed_numbers_in_tuple(a):
    """tuples with different types of items: convert them with int(...) or float(...)"""
    b = (a, 0.5)
    b = (0.5, a)  # here
    return b


REFUSED = refused_of(globals())


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_refused_with_place_reason_and_remedy(function):
    check_refusal(function, __file__)
