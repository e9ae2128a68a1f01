"""Workers: threads that do their parts of a piece of work side by side.

What a learner does between two words (asking players, its network, gradients) is done by libraries
and compiled code without Python's lock, but much of it on one core, or on two and little faster.
Split by rows, each worker does all of it for its share.
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

ResultT = TypeVar("ResultT")
Query = Callable[[], np.ndarray]
"""Asks a player about some games and returns his words, int64 (n,)."""


class WorkerPool:
    """So many threads, the caller one of them. What comes out never depends on who was first."""

    def __init__(self, count: int = 1) -> None:
        self.count = count
        # A new thread's first products would else take all cores, and round otherwise.
        each = set_threads, (torch.get_num_threads(),)
        self._executor = ThreadPoolExecutor(count - 1, "lane", *each) if count > 1 else None

    def shares(self, size: int) -> list[slice]:
        """Return even shares of `size` rows, one a worker where there are enough; at least one."""
        count = max(1, min(self.count, size))
        return [slice(*edges) for edges in pairwise(size * k // count for k in range(count + 1))]

    def run(self, jobs: Sequence[Callable[[], ResultT]]) -> list[ResultT]:
        """Do all jobs, one a worker at a time, and return what they return, in their order."""
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
    player: Agent, env: BatchEnv, rows: np.ndarray, workers: WorkerPool, rng: np.random.Generator
) -> list[tuple[slice, Query]]:
    """Return what asks a player about some games: shares of the rows, and the questions.

    Who keeps nothing in mind (`is_stateless`) is asked by several workers, and dealt random bits
    from `luck`; with one worker everybody draws his own.
    """
    if workers.count == 1 or not getattr(player, "is_stateless", False):
        return [(slice(0, len(rows)), lambda: query_agent(player, env, rows))]
    random_bits = rng.integers(2**64, size=len(rows), dtype=np.uint64)

    def query(share: slice) -> Query:
        return lambda: query_agent(player, env, rows[share], random_bits[share])

    return [(share, query(share)) for share in workers.shares(len(rows))]
