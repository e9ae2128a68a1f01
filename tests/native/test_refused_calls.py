"""Calls that the native language refuses.

The docstring of each function is part of the message; `# here` marks the line that it names.
"""

# ruff: noqa: F821
import functools
from pathlib import Path

import numpy as np
import pytest
from native.refusals import check_refusal, message_of, refused_of


def helper(a):
    return a + 1


def writes(ship):
    ship.hull = 1
    return int(ship.hull)


def result(ship):
    ship.hull = 1
    return ship.cargo


def procedure(ship):
    ship.hull = 1


def generator(a):
    """`sum` is no function of the language: call a function of a module, or one of int"""
    return sum(x for x in range(a))  # here


def keyword_argument(a):
    """`helper`: arguments are given by place, not by name"""
    return helper(a=a)  # here


def too_many_arguments(a):
    return helper(a, 1)


def unknown_function(a):
    """`rule` is no function of the language: call a function of a module, or one of int, bool"""
    return rule(a)  # here


def print_it(a):
    """`print` is no function of the language: call a function of a module"""
    print(a)  # here


def method(row):
    """`row.sum` is no function of the language: call a function of a module"""
    return row.sum()  # here


def cached(a):
    """`cached_rule` is no function of the language: call a function of a module"""
    return cached_rule(a)  # here


@functools.cache
def cached_rule(a):
    return a


def numpy_function(a):
    """`np.abs` is no function of the language: call a function of a module"""
    return np.abs(a)  # here


def recursion(a):
    """`recursion` calls itself: write a loop"""
    return recursion(a - 1) if a else 0  # here


def recursive_procedure(ship):
    """`recursive_procedure` calls itself: write a loop"""
    if ship.hull:
        recursive_procedure(ship)  # here


def function_as_value(a):
    """`helper` is a function: call it, functions are no values"""
    b = helper  # here
    return b(a)


def local_function(a):
    """`max` is no function of the language: call a function of a module"""
    max = a
    return max(a, 1)  # here


def round_places(a):
    """`round(0.5, 1)`: round takes one argument here"""
    return round(0.5, 1)  # here


def least_of_one(a):
    """`min(a)`: min takes two or more arguments here"""
    return min(a)  # here


def no_argument(a):
    """`abs()`: abs takes one argument here"""
    return abs()  # here


def length_of_number(a):
    """`len(a)`: a number has no length"""
    return len(a)  # here


def chain_that_writes(ship, a):
    """a chain of comparisons with a function that writes: assign first"""
    return 0 < writes(ship) < a  # here


def no_value(ship):
    """`procedure(ship)` returns nothing: call it on its own line"""
    a = procedure(ship)  # here
    return a


def returns_no_value(ship):
    """`procedure(ship)` returns nothing: call it on its own line"""
    return procedure(ship)  # here


def shape_of_result(ship):
    """the shape of a result: assign the result first"""
    return result(ship).shape[0]  # here


REFUSED = refused_of(globals())


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_refused_with_place_reason_and_remedy(function):
    check_refusal(function, __file__)


def test_a_wrong_number_of_arguments_names_caller_and_callee():
    first, second = message_of(too_many_arguments).split("\n  called from ")
    assert (
        first
        == f"{Path(__file__)}:{helper.__code__.co_firstlineno}: helper takes 1 arguments, not 2"
    )
    assert second == f"{Path(__file__)}:{too_many_arguments.__code__.co_firstlineno + 1}"
