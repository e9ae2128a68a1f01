"""Compare arms on the same blocks: which did better, and by how much.

An arm is a way to play. A block is a pair of games, or the sum of several, with common random
numbers. All arms play all blocks against the same opponents, and the difference in each block
counts: randomness that both arms share cancels. Needs the extra `arena` (scipy).
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import numpy as np
from scipy.special import chdtrc, stdtrit
from scipy.stats import multivariate_t

from spacecombat_agents.arena.statistics.intervals import Interval

__all__ = [
    "ArmVerdict",
    "Difference",
    "EQUIVALENCE_MARGIN",
    "Strata",
    "arm_verdict",
    "best_set",
    "paired_difference",
    "paired_differences",
    "stratified_difference",
]

GRAIN = 0.5
"""Change of a pair's mean score by one game."""
EQUIVALENCE_MARGIN = 0.02
"""Default margin of equivalence: two points in a hundred games."""
RESAMPLES = 20_000
"""Samples of the largest of several deviations."""
EPSILON = 1e-9


class ArmVerdict(str, Enum):
    """Conclusion from the interval of a difference."""

    BETTER = "better"
    WORSE = "worse"
    EQUIVALENT = "equivalent"
    """The whole interval lies within the margin of equivalence."""
    UNDECIDED = "undecided"


class Difference(NamedTuple):
    """The difference between an arm and the baseline, in the units of the scores."""

    difference: float
    interval: Interval
    """For this arm alone."""
    simultaneous: Interval
    """Holds for all arms of an experiment at once; use it when there are several."""
    verdict: ArmVerdict
    """From `simultaneous`."""
    blocks: int
    variance_ratio: float
    """Variance of the difference over that of independent blocks."""


def paired_difference(
    arm: np.ndarray,
    baseline: np.ndarray,
    *,
    level: float = 0.95,
    grain: float = GRAIN,
    matters: float = EQUIVALENCE_MARGIN,
) -> Difference:
    """Return the difference between an arm and the baseline on the same blocks, (blocks,) each."""
    return paired_differences(np.stack([baseline, arm]), level=level, grain=grain, matters=matters)[
        0
    ]


def paired_differences(
    scores: np.ndarray,
    *,
    baseline: int = 0,
    level: float = 0.95,
    grain: float = GRAIN,
    matters: float = EQUIVALENCE_MARGIN,
    seed: int = 0,
) -> list[Difference]:
    """Return the differences between each arm and the baseline; `scores` (arms, blocks).

    The intervals are Student's for paired differences. Two blocks are added, one `grain` above and
    one below, as Agresti and Min (2005) do for binary outcomes: the interval has a width even if
    all blocks are equal. Use grain 0 for margins.
    """
    scores = np.asarray(scores, float)
    if scores.ndim != 2 or scores.shape[0] < 2 or scores.shape[1] < 2:
        raise ValueError(
            f"scores of shape {scores.shape}: at least two arms and two blocks are needed"
        )
    other_arms = [arm for arm in range(len(scores)) if arm != baseline]
    deltas = scores[other_arms] - scores[baseline]
    spread = np.sqrt(_variances(deltas, grain) / _block_count(deltas, grain))
    pointwise, simultaneous = _interval_factors(deltas, grain, level, seed)
    found = []
    for arm, row, error in zip(other_arms, deltas, spread, strict=True):
        mean = float(row.mean())
        simultaneous_interval = Interval(
            *(mean + sign * simultaneous * error for sign in (-1.0, 1.0))
        )
        independent_variance = scores[arm].var() + scores[baseline].var()
        ratio = float(row.var() / independent_variance) if independent_variance > EPSILON else 1.0
        found.append(
            Difference(
                mean,
                Interval(mean - pointwise * error, mean + pointwise * error),
                simultaneous_interval,
                arm_verdict(simultaneous_interval, matters),
                len(row),
                ratio,
            )
        )
    return found


def arm_verdict(interval: Interval, matters: float = EQUIVALENCE_MARGIN) -> ArmVerdict:
    """Return the conclusion from an interval of a difference."""
    if -matters <= interval.low and interval.high <= matters:
        return ArmVerdict.EQUIVALENT
    if interval.low > 0.0:
        return ArmVerdict.BETTER
    if interval.high < 0.0:
        return ArmVerdict.WORSE
    return ArmVerdict.UNDECIDED


