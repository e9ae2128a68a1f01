"""Operators in a few instructions: the same answers as Python's (core/engine/plain.py)."""

from __future__ import annotations

import pytest

from spacecombat_env.core.engine.jit import jit
from spacecombat_env.core.engine.suits import SUITS
from spacecombat_env.core.model.record import SETTINGS

pytestmark = pytest.mark.skipif(
    not SUITS or bool(SETTINGS.DISABLE_JIT), reason="operators are Numba's own"
)

PLACES = (7, -2, 5, 11)
SHARES = (-1.5, 0.0, 0.25, 3.0)


@jit
def inside_tuples(place, number):
    """An element, whether there is one, and all in turn."""
    total, count = 0, 0
    for each in PLACES:
        total = 3 * total + each
    if number in (4, number // 2, -9):
        count += 1
    if number in PLACES:
        count += 10
    return PLACES[place], total, count, (number, place)[int(number > 0)]


@jit
def tuples(place, number):
    """A door."""
    return inside_tuples(place, number)


@jit
def inside_shares(a, b):
    """The least and the greatest of fractions and of both kinds; a flag as a number."""
    return min(a, b), max(a, b, 0.5), min(int(4 * a), b), int(a < b), int(not a < b)


@jit
def shares(a, b):
    """A door."""
    return inside_shares(a, b)


@pytest.mark.parametrize("place", range(-4, 4))
@pytest.mark.parametrize("number", (-9, -2, 0, 4, 7, 11))
def test_tuples_are_pythons(place, number):
    assert tuples(place, number) == inside_tuples.py_func(place, number)


@pytest.mark.parametrize("a", SHARES)
@pytest.mark.parametrize("b", SHARES)
def test_least_and_greatest_fractions_are_pythons(a, b):
    assert shares(a, b) == inside_shares.py_func(a, b)
