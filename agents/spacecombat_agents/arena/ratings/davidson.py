"""The Davidson model: Bradley-Terry with draws and an advantage of the first seat.

A game between strengths x and y (natural logarithms) is won, drawn and lost in proportion to
exp(d/2), nu and exp(-d/2), where d = x - y + side (Davidson 1970). The likelihood is concave.
Newton's method finds its maximum, for many weightings of the same results at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array

from spacecombat_agents.arena.ratings.pair_results import OUTCOMES, PairResults

__all__ = ["DavidsonFit", "DavidsonModel", "leverages", "outcome_probabilities"]

MAX_STEP_LENGTH = 2.0
"""Largest change of a parameter in a step: far from its maximum the likelihood is no parabola."""
MAX_STEPS = 200
"""Limit on Newton steps, far above what is needed: a defect must not hang a report."""
RIDGE = 1e-6
"""Precision of a prior at 0: it fixes the zero of strengths that nothing compares."""
ROUNDING = 1e-9
"""A likelihood that falls by a smaller share counts as unchanged."""
LOST, DRAWN, WON = range(OUTCOMES)


class DavidsonFit(NamedTuple):
    """The maximum for each of k weightings of the results, in natural logarithms."""

    strength: np.ndarray
    """float (k, entrants); the mean of each connected group is 0."""
    side: np.ndarray
    """float (k, scenarios): what the first seat adds to a strength."""
    draw: np.ndarray
    """float (k,): logarithm of nu; -inf if no game was drawn."""

    @property
    def parameters(self) -> np.ndarray:
        """Return all parameters, float (k, entrants + scenarios + 1)."""
        return np.concatenate([self.strength, self.side, self.draw[:, None]], axis=1)


class DavidsonModel:
    """The design of the model: which parameters meet in which games.

    A prior, as Jeffreys' in total, keeps one-sided results finite. Players who met have won and
    lost `prior` of a game against each other times the leverage of their matchup. The leverage is 1
    where nothing else compares the two; all leverages sum to the number of compared parameters. In
    each scenario the first seat has won and lost `prior` of a game between equals. One game between
    equals has `prior` of a draw and of a decision. The prior has rows below those of the games and
    is weighted in the same way.
    """

    def __init__(self, results: PairResults, prior: float) -> None:
        """Prepare the fit of these results."""
        self.results = results
        self.draws = bool(results.counts[:, DRAWN].any() or results.counts[:, :, DRAWN].any())
        matchups, leverage = leverages(results)
        prior_games = np.concatenate([prior * leverage, np.full(results.scenarios, prior), [0.0]])
        self.prior = np.stack([prior_games, np.zeros_like(prior_games), prior_games], axis=1)
        """float (rows, 3): lost, drawn and won games."""
        if self.draws:
            self.prior[-1] = prior / 2.0, prior, prior / 2.0
        columns, values = self._rows(matchups)
        width = results.players + results.scenarios
        rows = np.arange(len(columns))[:, None]
        self._design = _sparse(rows, columns, values, width)
        square_columns = columns[:, :, None] * width + columns[:, None, :]
        square_values = values[:, :, None] * values[:, None, :]
        self._squares = _sparse(rows[:, None], square_columns, square_values, width * width)

    def _rows(self, matchups: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return columns and values (rows, 3): `a` in the first seat, in the second, and prior."""
        results = self.results
        games = np.stack([results.a, results.b, results.players + results.scenario], axis=1)
        prior_matchups = np.pad(matchups, [(0, 0), (0, 1)])
        sides = np.pad(results.players + np.arange(results.scenarios)[:, None], [(0, 0), (2, 0)])
        equal_players = np.zeros((1, 3), np.int64)
        parts: list[tuple[np.ndarray, list[int]]] = [
            (games, [1, -1, 1]),
            (games, [1, -1, -1]),
            (prior_matchups, [1, -1, 0]),
            (sides, [0, 0, 1]),
            (equal_players, [0, 0, 0]),
        ]
        values = [np.tile(np.array(signs, float), (len(part), 1)) for part, signs in parts]
        return np.concatenate([part for part, _ in parts]), np.concatenate(values)

    def weights(self, counts: np.ndarray, prior: np.ndarray) -> np.ndarray:
        """Return weights (k, rows, 3) of lost, drawn and won games.

        `counts` (k, m, 3, 3) weigh the pairs, `prior` (k, rows, 3) the rows of `self.prior`.
        """
        games = np.concatenate([counts.sum(axis=3), counts.sum(axis=2)], axis=1)
        return np.concatenate([games, prior], axis=1)

    def fit(
        self, weights: np.ndarray, tolerance: float = 1e-10, start: DavidsonFit | None = None
    ) -> DavidsonFit:
        """Return the maxima for some weightings (k, rows, 3), each parameter to a tolerance."""
        width = self._design.shape[1]
        parameters = np.zeros((len(weights), width + 1))
        parameters[:, width] = 0.0 if self.draws else -np.inf
        if start is not None:
            parameters[:] = start.parameters
        likelihood = self._log_likelihood(parameters, weights)
        for _ in range(MAX_STEPS):
            gradient, hessian = self._derivatives(parameters, weights)
            step = np.linalg.solve(hessian, gradient[:, :, None])[:, :, 0]
            step /= np.maximum(1.0, np.abs(step).max(axis=1, keepdims=True) / MAX_STEP_LENGTH)
            new_likelihood = self._log_likelihood(parameters + step, weights)
            worse = new_likelihood < likelihood - ROUNDING * np.abs(likelihood)
            step[worse] /= 4.0
            parameters = parameters + step
            likelihood = (
                self._log_likelihood(parameters, weights) if worse.any() else new_likelihood
            )
            if not worse.any() and np.abs(step).max() < tolerance:
                break
        players = self.results.players
        return DavidsonFit(
            parameters[:, :players], parameters[:, players:width], parameters[:, width]
        )

    def covariance(self, fit: DavidsonFit, weights: np.ndarray) -> np.ndarray:
        """Return the covariance (entrants, entrants) of the strengths, for independent games."""
        hessian = self._derivatives(fit.parameters[:1], weights[:1])[1][0]
        return np.linalg.inv(hessian)[: self.results.players, : self.results.players]

    def probabilities(self, parameters: np.ndarray) -> np.ndarray:
        """Return the probabilities (k, rows, 3) of loss, draw and win in each row."""
        lead = (self._design @ parameters[:, :-1].T).T / 2.0
        draw = np.broadcast_to(parameters[:, -1:], lead.shape)
        return _softmax(np.stack([-lead, draw, lead], axis=2))

    def _log_likelihood(self, parameters: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return the log-likelihoods (k,)."""
        probabilities = self.probabilities(parameters)
        logs = np.log(np.maximum(probabilities, np.finfo(float).tiny))
        ridge = RIDGE / 2.0 * (parameters[:, : self.results.players] ** 2).sum(axis=1)
        return np.einsum("krc,krc->k", weights, logs) - ridge

    def _derivatives(
        self, parameters: np.ndarray, weights: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return gradients (k, p) and negative Hessians (k, p, p) of the log-likelihoods."""
        probabilities = self.probabilities(parameters)
        games = weights.sum(axis=2)
        excess = weights - games[:, :, None] * probabilities
        lead = (excess[:, :, WON] - excess[:, :, LOST]) / 2.0
        mean = (probabilities[:, :, WON] - probabilities[:, :, LOST]) / 2.0
        decided = (probabilities[:, :, WON] + probabilities[:, :, LOST]) / 4.0
        drawn = probabilities[:, :, DRAWN]
        count, width = len(parameters), self._design.shape[1]
        gradient = np.zeros((count, width + 1))
        gradient[:, :width] = (self._design.T @ lead.T).T
        gradient[:, width] = excess[:, :, DRAWN].sum(axis=1)
        hessian = np.zeros((count, width + 1, width + 1))
        spread = games * (decided - mean * mean)
        hessian[:, :width, :width] = (self._squares.T @ spread.T).T.reshape(count, width, width)
        across = (self._design.T @ (-games * drawn * mean).T).T
        hessian[:, :width, width] = hessian[:, width, :width] = across
        hessian[:, width, width] = (games * drawn * (1.0 - drawn)).sum(axis=1)
        players = np.arange(self.results.players)
        gradient[:, players] -= RIDGE * parameters[:, players]
        hessian[:, players, players] += RIDGE
        if not self.draws:
            gradient[:, width], hessian[:, width, width] = 0.0, 1.0
        return gradient, hessian


def leverages(results: PairResults) -> tuple[np.ndarray, np.ndarray]:
    """Return the matchups (c, 2) that were played, and the leverage of each.

    Pairs are conductors between players: the leverage of a matchup is its pairs times the
    resistance between the two, 1 if there is no other path. They sum to players minus groups
    (Foster).
    """
    others = results.a != results.b
    keys, at = np.unique(
        results.a[others] * results.players + results.b[others], return_inverse=True
    )
    a, b = np.divmod(keys, results.players)
    pairs = np.bincount(at, results.pairs[others], len(keys))
    flow = np.zeros((results.players, results.players))
    flow[a, b] = flow[b, a] = -pairs
    np.fill_diagonal(flow, -flow.sum(axis=1))
    potential = np.linalg.pinv(flow, hermitian=True)
    resistance = potential[a, a] + potential[b, b] - 2.0 * potential[a, b]
    return np.stack([a, b], axis=1), np.clip(pairs * resistance, 0.0, 1.0)


def _sparse(rows: np.ndarray, columns: np.ndarray, values: np.ndarray, width: int) -> csr_array:
    """Return a sparse matrix of rows and columns; values at the same place add up."""
    at = np.broadcast_to(rows, columns.shape).ravel()
    return csr_array((values.ravel(), (at, columns.ravel())), shape=(len(rows), width))


def _softmax(logs: np.ndarray) -> np.ndarray:
    """Return exp(logs) over their sums along the last axis."""
    grown = np.exp(logs - logs.max(axis=-1, keepdims=True))
    return grown / grown.sum(axis=-1, keepdims=True)


def outcome_probabilities(lead: np.ndarray, draw: float) -> np.ndarray:
    """Return probabilities (..., 3) of loss, draw and win with a lead in strength (logarithms)."""
    half = np.asarray(lead, float) / 2.0
    return _softmax(np.stack([-half, np.full_like(half, draw), half], axis=-1))
