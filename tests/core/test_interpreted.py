"""The interpreted twin of a compiled function."""

from __future__ import annotations

import numpy as np
import pytest

from spacecombat_env.core.engine.interpreted import interpreted
from spacecombat_env.core.engine.jit import SETTINGS, jit

FACTOR = 3


@jit
def scaled(x):
    """What another function calls."""
    return FACTOR * x


@jit
def summed(values, add=1):
    """Calls another compiled function."""
    total = add
    for value in values:
        total += scaled(value)
    return total


@jit
def counted_down(n):
    """Calls itself."""
    return 0 if n == 0 else 1 + counted_down(n - 1)


def test_a_twin_says_the_same_and_compiles_nothing():
    twin = interpreted(summed)
    assert twin(np.array([1, 2])) == 10 and twin([1, 2], 5) == 14
    for function in (summed, scaled):
        assert not getattr(function, "signatures", [])
    assert interpreted(counted_down)(4) == 4


def test_a_function_has_one_twin_and_a_plain_one_is_its_own():
    assert interpreted(summed) is interpreted(summed)
    assert interpreted(len) is len


@pytest.mark.skipif(bool(SETTINGS.DISABLE_JIT), reason="nothing is compiled")
def test_the_compiled_function_stays_what_it_is():
    interpreted(summed)
    assert summed(np.array([1, 2])) == 10 and summed.signatures
