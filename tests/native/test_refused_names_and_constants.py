"""Names and constants that the native language refuses.

The docstring of each function is part of the message; `# here` marks the line that it names.
"""

# ruff: noqa: F821
import numpy as np
import pytest
from native.constants import Color
from native.record_kinds import SHIP_DTYPE
from native.refusals import check_refusal, refused_of

ITEMS = {1: 2}
NAMES = ("red", "blue")
UNEQUAL = ((1, 2), (3, 4, 5))
TOO_LARGE = 2**64
EMPTY = ()
UNSIGNED = np.array([1, 2**63], np.uint64)
RECORDS = np.zeros(3, SHIP_DTYPE)


def global_dictionary(a):
    """`ITEMS` is a dict, no constant of the language: use a number, an enum, a tuple"""
    return ITEMS[a]  # here


def string(a):
    """`'red'` is a string: use a number, or a member of an enum"""
    return a == "red"  # here


def table_of_strings(a):
    """`NAMES` is a tuple, no constant of the language: use a number"""
    return NAMES[a]  # here


def nothing(a):
    """`None` is None: use a number that stands for nothing"""
    b = None  # here
    return b


def unknown_name(a):
    """`unknown` is no variable of the function and no name of its module: define it there, or pass it"""
    return a + unknown  # here


def module_as_value(a):
    """`np` is a module: name one of its values"""
    return a + np  # here


def class_as_value(a):
    """`Color` is a class: name one of its values"""
    return a in Color  # here


def unequal_table(a):
    """`UNEQUAL` is a tuple, no constant of the language"""
    return UNEQUAL[0][a]  # here


def table_of_records(a):
    """`RECORDS` is an array of records, no constant of the language"""
    return RECORDS[a].hull  # here


def unsigned_table(a):
    """`UNSIGNED` is an array of uint64, no constant of the language"""
    return UNSIGNED[a]  # here


def empty_table(a):
    """`EMPTY` is a tuple, no constant of the language"""
    return a in EMPTY  # here


def empty_tuple(a):
    """an empty tuple: leave it out"""
    b = ()  # here
    return b


def large_number(a):
    """`TOO_LARGE`: 18446744073709551616 does not fit in 64 bits with a sign"""
    return a + TOO_LARGE  # here


def large_literal(a):
    """9223372036854775808 does not fit in 64 bits with a sign"""
    return a & 0x8000000000000000  # here


REFUSED = refused_of(globals())


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_refused_with_place_reason_and_remedy(function):
    check_refusal(function, __file__)
