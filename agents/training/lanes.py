"""Lanes: threads that do their parts of a piece of work side by side.

What a learner does between two words (asking players, its network, gradients) is done by libraries
and compiled code without Python's lock, but much of it on one core, or on two and little faster.
Split by rows, each lane does all of it for its share.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
import torch

from spacecombat_agents.players.base import Agent, ask
from spacecombat_agents.training.networks import set_threads
from spacecombat_env.env.vector import BatchEnv

Made = TypeVar("Made")
Question = Callable[[], np.ndarray]
"""Asks a player about some games and returns his words, int64 (n,)."""


class Lanes:
    """So many threads, the caller one of them. What comes out never depends on who was first."""

    def __init__(self, count: int = 1) -> None:
        self.count = count
        # A new thread's first products would else take all cores, and round otherwise.
        each = set_threads, (torch.get_num_threads(),)
        self._crew = ThreadPoolExecutor(count - 1, "lane", *each) if count > 1 else None

    def shares(self, size: int) -> list[slice]:
        """Return even shares of `size` rows, one a lane where there are enough; at least one."""
        count = max(1, min(self.count, size))
        return [slice(*edges) for edges in pairwise(size * k // count for k in range(count + 1))]

    def do(self, jobs: Sequence[Callable[[], Made]]) -> list[Made]:
        """Do all jobs, one a lane at a time, and return what they return, in their order."""
        if self._crew is None or len(jobs) < 2:
            return [job() for job in jobs]
        made: list[Any] = [None] * len(jobs)
        left = deque(range(len(jobs)))

        def work() -> None:
            while left:
                try:
                    number = left.popleft()
                except IndexError:  # another lane was faster
                    return
                made[number] = jobs[number]()

        others = [self._crew.submit(work) for _ in range(min(self.count, len(jobs)) - 1)]
        try:
            work()
        finally:
            wait(others)
        for other in others:
            other.result()
        return made


def questions(
    player: Agent, env: BatchEnv, rows: np.ndarray, lanes: Lanes, luck: np.random.Generator
) -> list[tuple[slice, Question]]:
    """Return what asks a player about some games: shares of the rows, and the questions.

    Who keeps nothing in mind (`is_stateless`) is asked in several lanes, and dealt lots from
    `luck`; with one lane everybody draws his own.
    """
    if lanes.count == 1 or not getattr(player, "is_stateless", False):
        return [(slice(0, len(rows)), lambda: ask(player, env, rows))]
    lots = luck.integers(2**64, size=len(rows), dtype=np.uint64)

    def question(share: slice) -> Question:
        return lambda: ask(player, env, rows[share], lots[share])

    return [(share, question(share)) for share in lanes.shares(len(rows))]
