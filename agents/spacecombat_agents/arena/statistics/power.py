"""Number of pairs that an experiment needs. Needs the extra `arena` (scipy)."""

from __future__ import annotations

import math
from typing import NamedTuple

from scipy.optimize import brentq
from scipy.special import ncfdtr, ndtr, ndtri, stdtrit

__all__ = ["minimum_detectable_effect", "pairs_needed", "power"]

MIN_PAIRS, MAX_PAIRS = 2.0, 1e12
"""Range of the search for a number of pairs."""
MAX_EFFECT = 100.0
"""Upper limit of an effect, in standard deviations."""
NORMAL_FROM = 1000.0
"""From this many pairs on Student's distribution is taken as normal."""


class SampleSize(NamedTuple):
    """Numbers of pairs needed."""

    fixed: int
    """With one test at the end."""
    anytime: int
    """With any number of interim analyses (`sequential.anytime_interval`): by then the effect has
    shown with about the requested power."""


def pairs_needed(
    effect: float,
    deviation: float,
    *,
    chance: float = 0.8,
    level: float = 0.95,
    width: float = 1.0,
) -> SampleSize:
    """Return the pairs after which an effect shows with the requested power.

    The difference of means to detect is `effect`, in scores. `deviation` is the standard deviation
    of the averaged values: a pair's mean score, or the difference of two arms. The range of values
    is `width`: 1 for scores, 2 for differences.
    """
    if not (effect and deviation > 0.0 and 0.0 < level < 1.0):
        raise ValueError(
            f"effect {effect}, deviation {deviation}, level {level}: no effect to detect"
        )
    if not 1.0 - level < chance < 1.0:
        raise ValueError(f"chance {chance} is not between {1.0 - level:g} and 1")
    size = abs(effect) / deviation

    def short(pairs: float) -> float:
        return power(size, pairs, level) - chance

    def short_of_wealth(pairs: float) -> float:
        """The wealth must reach what the level demands and pay for not knowing the effect."""
        far = size * math.sqrt(pairs) - float(ndtri(chance))
        cost = 0.5 * math.log1p(2.0 * math.pi * pairs * (deviation / width) ** 2)
        return math.copysign(far * far / 2.0, far) + math.log1p(-level) - cost

    fixed, anytime = (
        math.ceil(brentq(gap, MIN_PAIRS, MAX_PAIRS, rtol=1e-9))
        if gap(MIN_PAIRS) < 0.0
        else int(MIN_PAIRS)
        for gap in (short, short_of_wealth)
    )
    return SampleSize(fixed, max(fixed, anytime))


def power(size: float, pairs: float, level: float = 0.95) -> float:
    """Return the chance that an effect of `size` deviations shows in `pairs` pairs.

    It shows if Student's interval of the mean excludes 0.
    """
    noncentrality = size * math.sqrt(pairs)
    upper = 0.5 + level / 2.0
    if pairs > NORMAL_FROM:
        critical_value = float(ndtri(upper))
        return float(ndtr(noncentrality - critical_value) + ndtr(-noncentrality - critical_value))
    critical_value = float(stdtrit(pairs - 1.0, upper))
    missed = float(
        ncfdtr(1.0, pairs - 1.0, noncentrality * noncentrality, critical_value * critical_value)
    )
    return 1.0 if math.isnan(missed) else 1.0 - missed  # SciPy returns nan for some values near 0


def minimum_detectable_effect(
    pairs: int, deviation: float, *, chance: float = 0.8, level: float = 0.95
) -> float:
    """Return the smallest effect that `pairs` pairs show with that power, in scores."""
    if pairs < MIN_PAIRS or deviation <= 0.0:
        raise ValueError(f"{pairs} pairs with deviation {deviation} cannot show an effect")

    def short(size: float) -> float:
        return power(size, pairs, level) - chance

    return deviation * float(brentq(short, 0.0, MAX_EFFECT))
