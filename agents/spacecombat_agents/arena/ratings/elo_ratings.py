"""Ratings of players from all their results at once, with intervals.

Ratings are fitted, not updated game by game: the order of games does not matter. Intervals come
from fits to the same pairs of games with random weights. This is the Bayesian bootstrap (Rubin
1981): weights are exponential, so that no resample loses a player's only losses. The prior's
fractions of a game are weighted likewise, so that a one-sided result has a wide interval and not
one of width 0. Needs the extra `arena` (scipy).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.special import ndtri, stdtrit

from spacecombat_agents.arena.ratings.davidson import (
    DavidsonFit,
    DavidsonModel,
    outcome_probabilities,
)
from spacecombat_agents.arena.ratings.pair_results import PairResults
from spacecombat_agents.arena.statistics.intervals import Interval

__all__ = ["ELO", "OUTCOME_SCORES", "Ratings", "connected_groups", "most_informative", "rate"]

ELO = 400.0 / math.log(10.0)
"""A unit of strength (natural logarithm of the odds of winning to losing) in Elo."""
PRIOR = 0.5
"""Fraction of a game won and lost that each comparison receives: Jeffreys' half."""
RESAMPLES = 1000
RESAMPLE_TOLERANCE = 1e-3
"""Tolerance of a fit to a resample, in logarithms: 0.2 Elo."""
MAX_DISPERSION = 4.0
"""Limit on how much more the weights of pairs vary than exponential ones."""
EPSILON = 1e-9
"""Deviations below this are zero."""
MAX_WEIGHTS_AT_ONCE = 2_000_000
"""Limit on the numbers in the weights of fits that are made at once."""
OUTCOME_SCORES = np.array([0.0, 0.5, 1.0])


class Groups(NamedTuple):
    """Groups of players that the results connect. A group is a tuple of player numbers."""

    connected: tuple[tuple[int, ...], ...]
    """No chain of games joins two of these groups: their ratings cannot be compared."""
    one_sided: tuple[tuple[int, ...], ...]
    """Between two of these groups all points went one way: the results show which is ahead, and the
    prior determines by how much."""


@dataclass(frozen=True)
class Ratings:
    """Strengths in Elo, one entry per player, with the anchor at 0.

    At a lead of x Elo, wins are to losses as 10^(x/400). The score of a lead depends on draws, see
    `expected`. Players that no chain of games joins to the anchor have infinite intervals.
    """

    elo: np.ndarray
    low: np.ndarray
    high: np.ndarray
    rank_low: np.ndarray
    """int: the best rank (1 is first) that the results allow; all ranges hold together."""
    rank_high: np.ndarray
    """int: the worst one."""
    first: np.ndarray
    """Share of resamples in which a player is rated highest."""
    pairs: np.ndarray
    """Pairs that each player played against others."""
    side: np.ndarray
    """Elo that the first seat is worth, one entry per scenario."""
    side_low: np.ndarray
    side_high: np.ndarray
    draw: float
    """Share of draws between equals if neither seat is better."""
    anchor: int
    groups: Groups
    resampled: np.ndarray
    """float (boots, entrants): resampled Elo against the anchor, for derived quantities."""
    fit: DavidsonFit
    covariance: np.ndarray
    """float (entrants, entrants): covariance of strengths (logarithms), for independent games."""

    def interval(self, player: int) -> Interval:
        """Return the interval of a rating, in Elo."""
        return Interval(float(self.low[player]), float(self.high[player]))

    def expected(self, a: int, b: int) -> float:
        """Return the expected score of `a` in a pair of games against `b`, 0 to 1.

        Neither seat has an advantage.
        """
        lead = float(self.elo[a] - self.elo[b]) / ELO
        return float(
            outcome_probabilities(np.array(lead), float(self.fit.draw[0])) @ OUTCOME_SCORES
        )


