"""Agents at the seats of a table: in the service, in the terminal, in matches and for bots."""

from __future__ import annotations

import threading
import traceback
from collections import OrderedDict
from collections.abc import Hashable
from typing import Any, NamedTuple

import numpy as np

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent, AgentError, random_bits_at, validate_actions
from spacecombat_agents.players.plugins.time_limited_agent import AgentCrash
from spacecombat_agents.players.roster import BOT_PREFIX, make_agent
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import RuleSet, Scenario
from spacecombat_env.env.table import SeatObservation, Table

__all__ = ["SeatAgent", "SeatAgents", "setting_of_scenario"]

MAX_CACHED_AGENTS = 64
"""Maximum of cached players."""


class SharedAgent(NamedTuple):
    """A player that one thread uses at a time."""

    agent: Agent
    lock: threading.Lock


class SeatAgent:
    """The agent of a seat.

    With a `seed`, the agent gets the random bits of each action's position.
    """

    def __init__(
        self, name: str, agent: Agent, seed: int | None = None, lock: threading.Lock | None = None
    ) -> None:
        self.name, self.agent, self.seed = name, agent, seed
        self.needs = agent.needs
        self._lock = lock or threading.Lock()

    def choose_action(self, observation: SeatObservation) -> int:
        """Return an action. Raise Timeout, or AgentError for any other fault of the agent."""
        inputs, options = observation[1:], dict[str, Any]()
        if self.seed is not None:
            options["random_bits"] = random_bits_at(
                np.array([self.seed], np.uint64), np.array([observation.at])
            )
        try:
            with self._lock:
                return int(validate_actions(self.agent.act(*inputs, **options), 1)[0])
        except AgentError:
            raise
        except Exception:
            raise AgentCrash(traceback.format_exc()) from None


class SeatAgents:
    """Makes the agents of seats.

    An agent that takes random bits keeps no state of games, and is shared. It acts the same after a
    restart. All others start over.
    """

    def __init__(self) -> None:
        self._shared: OrderedDict[Hashable, SharedAgent] = OrderedDict()
        self._lock = threading.Lock()

    def make(
        self, table: Table, seat: str, game_seed: int, player: str, name: str = ""
    ) -> SeatAgent:
        """Return an agent at a seat of a table, by default with the player's name.

        Its random numbers follow from the game's seed. Raises ConfigError, also for a bot.
        """
        name = name or player
        if player.startswith(BOT_PREFIX):
            raise ConfigError.at("player", name, "bots play only at the service")
        place = table.ruleset.seats.index(seat)
        shared = self._get_shared_agent(player, table.ruleset, table.scenario.known_to(place))
        seed = derived_seed(game_seed, "agent", seat, name)
        if _takes_random_bits(shared.agent):
            return SeatAgent(name, shared.agent, seed, shared.lock)
        at = table.counts[place]
        shared.agent.reset(derived_seed(seed, "from", at))
        return SeatAgent(name, shared.agent, None, shared.lock)

    def _get_shared_agent(self, player: str, ruleset: RuleSet, scenario: Scenario) -> SharedAgent:
        """Return a player, which is cached if it takes random bits."""
        key = player, scenario.digest, scenario.delegate
        with self._lock:
            if key in self._shared:
                self._shared.move_to_end(key)
                return self._shared[key]
            agent = make_agent(player, setting_of_scenario(ruleset, scenario))
            made = SharedAgent(agent, threading.Lock())
            if _takes_random_bits(agent):
                self._shared[key] = made
                if len(self._shared) > MAX_CACHED_AGENTS:
                    self._shared.popitem(last=False)
            return made


def setting_of_scenario(ruleset: RuleSet, scenario: Scenario) -> GameSetting:
    """Return an open scenario as a setting for players."""
    delegate = dict(zip(ruleset.seats, scenario.delegate, strict=True))
    return GameSetting(ruleset, scenario.source, delegate)


def _takes_random_bits(agent: Agent) -> bool:
    """Return whether an agent takes random bits."""
    return bool(getattr(agent, "takes_random_bits", False))
