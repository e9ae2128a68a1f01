"""The Davidson model: Bradley-Terry with draws, and with what it is worth to sit first.

A game between strengths x and y (natural logarithms) is won, drawn and lost in proportion to
exp(d/2), nu and exp(-d/2), where d = x - y + side (Davidson 1970). The likelihood is concave: its
one maximum is found by Newton's method, for many weightings of the same results at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array

from spacecombat_agents.arena.meetings import OUTCOMES, Meetings

LONGEST_STEP = 2.0
"""No parameter moves further at once: far from its maximum the likelihood is no parabola."""
STEPS = 200
"""Newton's method is there long before; a defect must not hang a report."""
TETHER = 1e-6
"""Precision with which a strength is 0: it sets the zero of those that nothing compares."""
ROUNDING = 1e-9
"""A likelihood that falls by so small a part has not fallen."""
LOST, DRAWN, WON = range(OUTCOMES)


class Fit(NamedTuple):
    """The maximum for each of k weightings of the results, in natural logarithms."""

    strength: np.ndarray
    """float (k, entrants); the mean of those that games join is 0."""
    side: np.ndarray
    """float (k, scenarios): what sitting first adds to a strength."""
    draw: np.ndarray
    """float (k,): logarithm of nu; -inf where no game was drawn."""

    @property
    def place(self) -> np.ndarray:
        """Return all parameters, float (k, entrants + scenarios + 1)."""
        return np.concatenate([self.strength, self.side, self.draw[:, None]], axis=1)


