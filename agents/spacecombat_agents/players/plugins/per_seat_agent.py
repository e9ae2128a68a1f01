"""One player as two processes, one per seat, that share nothing.

Both games of a pair have the same random streams, and a player has a different seat in each. A
process that plays both could read future events of one game in the other.
"""

from __future__ import annotations

import copy

import numpy as np

from spacecombat_agents.players.base import Needs
from spacecombat_agents.players.plugins.time_limited_agent import TimeLimitedAgent, Timeout
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import Games, select_games

__all__ = ["PerSeatAgent"]

SEATS = 2


class PerSeatAgent:
    """An agent with a worker for each seat; the second starts on demand."""

    def __init__(self, first: TimeLimitedAgent) -> None:
        self.seats = first, *(copy.copy(first) for _ in range(1, SEATS))
        self.name: str = first.name
        self.needs: Needs = first.needs
        self.digest: str | None = first.digest
        self.deadline: float = first.deadline
        self.consecutive_timeouts = 0
        """Single decisions that timed out since the last answer."""

    @property
    def max_batch(self) -> int:
        """Return the largest number of games for one call."""
        return min(seat.max_batch for seat in self.seats)

    def reset(self, seed: int) -> None:
        """Reset the agent in both seats, each with its own seed."""
        for number, seat in enumerate(self.seats):
            seat.reset(derived_seed(seed, "seat", number) if number else seed)

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        visible: Games | None = None,
        seats: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return the agent's actions; raise Timeout or AgentCrash if there are none.

        `seats` None stands for the first seat.
        """
        actions = np.zeros(len(masks), np.int64)
        for number, seat in enumerate(self.seats):
            rows = np.flatnonzero(
                np.full(len(masks), not number) if seats is None else seats == number
            )
            if not rows.size:
                continue
            observations_of = None if observations is None else observations[rows]
            visible_of = None if visible is None else select_games(visible, rows)
            try:
                actions[rows] = seat.act(
                    observations_of, masks[rows], visible_of, None if seats is None else seats[rows]
                )
            except Timeout:
                self.consecutive_timeouts += len(masks) == 1
                raise
        self.consecutive_timeouts = 0
        return actions

    def close(self) -> None:
        """End the workers; the next call starts new ones."""
        for seat in self.seats:
            seat.close()
