"""Cross table, cycles and the Nash mixture of players.

Ratings put players on a line. If results are not transitive (a beats b, b beats c, c beats a), the
line leaves out what matters most about tactics. Needs the extra `arena` (scipy).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog
from scipy.special import chdtrc, stdtr
from scipy.stats import false_discovery_control

from spacecombat_agents.arena.ratings.davidson import outcome_probabilities
from spacecombat_agents.arena.ratings.elo_ratings import ELO, OUTCOME_SCORES, Ratings
from spacecombat_agents.arena.ratings.pair_results import PairResults
from spacecombat_agents.arena.statistics.intervals import (
    Interval,
    paired_interval,
    sampling_ratio,
    variance_ratio,
)

__all__ = ["cross_table", "cycles", "nash_average", "nash_mixture", "transitivity"]

RESAMPLES = 200


@dataclass(frozen=True)
class CrossTable:
    """Scores of rows against columns over all scenarios; nan for players who have not met."""

    score: np.ndarray
    """float (entrants, entrants), 0 to 1."""
    low: np.ndarray
    high: np.ndarray
    pairs: np.ndarray
    """int (entrants, entrants)."""
    error: np.ndarray
    """Standard error that a score would have if its true value were 1/2."""

    def interval(self, a: int, b: int) -> Interval:
        """Return the interval of the score of `a` against `b`."""
        return Interval(float(self.low[a, b]), float(self.high[a, b]))


def cross_table(results: PairResults, level: float = 0.95) -> CrossTable:
    """Return the scores of all who met; intervals as in `statistics.paired_interval`."""
    shape = results.players, results.players
    table = {name: np.full(shape, np.nan) for name in ("score", "low", "high", "error")}
    pairs = np.zeros(shape, np.int64)
    for a, b in sorted(set(zip(results.a.tolist(), results.b.tolist(), strict=True))):
        counts = results.counts[(results.a == a) & (results.b == b)].sum(axis=0)
        first, second = _scores(counts)
        if a == b:
            continue
        low, high = paired_interval(first, second, level)
        score = float(first.mean() + second.mean()) / 2.0
        error = math.sqrt(sampling_ratio(first, second) / (8.0 * len(first)))
        for (row, column), values in {
            (a, b): (score, low, high),
            (b, a): (1.0 - score, 1.0 - high, 1.0 - low),
        }.items():
            for name, value in zip(("score", "low", "high"), values, strict=True):
                table[name][row, column] = value
            table["error"][row, column], pairs[row, column] = error, len(first)
    return CrossTable(pairs=pairs, **table)


def _scores(counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the scores of both games of counted pairs, (3, 3)."""
    at = np.repeat(np.arange(counts.size), counts.ravel().astype(np.int64))
    first, second = np.divmod(at, counts.shape[1])
    return first / 2.0, second / 2.0


class Cycle(NamedTuple):
    """Three players: each beats the next, and the last beats the first."""

    players: tuple[int, int, int]
    """Starts with the lowest number."""
    score: float
    """The least of the three scores, minus 1/2."""
    p: float
    """Chance of three scores as high if one of them were no advantage (the largest of three)."""
    q: float
    """Share of false ones among the cycles up to this one, sorted by p (Benjamini and Yekutieli,
    over all triples and directions)."""


def cycles(table: CrossTable) -> list[Cycle]:
    """Return the cycles, the most certain first.

    A cycle is as certain as the least certain of its three wins.
    """
    dof = np.maximum(table.pairs - 1.0, 1.0)
    with np.errstate(invalid="ignore"):
        p_values = stdtr(dof, -(table.score - 0.5) / table.error)
    found, probabilities = [], []
    for low, middle, high in combinations(range(len(table.score)), 3):
        for round_trip in ((low, middle, high), (low, high, middle)):
            steps = [(round_trip[k], round_trip[(k + 1) % 3]) for k in range(3)]
            p = max(float(p_values[step]) for step in steps)
            score = min(float(table.score[step]) for step in steps)
            if all(table.pairs[step] for step in steps):
                found.append((round_trip, score, p))
                probabilities.append(p)
    adjusted = false_discovery_control(probabilities, method="by") if probabilities else []
    found_cycles = [
        Cycle(players, score, p, float(q))
        for (players, score, p), q in zip(found, adjusted, strict=True)
        if score > 0.5
    ]
    return sorted(found_cycles, key=lambda cycle: (cycle.p, cycle.players))


class TransitivityTest(NamedTuple):
    """Whether ratings, one number per player, explain all results."""

    chi_square: float
    dof: int
    p: float
    """Chance of scores this far from what the ratings predict, if only ratings counted."""


