"""What the usual suite takes of long tests, and what the slow one takes besides."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import pytest


def slow(*values: Any) -> Any:
    """Return parameters of a test for the slow suite."""
    return pytest.param(*values, marks=pytest.mark.slow)


def first_quick(values: Sequence[Any], quick: int = 1) -> list[Any]:
    """Return values of a parameter: the first few for the usual suite, the rest for the slow."""
    return [*values[:quick], *map(slow, values[quick:])]


def quick_of(values: Collection[str], quick: Collection[str]) -> list[Any]:
    """Return names of cases: those of `quick` for the usual suite, the rest for the slow."""
    return [value if value in quick else slow(value) for value in values]
