"""What it is worth to sit first, and whether a scenario may be called fair."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import numpy as np

from spacecombat_agents.arena.statistics.intervals import (
    SEAT_RATIO_LIMITS,
    Interval,
    paired_interval,
)

FAIR_MARGIN = 0.03
"""A score of the first seat within 47 and 53 % is called fair, unless somebody says otherwise."""


class SeatVerdict(str, Enum):
    """What an interval says about a margin that was chosen before."""

    FAIR = "fair"
    """The whole interval lies within the margin: what difference there is does not matter."""
    FIRST = "first seat"
    """The interval lies above 50 %, and not all of it within the margin."""
    SECOND = "second seat"
    UNDECIDED = "undecided"
    """More pairs are wanted."""


class SideBias(NamedTuple):
    """How well the first seat did."""

    score: float
    """Mean score of the first seat, 0 to 1."""
    interval: Interval
    pairs: int
    verdict: SeatVerdict


def side_bias(
    first: np.ndarray, second: np.ndarray, *, margin: float = FAIR_MARGIN, level: float = 0.95
) -> SideBias:
    """Return what pairs say about the seats; each entry a pair, scores of one and the same player.

    `first` is its score where it sat first, `second` where it sat second. As both players sat in
    both seats, it does not matter who is the better one. One interval, the one that is shown,
    decides everything: as a test of equivalence it errs in (1 - level) / 2 of cases at most.
    """
    first, second = np.asarray(first, float), np.asarray(second, float)
    interval = paired_interval(first, 1.0 - second, level, limits=SEAT_RATIO_LIMITS)
    score = float(first.mean() + 1.0 - second.mean()) / 2.0
    return SideBias(score, interval, len(first), _seat_verdict(interval, margin))


def _seat_verdict(interval: Interval, margin: float) -> SeatVerdict:
    """Return what an interval of the first seat's score says."""
    if 0.5 - margin <= interval.low and interval.high <= 0.5 + margin:
        return SeatVerdict.FAIR
    if interval.low > 0.5:
        return SeatVerdict.FIRST
    if interval.high < 0.5:
        return SeatVerdict.SECOND
    return SeatVerdict.UNDECIDED
