"""Heads of functions and records that the native language refuses, and callers in messages.

The docstring of each refused head is the message.
"""

import functools
from pathlib import Path

import numpy as np
import pytest
from native.record_kinds import SHIP_DTYPE, SMALL_DTYPE
from native.refusals import message_of

from spacecombat_env.native.emit.program import Program
from spacecombat_env.native.emit.source import LanguageError
from spacecombat_env.native.emit.types import INT


def outer():
    """Return a closure."""
    limit = 3

    def closure(a):
        """`closure` is a closure over `limit`: pass it as an argument"""
        return a + limit

    return closure


def with_default(a, b=1):
    """`with_default` has a default argument: pass every argument"""
    return a + b


def with_any(a, *more):
    """`with_any` takes any number of arguments as `more`: name each"""
    return a


def with_names(a, **more):
    """`with_names` takes any number of arguments as `more`: name each"""
    return a


def with_star(a, *, b):
    """`with_star` takes `b` in one way only: leave out `*` and `/`"""
    return a + b


def with_slash(a, b, /):
    """`with_slash` takes `a` in one way only: leave out `*` and `/`"""
    return a + b


def traced(function):
    @functools.wraps(function)
    def changed(*given):
        return function(*given) + 1

    return changed


@traced
def decorated(a):
    return a


twice = lambda a: a * 2  # noqa: E731


OTHERS = [outer(), with_default, with_any, with_names, with_star, with_slash]


@pytest.mark.parametrize("function", OTHERS, ids=lambda function: function.__name__)
def test_objections_to_the_head_name_its_line(function):
    message = message_of(function)
    assert message == f"{Path(__file__)}:{function.__code__.co_firstlineno}: {function.__doc__}"


def test_a_decorator_that_changes_the_function_is_refused():
    assert "`decorated` has the decorator `traced`: only inlined" in message_of(decorated)


def test_a_lambda_is_refused():
    assert "`<lambda>` is not a separate function: write it with `def`" in message_of(twice)


def test_a_function_without_source_is_refused():
    names = {"__name__": "typed"}
    exec("def typed(a):\n    return a", names)
    with pytest.raises(LanguageError, match="typed has no source"):
        Program("tests").entry("case", names["typed"], (INT,))


def test_a_record_of_numbers_that_the_language_has_not_is_refused():
    with pytest.raises(LanguageError, match="field `bits` of record `ship`: uint64 is not a type"):
        Program("tests").record(np.dtype([("hull", np.int8), ("bits", np.uint64)]), "ship")


def test_two_records_of_one_name_are_refused():
    program = Program("tests")
    program.record(SHIP_DTYPE, "ship")
    assert program.record(SHIP_DTYPE, "other").name == "tests_ship"
    with pytest.raises(ValueError, match="two records are called tests_ship"):
        program.record(SMALL_DTYPE, "ship")


# --- callers -------------------------------------------------------------------------------------


def helper(a):
    return a + 1


def dictionary(a):
    return {1: a}[1]


def called_from(a):
    return dictionary(a)


def too_many_arguments(a):
    return helper(a, 1)


def line_of(function, line=0):
    return f"{Path(__file__)}:{function.__code__.co_firstlineno + line}"


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (called_from, f"{line_of(dictionary, 1)}: `{{1: a}}`: Dict is not available: use a table"),
        (too_many_arguments, f"{line_of(helper)}: helper takes 1 arguments, not 2"),
    ],
)
def test_an_error_names_the_callers(function, message):
    assert message_of(function) == f"{message}\n  called from {line_of(function, 1)}"


def test_a_refused_function_leaves_the_program_usable():
    program = Program("tests")
    with pytest.raises(LanguageError):
        program.entry("refused", called_from, (INT,))
    program.entry("helper", helper, (INT,))
    assert [function.python for function in program.order] == [helper]
