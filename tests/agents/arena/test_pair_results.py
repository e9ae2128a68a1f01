"""Counting pairs: who, where, how; in any order, with either player named first."""

from __future__ import annotations

import numpy as np
import pytest

from spacecombat_agents.arena.ratings.pair_results import (
    count_pair_results,
    outcomes,
    pentanomial_counts,
)


def test_a_pair_counts_the_same_whoever_is_named_first() -> None:
    """1 beats 0 from the first seat and draws from the second: so says either of them."""
    by_zero = count_pair_results(np.array([0]), np.array([1]), np.array([0.5]), np.array([0.0]))
    by_one = count_pair_results(np.array([1]), np.array([0]), np.array([1.0]), np.array([0.5]))
    for here, there in zip(by_zero, by_one, strict=True):
        assert np.array_equal(here, there)
    assert by_zero.counts[0, 1, 0] == by_zero.counts.sum() == 1


def test_order_of_pairs_does_not_matter() -> None:
    rng = np.random.default_rng(1)
    a, b, place = rng.integers(4, size=(3, 200))
    first, second = rng.integers(3, size=(2, 200)) / 2.0
    shuffled = rng.permutation(200)
    here = count_pair_results(a, b, first, second, scenario=place)
    rows = [column[shuffled] for column in (a, b, first, second)]
    there = count_pair_results(*rows, scenario=place[shuffled])
    for one, other in zip(here, there, strict=True):
        assert np.array_equal(one, other)
    assert here.pairs.sum() == 200 and np.all(here.a <= here.b)


def test_five_counts_are_those_of_chess() -> None:
    first, second = np.array([0, 0, 1, 0.5, 1, 1]), np.array([0, 0.5, 0, 0.5, 0.5, 1])
    assert pentanomial_counts(first, second).tolist() == [1, 1, 2, 1, 1]


def test_nothing_played_is_no_error() -> None:
    none = np.zeros(0)
    assert count_pair_results(none, none, none, none, players=3).counts.shape == (0, 3, 3)


@pytest.mark.parametrize("score", [0.25, -0.5, 1.5, np.nan])
def test_other_scores_are_refused(score: float) -> None:
    with pytest.raises(ValueError, match="scores of games"):
        outcomes(np.array([score]))


def test_what_does_not_fit_is_refused() -> None:
    one, two = np.zeros(1), np.zeros(2)
    with pytest.raises(ValueError, match="not form pairs"):
        count_pair_results(one, one, one, two)
    with pytest.raises(ValueError, match="differ in length"):
        count_pair_results(two, one, one, one)
    with pytest.raises(ValueError, match="entrant 5 does not exist"):
        count_pair_results(np.array([5]), one, one, one, players=3)
    with pytest.raises(ValueError, match="scenario -1 does not exist"):
        count_pair_results(one, one, one, one, scenario=np.array([-1]))