class Model:
    """Which parameters meet in which games.

    So that one-sided results stay finite, results are joined by a prior, as Jeffreys' in the sum it
    gives: entrants who met have won and lost `prior` of a game against each other times the
    couple's leverage (one where nothing else compares the two; all leverages sum to the parameters
    compared), whoever sat first won and lost `prior` of a game of equals in each scenario, and one
    game of equals had `prior` of a draw and of a decision. The prior stands in rows below those of
    games, so that it is weighted as they are.
    """

    def __init__(self, met: Meetings, prior: float) -> None:
        """Prepare to fit these results."""
        self.met = met
        self.draws = bool(met.counts[:, DRAWN].any() or met.counts[:, :, DRAWN].any())
        couples, leverage = leverages(met)
        given = np.concatenate([prior * leverage, np.full(met.scenarios, prior), [0.0]])
        self.prior = np.stack([given, np.zeros_like(given), given], axis=1)
        """float (rows, 3): lost, drawn and won games."""
        if self.draws:
            self.prior[-1] = prior / 2.0, prior, prior / 2.0
        columns, values = self._rows(couples)
        own = met.entrants + met.scenarios
        rows = np.arange(len(columns))[:, None]
        self._design = _sparse(rows, columns, values, own)
        square_columns = columns[:, :, None] * own + columns[:, None, :]
        square_values = values[:, :, None] * values[:, None, :]
        self._squares = _sparse(rows[:, None], square_columns, square_values, own * own)

    def _rows(self, couples: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return columns and values (rows, 3): games where `a` sits first, or second; the prior."""
        met = self.met
        games = np.stack([met.a, met.b, met.entrants + met.scenario], axis=1)
        of_couples = np.pad(couples, [(0, 0), (0, 1)])
        sides = np.pad(met.entrants + np.arange(met.scenarios)[:, None], [(0, 0), (2, 0)])
        of_equals = np.zeros((1, 3), np.int64)
        parts: list[tuple[np.ndarray, list[int]]] = [
            (games, [1, -1, 1]),
            (games, [1, -1, -1]),
            (of_couples, [1, -1, 0]),
            (sides, [0, 0, 1]),
            (of_equals, [0, 0, 0]),
        ]
        values = [np.tile(np.array(signs, float), (len(part), 1)) for part, signs in parts]
        return np.concatenate([part for part, _ in parts]), np.concatenate(values)

    def weights(self, counts: np.ndarray, prior: np.ndarray) -> np.ndarray:
        """Return (k, rows, 3): how much lost, drawn and won games weigh.

        `counts` (k, m, 3, 3) weigh the pairs, `prior` (k, rows, 3) what `self.prior` says.
        """
        games = np.concatenate([counts.sum(axis=3), counts.sum(axis=2)], axis=1)
        return np.concatenate([games, prior], axis=1)

    def fit(self, weights: np.ndarray, tolerance: float = 1e-10, start: Fit | None = None) -> Fit:
        """Return the maxima for some weightings (k, rows, 3), each parameter to a tolerance."""
        own = self._design.shape[1]
        place = np.zeros((len(weights), own + 1))
        place[:, own] = 0.0 if self.draws else -np.inf
        if start is not None:
            place[:] = start.place
        worth = self._likelihood(place, weights)
        for _ in range(STEPS):
            slope, curve = self._derivatives(place, weights)
            step = np.linalg.solve(curve, slope[:, :, None])[:, :, 0]
            step /= np.maximum(1.0, np.abs(step).max(axis=1, keepdims=True) / LONGEST_STEP)
            reached = self._likelihood(place + step, weights)
            worse = reached < worth - ROUNDING * np.abs(worth)
            step[worse] /= 4.0
            place = place + step
            worth = self._likelihood(place, weights) if worse.any() else reached
            if not worse.any() and np.abs(step).max() < tolerance:
                break
        players = self.met.entrants
        return Fit(place[:, :players], place[:, players:own], place[:, own])

    def covariance(self, fit: Fit, weights: np.ndarray) -> np.ndarray:
        """Return (entrants, entrants) of the strengths, as if all games were independent."""
        curve = self._derivatives(fit.place[:1], weights[:1])[1][0]
        return np.linalg.inv(curve)[: self.met.entrants, : self.met.entrants]

    def chances(self, place: np.ndarray) -> np.ndarray:
        """Return (k, rows, 3): the chances of loss, draw and win in each row."""
        lead = (self._design @ place[:, :-1].T).T / 2.0
        draw = np.broadcast_to(place[:, -1:], lead.shape)
        return _shares(np.stack([-lead, draw, lead], axis=2))

    def _likelihood(self, place: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return the logarithms (k,) of the likelihoods."""
        chances = self.chances(place)
        logs = np.log(np.maximum(chances, np.finfo(float).tiny))
        tether = TETHER / 2.0 * (place[:, : self.met.entrants] ** 2).sum(axis=1)
        return np.einsum("krc,krc->k", weights, logs) - tether

    def _derivatives(self, place: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return slopes (k, p) and negative Hessians (k, p, p) of the likelihoods."""
        chances = self.chances(place)
        games = weights.sum(axis=2)
        excess = weights - games[:, :, None] * chances
        lead = (excess[:, :, WON] - excess[:, :, LOST]) / 2.0
        mean = (chances[:, :, WON] - chances[:, :, LOST]) / 2.0
        decided = (chances[:, :, WON] + chances[:, :, LOST]) / 4.0
        drawn = chances[:, :, DRAWN]
        many, own = len(place), self._design.shape[1]
        slope = np.zeros((many, own + 1))
        slope[:, :own] = (self._design.T @ lead.T).T
        slope[:, own] = excess[:, :, DRAWN].sum(axis=1)
        curve = np.zeros((many, own + 1, own + 1))
        spread = games * (decided - mean * mean)
        curve[:, :own, :own] = (self._squares.T @ spread.T).T.reshape(many, own, own)
        across = (self._design.T @ (-games * drawn * mean).T).T
        curve[:, :own, own] = curve[:, own, :own] = across
        curve[:, own, own] = (games * drawn * (1.0 - drawn)).sum(axis=1)
        players = np.arange(self.met.entrants)
        slope[:, players] -= TETHER * place[:, players]
        curve[:, players, players] += TETHER
        if not self.draws:
            slope[:, own], curve[:, own, own] = 0.0, 1.0
        return slope, curve


def leverages(met: Meetings) -> tuple[np.ndarray, np.ndarray]:
    """Return the couples (c, 2) that met, and how far each alone decides how the two compare.

    Pairs are conductors between entrants: a couple's leverage is its pairs times the resistance
    between the two, 1 where there is no way round. Foster: they sum to entrants less groups.
    """
    others = met.a != met.b
    keys, at = np.unique(met.a[others] * met.entrants + met.b[others], return_inverse=True)
    a, b = np.divmod(keys, met.entrants)
    pairs = np.bincount(at, met.pairs[others], len(keys))
    flow = np.zeros((met.entrants, met.entrants))
    flow[a, b] = flow[b, a] = -pairs
    np.fill_diagonal(flow, -flow.sum(axis=1))
    potential = np.linalg.pinv(flow, hermitian=True)
    resistance = potential[a, a] + potential[b, b] - 2.0 * potential[a, b]
    return np.stack([a, b], axis=1), np.clip(pairs * resistance, 0.0, 1.0)


def _sparse(rows: np.ndarray, columns: np.ndarray, values: np.ndarray, width: int) -> csr_array:
    """Return a sparse matrix of rows and columns (repeated places add up)."""
    at = np.broadcast_to(rows, columns.shape).ravel()
    return csr_array((values.ravel(), (at, columns.ravel())), shape=(len(rows), width))


def _shares(logs: np.ndarray) -> np.ndarray:
    """Return exp(logs) over their sums along the last axis."""
    grown = np.exp(logs - logs.max(axis=-1, keepdims=True))
    return grown / grown.sum(axis=-1, keepdims=True)


def outcome_chances(lead: np.ndarray, draw: float) -> np.ndarray:
    """Return (..., 3): chances of loss, draw and win with a lead in strength (logarithms)."""
    half = np.asarray(lead, float) / 2.0
    return _shares(np.stack([-half, np.full_like(half, draw), half], axis=-1))
