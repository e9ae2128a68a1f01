"""Which of several arms did better on the same blocks, and by how much.

An arm is a way to play, a block a pair of games with one luck (or several of them, summed up); all
arms play all blocks, against the same opponents. What counts is the difference in each block: luck
that both arms have is no difference. Needs the extra `arena` (scipy).
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import numpy as np
from scipy.special import chdtrc, stdtrit
from scipy.stats import multivariate_t

from spacecombat_agents.arena.statistics import Interval

GRAIN = 0.5
"""What one game makes of a pair's mean score."""
MATTERS = 0.02
"""Two points in a hundred games: what is surely less does not matter, unless somebody says so."""
LOTS = 20_000
"""Draws of the largest of several deviations."""
EVEN = 1e-9


class Verdict(str, Enum):
    """What an interval of a difference says."""

    BETTER = "better"
    WORSE = "worse"
    EQUIVALENT = "equivalent"
    """The whole interval lies within what does not matter."""
    UNDECIDED = "undecided"


class Difference(NamedTuple):
    """How much more an arm makes than the baseline, in the units of the scores."""

    difference: float
    interval: Interval
    """For this arm alone."""
    together: Interval
    """All of an experiment's arms lie in these at once; judge by it where there are several."""
    verdict: Verdict
    """By `together`."""
    blocks: int
    variance_ratio: float
    """Variance of the difference over that of independent blocks: what the same luck saved."""


def difference(
    arm: np.ndarray,
    baseline: np.ndarray,
    *,
    level: float = 0.95,
    grain: float = GRAIN,
    matters: float = MATTERS,
) -> Difference:
    """Return what an arm makes more than the baseline on the same blocks, (blocks,) each."""
    return differences(np.stack([baseline, arm]), level=level, grain=grain, matters=matters)[0]


def differences(
    scores: np.ndarray,
    *,
    baseline: int = 0,
    level: float = 0.95,
    grain: float = GRAIN,
    matters: float = MATTERS,
    seed: int = 0,
) -> list[Difference]:
    """Return what each arm but the baseline makes more than it; `scores` (arms, blocks).

    Student's interval of paired differences. Two blocks are added that differ by a `grain` up and
    a grain down, as Agresti and Min (2005) do with yes and no: where all blocks were equal the
    interval is not of no width. 0 for margins without a grain.
    """
    scores = np.asarray(scores, float)
    if scores.ndim != 2 or scores.shape[0] < 2 or scores.shape[1] < 2:
        raise ValueError(f"scores of shape {scores.shape}: at least two arms and two blocks")
    others = [arm for arm in range(len(scores)) if arm != baseline]
    more = scores[others] - scores[baseline]
    spread = np.sqrt(_spread(more, grain) / _blocks(more, grain))
    alone, together = _factors(more, grain, level, seed)
    found = []
    for arm, row, error in zip(others, more, spread, strict=True):
        mean = float(row.mean())
        wide = Interval(*(mean + sign * together * error for sign in (-1.0, 1.0)))
        apart = scores[arm].var() + scores[baseline].var()
        ratio = float(row.var() / apart) if apart > EVEN else 1.0
        found.append(
            Difference(
                mean,
                Interval(mean - alone * error, mean + alone * error),
                wide,
                verdict(wide, matters),
                len(row),
                ratio,
            )
        )
    return found


def verdict(interval: Interval, matters: float = MATTERS) -> Verdict:
    """Return what an interval of a difference says."""
    if -matters <= interval.low and interval.high <= matters:
        return Verdict.EQUIVALENT
    if interval.low > 0.0:
        return Verdict.BETTER
    if interval.high < 0.0:
        return Verdict.WORSE
    return Verdict.UNDECIDED


class Strata(NamedTuple):
    """A difference in each of several parts of the blocks: per scenario, opponent, pilot."""

    parts: dict[int, Difference]
    """By the part's number; intervals `together` hold in all parts at once (Bonferroni)."""
    p: float
    """Chance of parts so far from each other if the difference were the same in all (Cochran)."""
    general: bool
    """No part's `together` lies on the other side of 0 than the whole difference."""


def strata(
    arm: np.ndarray,
    baseline: np.ndarray,
    part: np.ndarray,
    *,
    level: float = 0.95,
    grain: float = GRAIN,
    matters: float = MATTERS,
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
        here = difference(arm[rows], baseline[rows], level=level, **rest)
        strict = difference(arm[rows], baseline[rows], level=stricter, **rest)
        found[name] = here._replace(together=strict.interval, verdict=strict.verdict)
        more = (arm[rows] - baseline[rows])[None]
        weights.append(_blocks(more, grain) / max(float(_spread(more, grain)[0]), EVEN))
    means = np.array([each.difference for each in found.values()])
    centre = np.average(means, weights=weights)
    p = float(chdtrc(len(names) - 1, weights @ (means - centre) ** 2)) if len(names) > 1 else 1.0
    whole = float(np.mean(arm - baseline))
    ends = [each.together.high if whole > 0.0 else -each.together.low for each in found.values()]
    return Strata(found, p, whole == 0.0 or min(ends) >= 0.0)


def best_set(
    scores: np.ndarray, *, level: float = 0.95, grain: float = GRAIN, seed: int = 0
) -> list[int]:
    """Return the arms that no other arm is surely better than; `scores` (arms, blocks).

    The best one is among them with the level's confidence at least: all differences between arms
    have one simultaneous factor.
    """
    scores = np.asarray(scores, float)
    couples = [(a, b) for a in range(len(scores)) for b in range(a)]
    if not couples:
        return list(range(len(scores)))
    more = np.stack([scores[a] - scores[b] for a, b in couples])
    reach = _factors(more, grain, level, seed)[1] * np.sqrt(
        _spread(more, grain) / _blocks(more, grain)
    )
    beaten = set()
    for (a, b), mean, far in zip(couples, more.mean(axis=1), reach, strict=True):
        if abs(mean) > far:
            beaten.add(b if mean > 0.0 else a)
    return [arm for arm in range(len(scores)) if arm not in beaten]


def _blocks(more: np.ndarray, grain: float) -> int:
    """Return the blocks, with those that are added."""
    return more.shape[1] + (2 if grain else 0)


def _spread(more: np.ndarray, grain: float) -> np.ndarray:
    """Return the variances of differences (arms, blocks), with the blocks that are added."""
    squares = ((more - more.mean(axis=1, keepdims=True)) ** 2).sum(axis=1)
    return (squares + 2.0 * grain**2) / (_blocks(more, grain) - 1)


def _factors(more: np.ndarray, grain: float, level: float, seed: int) -> tuple[float, float]:
    """Return how many standard errors an interval reaches, alone and all of them at once.

    All at once: the level's quantile of the largest deviation under the correlations measured.
    """
    freedom = _blocks(more, grain) - 1
    alone = float(stdtrit(freedom, 0.5 + level / 2.0))
    if len(more) == 1:
        return alone, alone
    centred = more - more.mean(axis=1, keepdims=True)
    joint = centred @ centred.T + 2.0 * grain**2 * np.eye(len(more))
    norms = np.sqrt(np.maximum(np.diag(joint), EVEN))
    lots = multivariate_t(shape=joint / np.outer(norms, norms), df=freedom, allow_singular=True)
    largest = np.abs(lots.rvs(LOTS, random_state=seed)).max(axis=1)
    return alone, max(alone, float(np.quantile(largest, level)))
