"""Shorter ways through Numba: the same answers, and Numba as it was afterwards (core/engine/lean.py)."""

import numba
import numpy as np
import pytest

from spacecombat_env.core.engine import lean as shorter
from spacecombat_env.core.engine.jit import jit
from spacecombat_env.core.engine.suits import SUITS
from spacecombat_env.core.model.record import SETTINGS

pytestmark = pytest.mark.skipif(
    not SUITS or bool(SETTINGS.DISABLE_JIT), reason="Numba's own ways are gone"
)

NUMBERS = (-7, -1, 0, 1, 2, 300)


@jit
def inside_numbers(a, b, c):
    """The least, the greatest, and a small number of a wide one."""
    small = np.int8(a)
    return min(a, b), max(a, b, c), min(int(small), b), int(a > b) + int(c)


@jit
def numbers(a, b, c):
    """A door."""
    return inside_numbers(a, b, c)


@jit
def inside_rounds(first, last, step):
    """What a loop goes through."""
    total = 0
    for n in range(first, last, step):
        total = total * 3 + n
    for n in range(last):
        total += n
    return total + len(range(first, last, step))


@jit
def rounds(first, last, step):
    """A door."""
    return inside_rounds(first, last, step)


@jit
def deep(at):
    """Ends in an error that a rule would be at fault for."""
    if at > 3:
        raise ValueError("too many")
    return at


@jit
def middle(at):
    """Hands it on."""
    total = 0
    for n in range(at):
        total += deep(n)
    return total


@jit
def door(at):
    """Is where Python hears of it."""
    return middle(at) + 1


@jit
def caught(at):
    """What a `try` inside compiled code gets, and what comes before and after it."""
    before = deep(1)
    try:
        found = middle(at)
    except Exception:
        found = -1
    return before + 10 * found + deep(2)


@jit
def caught_door(at):
    """A door."""
    return caught(at)


@jit
def downwards(top):
    """A generator."""
    while top > 0:
        yield top
        top -= 1


@jit
def gone_through(top):
    """A loop over it, in a function that others call."""
    total = 0
    for n in downwards(top):
        total = 10 * total + n
    return total


@jit
def generated(top):
    """A door."""
    return gone_through(top)


@pytest.mark.parametrize("a", NUMBERS)
@pytest.mark.parametrize("b", NUMBERS)
def test_least_greatest_and_whole_numbers_are_pythons(a, b):
    for c in NUMBERS:
        assert numbers(a, b, c) == numbers.py_func(a, b, c) or a == 300
    if a == 300:  # Python refuses what compiled code wraps round
        assert numbers(a, b, 0)[2] == min(300 - 256, b)


@pytest.mark.parametrize("first", NUMBERS[:-1])
@pytest.mark.parametrize("last", NUMBERS[:-1])
def test_loops_make_pythons_rounds(first, last):
    for step in (-3, -1, 1, 2, 5):
        assert rounds(first, last, step) == inside_rounds.py_func(first, last, step)


def test_an_error_comes_out_of_the_innermost_function():
    assert door(4) == 7
    with pytest.raises(ValueError, match="too many"):
        door(5)


def test_a_generator_is_gone_through():
    assert generated(4) == 4321


def test_an_error_is_caught_where_somebody_tries():
    assert caught_door(3) == 1 + 10 * 3 + 2
    assert caught_door(5) == 1 - 10 + 2


def test_numba_is_as_it_was():
    """No shorter way is left in place, and no remembered answer is another's."""
    for owner, name, short in shorter._SHORTER:
        assert getattr(owner, name) is not short, (owner, name)
    assert shorter._lock._cblist, "the clock of calls into LLVM"

    @numba.njit
    def usual(a, values):
        return min(a, 2.5), max(values[0], a), sum([2 * n for n in range(3)]), int(2.9)

    assert usual(3, np.array([1.5])) == (2.5, 3.0, 6, 2)


def test_functions_compiled_elsewhere_take_ours_in():
    """What is compiled by Numba's own decorator gets all that an inner function calls."""

    @numba.njit
    def theirs(at):
        return middle(at) * 2

    assert theirs(4) == 12
    with pytest.raises(ValueError, match="too many"):
        theirs(6)
