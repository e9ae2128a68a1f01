"""Decide while results come in: intervals valid at any time, and the SPRT.

Both use counts of pairs. To stop by them, count pairs in the order of their numbers, up to the
first unfinished one: short games finish before long ones and differ from them. Needs the extra
`arena` (scipy).
"""

from __future__ import annotations

import math
from enum import Enum
from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq
from scipy.special import logsumexp

from spacecombat_agents.arena.ratings.pair_results import PAIR_OUTCOMES
from spacecombat_agents.arena.statistics.intervals import Interval

__all__ = [
    "NORMAL_ELO",
    "PAIR_SCORES",
    "Sprt",
    "SprtDecision",
    "anytime_counts",
    "anytime_interval",
    "log_wealth",
    "sprt",
]

PORTFOLIOS = 512
"""Portfolios that bet on a mean: exact for as many pairs, and still valid for more."""
EPSILON = 1e-12
"""Distance of candidate means from the ends of their range."""
PAIR_SCORES = np.linspace(0.0, 1.0, PAIR_OUTCOMES)
PSEUDO_COUNT = 1e-3
"""Replaces a count of 0 pairs, so that one-sided results have finite ratios."""
MAX_ELO = 200.0
"""Limit of hypotheses in normalized Elo; beyond it (scores above 80 %) use scores."""
NORMAL_ELO = 800.0 / math.log(10.0)
"""Normalized Elo of a game whose mean score is one standard deviation above 1/2 (Van den Bergh)."""
MAX_ITERATIONS = 100
TOLERANCE = 1e-12


def log_wealth(mean: float, values: np.ndarray, counts: np.ndarray) -> float:
    """Return the logarithm of the wealth from betting 1 against `mean`, over values in 0 to 1.

    Uses Cover's universal portfolio of the stocks x/m and (1-x)/(1-m), with shares Beta(1/2, 1/2).
    If the mean is m, the wealth ever reaches 1/a with chance at most a (Ville). For zeros and ones
    alone this equals the closed form of Krichevsky and Trofimov.
    """
    angles = (np.arange(PORTFOLIOS) + 0.5) * math.pi / PORTFOLIOS
    share = (1.0 + np.cos(angles)) / 2.0
    up, down = values / mean, (1.0 - values) / (1.0 - mean)
    gains = np.log(share[:, None] * up + (1.0 - share[:, None]) * down) @ counts
    return float(logsumexp(gains) - math.log(PORTFOLIOS))


def anytime_interval(
    values: np.ndarray, level: float = 0.95, span: tuple[float, float] = (0.0, 1.0)
) -> Interval:
    """Return an interval for the mean of values within `span`, valid at every look.

    This is a confidence sequence by betting (Waudby-Smith and Ramdas 2024; Orabona and Jun 2024).
    It does not depend on the order of values. Use the mean scores of pairs, or for two arms on the
    same blocks the differences with span -1 to 1.
    """
    low, high = span
    observed = (np.asarray(values, float) - low) / (high - low)
    if observed.size and not (observed.min() >= -EPSILON and observed.max() <= 1.0 + EPSILON):
        raise ValueError(f"a value is outside {low} to {high}")
    bounds = anytime_counts(*np.unique(np.clip(observed, 0.0, 1.0), return_counts=True), level)
    return Interval(*(low + bound * (high - low) for bound in bounds))


def anytime_counts(values: np.ndarray, counts: np.ndarray, level: float = 0.95) -> Interval:
    """Return the interval for values in 0 to 1 with these counts."""
    total = counts.sum()
    if total == 0:
        return Interval(0.0, 1.0)
    mean = min(max(float(values @ counts / total), EPSILON), 1.0 - EPSILON)
    threshold = -math.log1p(-level)

    def excess(candidate: float) -> float:
        return log_wealth(candidate, values, counts) - threshold

    def bound(end: float) -> float:
        """Find one bound: the wealth is log-convex in the mean, and at most 1 at the values'."""
        if end == mean or excess(end) <= 0.0:
            return round(end)
        return float(brentq(excess, end, mean, xtol=1e-9))

    return Interval(bound(EPSILON), bound(1.0 - EPSILON))


