"""An agent of this package as a bot: it reads encoded decisions and answers action by action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import (
    Agent,
    Needs,
    query_with_random_bits,
    random_bits_at,
)
from spacecombat_agents.players.game_streams import draws_by_game
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import Games, make_games, wrap_games
from spacecombat_env.protocol.handshake import hello
from spacecombat_env.protocol.vectors import read_record, read_vector

__all__ = ["AgentBot"]

Message = dict[str, Any]
MATCHING_FIELDS = ("rules", "words", "observation")
"""Fields of a hello in which host and agent must agree."""


class AgentBot:
    """Any agent as a bot.

    An agent that reads records receives the seat's own, so the host must have the same sources;
    other agents need the same layouts.
    """

    def __init__(self, agent: Agent, setting: GameSetting) -> None:
        self.agent, self.setting = agent, setting
        self._seats: dict[str, int] = {}
        self._seeds: dict[str, int] = {}

    def ready(self, host_hello: Message) -> Mapping[str, Any]:
        """Return the bot's ready message; raise ConfigError if the host plays something else."""
        own = hello(self.setting.ruleset, self.setting.scenario)
        reads = Needs.RECORDS in self.agent.needs
        for field in (*MATCHING_FIELDS, *(("record",) if reads else ())):
            if host_hello.get(field) != own[field]:
                reason = (
                    f"the host has {host_hello.get(field)!r}, but this player is for {own[field]!r}"
                )
                raise ConfigError.at("hello", field, reason)
        wants = {"view": False, "words": False, "events": False, "vector": True, "record": reads}
        return {"name": self.agent.name, "wants": wants}

    def new_game(self, message: Message) -> None:
        """Reset the agent for a new game."""
        self._seats[message["game"]] = self.setting.ruleset.seats.index(message["seat"])
        self._seeds[message["game"]] = message["bot_seed"]
        self.agent.reset(message["bot_seed"])

    def game_over(self, message: Message) -> None:
        """Forget a game."""
        self._seats.pop(message["game"], None)
        self._seeds.pop(message["game"], None)

    def say(self, message: Message) -> int:
        """Return the agent's action."""
        scenario = self.setting.scenario
        sizes = scenario.observation.size, scenario.actions.size
        row, mask = read_vector(message["vector"], *sizes)
        observations = None
        if Needs.OBSERVATIONS in self.agent.needs:
            observations = np.multiply(row, scenario.observation.scales)[None]
        visible = (
            self._visible_record(message["record"]) if Needs.RECORDS in self.agent.needs else None
        )
        seats = np.array([self._seats[message["game"]]], np.int8)
        bits = None
        if draws_by_game(self.agent):
            stream = np.array([self._seeds[message["game"]]], np.uint64)
            bits = random_bits_at(stream, np.array([message["at"]]))
        inputs = observations, mask[None], visible, seats
        return int(query_with_random_bits(self.agent, inputs, bits)[0])

    def _visible_record(self, text: str) -> Games:
        """Return the record in a message."""
        dtype = self.setting.scenario.table.opening.dtype
        visible = make_games(dtype, 1)
        visible.raw[0] = read_record(text, visible.raw.shape[1])
        return wrap_games(visible.states)
