"""Intervals: known quantiles, edge cases, and coverage by simulation."""

from __future__ import annotations

import numpy as np
import pytest

from spacecombat_agents.arena.statistics.intervals import (
    paired_interval,
    t_quantile,
    variance_ratio,
    wilson,
)


@pytest.mark.parametrize(
    ("dof", "quantile"),
    [(1, 12.7062), (2, 4.30265), (3, 3.18245), (4, 2.77645), (19, 2.09302), (199, 1.97196)],
)
def test_t_quantile_is_the_printed_one(dof: int, quantile: float) -> None:
    assert t_quantile(0.975, dof) == pytest.approx(quantile, abs=1e-4)


def test_t_quantile_tends_to_the_normal_one() -> None:
    assert t_quantile(0.975, 10_000) == pytest.approx(1.95996, abs=1e-4)


def test_wilson_is_the_printed_one() -> None:
    """Newcombe 1998, table I: 81 of 263, z 1.96, Wilson without correction 0.2553 to 0.3662."""
    interval = wilson(81 / 263, 263, 1.959964)
    assert interval == pytest.approx((0.2553, 0.3662), abs=1e-4)


def test_interval_holds_the_mean_and_stays_in_bounds() -> None:
    for share in (0.0, 0.5, 1.0):
        scores = np.full(30, share)
        interval = paired_interval(scores, scores)
        assert 0.0 <= interval.low <= share <= interval.high <= 1.0


def test_all_wins_in_one_pair_is_no_certainty() -> None:
    interval = paired_interval(np.ones(1), np.ones(1))
    assert interval.low < 0.1


def test_opposite_games_narrow_and_equal_games_widen_the_interval() -> None:
    rng = np.random.default_rng(1)
    first = rng.integers(2, size=200).astype(float)
    opposite, equal = paired_interval(first, 1.0 - first), paired_interval(first, first)
    alone = paired_interval(first, rng.permutation(first))
    widths = [interval.high - interval.low for interval in (opposite, alone, equal)]
    assert widths == sorted(widths)


def test_variance_ratio_stays_within_its_limits() -> None:
    first = np.tile([0.0, 1.0], 100)
    assert variance_ratio(first, 1.0 - first) == 0.3
    assert variance_ratio(first, first) == 1.3
    assert variance_ratio(first, first, (0.3, 2.0)) == pytest.approx(2.0, abs=0.06)


def test_no_pairs_are_refused() -> None:
    with pytest.raises(ValueError, match="not form pairs"):
        paired_interval(np.zeros(3), np.zeros(2))


@pytest.mark.slow
@pytest.mark.parametrize("pairs", [20, 50, 200])
@pytest.mark.parametrize("strength", [0.0, 0.7, 1.6])
@pytest.mark.parametrize("side", [0.0, 1.0])
def test_coverage(pairs: int, strength: float, side: float) -> None:
    """The interval holds the true score in at least 94 % of simulated matches."""
    rng = np.random.default_rng([pairs, int(10 * strength), int(side)])

    def play(count: int) -> np.ndarray:
        """Scores of A: seat advantage, randomness shared by the pair, and its own randomness in each game."""
        shared = 0.5 * rng.normal(size=(count, 1))
        latent = strength + np.array([side, -side]) + shared + rng.normal(size=(count, 2))
        return np.where(np.abs(latent) < 0.05, 0.5, latent > 0)

    truth = play(400_000).mean()
    held = 0
    for _ in range(1000):
        scores = play(pairs)
        interval = paired_interval(scores[:, 0], scores[:, 1])
        held += interval.low <= truth <= interval.high
    assert held >= 940 - 15  # two standard errors of the simulation