def transitivity(results: PairResults, ratings: Ratings) -> TransitivityTest:
    """Return how well ratings fit the scores of all who met (Pearson's chi-square over matchups).

    The variance of a matchup is that of independent games times its variance ratio, see
    `statistics`.
    """
    lead = (ratings.elo[results.a] - ratings.elo[results.b]) / ELO
    side, draw = ratings.side[results.scenario] / ELO, float(ratings.fit.draw[0])
    probabilities = [
        outcome_probabilities(lead + side, draw),
        outcome_probabilities(lead - side, draw),
    ]
    means = [each @ OUTCOME_SCORES for each in probabilities]
    variances = [
        each @ OUTCOME_SCORES**2 - mean**2 for each, mean in zip(probabilities, means, strict=True)
    ]
    matchup = results.a * results.players + results.b
    surplus: dict[int, float] = {}
    variance: dict[int, float] = {}
    for row in np.flatnonzero(results.a != results.b):
        first, second = _scores(results.counts[row])
        lone = len(first) * (variances[0][row] + variances[1][row])
        over = first.sum() + second.sum() - len(first) * (means[0][row] + means[1][row])
        key = int(matchup[row])
        surplus[key] = surplus.get(key, 0.0) + float(over)
        variance[key] = variance.get(key, 0.0) + float(lone) * variance_ratio(first, second)
    chi_square = sum(surplus[key] ** 2 / variance[key] for key in surplus)
    met_others = set(results.a[results.a != results.b].tolist()) | set(
        results.b[results.a != results.b].tolist()
    )
    groups = sum(1 for group in ratings.groups.connected if met_others & set(group))
    dof = len(surplus) - (len(met_others) - groups)
    p = float(chdtrc(dof, chi_square)) if dof > 0 else 1.0
    return TransitivityTest(chi_square, dof, p)


class NashMixture(NamedTuple):
    """Shares of players in a mixture that no player beats in the long run."""

    share: np.ndarray
    """float (entrants,): mean over resamples, sums to 1 (Nash average: Balduzzi 2018)."""
    low: np.ndarray
    high: np.ndarray
    rating: np.ndarray
    """float (entrants,): score of each against the mixture, 0 to 1; above 1/2 only by noise."""


def nash_mixture(payoffs: np.ndarray) -> np.ndarray:
    """Return a mixture of rows that no row beats; `payoffs` (n, n): scores of rows."""
    count = len(payoffs)
    gain = (payoffs - payoffs.T) / 2.0
    bound = np.append(np.zeros(count), 1.0)
    solved = linprog(
        bound,
        A_ub=np.column_stack([gain, -np.ones(count)]),
        b_ub=np.zeros(count),
        A_eq=np.append(np.ones(count), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0.0, 1.0)] * count + [(None, None)],
        method="highs",
    )
    return np.maximum(solved.x[:count], 0.0) / np.maximum(solved.x[:count], 0.0).sum()


def nash_average(
    results: PairResults,
    ratings: Ratings,
    *,
    resamples: int = RESAMPLES,
    level: float = 0.95,
    seed: int = 0,
) -> NashMixture:
    """Return the mixture that no player beats, averaged over the uncertainty of the results.

    Each resample weights the pairs at random and solves its own game, so that players of equal
    strength get equal shares. Players who have not met score what the resample's ratings predict.
    """
    rng = np.random.default_rng(seed)
    mixtures, scores = [], []
    draw = float(ratings.fit.draw[0])
    for bootstrap in range(resamples):
        counts = rng.standard_gamma(results.counts)
        strength = ratings.resampled[bootstrap % len(ratings.resampled)] / ELO
        payoffs = (
            outcome_probabilities(strength[:, None] - strength[None, :], draw) @ OUTCOME_SCORES
        )
        points, games = np.zeros_like(payoffs), np.zeros_like(payoffs)
        points_of_a = (counts.sum(axis=2) + counts.sum(axis=1)) @ OUTCOME_SCORES
        played = 2.0 * counts.sum(axis=(1, 2))
        np.add.at(points, (results.a, results.b), points_of_a)
        np.add.at(points, (results.b, results.a), played - points_of_a)
        np.add.at(games, (results.a, results.b), played)
        np.add.at(games, (results.b, results.a), played)
        payoffs = np.where(games > 0.0, points / np.where(games > 0.0, games, 1.0), payoffs)
        np.fill_diagonal(payoffs, 0.5)
        mixture = nash_mixture(payoffs)
        mixtures.append(mixture)
        scores.append(payoffs @ mixture)
    tails = [(1.0 - level) / 2.0, (1.0 + level) / 2.0]
    low, high = np.quantile(mixtures, tails, axis=0, method="weibull")
    return NashMixture(np.mean(mixtures, axis=0), low, high, np.mean(scores, axis=0))
