"""The available opponents.

Messages name a player without a path: `random`, `scripted:captain`, and for opponent files
`net@officer`. These are the bundled files and those given at the start of the service. Other roster
names are never resolved, because they may run code.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any, NamedTuple

from spacecombat_agents.bots.bot_players import BOT_PREFIX, check_program
from spacecombat_agents.players.bundles.builtin import SUFFIX, builtin_opponents, opponent_file
from spacecombat_agents.players.bundles.bundle import Bundle, read_bundle
from spacecombat_agents.players.bundles.bundle_checks import check_layouts
from spacecombat_agents.players.bundles.levels import LEVEL_SEPARATOR, StrengthLevel, split_level
from spacecombat_agents.players.scripted import captain_module
from spacecombat_agents.players.seat_agent import SeatAgent, SeatAgents, setting_of_scenario
from spacecombat_agents.scripted.parameters import read_style
from spacecombat_agents.service.players.bot_agents import BotAgent, BotSlots, public_name_of
from spacecombat_env import registry
from spacecombat_env.core.errors import ConfigError, SpaceCombatError
from spacecombat_env.core.model.seeds import new_seed
from spacecombat_env.core.ruleset import RuleSet, Scenario
from spacecombat_env.env.table import Table

__all__ = ["Opponent", "Opponents"]

RANDOM, SCRIPTED = "random", "scripted:"


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
        self.seat_agents = SeatAgents()
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

    def advisers(self, ruleset: RuleSet) -> dict[str, str]:
        """Return the players that can give hints: levels and captains, with their roster names."""
        known = [each for each in self.of(ruleset) if each.rules == ruleset.name]
        return {each.name: each.player for each in known if not each.player.startswith(BOT_PREFIX)}

    def named(self, ruleset: RuleSet, name: str) -> Opponent:
        """Return a player by name; captains may have parameters. Raises ConfigError."""
        known = {each.name: each for each in self.of(ruleset)}
        if name in known:
            return known[name]
        if name.startswith(SCRIPTED):
            read_style(captain_module(ruleset.name), name.removeprefix(SCRIPTED))
            return Opponent(name, name, name, ruleset.name)
        raise ConfigError(f"unknown player {name!r}; valid players: {', '.join(known)}")

    def can_play(self, opponent: Opponent, scenario: Scenario) -> bool:
        """Return whether a player plays a scenario: a net, only one with the layouts it knows."""
        file, _ = split_level(opponent.player)
        if not file.endswith(SUFFIX):
            return True
        try:
            check_layouts(_bundle_of(file), scenario)
        except SpaceCombatError:
            return False
        return True

    def make_player(
        self, opponent: Opponent, table: Table, seat: str, game_seed: int
    ) -> SeatAgent | BotAgent:
        """Return the agent of a seat of a table."""
        name, player = opponent.name, opponent.player
        if not player.startswith(BOT_PREFIX):
            return self.seat_agents.make(table, seat, game_seed, player, name)
        known = table.scenario.known_to(table.ruleset.seats.index(seat))
        setting = setting_of_scenario(table.ruleset, known)
        return BotAgent(name, player.removeprefix(BOT_PREFIX), setting, self.slots, new_seed())


@functools.lru_cache(maxsize=8)
def _bundle_of(file: str) -> Bundle:
    """Return an opponent file, read once for all scenarios of the catalog."""
    return read_bundle(opponent_file(file))


def scripted_opponents(ruleset: RuleSet) -> list[Opponent]:
    """Return the captains of a rule set, if it has any."""
    try:
        doctrines = list(captain_module(ruleset.name).DOCTRINES)
    except ConfigError:
        return []
    names = [(f"{SCRIPTED}{each}", each) for each in doctrines]
    return [Opponent(name, each.title(), name, ruleset.name) for name, each in names]


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
