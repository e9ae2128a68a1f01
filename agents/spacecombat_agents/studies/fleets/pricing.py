"""Fair prices of fleets from a logistic model of results.

The logarithm of the odds of `a` against `b` is s (ln w_a - ln w_b), w = price x quality. The same
fleet with a ship fewer has the same quality and a lower price, which determines s, the value of a
point. A draw is half a game won.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import chdtrc, expit

from spacecombat_agents.arena.statistics.intervals import Interval

__all__ = ["FairPrices", "PricedResult", "fair_prices"]

MAX_ITERATIONS = 40
TOLERANCE = 1e-10
PRIOR = 0.5
"""Fraction of a game won and lost for each matchup: keeps one-sided results finite."""
RESAMPLES = 1000
MIN_SLOPE = 1e-3
PRIOR_PAIRS = 4.0
"""Weight of the variance that pairs of independent games without draws would have."""
MIN_VARIANCE = 0.01
"""Minimum variance of a game: near-certain expectations are not certain."""


class PricedResult(NamedTuple):
    """Pairs of games between two fleets at two prices."""

    a: int
    b: int
    price_a: float
    price_b: float
    scores: np.ndarray
    """(pairs,) mean score of `a`."""


class FairPrices(NamedTuple):
    """Values of fleets, relative to their printed prices."""

    worth: np.ndarray
    """(fleets,) relative to the geometric mean of the others: 1.1 is 10 % too cheap."""
    intervals: list[Interval]
    slope: float
    """Value of a point: odds grow with the price to this power."""
    slope_interval: Interval
    expected: np.ndarray
    """(met,) expected score of `a` in each meeting, from the prices."""
    p: float
    """Chance of scores this far from the expected ones if prices explained all (Pearson)."""


def fair_prices(
    results: list[PricedResult],
    fleets: int,
    *,
    level: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> FairPrices:
    """Return each fleet's value for its price; intervals by a Bayesian bootstrap of pairs."""
    design = np.array([_row(each, fleets) for each in results])
    sums = np.array([each.scores.sum() for each in results])
    pairs = np.array([float(len(each.scores)) for each in results])
    best = _fit(design, sums[None], pairs[None])
    rng = np.random.default_rng(seed)
    resampled_sums, resampled_pairs = np.zeros((2, resamples, len(results)))
    for column, each in enumerate(results):
        weights = rng.exponential(size=(resamples, len(each.scores)))
        resampled_pairs[:, column] = weights.sum(axis=1)
        resampled_sums[:, column] = weights @ each.scores
    resampled = _fit(design, resampled_sums, resampled_pairs)
    tails = [(1.0 - level) / 2.0, (1.0 + level) / 2.0]
    spread = np.quantile(_worth(resampled, fleets), tails, axis=0)
    slope_bounds = np.quantile(resampled[:, -1], tails)
    intervals = [Interval(float(low), float(high)) for low, high in spread.T]
    worth = _worth(best, fleets)[0]
    slope = Interval(*map(float, slope_bounds))
    expected = expit(design @ best[0])
    chi_square = misfit([each.scores for each in results], expected)
    dof = len(results) - fleets
    p = float(chdtrc(dof, chi_square)) if dof > 0 else 1.0
    return FairPrices(worth, intervals, float(best[0, -1]), slope, expected, p)


def misfit(scores: list[np.ndarray], expected: np.ndarray) -> float:
    """Return the sum of squared deviations, each over its variance.

    `scores` are the pairs' mean scores in each meeting. The variance of a meeting is that of its
    own pairs, averaged with `PRIOR_PAIRS` pairs of independent games without draws.
    """
    total = 0.0
    for pairs, mean in zip(scores, expected.tolist(), strict=True):
        prior = max(mean * (1.0 - mean), MIN_VARIANCE) / 2.0
        squares = float(((pairs - pairs.mean()) ** 2).sum()) if len(pairs) > 1 else prior
        variance = (squares + PRIOR_PAIRS * prior) / (max(len(pairs) - 1, 1) + PRIOR_PAIRS)
        total += (float(pairs.mean()) - mean) ** 2 / (variance / len(pairs))
    return total


def _row(each: PricedResult, fleets: int) -> np.ndarray:
    """Return the regressors for `a`: qualities of all fleets except the first, and the price."""
    row = np.zeros(fleets)
    for fleet, sign in ((each.a, 1.0), (each.b, -1.0)):
        if fleet > 0:
            row[fleet - 1] += sign
    row[-1] = np.log(each.price_a / each.price_b)
    return row


def _fit(design: np.ndarray, sums: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    """Return the maximum-likelihood coefficients (fits, columns), by Newton's method."""
    won_pairs, played_pairs = sums + PRIOR / 2.0, pairs + PRIOR
    coefficients = np.zeros((len(sums), design.shape[1]))
    ridge = 1e-6 * np.eye(design.shape[1])
    for _ in range(MAX_ITERATIONS):
        chance = expit(coefficients @ design.T)
        gradient = (won_pairs - played_pairs * chance) @ design
        hessian = (
            np.einsum("fm,mi,mj->fij", played_pairs * chance * (1.0 - chance), design, design)
            + ridge
        )
        step = np.linalg.solve(hessian, gradient[..., None])[..., 0]
        coefficients += np.clip(step, -2.0, 2.0)
        if np.abs(step).max() < TOLERANCE:
            break
    return coefficients


def _worth(coefficients: np.ndarray, fleets: int) -> np.ndarray:
    """Return each fleet's quality relative to the geometric mean of the others', (fits, fleets)."""
    slope = np.maximum(coefficients[:, -1:], MIN_SLOPE)
    logs = np.concatenate([np.zeros((len(coefficients), 1)), coefficients[:, :-1]], axis=1) / slope
    others = (logs.sum(axis=1, keepdims=True) - logs) / max(fleets - 1, 1)
    quality: np.ndarray = np.exp(logs - others)
    return quality
