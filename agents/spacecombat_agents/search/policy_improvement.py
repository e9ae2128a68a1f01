"""One step of policy improvement at the root, over whole orders.

The candidates of all positions are tried in parallel. In each round every remaining candidate is
played in the same new worlds with common random numbers. The net plays both seats up to the horizon
and evaluates there; the worse half is dropped. Only the values of the last round count, because its
worlds were not used for a choice; dropped candidates keep their distance to the remaining ones.
Then

    log p'(order) = (log p(order) + eta q) / (1 + eta tau) + constant.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from spacecombat_agents.players.base import random_bits_at
from spacecombat_agents.players.sampling import sample_indices
from spacecombat_agents.search.net_player import NetPlayer
from spacecombat_agents.search.order_sampler import SampledOrder, clipped_log_probs
from spacecombat_agents.search.playouts import Horizon, Playouts
from spacecombat_agents.search.sampled_worlds import sample_worlds
from spacecombat_agents.search.search_settings import THOUSANDTHS, SearchSettings
from spacecombat_env.core.ruleset import Games

__all__ = ["CandidateSet", "PolicyImprover"]

WORLD_STREAMS, PLAYER_STREAMS, CHOICE_STREAM, SAMPLING_STREAMS = 1 << 40, 2 << 40, 3 << 40, 4 << 40
"""Stream numbers of the worlds, of the players in them, of the choice, and of sampled candidates.
"""
ROUND_STRIDE = 1 << 20
"""An upper bound of the stream numbers that a round takes."""
MIN_CANDIDATES = 2
"""Candidates left for the last round."""


@dataclass
class CandidateSet:
    """The candidates of one position and their values."""

    orders: list[SampledOrder]
    q: np.ndarray = field(init=False)
    """float64 (candidates,): value for the seat, -1 to 1."""
    remaining: np.ndarray = field(init=False)
    """int64: candidates that were not dropped."""

    def __post_init__(self) -> None:
        """Start without values."""
        self.q = np.zeros(len(self.orders))
        self.remaining = np.arange(len(self.orders))

    def record(self, means: np.ndarray) -> None:
        """Store a round's values of the remaining candidates; dropped ones keep their distance."""
        dropped = np.setdiff1d(np.arange(len(self.orders)), self.remaining)
        self.q[dropped] += means.mean() - self.q[self.remaining].mean()
        self.q[self.remaining] = means

    def halve(self) -> None:
        """Drop the worse half of the remaining candidates; of equals the less likely."""
        keep = max(MIN_CANDIDATES, (len(self.remaining) + 1) // 2)
        best = self.remaining[np.argsort(-self.q[self.remaining], kind="stable")]
        self.remaining = np.sort(best[:keep])

    def improved_policy(self, settings: SearchSettings) -> np.ndarray:
        """Return the probabilities of the candidates, float64 (candidates,)."""
        eta, tau = float(settings.eta), settings.tau / THOUSANDTHS
        logs = (clipped_log_probs(self.orders) + eta * self.q) / (1.0 + eta * tau)
        weights = np.exp(logs - logs.max())
        return np.asarray(weights / weights.sum())


class PolicyImprover:
    """Evaluates candidates; `playouts` use the net in both seats."""

    def __init__(self, playouts: Playouts, net: NetPlayer, settings: SearchSettings) -> None:
        self.playouts, self.net, self.settings = playouts, net, settings

    def choose(
        self,
        candidate_sets: list[CandidateSet],
        visible: Games,
        rows: np.ndarray,
        seats: np.ndarray,
        random_bits: np.ndarray,
    ) -> list[SampledOrder]:
        """Return the order of each position, sampled from its improved policy."""
        open_sets = [
            n for n, candidate_set in enumerate(candidate_sets) if len(candidate_set.orders) > 1
        ]
        for turn in range(self.settings.rounds):
            is_last = turn == self.settings.rounds - 1
            for n in open_sets:
                if turn:
                    candidate_sets[n].halve()
            active = [
                n for n in open_sets if is_last or len(candidate_sets[n].remaining) > MIN_CANDIDATES
            ]
            self._round(
                turn,
                [candidate_sets[n] for n in active],
                visible,
                rows[active],
                seats[active],
                random_bits[active],
            )
        choice_bits = random_bits_at(random_bits, np.uint64(CHOICE_STREAM))
        return [
            candidate_set.orders[
                int(
                    sample_indices(
                        candidate_set.improved_policy(self.settings)[None], choice_bits[n : n + 1]
                    )[0]
                )
            ]
            for n, candidate_set in enumerate(candidate_sets)
        ]

    def _round(
        self,
        number: int,
        candidate_sets: list[CandidateSet],
        visible: Games,
        rows: np.ndarray,
        seats: np.ndarray,
        random_bits: np.ndarray,
    ) -> None:
        """Play every remaining candidate in the worlds of a round, and record the values."""
        if not candidate_sets:
            return
        worlds = self.settings.worlds
        base, batch = np.arange(worlds) + number * ROUND_STRIDE, self.playouts.batch
        sampled = sample_worlds(
            batch.kernels,
            batch.table,
            visible,
            rows,
            seats,
            random_bits,
            base + WORLD_STREAMS,
            base + PLAYER_STREAMS,
        )
        orders = [
            [candidate_set.orders[k].actions for k in candidate_set.remaining.tolist()]
            for candidate_set in candidate_sets
        ]
        horizon = Horizon(self.settings.horizon, bool(self.settings.turn))
        starts, leaves = sampled.starts(orders), self.net.evaluate_leaves
        value = self.playouts.play(sampled.games, starts, horizon, leaves).value
        for candidate_set, values in zip(
            candidate_sets, sampled.values(value, orders), strict=True
        ):
            candidate_set.record(values.mean(axis=1))
