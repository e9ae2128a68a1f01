"""Dose response: the smallest dose that works with a given chance, with an interval.

The share of successes rises with the dose; there is no other assumption. It is fitted by isotonic
regression, with intervals from Jeffreys' posterior, each made monotone. A closed form serves as a
check.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import isotonic_regression
from scipy.stats import beta, binom

__all__ = ["DoseResponse", "as_json", "fit_response", "measure_response", "screen_kill_probability"]

RESAMPLES = 1000
LEVELS = (0.5, 0.9)


class SmallestDose(NamedTuple):
    """The smallest dose that works with a given chance."""

    chance: float
    dose: int | None
    """None if no tried dose is enough."""
    low: int
    """Open to the next dose that was not tried: one more than the last that surely is too small."""
    high: int | None


class DoseResponse(NamedTuple):
    """Shares of successes by dose."""

    doses: tuple[int, ...]
    worked: tuple[int, ...]
    runs: int
    """Runs of each dose."""
    fitted: tuple[float, ...]
    low: tuple[float, ...]
    """Clopper and Pearson's interval of each dose alone."""
    high: tuple[float, ...]
    smallest: tuple[SmallestDose, ...]


def measure_response(
    shoot: Callable[[int, int], int],
    doses: Sequence[int],
    runs: int,
    *,
    level: float = 0.95,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> DoseResponse:
    """Try every dose; `shoot(dose, runs)` returns how many runs worked."""
    worked = []
    for done, dose in enumerate(doses, start=1):
        worked.append(int(shoot(dose, runs)))
        if progress is not None:
            progress(done)
    return fit_response(doses, worked, runs, level=level, seed=seed)


def fit_response(
    doses: Sequence[int], worked: Sequence[int], runs: int, *, level: float = 0.95, seed: int = 0
) -> DoseResponse:
    """Fit a response to counts of successes."""
    counts = np.asarray(worked)
    fitted = np.asarray(isotonic_regression(counts / runs).x)
    rng = np.random.default_rng(seed)
    samples = rng.beta(counts + 0.5, runs - counts + 0.5, size=(RESAMPLES, len(counts)))
    curves = np.array([isotonic_regression(each).x for each in samples])
    tail = (1.0 - level) / 2.0
    found = []
    for chance in LEVELS:
        indices = np.array([_first_index(curve, chance) for curve in curves])
        ends = np.quantile(indices, [tail, 1.0 - tail], method="nearest").astype(int)
        at = _first_index(fitted, chance)
        first, last = ends.tolist()
        found.append(
            SmallestDose(
                chance, _dose(doses, at), _after_last(doses, first), _dose(doses, int(last))
            )
        )
    low = beta.ppf(tail, counts, runs - counts + 1)
    high = beta.ppf(1.0 - tail, counts + 1, runs - counts)
    return DoseResponse(
        tuple(doses),
        tuple(int(count) for count in counts),
        runs,
        tuple(fitted.tolist()),
        tuple(np.nan_to_num(low, nan=0.0).tolist()),
        tuple(np.nan_to_num(high, nan=1.0).tolist()),
        tuple(found),
    )


def _first_index(curve: np.ndarray, chance: float) -> int:
    """Return the first index at which a rising curve reaches a chance; its length for none."""
    return int(np.searchsorted(curve, chance - 1e-12))


def _after_last(doses: Sequence[int], index: int) -> int:
    """Return the least dose above the one before an index: those between were not tried."""
    return doses[index - 1] + 1 if index > 0 else 1


def _dose(doses: Sequence[int], index: int) -> int | None:
    """Return the dose at an index; None beyond the last."""
    return doses[index] if index < len(doses) else None


def screen_kill_probability(
    missiles: int, shots: int, stops: float, hits: float, needed: int
) -> float:
    """Return the chance that a salvo kills through a screen that takes its missiles independently.

    Each of `shots` is at another missile and stops it with chance `stops`. Each remaining missile
    hits with chance `hits`; `needed` hits kill.
    """
    shot_at = min(shots, missiles)
    stopped = np.arange(shot_at + 1)
    enough = binom.sf(needed - 1, missiles - stopped, hits)
    return float(binom.pmf(stopped, shot_at, stops) @ enough)


def as_json(found: DoseResponse) -> dict[str, Any]:
    """Return every number of a response."""
    rows = zip(found.doses, found.worked, found.fitted, found.low, found.high, strict=True)
    return {
        "runs": found.runs,
        "doses": [
            {"dose": dose, "worked": worked, "fitted": fitted, "interval": [low, high]}
            for dose, worked, fitted, low, high in rows
        ],
        "smallest": [each._asdict() for each in found.smallest],
    }
