"""What fleets are worth in points: a logistic model of results, and what would be a fair price.

The logarithm of the odds of `a` against `b` is s (ln w_a - ln w_b), w = price x quality. The same
fleet with a ship fewer has its quality and a lower price: that tells s, what a point does. A draw
is half a game won.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import chdtrc, expit

from spacecombat_agents.arena.statistics import Interval

ROUNDS = 40
SURE = 1e-10
PRIOR = 0.5
"""A game won and one lost, in part, for each couple: keeps one-sided results finite."""
FITS = 1000
LEAST_SLOPE = 1e-3
LEAST_VARIANCE = 0.01
"""Of a game: what is expected to be all but certain is not certain."""


class Met(NamedTuple):
    """Pairs of games between two fleets at two prices."""

    a: int
    b: int
    price_a: float
    price_b: float
    scores: np.ndarray
    """(pairs,) mean score of `a`."""


class Fair(NamedTuple):
    """What fleets are worth, as parts of their printed price."""

    worth: np.ndarray
    """(fleets,) against the geometric mean of the others: 1.1 is 10 % too cheap."""
    intervals: list[Interval]
    slope: float
    """What a point does: odds go with the price to this power."""
    slope_interval: Interval
    expected: np.ndarray
    """(met,) what the prices say that `a` scores in each meeting."""
    p: float
    """Chance of scores so far from these if prices said it all (Pearson)."""


def fair_prices(
    met: list[Met], fleets: int, *, level: float = 0.95, fits: int = FITS, seed: int = 0
) -> Fair:
    """Return what each fleet is worth for its price; intervals by a Bayesian bootstrap of pairs."""
    design = np.array([_row(each, fleets) for each in met])
    sums = np.array([each.scores.sum() for each in met])
    pairs = np.array([float(len(each.scores)) for each in met])
    best = _fit(design, sums[None], pairs[None])
    lots = np.random.default_rng(seed)
    drawn_sums, drawn_pairs = np.zeros((2, fits, len(met)))
    for column, each in enumerate(met):
        weights = lots.exponential(size=(fits, len(each.scores)))
        drawn_pairs[:, column] = weights.sum(axis=1)
        drawn_sums[:, column] = weights @ each.scores
    drawn = _fit(design, drawn_sums, drawn_pairs)
    tails = [(1.0 - level) / 2.0, (1.0 + level) / 2.0]
    spread = np.quantile(_worth(drawn, fleets), tails, axis=0)
    slopes = np.quantile(drawn[:, -1], tails)
    intervals = [Interval(float(low), float(high)) for low, high in spread.T]
    worth = _worth(best, fleets)[0]
    slope = Interval(*map(float, slopes))
    expected = expit(design @ best[0])
    off = misfit(sums / pairs, expected, pairs)
    freedom = len(met) - fleets
    p = float(chdtrc(freedom, off)) if freedom > 0 else 1.0
    return Fair(worth, intervals, float(best[0, -1]), slope, expected, p)


def misfit(scores: np.ndarray, expected: np.ndarray, pairs: np.ndarray) -> float:
    """Return the sum of squared deviations, each by its variance; a pair is two games."""
    variance = np.maximum(expected * (1.0 - expected), LEAST_VARIANCE) / (2.0 * pairs)
    return float(((scores - expected) ** 2 / variance).sum())


def _row(each: Met, fleets: int) -> np.ndarray:
    """Return what counts for `a`: qualities of all fleets but the first, and the price."""
    row = np.zeros(fleets)
    for fleet, sign in ((each.a, 1.0), (each.b, -1.0)):
        if fleet > 0:
            row[fleet - 1] += sign
    row[-1] = np.log(each.price_a / each.price_b)
    return row


def _fit(design: np.ndarray, sums: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    """Return coefficients (fits, columns) of greatest likelihood, by Newton's steps."""
    won, all_of = sums + PRIOR / 2.0, pairs + PRIOR
    found = np.zeros((len(sums), design.shape[1]))
    ridge = 1e-6 * np.eye(design.shape[1])
    for _ in range(ROUNDS):
        chance = expit(found @ design.T)
        pull = (won - all_of * chance) @ design
        bend = np.einsum("fm,mi,mj->fij", all_of * chance * (1.0 - chance), design, design) + ridge
        step = np.linalg.solve(bend, pull[..., None])[..., 0]
        found += np.clip(step, -2.0, 2.0)
        if np.abs(step).max() < SURE:
            break
    return found


def _worth(found: np.ndarray, fleets: int) -> np.ndarray:
    """Return each fleet's quality against the geometric mean of the others', (fits, fleets)."""
    slope = np.maximum(found[:, -1:], LEAST_SLOPE)
    logs = np.concatenate([np.zeros((len(found), 1)), found[:, :-1]], axis=1) / slope
    others = (logs.sum(axis=1, keepdims=True) - logs) / max(fleets - 1, 1)
    quality: np.ndarray = np.exp(logs - others)
    return quality
