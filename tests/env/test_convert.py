"""Observations as floats, from the library and from NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from spacecombat_env.env.vector.convert import numpy_scale_rows, to_floats
from spacecombat_env.native.library import library, native_scale_rows

RNG = np.random.default_rng(4)
COMPACT = RNG.integers(-128, 128, (40, 101)).astype(np.int8)
SCALES = RNG.random(101).astype(np.float32)


@pytest.mark.parametrize("rows", [[], [0], [39, 0, 7, 7], list(range(40))])
def test_the_library_scales_as_numpy_does(rows: list[int]) -> None:
    if library() is None:
        pytest.skip("no library")
    scale_rows, at = native_scale_rows(), np.array(rows, np.int64)
    assert scale_rows is not None
    found = np.full((2, 45, 101), np.nan, np.float32)
    scale_rows(COMPACT, SCALES, at, found[0])
    numpy_scale_rows(COMPACT, SCALES, at, found[1])
    assert np.array_equal(found[0], found[1], equal_nan=True)
    assert np.array_equal(found[0, : len(rows)], COMPACT[at] * SCALES)


def test_what_does_not_fit_is_refused() -> None:
    if library() is None:
        pytest.skip("no library")
    scale_rows, rows = native_scale_rows(), np.arange(3)
    assert scale_rows is not None
    out = np.zeros((3, 101), np.float32)
    for wrong in ([-1, 0], [0, 40]):
        with pytest.raises(IndexError):
            scale_rows(COMPACT, SCALES, np.array(wrong), out)
    with pytest.raises(ValueError, match="fit"):
        scale_rows(COMPACT, SCALES, np.arange(4), out)
    with pytest.raises(ValueError, match="fit"):
        scale_rows(COMPACT, SCALES[:-1], rows, out)
    with pytest.raises(ValueError, match="float64"):
        scale_rows(COMPACT, SCALES, rows, out.astype(np.float64))


def test_rows_may_be_left_out() -> None:
    assert np.array_equal(to_floats(COMPACT, SCALES), COMPACT * SCALES)
    out = np.zeros((60, 101), np.float32)
    assert np.shares_memory(to_floats(COMPACT, SCALES, out=out), out)
