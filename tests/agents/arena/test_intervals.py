"""Intervals: known quantiles, edge cases, and coverage by simulation."""

from __future__ import annotations

import numpy as np
import pytest

from spacecombat_agents.arena.statistics.intervals import (
    Interval,
    draw_ratio,
    paired_interval,
    score_interval,
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


def drawn_games(
    rng: np.random.Generator, shape: tuple[int, int], drawn: float, lead: float
) -> np.ndarray:
    """Return scores of games: a share is drawn, in the others the score is `lead` above 1/2."""
    won = rng.random(shape) < 0.5 + lead
    return np.where(rng.random(shape) < drawn, 0.5, won)


@pytest.mark.parametrize("drawn", [0.0, 0.5, 0.9])
def test_coverage_does_not_depend_on_draws(drawn: float) -> None:
    """Between 94 and 96 % of intervals of 200 pairs hold the true score, of any player."""
    rng = np.random.default_rng(int(10 * drawn))
    held, widths, own, count = 0, 0.0, 0.0, 0
    for lead in (0.0, 0.1, 0.2, 0.3):
        truth = 0.5 + (1.0 - drawn) * lead
        for _ in range(1500):
            scores = drawn_games(rng, (200, 2), drawn, lead)
            interval = paired_interval(scores[:, 0], scores[:, 1])
            held += interval.low <= truth <= interval.high
            widths += interval.high - interval.low
            own += 2.0 * t_quantile(0.975, 199) * scores.mean(axis=1).std(ddof=1) / 200**0.5
            count += 1
    assert 0.94 <= held / count <= 0.96
    assert widths == pytest.approx(own, rel=0.02)


@pytest.mark.parametrize("drawn", [0.0, 0.5, 0.9])
def test_coverage_of_single_games_does_not_depend_on_draws(drawn: float) -> None:
    rng, held = np.random.default_rng(2), 0
    for _ in range(4000):
        interval = score_interval(drawn_games(rng, (400, 1), drawn, 0.1)[:, 0])
        held += interval.low <= 0.5 + (1.0 - drawn) * 0.1 <= interval.high
    assert 0.94 <= held / 4000 <= 0.96


def test_draws_alone_are_no_certainty() -> None:
    scores = np.full(20, 0.5)
    assert draw_ratio(scores) == pytest.approx(4.0 / 24.0)
    low, high = paired_interval(scores, scores)
    assert 0.44 < low < 0.47 and high == pytest.approx(1.0 - low)


def test_no_draws_change_nothing() -> None:
    """Without draws the interval is Wilson's, as before draws were known to it."""
    rng = np.random.default_rng(5)
    first, second = rng.integers(2, size=(2, 50)).astype(float)
    effective = 100.0 / variance_ratio(first, second)
    mean = float(first.mean() + second.mean()) / 2.0
    expected: Interval = wilson(mean, effective, t_quantile(0.975, 49))
    assert paired_interval(first, second) == pytest.approx(expected, abs=1e-12)


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
