"""Sample whole orders from a net, action by action, in determinized worlds."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from spacecombat_agents.players.sampling import sample_indices
from spacecombat_agents.search.determinization import view_hashes
from spacecombat_agents.search.game_batch import GameBatch
from spacecombat_agents.search.net_player import NetPlayer, action_probs
from spacecombat_env.core.ruleset import Games

__all__ = [
    "OrderSampler",
    "OrderStart",
    "SampledOrder",
    "clipped_log_probs",
    "most_likely",
]

MAX_ORDER_LENGTH = 64
"""Actions after which an order counts as complete; no rule set has longer orders."""


class SampledOrder(NamedTuple):
    """A continuation: the actions until the engine moves or another seat is to act."""

    actions: tuple[int, ...]
    log_prob: float
    """Natural logarithm of the net's probability of exactly this order."""


class OrderSampler:
    """Samples orders in a batch; each step of all unfinished orders is one call of the net.

    Until an order ends, nothing is rolled, done or revealed, so its actions are legal in every
    world that looks the same. If the rule set counts no steps, each action is an order.
    """

    def __init__(self, batch: GameBatch, net: NetPlayer) -> None:
        self.batch, self.net = batch, net

    def sample(self, worlds: Games, rows: np.ndarray, streams: np.ndarray) -> list[SampledOrder]:
        """Return an order for each of `streams`, uint64 (n,), sampled in world `rows[k]`."""
        found: list[SampledOrder] = []
        for start in range(0, len(streams), self.batch.width):
            part = slice(start, start + self.batch.width)
            found += self._sample(worlds, rows[part], streams[part])
        return found

    def _sample(self, worlds: Games, rows: np.ndarray, streams: np.ndarray) -> list[SampledOrder]:
        """Sample as many orders as fit in the batch."""
        batch, jobs = self.batch, np.arange(len(streams))
        batch.clear()
        batch.add(worlds, rows, jobs, streams)
        order_start = OrderStart(batch)
        actions: list[list[int]] = [[] for _ in jobs]
        log_probs = np.zeros(len(jobs))
        while batch.count:
            masks = batch.masks
            logits, _ = self.net.net.forward(batch.env.floats(np.arange(batch.count)), masks)
            probs = action_probs(logits, masks)
            taken = sample_indices(probs, batch.random_bits())
            jobs_there = batch.job[: batch.count]
            log_probs[jobs_there] += np.log(probs[np.arange(batch.count), taken])
            for job, action in zip(jobs_there.tolist(), taken.tolist(), strict=True):
                actions[job].append(action)
            batch.step(taken)
            batch.remove(order_start.is_complete(batch))
        return [
            SampledOrder(tuple(w), float(log)) for w, log in zip(actions, log_probs, strict=True)
        ]

    def view_hashes(
        self, worlds: Games, rows: np.ndarray, orders: list[SampledOrder], hidden: int
    ) -> ViewHashes:
        """Return hashes of what the seat sees after each action of each order except the last."""
        found: ViewHashes = [[] for _ in orders]
        for start in range(0, len(orders), self.batch.width):
            jobs = np.arange(start, min(len(orders), start + self.batch.width))
            self.batch.clear()
            self.batch.add(worlds, rows[jobs], jobs, np.zeros(len(jobs), np.uint64))
            self._hash_views(found, orders, hidden)
        return found

    def _hash_views(self, found: ViewHashes, orders: list[SampledOrder], hidden: int) -> None:
        """Play the orders in the batch, except their last actions, and hash the views."""
        batch = self.batch
        while True:
            jobs_there = batch.job[: batch.count].tolist()
            taken = batch.action_counts[: batch.count]
            batch.remove(
                np.array(
                    [
                        n + 1 >= len(orders[job].actions)
                        for job, n in _job_progress(jobs_there, taken)
                    ],
                    bool,
                )
            )
            if not batch.count:
                return
            jobs_there = batch.job[: batch.count].tolist()
            taken = batch.action_counts[: batch.count]
            batch.step(
                np.array([orders[job].actions[n] for job, n in _job_progress(jobs_there, taken)])
            )
            shown = view_hashes(batch.env.out.visible, hidden, np.arange(batch.count))
            for job, mark in zip(jobs_there, shown, strict=True):
                found[job].append(mark)


ViewHashes = list[list[bytes]]
"""By order: hashes of the view after each of its actions."""


def _job_progress(jobs: list[int], taken: np.ndarray) -> list[tuple[int, int]]:
    """Return job and number of actions taken, row by row."""
    return list(zip(jobs, taken.tolist(), strict=True))


class OrderStart:
    """The state of games when their orders began, by job."""

    def __init__(self, batch: GameBatch) -> None:
        self.seats = batch.seats.copy()
        self.steps = batch.steps(np.arange(batch.count))

    def is_complete(self, batch: GameBatch) -> np.ndarray:
        """Return in which games an order is complete, bool (count,)."""
        jobs_there = batch.job[: batch.count]
        moved = batch.steps(np.arange(batch.count)) != self.steps[jobs_there]
        if batch.kernels.steps is None:
            moved[:] = True
        too_long = batch.action_counts[: batch.count] >= MAX_ORDER_LENGTH
        return moved | too_long | (batch.seats != self.seats[jobs_there])


def most_likely(orders: list[SampledOrder], count: int) -> list[SampledOrder]:
    """Return the likeliest of the different orders, the likeliest first."""
    different = {order.actions: order for order in orders}
    return sorted(different.values(), key=lambda order: (-order.log_prob, order.actions))[:count]


def clipped_log_probs(orders: list[SampledOrder]) -> np.ndarray:
    """Return the log probabilities of orders, clipped to finite values: float64 (n,)."""
    return np.maximum(np.array([order.log_prob for order in orders]), math.log(1e-300))
