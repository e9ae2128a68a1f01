"""Numbers in one action, or the tens first and then the units."""

from types import SimpleNamespace

import numpy as np
import pytest

from spacecombat_env.core.kernels.numbers import apply_number, begin_number, legal_number

FIRST, AMOUNTS, NONE = 5, 24, -1
begin, legal, apply = (one for one in (begin_number, legal_number, apply_number))


def asked(low, high):
    """An order that needs a number."""
    order = SimpleNamespace(low=0, high=0, tens=3)
    begin(order, low, high)
    return order


def amounts(order):
    """The amounts that may be spoken now."""
    mask = np.zeros(FIRST + AMOUNTS, np.int8)
    legal(order, FIRST, AMOUNTS, mask)
    return [int(word) - FIRST for word in np.flatnonzero(mask)]


def test_a_small_number_is_one_action():
    order = asked(2, 23)
    assert amounts(order) == list(range(2, 24))
    assert apply(order, 17, AMOUNTS) == 17


@pytest.mark.parametrize(
    ("tens", "units"), [(1, [8, 9]), (2, list(range(10))), (4, [0, 1])], ids=str
)
def test_a_large_number_is_its_tens_and_then_its_units(tens, units):
    order = asked(18, 41)
    assert amounts(order) == [1, 2, 3, 4]
    assert apply(order, tens, AMOUNTS) == NONE
    assert amounts(order) == units
    assert apply(order, units[-1], AMOUNTS) == 10 * tens + units[-1]
