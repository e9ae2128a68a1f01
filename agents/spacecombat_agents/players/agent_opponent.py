"""An agent as the opponent of environments with one learning seat."""

from __future__ import annotations

import copy

import numpy as np

from spacecombat_agents.players.base import Agent, Needs, query_with_random_bits
from spacecombat_agents.players.game_streams import GameStreams, draws_by_game
from spacecombat_env.core.ruleset import Games, select_games

__all__ = ["AgentOpponent"]


class AgentOpponent:
    """An agent as the opponent of `SeatEnv`, `SeatVecEnv` and their adapters."""

    def __init__(self, agent: Agent, seed: int = 0) -> None:
        self.agent = agent
        self._streams = GameStreams(seed)
        self.compact = Needs.OBSERVATIONS not in agent.needs
        self.reads_records = Needs.RECORDS in agent.needs

    def __call__(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        visible: Games,
        rows: np.ndarray,
        seats: np.ndarray,
    ) -> np.ndarray:
        """Return the agent's actions."""
        records = select_games(visible, rows) if Needs.RECORDS in self.agent.needs else None
        inputs = None if self.compact else observations, masks, records, seats
        bits = self._streams.next_bits(rows) if draws_by_game(self.agent) else None
        return query_with_random_bits(self.agent, inputs, bits)

    def begin(self, rows: np.ndarray, seats: np.ndarray, seeds: np.ndarray) -> None:
        """Start the random streams of new games."""
        self._streams.start(rows, seeds)

    def fresh(self, seed: int) -> AgentOpponent:
        """Return a freshly reset copy, for clones that may know no more than a seat does."""
        agent = copy.deepcopy(self.agent)
        agent.reset(seed)
        return AgentOpponent(agent, seed)

    def seed(self, seed: int) -> None:
        """Reset the agent, whose randomness then follows from the seed."""
        self.agent.reset(seed)

    def close(self) -> None:
        """End the agent's processes, if it has any."""
        if hasattr(self.agent, "close"):
            self.agent.close()
