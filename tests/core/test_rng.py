"""The dice: even, independent of what they are keyed by, and the same in every mode."""

from __future__ import annotations

import numpy as np
import pytest

from spacecombat_env.core.kernels.batch import random_actions
from spacecombat_env.core.model.rng import fold, keyed, mix, pick
from spacecombat_env.core.native import native
from spacecombat_env.native.library import native_kernels

DRAWS = 12_000


@native
def draw(key, n):
    """The number 0..n-1 keyed by five values."""
    return pick(keyed(key[0], key[1], key[2], key[3], key[4]), n)


@native
def count(places, n, counts):
    """Draw once for each row of keys."""
    for i in range(len(places)):
        counts[draw(places[i], n)] += 1


def chi_square(counts: np.ndarray) -> float:
    """How far the counts are from even, in standard deviations of the chi-square statistic."""
    expected = counts.sum() / len(counts)
    statistic = ((counts - expected) ** 2).sum() / expected
    freedom = len(counts) - 1
    return abs(statistic - freedom) / np.sqrt(2 * freedom)


def keys_varying(position: int) -> np.ndarray:
    """Keys that differ in one of the five values only, counting up from below zero."""
    keys = np.tile(np.array([12345, 67890, 3, 5, 1], dtype=np.int64), (DRAWS, 1))
    keys[:, position] = np.arange(DRAWS) - 100
    return keys


@pytest.mark.parametrize("n", [2, 6, 10, 144])
@pytest.mark.parametrize("position", range(5))
def test_draws_are_even_whichever_value_varies(position, n):
    counts = np.zeros(n, np.int64)
    count(keys_varying(position), n, counts)
    assert chi_square(counts) < 4


@pytest.mark.parametrize("position", range(5))
def test_neighbouring_draws_are_independent(position):
    rolls = np.array([draw(key, 6) for key in keys_varying(position)])
    pairs = np.bincount(rolls[:-1] * 6 + rolls[1:], minlength=36)
    assert chi_square(pairs) < 4


def test_no_collisions_in_a_game():
    keys = [(1, 2, kind, turn, n) for kind in range(10) for turn in range(40) for n in range(30)]
    assert len({int(keyed(*key)) for key in keys}) == len(keys)


def test_order_of_values_matters():
    assert (
        len({int(keyed(*key)) for key in [(1, 2, 3, 4, 5), (2, 1, 3, 4, 5), (1, 2, 3, 5, 4)]}) == 3
    )


def test_mix_and_fold_are_one_to_one():
    values = range(-3000, 3000)
    assert len({int(mix(v)) for v in values}) == len(values)
    assert len({int(fold(99, v)) for v in values}) == len(values)
    assert len({int(fold(v, 99)) for v in values}) == len(values)


def test_mix_flips_half_the_bits():
    flips = [int(mix(v) ^ mix(v ^ (1 << bit))).bit_count() for v in range(64) for bit in range(32)]
    assert abs(np.mean(flips) - 16) < 0.2


@pytest.mark.parametrize(
    "kind", [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint32, np.uint64]
)
def test_every_integer_type_gives_the_same(kind):
    assert keyed(kind(7), kind(100), kind(3), kind(2), kind(1)) == keyed(7, 100, 3, 2, 1)
    assert pick(mix(kind(5)), kind(6)) == pick(mix(5), 6)


def test_low_32_bits_count():
    assert fold(5, -1) == fold(5, 2**32 - 1)
    assert fold(-1, 5) == fold(2**32 - 1, 5)


def test_pick_covers_its_range_and_no_more():
    assert (pick(0, 6), pick(2**32 - 1, 6), pick(123, 1)) == (0, 5, 0)


def test_known_values():
    """Saved games and replays depend on these: they never change."""
    assert [int(mix(v)) for v in (0, 1, 2)] == [0, 2261973619, 229111015]
    assert int(keyed(1, 2, 3, 4, -5)) == 3927089217


def test_the_library_draws_the_same():
    """From seeds of any size and sign."""
    kernels = native_kernels("spacecombat_env.rulesets.intercept_sensors")
    if kernels is None:
        pytest.skip("no native engine")
    rng = np.random.default_rng(1)
    edges = [0, 1, -1, 2**31, 2**32 - 1, -(2**31), 2**63 - 1, -(2**63)]
    seeds = np.array([*edges, *rng.integers(-(2**63), 2**63 - 1, 200)], np.int64)
    mask = (rng.random((len(seeds), 37)) < 0.5).astype(np.int8)
    mask[20] = 0
    one, other = seeds.copy(), seeds.copy()
    drawn, expected = np.zeros((2, len(seeds)), np.int64)
    for _ in range(5):
        kernels.random_actions(mask, one, drawn, 0, len(seeds))
        with np.errstate(over="ignore"):
            random_actions(mask, other, expected, 0, len(seeds))
        assert (drawn == expected).all() and (one == other).all()
