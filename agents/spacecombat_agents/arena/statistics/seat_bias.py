"""The advantage of the first seat, and whether a scenario is fair."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import numpy as np

from spacecombat_agents.arena.statistics.intervals import (
    SEAT_RATIO_LIMITS,
    Interval,
    paired_interval,
)

__all__ = ["SeatVerdict", "side_bias"]

FAIR_MARGIN = 0.03
"""By default a scenario is fair if the first seat scores between 47 and 53 %."""


class SeatVerdict(str, Enum):
    """Conclusion from an interval and a margin chosen beforehand."""

    FAIR = "fair"
    """The whole interval lies within the margin."""
    FIRST = "first seat"
    """The interval lies above 50 % and not entirely within the margin."""
    SECOND = "second seat"
    UNDECIDED = "undecided"
    """More pairs are needed."""


class SideBias(NamedTuple):
    """The score of the first seat."""

    score: float
    """Mean score of the first seat, 0 to 1."""
    interval: Interval
    pairs: int
    verdict: SeatVerdict


def side_bias(
    first: np.ndarray, second: np.ndarray, *, margin: float = FAIR_MARGIN, level: float = 0.95
) -> SideBias:
    """Return the bias of the seats; each entry is a pair, with the scores of the same player.

    `first` is its score in the first seat, `second` in the second seat. Both players take both
    seats, so their strength cancels. The one displayed interval decides everything; as a test of
    equivalence it errs in at most (1 - level) / 2 of cases.
    """
    first, second = np.asarray(first, float), np.asarray(second, float)
    interval = paired_interval(first, 1.0 - second, level, limits=SEAT_RATIO_LIMITS)
    score = float(first.mean() + 1.0 - second.mean()) / 2.0
    return SideBias(score, interval, len(first), _seat_verdict(interval, margin))


def _seat_verdict(interval: Interval, margin: float) -> SeatVerdict:
    """Return the conclusion from an interval of the first seat's score."""
    if 0.5 - margin <= interval.low and interval.high <= 0.5 + margin:
        return SeatVerdict.FAIR
    if interval.low > 0.5:
        return SeatVerdict.FIRST
    if interval.high < 0.5:
        return SeatVerdict.SECOND
    return SeatVerdict.UNDECIDED
