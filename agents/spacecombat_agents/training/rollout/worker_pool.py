"""Worker threads that share a piece of work.

Between two actions a learner queries players and its network and computes gradients. Libraries and
compiled code do that without the interpreter lock, but mostly on one core. Split by rows, each
worker does all of it for its share.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
import torch

from spacecombat_agents.players.base import Agent, query_agent
from spacecombat_agents.training.torch_tools import set_threads
from spacecombat_env.env.vector.batch import BatchEnv

__all__ = ["Query", "WorkerPool", "split_queries"]

ResultT = TypeVar("ResultT")
Query = Callable[[], np.ndarray]
"""Queries a player about some games and returns its actions, int64 (n,)."""


class WorkerPool:
    """A number of threads, including the caller's. Results never depend on their order."""

    def __init__(self, count: int = 1) -> None:
        self.count = count
        # Otherwise a new thread's first products use all cores and round differently.
        each = set_threads, (torch.get_num_threads(),)
        self._executor = ThreadPoolExecutor(count - 1, "lane", *each) if count > 1 else None

    def shares(self, size: int) -> list[slice]:
        """Return even shares of `size` rows: one per worker if there are enough, at least one."""
        count = max(1, min(self.count, size))
        return [slice(*edges) for edges in pairwise(size * k // count for k in range(count + 1))]

    def run(self, jobs: Sequence[Callable[[], ResultT]]) -> list[ResultT]:
        """Run all jobs, one at a time per worker, and return their results in order."""
        if self._executor is None or len(jobs) < 2:
            return [job() for job in jobs]
        results: list[Any] = [None] * len(jobs)
        waiting = deque(range(len(jobs)))

        def work() -> None:
            while waiting:
                try:
                    number = waiting.popleft()
                except IndexError:  # another worker was faster
                    return
                results[number] = jobs[number]()

        others = [self._executor.submit(work) for _ in range(min(self.count, len(jobs)) - 1)]
        try:
            work()
        finally:
            wait(others)
        for other in others:
            other.result()
        return results


def split_queries(
    player: Agent,
    env: BatchEnv,
    rows: np.ndarray,
    workers: WorkerPool,
    rng: np.random.Generator,
    random_bits: np.ndarray | None = None,
) -> list[tuple[slice, Query]]:
    """Return queries to a player about some games: shares of the rows, and the queries.

    Several workers query a stateless player (`is_stateless`), with `random_bits` or others from
    `rng`. With one worker, players without `random_bits` draw their own.
    """
    if workers.count == 1 or not getattr(player, "is_stateless", False):
        return [(slice(0, len(rows)), lambda: query_agent(player, env, rows, random_bits))]
    bits = random_bits
    if bits is None:
        bits = rng.integers(2**64, size=len(rows), dtype=np.uint64)

    def query(share: slice) -> Query:
        return lambda: query_agent(player, env, rows[share], bits[share])

    return [(share, query(share)) for share in workers.shares(len(rows))]
