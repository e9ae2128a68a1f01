"""The rating of one player by games against opponents of known Elo, with its deviation.

As in Glicko a new player begins with a wide normal distribution; here it is centred on the
opponents. Opponents' ratings are fixed. The distribution after the games is summed on a grid, so
that few or one-sided results need no approximation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

__all__ = ["AnchoredElo", "rate_against"]

ELO_PER_DECADE = 400.0
"""Elo difference at odds of ten to one."""
PRIOR_DEVIATION, REACH, STEP = 350.0, 1500.0, 5.0
"""Deviation of a player without games; how far the grid reaches beyond the opponents; its step."""


class AnchoredElo(NamedTuple):
    """A rating."""

    elo: float
    deviation: float


def rate_against(results: Sequence[tuple[float, float]]) -> AnchoredElo:
    """Return the rating after games: at least one opponent's Elo with the score from 0 to 1."""
    elo, score = np.array(results, float).T
    grid = np.arange(elo.min() - REACH, elo.max() + REACH + STEP, STEP)
    wins = -np.logaddexp(0.0, (elo - grid[:, None]) * np.log(10.0) / ELO_PER_DECADE)
    losses = -np.logaddexp(0.0, (grid[:, None] - elo) * np.log(10.0) / ELO_PER_DECADE)
    logs = wins @ score + losses @ (1.0 - score) - ((grid - elo.mean()) / PRIOR_DEVIATION) ** 2 / 2
    weights = np.exp(logs - logs.max())
    weights /= weights.sum()
    mean = float(weights @ grid)
    return AnchoredElo(mean, float(np.sqrt(weights @ (grid - mean) ** 2)))