def rate(
    results: PairResults,
    *,
    anchor: int = 0,
    level: float = 0.95,
    resamples: int = RESAMPLES,
    prior: float = PRIOR,
    seed: int = 0,
) -> Ratings:
    """Return the ratings fitted to all results.

    They depend only on the counts and on `seed`, which draws the weights of resamples.
    """
    if not 0 <= anchor < results.players:
        raise ValueError(f"anchor {anchor} is not one of {results.players} players")
    if prior <= 0.0 or resamples < 1:
        raise ValueError(f"prior {prior} and resamples {resamples} must be positive")
    model = DavidsonModel(results, prior)
    weights = model.weights(results.counts[None], model.prior[None])
    fit = model.fit(weights)
    elo = _anchored(fit.strength, anchor)[0]
    strengths, sides = _resamples(model, fit, resamples, level, np.random.default_rng(seed))
    resampled = _anchored(strengths, anchor)
    groups = Groups(connected_groups(results), connected_groups(results, scored=True))
    unconnected = _unconnected(groups.connected, results.players)
    tails = [(1.0 - level) / 2.0, (1.0 + level) / 2.0]
    low, high = np.quantile(resampled, tails, axis=0, method="weibull")
    side_low, side_high = np.quantile(sides * ELO, tails, axis=0, method="weibull")
    rank_low, rank_high = _ranks(elo, resampled, unconnected, level)
    return Ratings(
        elo=elo,
        low=np.where(unconnected[anchor], -np.inf, np.minimum(low, elo)),
        high=np.where(unconnected[anchor], np.inf, np.maximum(high, elo)),
        rank_low=rank_low,
        rank_high=rank_high,
        first=np.bincount(resampled.argmax(axis=1), minlength=results.players) / resamples,
        pairs=_pairs_played(results),
        side=fit.side[0] * ELO,
        side_low=side_low,
        side_high=side_high,
        draw=float(outcome_probabilities(np.array(0.0), float(fit.draw[0]))[1]),
        anchor=anchor,
        groups=groups,
        resampled=resampled,
        fit=fit,
        covariance=model.covariance(fit, weights),
    )


def _anchored(strength: np.ndarray, anchor: int) -> np.ndarray:
    """Return Elo against the anchor."""
    return (strength - strength[:, [anchor]]) * ELO


