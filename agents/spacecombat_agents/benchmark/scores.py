"""Means over seeds with intervals, and ratings, from kept counts of pairs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from spacecombat_agents.arena.matches.batch_games import BatchResult
from spacecombat_agents.arena.ratings.pair_results import OUTCOMES, PairResults, outcomes
from spacecombat_env.core.presentation.perspective import DRAW
from spacecombat_env.core.ruleset import TALLY

__all__ = [
    "Summary",
    "count_pairs",
    "elo_ratings",
    "score",
    "summary_of_counts",
    "summary_of_values",
]

RESAMPLES = 2000
TRIMMED = 0.25
"""Share of the seeds at each end that the interquartile mean leaves out."""
POINTS = np.add.outer(np.arange(OUTCOMES), np.arange(OUTCOMES)) / (2 * OUTCOMES - 2)
"""Score of a pair by the outcomes of its games in the first and in the second seat."""


class Summary(NamedTuple):
    """Figures of one entry over its seeds."""

    mean: float
    """Interquartile mean over seeds."""
    low: float
    """Ends of the 95 % interval: a bootstrap over seeds, and over the pairs of each seed."""
    high: float
    worst: float
    """The worst seed."""


def count_pairs(batches: Sequence[BatchResult]) -> list[list[int]]:
    """Return how many pairs ended how: (3, 3), by A's outcome in the first and second seat."""
    tally = np.concatenate([batch.tally for batch in batches])
    seat_of_a = np.concatenate([batch.seat_of_a for batch in batches])
    verdict = tally[:, TALLY.verdict]
    codes = outcomes(np.where(verdict == DRAW, 0.5, verdict == seat_of_a))
    counts = np.zeros((OUTCOMES, OUTCOMES), int)
    np.add.at(counts, (codes[seat_of_a == 0], codes[seat_of_a == 1]), 1)
    return [[int(each) for each in row] for row in counts]


def score(counts: np.ndarray | Sequence[Sequence[int]]) -> float:
    """Return the mean score of counted pairs, 0 to 1."""
    table = np.asarray(counts, float)
    return float((table * POINTS).sum() / table.sum())


def interquartile_mean(values: np.ndarray) -> np.ndarray:
    """Return the mean of the last axis without the lowest and highest quarter, rounded down."""
    cut = int(values.shape[-1] * TRIMMED)
    mean: np.ndarray = np.sort(values, axis=-1)[..., cut : values.shape[-1] - cut].mean(axis=-1)
    return mean


def summary_of_counts(matches: Sequence[Sequence[np.ndarray]]) -> Summary:
    """Summarise matches: for each seed the counts of pairs (3, 3) against each opponent.

    The score of a seed is the mean over its opponents.
    """
    rng, flat = np.random.default_rng(0), POINTS.ravel()
    tables = np.array([[np.ravel(each) for each in seed] for seed in matches], float)
    pairs = tables.sum(axis=-1, keepdims=True)
    drawn = rng.multinomial(
        pairs[..., 0].astype(int), tables / pairs, size=(RESAMPLES, *pairs.shape[:-1])
    )
    resampled = (drawn @ flat / pairs[..., 0]).mean(axis=-1)
    return _summary((tables @ flat / pairs[..., 0]).mean(axis=-1), resampled, rng, min)


def summary_of_values(values: Sequence[float]) -> Summary:
    """Summarise numbers that are known exactly and are better the lower they are."""
    given = np.array(values, float)
    rng = np.random.default_rng(0)
    return _summary(given, np.tile(given, (RESAMPLES, 1)), rng, max)


def _summary(
    values: np.ndarray,
    resampled: np.ndarray,
    rng: np.random.Generator,
    worst: Callable[[np.ndarray], float],
) -> Summary:
    """Return the summary of values (seeds,), with `resampled` ones (resamples, seeds)."""
    seeds = rng.integers(values.size, size=resampled.shape)
    means = interquartile_mean(np.take_along_axis(resampled, seeds, axis=1))
    low, high = np.quantile(means, [0.025, 0.975])
    return Summary(float(interquartile_mean(values)), float(low), float(high), float(worst(values)))


def elo_ratings(
    players: Sequence[str], matches: Mapping[tuple[str, str], np.ndarray]
) -> dict[str, tuple[float, float, float]]:
    """Return Elo with its interval for each player, the first at 0 (Davidson: draws count).

    `matches` holds counts of pairs (3, 3) by both names; the interval is over pairs. Players that
    no game joins to the first are left out.
    """
    from spacecombat_agents.arena.ratings.elo_ratings import rate

    numbers = {name: number for number, name in enumerate(players)}
    rows: list[tuple[int, int, np.ndarray]] = []
    for (a, b), counts in matches.items():
        swapped = numbers[a] > numbers[b]  # then the first seat of a is the second of b
        table = np.asarray(counts, float)
        table = table[::-1, ::-1].T if swapped else table
        rows.append((*sorted((numbers[a], numbers[b])), table))  # type: ignore[arg-type]
    if not rows:
        return {}
    first, second, tables = (np.array(column) for column in zip(*rows, strict=True))
    scenario = np.zeros(len(rows), np.int64)
    ratings = rate(PairResults(first, second, scenario, tables, len(players), 1))
    triples = zip(ratings.elo.tolist(), ratings.low.tolist(), ratings.high.tolist(), strict=True)
    found = dict(zip(players, triples, strict=True))
    return {name: each for name, each in found.items() if np.isfinite(each[1:]).all()}
