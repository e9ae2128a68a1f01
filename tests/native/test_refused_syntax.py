"""Statements and expressions that the native language has not.

The docstring of each function is part of the message; `# here` marks the line that it names.
"""

# ruff: noqa: F841
import inspect
from pathlib import Path

import numpy as np
import pytest
from native.refusals import check_refusal, message_of, refused_of

from spacecombat_env.native.emit.program import Program
from spacecombat_env.native.emit.source import LanguageError
from spacecombat_env.native.emit.types import INT

NOTHING = None


def helper(a):
    return a + 1


def comprehension(a):
    """`[x for x in range(a)]`: ListComp is not available: write a loop"""
    b = [x for x in range(a)]  # here  # noqa: C416
    return b


def dictionary(a):
    """`{1: a}`: Dict is not available: use a table"""
    b = {1: a}  # here
    return b[1]


def format_string(a):
    """`f'{a}'`: JoinedStr is not available: text belongs to presentation"""
    b = f"{a}"  # here
    return b


def is_nothing(a):
    """`a is None`: write =="""
    return a is None  # here


def is_not(a):
    """`a is not NOTHING`: write !="""
    return a is not NOTHING  # here


def list_of_numbers(a):
    """`[1, a]`: List is not available: use a tuple, or a row of a record"""
    return [1, a][0]  # here


def set_of_numbers(a):
    """`{1, 2}`: Set is not available: use a tuple"""
    return a in {1, 2}  # here


def tries(a):
    """Try is not available: return a number that says what happened"""
    try:  # here
        a += 1
    except ValueError:
        a = 0
    return a


def raises(a):
    """Raise is not available: return a number that says what happened"""
    if a > 1:
        raise ValueError  # here
    return a


def asserts(a):
    """Assert is not available: leave it to a test, or return a number"""
    assert a  # here
    return a


def defines_class(a):
    """ClassDef is not available: define it in the module"""

    class Thing:  # here
        pass

    return a


def defines_function(a):
    """FunctionDef is not available: define it in the module"""

    def inner(x):  # here
        return x

    return inner(a)


def uses_lambda(a):
    """`lambda x: x`: Lambda is not available: define it in the module"""
    b = lambda x: x  # here  # noqa: E731
    return b(a)


def imports(a):
    """Import is not available: import in the module"""
    import math  # here

    return math.floor(a)


def global_name(a):
    """Global is not available: return the value, or keep it in a record"""
    global COUNT  # here
    COUNT = a


def deletes(a):
    """Delete is not available: leave it out"""
    b = a
    del b  # here
    return a


def walrus(a):
    """`(b := (a + 1))`: NamedExpr is not available: assign on a line of its own"""
    if (b := a + 1) > 3:  # here
        return b
    return a


def starred_argument(a):
    """`*(a, 1)`: Starred is not available: write the items one by one"""
    return max(*(a, 1), 2)  # here


def starred_target(a):
    """Starred is not available: write the items one by one"""
    b, *c = a, 1  # here
    return b


def yields(a):
    """`(yield a)`: Yield is not available: fill a row"""
    yield a  # here


def context(a):
    """With is not available: return a number that says what happened"""
    with np.errstate():  # here
        return a


def while_else(a):
    """a loop has no `else`: use a flag"""
    while a > 3:
        a -= 1
    else:
        a = 7  # here
    return a


def for_else(a):
    """a loop has no `else`: use a flag"""
    for i in range(a):
        a -= i
    else:
        a = 7  # here
    return a


def matrix_product(a):
    """`a @ a`: this operator is not available"""
    return a @ a  # here


def chain_of_in(a):
    """`1 < a in (2, 3)`: `in` is no part of a chain: write `and`"""
    return 1 < a in (2, 3)  # here


def called_from(a):
    """Dict is not available"""
    return dictionary(a)


REFUSED = refused_of(globals())


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_refused_with_place_reason_and_remedy(function):
    check_refusal(function, __file__)


def test_an_error_names_the_callers():
    first, second = message_of(called_from).split("\n  called from ")
    assert "Dict is not available: use a table" in first
    line = inspect.getsourcelines(called_from)[1] + 2
    assert second == f"{Path(__file__)}:{line}"


def test_a_refused_function_leaves_the_program_usable():
    program = Program("tests")
    with pytest.raises(LanguageError):
        program.entry("refused", called_from, (INT,))
    program.entry("helper", helper, (INT,))
    assert [function.python for function in program.order] == [helper]