class SprtDecision(str, Enum):
    """Conclusion of a sequential test."""

    CONTINUE = "go on"
    LOW = "low"
    """The lower hypothesis is accepted."""
    HIGH = "high"
    """The higher one is accepted."""


class Sprt(NamedTuple):
    """State of a sequential probability ratio test."""

    ratio: float
    """Logarithm of the likelihood ratio of the higher hypothesis to the lower one."""
    lower: float
    """At this ratio or below, the lower hypothesis is accepted."""
    upper: float
    """At this ratio or above, the higher hypothesis is accepted."""
    verdict: SprtDecision


def sprt(
    counts: np.ndarray,
    low: float,
    high: float,
    *,
    alpha: float = 0.05,
    beta: float = 0.05,
    normalised: bool = True,
) -> Sprt:
    """Return the state of the test of a pair's mean score; `counts` (5,): pairs with 0 to 1.

    `low` and `high` are normalized Elo of a game (`NORMAL_ELO`), or without `normalised` mean
    scores between 0 and 1. `alpha` and `beta` are the chances of accepting the wrong hypothesis.
    """
    if not 0.0 < alpha + beta < 1.0 or min(alpha, beta) <= 0.0:
        raise ValueError(f"alpha {alpha} and beta {beta} must be positive with a sum below 1")
    if not low < high or (normalised and max(-low, high) > MAX_ELO):
        raise ValueError(
            f"hypotheses {low:g} and {high:g} must be in order and not too far from even"
        )
    lower, upper = math.log(beta / (1.0 - alpha)), math.log((1.0 - beta) / alpha)
    if normalised:
        log_likelihoods = [
            _log_likelihood(counts, each / NORMAL_ELO * math.sqrt(2.0)) for each in (low, high)
        ]
    else:
        log_likelihoods = [_log_likelihood(counts, None, each) for each in (low, high)]
    ratio = log_likelihoods[1] - log_likelihoods[0] if np.sum(counts) > 0 else 0.0
    verdict = (
        SprtDecision.HIGH
        if ratio >= upper
        else SprtDecision.LOW
        if ratio <= lower
        else SprtDecision.CONTINUE
    )
    return Sprt(ratio, lower, upper, verdict)


def _log_likelihood(counts: np.ndarray, excess: float | None, mean: float = 0.5) -> float:
    """Return the best log-likelihood of the counts among distributions with a given mean.

    The mean is `mean`, or 1/2 plus `excess` standard deviations of a pair.
    """
    observed = np.maximum(np.asarray(counts, float), PSEUDO_COUNT)
    shares = observed / observed.sum()
    if excess is None:
        return float(observed @ np.log(tilted(shares, PAIR_SCORES - mean)))
    return float(observed @ np.log(_with_excess(shares, excess)))


def _with_excess(shares: np.ndarray, excess: float) -> np.ndarray:
    """Return the most likely distribution with mean 1/2 plus `excess` standard deviations.

    At the optimum it is `shares` tilted along the condition's own derivative (Van den Bergh's fixed
    point).
    """
    found = np.full(PAIR_OUTCOMES, 1.0 / PAIR_OUTCOMES)
    for _ in range(MAX_ITERATIONS):
        previous = found
        mean = float(found @ PAIR_SCORES)
        deviation = math.sqrt(float(found @ (PAIR_SCORES - mean) ** 2))
        curve = 1.0 + ((PAIR_SCORES - mean) / deviation) ** 2
        found = tilted(shares, PAIR_SCORES - 0.5 - excess * deviation * curve / 2.0)
        if np.abs(found - previous).max() < TOLERANCE:
            break
    return found


def tilted(shares: np.ndarray, constraint: np.ndarray) -> np.ndarray:
    """Return the distribution with mean `constraint` 0 that is most likely under `shares`."""
    least, most = float(constraint.min()), float(constraint.max())
    if not least < 0.0 < most:
        raise ValueError("no distribution of these scores has this mean")
    ends = [-1.0 / most, -1.0 / least]
    margin = EPSILON * (ends[1] - ends[0])

    def balance(tilt: float) -> float:
        return float(np.sum(shares * constraint / (1.0 + tilt * constraint)))

    tilt = brentq(balance, ends[0] + margin, ends[1] - margin, xtol=1e-14, rtol=1e-14)
    return shares / (1.0 + tilt * constraint)
