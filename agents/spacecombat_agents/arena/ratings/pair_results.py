"""Counted results of pairs: players, scenario, and the outcomes of both games of each pair.

All statistics of a tournament start from these counts, so they do not depend on the order of games.
Scores are 0, 1/2 and 1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

__all__ = [
    "OUTCOMES",
    "PAIR_OUTCOMES",
    "PairResults",
    "count_pair_results",
    "outcomes",
    "pentanomial_counts",
]

OUTCOMES = 3
"""A game is lost, drawn or won: scores 0, 1/2, 1 are outcomes 0, 1, 2."""
PAIR_OUTCOMES = 2 * OUTCOMES - 1
"""A pair of games scores 0, 1/4, 1/2, 3/4 or 1: pentanomial counts."""


class PairResults(NamedTuple):
    """Counts of pairs by outcome; one row per two players in one scenario."""

    a: np.ndarray
    """int (m,): numbers of players; a <= b, equal if a player met itself."""
    b: np.ndarray
    """int (m,)."""
    scenario: np.ndarray
    """int (m,): numbers of scenarios."""
    counts: np.ndarray
    """float (m, 3, 3): pairs by the outcome of `a` in the first seat and in the second seat."""
    players: int
    scenarios: int

    @property
    def pairs(self) -> np.ndarray:
        """Return the pairs of each row, float (m,)."""
        return self.counts.sum(axis=(1, 2))


def outcomes(scores: np.ndarray) -> np.ndarray:
    """Return outcomes 0, 1, 2 of games with scores 0, 1/2, 1."""
    doubled = 2.0 * np.asarray(scores, float)
    codes = np.rint(doubled)
    if np.any(doubled != codes) or np.any((codes < 0) | (codes >= OUTCOMES)):
        raise ValueError("scores of games must be 0, 1/2 or 1")
    return codes.astype(np.int64)


def pentanomial_counts(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return how many pairs scored 0, 1/4, 1/2, 3/4 and 1, int (5,)."""
    _check_paired(first, second)
    return np.bincount(outcomes(first) + outcomes(second), minlength=PAIR_OUTCOMES)


def count_pair_results(
    a: np.ndarray,
    b: np.ndarray,
    first: np.ndarray,
    second: np.ndarray,
    *,
    scenario: np.ndarray | None = None,
    players: int | None = None,
    scenarios: int | None = None,
) -> PairResults:
    """Count pairs of games; each array has one entry per pair.

    `first` is the score of `a` in the game where it took the first seat, `second` in the other.
    `players` and `scenarios` are the totals, if some have not played.
    """
    _check_paired(first, second)
    a, b = np.asarray(a, np.int64), np.asarray(b, np.int64)
    scenario_of = np.zeros(len(a), np.int64) if scenario is None else np.asarray(scenario, np.int64)
    if not len(a) == len(b) == len(scenario_of) == len(first):
        raise ValueError("players, scenarios and scores differ in length")
    players = _count_of(players, np.concatenate([a, b]), "entrant")
    scenario_count = max(_count_of(scenarios, scenario_of, "scenario"), 1)
    game, other = outcomes(first), outcomes(second)
    swapped = a > b
    won = OUTCOMES - 1
    low, high = np.where(swapped, b, a), np.where(swapped, a, b)
    game, other = np.where(swapped, won - other, game), np.where(swapped, won - game, other)
    key = (low * players + high) * scenario_count + scenario_of
    rows, at = np.unique(key, return_inverse=True)
    counts = np.zeros((len(rows), OUTCOMES, OUTCOMES))
    np.add.at(counts, (at, game, other), 1.0)
    matchups, where = np.divmod(rows, scenario_count)
    return PairResults(*np.divmod(matchups, players), where, counts, players, scenario_count)


def _check_paired(first: np.ndarray, second: np.ndarray) -> None:
    """Refuse games without the other game of the pair."""
    if len(first) != len(second):
        raise ValueError(
            f"{len(first)} first games and {len(second)} second games do not form pairs"
        )


def _count_of(declared: int | None, indices: np.ndarray, kind: str) -> int:
    """Return the number of players or scenarios."""
    most = int(indices.max(initial=-1)) + 1
    if indices.min(initial=0) < 0 or (declared is not None and most > declared):
        raise ValueError(
            f"{kind} {indices.min() if indices.min() < 0 else most - 1} does not exist"
        )
    return most if declared is None else declared