class Strata(NamedTuple):
    """A difference in each of several parts of the blocks: per scenario, opponent or pilot."""

    parts: dict[int, Difference]
    """By the part's number; the `simultaneous` intervals hold in all parts at once (Bonferroni)."""
    p: float
    """Chance of parts this far from each other if the difference were the same in all (Cochran)."""
    general: bool
    """No part's `simultaneous` interval lies on the other side of 0 than the whole difference."""


def stratified_difference(
    arm: np.ndarray,
    baseline: np.ndarray,
    part: np.ndarray,
    *,
    level: float = 0.95,
    grain: float = GRAIN,
    matters: float = EQUIVALENCE_MARGIN,
) -> Strata:
    """Return the difference in each part of the blocks; `part` (blocks,) numbers them.

    Each part has at least two blocks.
    """
    names = np.unique(part).tolist()
    stricter = 1.0 - (1.0 - level) / len(names)
    rest = {"grain": grain, "matters": matters}
    found, weights = {}, []
    for name in names:
        rows = part == name
        pointwise_difference = paired_difference(arm[rows], baseline[rows], level=level, **rest)
        strict = paired_difference(arm[rows], baseline[rows], level=stricter, **rest)
        found[name] = pointwise_difference._replace(
            simultaneous=strict.interval, verdict=strict.verdict
        )
        deltas = (arm[rows] - baseline[rows])[None]
        weights.append(
            _block_count(deltas, grain) / max(float(_variances(deltas, grain)[0]), EPSILON)
        )
    means = np.array([each.difference for each in found.values()])
    centre = np.average(means, weights=weights)
    p = float(chdtrc(len(names) - 1, weights @ (means - centre) ** 2)) if len(names) > 1 else 1.0
    whole = float(np.mean(arm - baseline))
    ends = [
        each.simultaneous.high if whole > 0.0 else -each.simultaneous.low for each in found.values()
    ]
    return Strata(found, p, whole == 0.0 or min(ends) >= 0.0)


def best_set(
    scores: np.ndarray, *, level: float = 0.95, grain: float = GRAIN, seed: int = 0
) -> list[int]:
    """Return the arms that no other arm surely beats; `scores` (arms, blocks).

    The set contains the best arm with at least the level's confidence: all differences between arms
    share one simultaneous factor.
    """
    scores = np.asarray(scores, float)
    arm_pairs = [(a, b) for a in range(len(scores)) for b in range(a)]
    if not arm_pairs:
        return list(range(len(scores)))
    deltas = np.stack([scores[a] - scores[b] for a, b in arm_pairs])
    reach = _interval_factors(deltas, grain, level, seed)[1] * np.sqrt(
        _variances(deltas, grain) / _block_count(deltas, grain)
    )
    beaten = set()
    for (a, b), mean, margin in zip(arm_pairs, deltas.mean(axis=1), reach, strict=True):
        if abs(mean) > margin:
            beaten.add(b if mean > 0.0 else a)
    return [arm for arm in range(len(scores)) if arm not in beaten]


def _block_count(deltas: np.ndarray, grain: float) -> int:
    """Return the number of blocks, including the added ones."""
    return deltas.shape[1] + (2 if grain else 0)


def _variances(deltas: np.ndarray, grain: float) -> np.ndarray:
    """Return the variances of differences (arms, blocks), with the added blocks."""
    squares = ((deltas - deltas.mean(axis=1, keepdims=True)) ** 2).sum(axis=1)
    return (squares + 2.0 * grain**2) / (_block_count(deltas, grain) - 1)


def _interval_factors(
    deltas: np.ndarray, grain: float, level: float, seed: int
) -> tuple[float, float]:
    """Return how many standard errors an interval spans, alone and simultaneously.

    Simultaneous: the level's quantile of the largest deviation under the measured correlations.
    """
    dof = _block_count(deltas, grain) - 1
    pointwise = float(stdtrit(dof, 0.5 + level / 2.0))
    if len(deltas) == 1:
        return pointwise, pointwise
    centred = deltas - deltas.mean(axis=1, keepdims=True)
    joint = centred @ centred.T + 2.0 * grain**2 * np.eye(len(deltas))
    norms = np.sqrt(np.maximum(np.diag(joint), EPSILON))
    distribution = multivariate_t(shape=joint / np.outer(norms, norms), df=dof, allow_singular=True)
    largest = np.abs(distribution.rvs(RESAMPLES, random_state=seed)).max(axis=1)
    return pointwise, max(pointwise, float(np.quantile(largest, level)))
