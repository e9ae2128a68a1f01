"""One player as two, one for each seat, that know nothing of each other.

Both games of a pair have the same luck, and a player has another seat in each. A process that plays
both could read in one what will fall in the other; so there is one for each seat.
"""

from __future__ import annotations

import copy

import numpy as np

from spacecombat_agents.players.base import Needs
from spacecombat_agents.players.deadline import Guarded, Late
from spacecombat_env.core.ruleset import Games, take_games
from spacecombat_env.core.seeds import derived_seed

SEATS = 2


class Apart:
    """A bot in a worker for each seat, as a player like others; the second starts when asked."""

    def __init__(self, first: Guarded) -> None:
        self.seats = first, *(copy.copy(first) for _ in range(1, SEATS))
        self.name: str = first.name
        self.needs: Needs = first.needs
        self.digest: str | None = first.digest
        self.deadline: float = first.deadline
        self.late_on_end = 0
        """Decisions asked alone that came late since the last answer."""

    @property
    def at_once(self) -> int:
        """How many games it may be asked about at once."""
        return min(seat.at_once for seat in self.seats)

    def reset(self, seed: int) -> None:
        """Have the bot begin anew in both seats, each with its own luck."""
        for number, seat in enumerate(self.seats):
            seat.reset(derived_seed(seed, "seat", number) if number else seed)

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        seen: Games | None = None,
        seats: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return the bot's words; Late or Crash where there are none. `seats` None: the first."""
        words = np.zeros(len(masks), np.int64)
        for number, seat in enumerate(self.seats):
            rows = np.flatnonzero(
                np.full(len(masks), not number) if seats is None else seats == number
            )
            if not rows.size:
                continue
            given = None if observations is None else observations[rows]
            known = None if seen is None else take_games(seen, rows)
            try:
                words[rows] = seat.act(
                    given, masks[rows], known, None if seats is None else seats[rows]
                )
            except Late:
                self.late_on_end += len(masks) == 1
                raise
        self.late_on_end = 0
        return words

    def close(self) -> None:
        """End the workers; the next question starts others."""
        for seat in self.seats:
            seat.close()
