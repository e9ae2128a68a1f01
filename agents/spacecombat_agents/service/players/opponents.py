"""The available opponents, and built-in players at a table.

Messages name a player without a path: `random`, `scripted:captain`, and for opponent files
`net@officer`. These are the bundled files and those given at the start of the service. Other roster
names are never resolved, because they may run code.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

import numpy as np

from spacecombat_agents.bots.bot_players import BOT_PREFIX, check_program
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent, Needs, random_bits_at, validate_actions
from spacecombat_agents.players.bundles.builtin import SUFFIX, builtin_opponents, opponent_file
from spacecombat_agents.players.bundles.bundle import read_bundle
from spacecombat_agents.players.bundles.levels import LEVEL_SEPARATOR, StrengthLevel, split_level
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.players.scripted import captain_module
from spacecombat_agents.scripted.parameters import read_style
from spacecombat_agents.service.players.bot_agents import BotAgent, BotSlots, public_name_of
from spacecombat_env import registry
from spacecombat_env.core.errors import ConfigError, SpaceCombatError
from spacecombat_env.core.model.seeds import derived_seed, new_seed
from spacecombat_env.core.ruleset import Games, RuleSet, Scenario, wrap_games
from spacecombat_env.env.table import Table

__all__ = ["Opponent", "Opponents", "PlayerObservation", "SeatAgent", "TableAgent", "captain_of"]

RANDOM, SCRIPTED = "random", "scripted:"
MAX_CACHED_AGENTS = 64
"""Maximum of cached players."""
CAPTAIN = "captain"
"""Doctrine that acts for a person who delegates; else the first doctrine."""


class Opponent(NamedTuple):
    """An available player."""

    name: str
    """Name in messages."""
    title: str
    player: str
    """Name in the roster."""
    rules: str | None
    """The rule set that it plays; None for all."""
    level: str | None = None
    rating: float | None = None

    def as_json(self) -> dict[str, Any]:
        """Return its entry in the catalog."""
        shown = {"name": self.name, "title": self.title, "level": self.level}
        return {**shown, "rating": self.rating}


class Opponents:
    """All available players: random, captains, bundled files and given ones."""

    def __init__(self, given: Iterable[str] = ()) -> None:
        self._agents: OrderedDict[Hashable, SharedAgent] = OrderedDict()
        self._lock = threading.Lock()
        self.slots = BotSlots()
        """Slots for the processes of bots."""
        named = (*builtin_opponents(), *given)
        self._given = [each for name in named for each in opponents_of(name)]
        names = [each.name for each in self._given]
        for name in names:
            if names.count(name) > 1:
                raise ConfigError.at("opponent", name, "occurs twice")

    def of(self, ruleset: RuleSet) -> list[Opponent]:
        """Return the players of a rule set."""
        random_player = Opponent(RANDOM, "Any legal action", RANDOM, None)

        given = [each for each in self._given if each.rules in (None, ruleset.name)]
        return [*scripted_opponents(ruleset), random_player, *given]

    def named(self, ruleset: RuleSet, name: str) -> Opponent:
        """Return a player by name; captains may have parameters. Raises ConfigError."""
        known = {each.name: each for each in self.of(ruleset)}
        if name in known:
            return known[name]
        if name.startswith(SCRIPTED):
            read_style(captain_module(ruleset.name), name.removeprefix(SCRIPTED))
            return Opponent(name, name, name, ruleset.name)
        raise ConfigError(f"unknown player {name!r}; valid players: {', '.join(known)}")

    def make_player(
        self, opponent: Opponent, ruleset: RuleSet, scenario: Scenario, seed: int, count: int
    ) -> SeatAgent | BotAgent:
        """Return the agent of a seat that has already taken `spoken` actions in the game."""
        if not opponent.player.startswith(BOT_PREFIX):
            return self.make_seat_agent(opponent, ruleset, scenario, seed, count)
        command, setting = (
            opponent.player.removeprefix(BOT_PREFIX),
            setting_of_scenario(ruleset, scenario),
        )
        return BotAgent(opponent.name, command, setting, self.slots, new_seed())

    def make_seat_agent(
        self, opponent: Opponent, ruleset: RuleSet, scenario: Scenario, seed: int, count: int
    ) -> SeatAgent:
        """Return an agent that thinks in this process; raise ConfigError for a bot.

        An agent that takes random bits receives those of each action's position, so that it acts
        the same after a restart. All others start over.
        """
        if opponent.player.startswith(BOT_PREFIX):
            raise ConfigError.at("player", opponent.name, "bots play only at the service")
        shared = self._get_shared_agent(opponent.player, ruleset, scenario)
        if shared.takes_random_bits:
            return SeatAgent(opponent.name, shared, seed)
        shared.agent.reset(derived_seed(seed, "from", count))
        return SeatAgent(opponent.name, shared, None)

    def _get_shared_agent(self, player: str, ruleset: RuleSet, scenario: Scenario) -> SharedAgent:
        """Return a player; those that take random bits keep no state of games and are shared."""
        key = player, scenario.digest, scenario.delegate
        with self._lock:
            if key in self._agents:
                self._agents.move_to_end(key)
                return self._agents[key]
            made = SharedAgent(make_agent(player, setting_of_scenario(ruleset, scenario)))
            if made.takes_random_bits:
                self._agents[key] = made
                if len(self._agents) > MAX_CACHED_AGENTS:
                    self._agents.popitem(last=False)
            return made


def setting_of_scenario(ruleset: RuleSet, scenario: Scenario) -> GameSetting:
    """Return an open scenario as a setting for players."""
    delegate = dict(zip(ruleset.seats, scenario.delegate, strict=True))
    return GameSetting(ruleset, scenario.source, delegate)


def scripted_opponents(ruleset: RuleSet) -> list[Opponent]:
    """Return the captains of a rule set, if it has any."""
    try:
        doctrines = list(captain_module(ruleset.name).DOCTRINES)
    except ConfigError:
        return []
    names = [(f"{SCRIPTED}{each}", each) for each in doctrines]
    return [Opponent(name, each.title(), name, ruleset.name) for name, each in names]


def captain_of(ruleset: RuleSet) -> Opponent:
    """Return the agent for people who delegate: the captain, else the random player."""
    known = scripted_opponents(ruleset)
    named = [each for each in known if each.name == f"{SCRIPTED}{CAPTAIN}"]
    return next(iter(named or known), Opponent(RANDOM, "Any legal action", RANDOM, None))


def opponents_of(given: str) -> list[Opponent]:
    """Return the players of a roster name: for an opponent file, every level."""
    if given.startswith(BOT_PREFIX):
        check_program(given)
        name = public_name_of(given)
        return [Opponent(name, name, given, None)]
    file, level = split_level(given)
    if not file.endswith(SUFFIX):
        return [Opponent(given, given, given, None)]
    try:
        bundle = read_bundle(opponent_file(file))
    except SpaceCombatError as cause:
        raise ConfigError.at("opponent", given, str(cause)) from None
    rules = registry.parse(str(bundle.manifest["rules"]["name"]))[0]
    levels = [each for each in bundle.levels if level in (None, each.id)]
    if not levels:
        known = ", ".join(each.id for each in bundle.levels)
        raise ConfigError.at("opponent", given, f"no level {level!r}; levels: {known}")
    return [_opponent_of_level(file, bundle.name, rules, each) for each in levels]


def _opponent_of_level(file: str, name: str, rules: str, level: StrengthLevel) -> Opponent:
    """Return a level of an opponent file."""
    player = f"{file}{LEVEL_SEPARATOR}{level.id}"
    title = f"{name}, {level.id}"
    return Opponent(
        f"{name}{LEVEL_SEPARATOR}{level.id}", title, player, rules, level.id, level.rating
    )


class PlayerObservation(NamedTuple):
    """A decision for a player: copies of what its seat may know."""

    seat: str
    at: int
    observations: np.ndarray | None
    masks: np.ndarray
    visible: Games | None
    seats: np.ndarray


class SharedAgent:
    """A player that one thread uses at a time."""

    def __init__(self, agent: Agent) -> None:
        self.agent, self.lock = agent, threading.Lock()
        self.takes_random_bits: bool = getattr(agent, "takes_random_bits", False)


class SeatAgent:
    """The agent of a seat."""

    def __init__(self, name: str, shared: SharedAgent, seed: int | None) -> None:
        self.name, self.seed = name, seed
        self.agent, self._lock = shared.agent, shared.lock

    def observe(self, table: Table) -> PlayerObservation:
        """Return the current decision, to think about without the lock."""
        seat = table.to_act
        assert seat is not None, "the game is over"
        number = table.ruleset.seats.index(seat)
        row, mask = table.vector(seat)
        observations = visible = None
        if Needs.OBSERVATIONS in self.agent.needs:
            observations = np.multiply(row, table.scenario.observation.scales)[None]
        if Needs.RECORDS in self.agent.needs:
            visible = wrap_games(table.visible(seat).states.copy())
        at, seats = table.counts[number], np.array([number], np.int8)
        return PlayerObservation(seat, at, observations, mask[None].copy(), visible, seats)

    def choose_action(self, observation: PlayerObservation) -> int:
        """Return an action; any exception is the player's fault."""
        given = observation.observations, observation.masks, observation.visible, observation.seats
        random_player: dict[str, Any] = {}
        if self.seed is not None:
            random_player["random_bits"] = random_bits_at(
                np.array([self.seed], np.uint64), np.array([observation.at])
            )
        with self._lock:
            return int(validate_actions(self.agent.act(*given, **random_player), 1)[0])


class TableAgent:
    """An agent that acts at a table, for `Table.let`."""

    def __init__(self, seat_agent: SeatAgent, table: Table) -> None:
        self.seat_agent, self.table = seat_agent, table
        self.needs = seat_agent.agent.needs

    def act(self, *given: Any) -> np.ndarray:
        """Return the action of the seat that is to act."""
        return np.array([self.seat_agent.choose_action(self.seat_agent.observe(self.table))])