def _resamples(
    model: DavidsonModel, fit: DavidsonFit, resamples: int, level: float, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Return strengths and sides for `resamples` random weightings of the pairs, in logarithms."""
    counts, dispersion = (
        model.results.counts,
        _weight_dispersion(model.results, level)[:, None, None],
    )
    at_once = max(1, MAX_WEIGHTS_AT_ONCE // (counts.size + model.prior.size))
    strengths, sides = [], []
    for start in range(0, resamples, at_once):
        count = min(at_once, resamples - start)
        pairs = rng.standard_gamma(counts / dispersion, (count, *counts.shape)) * dispersion
        prior = rng.standard_gamma(model.prior, (count, *model.prior.shape))
        fit_of_part = model.fit(
            model.weights(pairs, prior), tolerance=RESAMPLE_TOLERANCE, start=fit
        )
        strengths.append(fit_of_part.strength)
        sides.append(fit_of_part.side)
    return np.concatenate(strengths), np.concatenate(sides)


def _weight_dispersion(results: PairResults, level: float) -> np.ndarray:
    """Return how much more the weights of pairs vary than exponential ones, one entry per row.

    The factor is Student's quantile over the normal one. Its degrees of freedom are the pairs of
    the player who played fewer: few pairs say little about their own spread.
    """
    played = np.minimum(
        *(
            np.maximum(_pairs_played(results, mirrors=True)[each], 2)
            for each in (results.a, results.b)
        )
    )
    upper = 0.5 + level / 2.0
    ratio = stdtrit(played - 1.0, upper) / ndtri(upper)
    return np.minimum(ratio**2 * played / (played - 1.0), MAX_DISPERSION)


def _pairs_played(results: PairResults, *, mirrors: bool = False) -> np.ndarray:
    """Return the pairs that each player played against others, or (`mirrors`) also itself."""
    others = (results.a != results.b) | mirrors
    played = np.bincount(results.a[others], results.pairs[others], results.players)
    played += np.bincount(results.b[others], results.pairs[others], results.players)
    return played.astype(np.int64)


def connected_groups(results: PairResults, *, scored: bool = False) -> tuple[tuple[int, ...], ...]:
    """Return the groups of players that a chain of games joins, the largest first.

    With `scored`, a chain must lead both ways, and each link is at least half a point won from the
    other: Ford's condition (1957) for ratings without a prior.
    """
    half = np.arange(3) / 2.0
    of_a = np.einsum("mij,i->m", results.counts, half) + np.einsum("mij,j->m", results.counts, half)
    of_b = 2.0 * results.pairs - of_a
    points = np.concatenate([of_a, of_b])
    at = np.concatenate([results.a, results.b]), np.concatenate([results.b, results.a])
    graph = coo_array((points, at), shape=(results.players, results.players)).tocsr()
    graph.eliminate_zeros()
    _, labels = connected_components(graph, connection="strong" if scored else "weak")
    found = [tuple(np.flatnonzero(labels == one).tolist()) for one in np.unique(labels)]
    return tuple(sorted(found, key=lambda group: (-len(group), group)))


def _unconnected(groups: tuple[tuple[int, ...], ...], players: int) -> np.ndarray:
    """Return bool (entrants, entrants): whether no chain of games joins the two."""
    label = np.zeros(players, np.int64)
    for number, group in enumerate(groups):
        label[list(group)] = number
    return label[:, None] != label[None, :]


def _ranks(
    elo: np.ndarray, resampled: np.ndarray, unconnected: np.ndarray, level: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return the best and the worst rank of each player.

    A player is ahead of another if simultaneous intervals of all differences say so (the largest of
    all studentized deviations): the method of Mogstad and others, 2024. A difference is measured as
    the score it makes (without draws), because Elo is unbounded where everything was won.
    """
    players = len(elo)
    ahead = np.tanh((elo[:, None] - elo[None, :]) / ELO / 2.0)
    deviations = np.tanh((resampled[:, :, None] - resampled[:, None, :]) / ELO / 2.0) - ahead
    spread = np.maximum(deviations.std(axis=0), EPSILON)
    largest = np.abs(deviations / spread).max(axis=(1, 2), initial=0.0)
    certain = (ahead > np.quantile(largest, level, method="weibull") * spread) & ~unconnected
    return 1 + certain.sum(axis=0), players - certain.sum(axis=1)


def most_informative(results: PairResults, ratings: Ratings, count: int) -> list[tuple[int, int]]:
    """Return the matchups whose next pair of games shrinks the ratings' variance most, best first.

    A ladder plays these `count` matchups next. Their value is the decrease of the sum of all
    variances against the anchor after two more games (a rank-one update).
    """
    covariance = ratings.covariance
    relative = covariance - covariance[[ratings.anchor]]
    a, b = np.triu_indices(results.players, 1)
    reach = relative[:, a] - relative[:, b]
    unconnected = covariance[a, a] + covariance[b, b] - 2.0 * covariance[a, b]
    lead = (ratings.elo[a] - ratings.elo[b]) / ELO
    probabilities = outcome_probabilities(lead, float(ratings.fit.draw[0]))
    information = 2.0 * (
        (OUTCOME_SCORES - 0.5) ** 2 @ probabilities.T
        - ((OUTCOME_SCORES - 0.5) @ probabilities.T) ** 2
    )
    gain = (reach**2).sum(axis=0) * information / (1.0 + information * unconnected)
    best = np.argsort(-gain, kind="stable")[:count]
    return [(int(a[k]), int(b[k])) for k in best]
