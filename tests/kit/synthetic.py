"""Made-up cups and studies whose truth is known."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import ndtr

from spacecombat_agents.arena.ratings.davidson import outcome_probabilities
from spacecombat_agents.arena.ratings.elo_ratings import ELO


class Cup(NamedTuple):
    """Pairs of games, as `meetings` takes them."""

    a: np.ndarray
    b: np.ndarray
    first: np.ndarray
    second: np.ndarray
    scenario: np.ndarray


def pair_scores(
    rng: np.random.Generator,
    lead: np.ndarray,
    side: np.ndarray | float = 0.0,
    *,
    draw: float = -1.0,
    shared: float = 0.0,
) -> tuple[np.ndarray, np.ndarray]:
    """Scores of one who leads by so much (logarithms) where it sits first, and where second.

    `draw` is the logarithm of Davidson's nu; `shared` the correlation of both games' randomness (normal).
    """
    luck = rng.standard_normal((2, len(lead)))
    luck[1] = shared * luck[0] + np.sqrt(1.0 - shared**2) * luck[1]
    scores = []
    for game, sign in zip(ndtr(luck), (1.0, -1.0), strict=True):
        steps = np.cumsum(outcome_probabilities(lead + sign * side, draw), axis=1)[:, :2]
        scores.append((game[:, None] > steps).sum(axis=1) / 2.0)
    return scores[0], scores[1]


def round_robin(
    rng: np.random.Generator,
    elo: np.ndarray,
    pairs: int,
    side: tuple[float, ...] = (0.0,),
    *,
    draw: float = -1.0,
    shared: float = 0.0,
) -> Cup:
    """Everybody plays everybody this many pairs in each scenario."""
    a, b = np.triu_indices(len(elo), 1)
    scenario = np.arange(len(side))
    met = np.repeat(np.arange(len(a)), pairs * len(side))
    place = np.tile(np.repeat(scenario, pairs), len(a))
    a, b = a[met], b[met]
    lead = (elo[a] - elo[b]) / ELO
    first, second = pair_scores(rng, lead, np.asarray(side)[place], draw=draw, shared=shared)
    return Cup(a, b, first, second, place)
