"""One player as several, one for each seat, where a scenario hides ships from the seats.

Each knows only the scenario of its seat (`Scenario.known_to`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from spacecombat_agents.players.base import Agent, Needs, query_with_random_bits
from spacecombat_agents.players.game_streams import draws_by_game
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import Games, select_games

__all__ = ["AgentOfSeats"]


class AgentOfSeats:
    """An agent that passes each row to the player of its seat."""

    def __init__(self, players: Sequence[Agent]) -> None:
        first = players[0]
        self.players = tuple(players)
        self.name: str = first.name
        self.needs: Needs = first.needs
        self.digest: str | None = getattr(first, "digest", None)
        self.takes_random_bits = bool(getattr(first, "takes_random_bits", False))
        self.is_stateless = bool(getattr(first, "is_stateless", False))
        self.draws_by_game = draws_by_game(first)

    def reset(self, seed: int) -> None:
        """Reset every player, each with its own seed."""
        for seat, player in enumerate(self.players):
            player.reset(derived_seed(seed, "seat", seat))

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        visible: Games | None = None,
        seats: np.ndarray | None = None,
        random_bits: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return an action for each row; raise ValueError without `seats`."""
        if seats is None:
            raise ValueError("a player who knows each seat's scenario alone needs `seats`")
        actions = np.zeros(len(masks), np.int64)
        for seat, player in enumerate(self.players):
            rows = np.flatnonzero(seats == seat)
            if rows.size:
                actions[rows] = query_with_random_bits(
                    player,
                    (
                        None if observations is None else observations[rows],
                        masks[rows],
                        None if visible is None else select_games(visible, rows),
                        seats[rows],
                    ),
                    None if random_bits is None else random_bits[rows],
                )
        return actions
