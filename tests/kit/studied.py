"""Studies of made-up games whose truth is known."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtri

from kit.synthetic import pair_scores
from spacecombat_agents.studies.blocks import ArmScores, Cell

SHARED = 0.7
"""Correlation of the randomness that arms share."""


def scores_of(first: np.ndarray, second: np.ndarray) -> ArmScores:
    """Return scores without margins or turns."""
    nothing = np.zeros(len(first))
    return ArmScores(first, second, nothing, nothing)


class Luck:
    """Plays blocks in which arm k wins a game with chance `strengths[k]`, randomness partly shared.

    A game is won where a normal variate, shared in part by all arms of a block, lies low enough.
    """

    def __init__(self, seed: int, strengths: tuple[float, ...], shared: float = SHARED) -> None:
        self.seed, self.shared = seed, shared
        self.edges = ndtri(strengths)

    def __call__(self, cell: Cell, arm: int, begin: int, end: int) -> ArmScores:
        """Return how an arm did in blocks begin..end-1."""
        games = []
        for game in range(2):
            common = np.random.default_rng([self.seed, *cell, game]).standard_normal(end)[begin:]
            own = np.random.default_rng([self.seed, *cell, game, arm + 1]).standard_normal(end)
            mixed = self.shared * common + np.sqrt(1.0 - self.shared**2) * own[begin:]
            games.append((mixed < self.edges[arm]).astype(float))
        return scores_of(*games)


def leading(rng: np.random.Generator, lead: float, pairs: int) -> ArmScores:
    """Return pairs of games of one who leads by so much (logarithms)."""
    return scores_of(*pair_scores(rng, np.full(pairs, lead)))
