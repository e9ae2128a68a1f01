"""Names of players on command lines, in configurations and in tournaments.

random                      a uniformly random legal action
scripted:captain            a doctrine of the rule set's scripted captain, by default or with
                            parameters: scripted:captain(pickets=off, open_fire_range=8)
path/to/file.opp            an exported opponent on its default level (faster with onnxruntime)
path/to/file.opp@officer    the same on a named level
duel.opp@officer            a built-in opponent, if there is no such file (builtin.py)
transfer:FILE.opp@LEVEL     the same in a scenario that it was not trained for: weights by the names
                            of inputs and actions (needs torch; warm_start.py)
ismcts:800                  ISMCTS with a budget in iterations, by default or with parameters:
                            ismcts:800(playout=random, horizon=60)
search:path/to/file.opp     search with a net: search:file.opp(worlds=8, candidates=8); any player
                            that is a net will do: search:sb3:model.zip (search/)
sb3:path/to/model.zip       a MaskablePPO model (needs sb3-contrib)
net:path/to/policy.safetensors
                            a network of the fast learner (needs torch)
package.module:Class        anything that implements players.base.Agent (loading.py)
path/to/file.py:Class       the same in a file
bot:COMMAND                 a bot that speaks spacecombat/1 on its standard input and output, in
                            commands that play games one by one (bots/players.py)
"""

from __future__ import annotations

import inspect
from pathlib import Path

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.bundles.builtin import opponent_file
from spacecombat_agents.players.bundles.levels import split_level
from spacecombat_agents.players.plugins.loading import load_class
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.loading.lazy_functions import LazyFunction
from spacecombat_env.core.ruleset import Scenario

__all__ = ["BOT_PREFIX", "custom_agent", "make_agent", "missing_extra_error"]

BOT_PREFIX = "bot:"
"""Prefix of bots in names of players; the rest is the command."""
PLAYER_FORMS = (
    "random, scripted:DOCTRINE, scripted:DOCTRINE(name=value, ...), FILE.opp, FILE.opp@LEVEL, "
    "sb3:FILE.zip, net:FILE.safetensors, transfer:FILE.opp, ismcts:ITERATIONS(name=value, ...), "
    "search:NET(name=value, ...), MODULE:CLASS, FILE.py:CLASS, bot:COMMAND"
)
SEARCH_FACTORIES = {
    "ismcts": LazyFunction("spacecombat_agents.search.search_factory", "make_ismcts"),
    "search": LazyFunction("spacecombat_agents.search.search_factory", "make_search"),
}
"""Factories of players that search, by the prefix of their name; imported when first used."""
SEARCH_LEVEL_FACTORY = LazyFunction("spacecombat_agents.search.search_factory", "make_search_level")
"""Factory of levels with search, imported when first used."""


def make_agent(name: str, setting: GameSetting, deadline: float | None = None) -> Agent:
    """Return the player of that name for a setting; ConfigError or BundleError says why not.

    A third-party player runs in its own process for each seat, with `deadline` seconds per decision
    (time_limited_agent.py, per_seat_agent.py).
    """
    if name == "random":
        from spacecombat_agents.players.random_agent import RandomAgent

        return RandomAgent()
    hidden = len(setting.scenario.seat_scenarios)
    if hidden and not name.startswith(BOT_PREFIX):
        from spacecombat_agents.players.agent_of_seats import AgentOfSeats

        each = (make_agent(name, setting.known_to(seat), deadline) for seat in range(hidden))
        return AgentOfSeats(list(each))
    if name.startswith("scripted:"):
        from spacecombat_agents.players.scripted import ScriptedAgent

        return ScriptedAgent(setting.scenario, name.removeprefix("scripted:"))
    kind, _, what = name.partition(":")
    if kind in SEARCH_FACTORIES:
        searching: Agent = SEARCH_FACTORIES[kind](what, setting)
        return searching
    if kind == "transfer":
        return _transferred_agent(what, setting)
    file, level = split_level(name)
    if file.endswith(".opp"):
        return _bundle_agent(file, level, setting)
    if name.startswith("sb3:"):
        return _sb3_agent(name.removeprefix("sb3:"), setting.scenario)
    if name.startswith("net:"):
        return _net_agent(name.removeprefix("net:"), setting.scenario)
    if name.startswith(BOT_PREFIX):
        raise ConfigError.at(
            name, "agent", "bots play only in match, evaluate and arena, one game at a time"
        )
    if ":" in name:
        from spacecombat_agents.players.plugins.per_seat_agent import PerSeatAgent
        from spacecombat_agents.players.plugins.time_limited_agent import (
            DEFAULT_DEADLINE,
            TimeLimitedAgent,
        )

        return PerSeatAgent(TimeLimitedAgent(name, setting, deadline or DEFAULT_DEADLINE))
    raise ConfigError.at(name, "agent", f"unknown player; the forms are: {PLAYER_FORMS}")


def _bundle_agent(file: str, level: str | None, setting: GameSetting) -> Agent:
    """Return a level of an opponent file as a player, with search if the level has it."""
    from spacecombat_agents.players.onnx_agent import OnnxAgent

    path = opponent_file(file)
    net = OnnxAgent.load(path, setting.ruleset, setting.scenario, level=level, searching=True)
    if net.level.search is None:
        return net
    searching: Agent = SEARCH_LEVEL_FACTORY(net, setting)
    return searching


def _sb3_agent(path: str, scenario: Scenario) -> Agent:
    """Return a saved model as a player."""
    if not Path(path).is_file():
        raise ConfigError.at(path, "file", "there is no such file")
    try:
        from spacecombat_agents.players.sb3_agent import Sb3Agent
    except ModuleNotFoundError as cause:
        raise missing_extra_error(cause, "train") from None
    return Sb3Agent.load(Path(path), scenario)


def _net_agent(path: str, scenario: Scenario) -> Agent:
    """Return a network of the fast learner as a player."""
    if not Path(path).is_file():
        raise ConfigError.at(path, "file", "there is no such file")
    try:
        from spacecombat_agents.players.net_agent import NetAgent
    except ModuleNotFoundError as cause:
        raise missing_extra_error(cause, "train") from None
    return NetAgent.load(Path(path), scenario)


def _transferred_agent(name: str, setting: GameSetting) -> Agent:
    """Return an opponent file's network as a player of any scenario."""
    try:
        from spacecombat_agents.players.warm_start import make_transferred
    except ModuleNotFoundError as cause:
        raise missing_extra_error(cause, "train") from None
    return make_transferred(name, setting)


def custom_agent(name: str, setting: GameSetting) -> Agent:
    """Build a third-party class: `Class(ruleset, scenario)`, or without arguments."""
    factory = load_class(name)
    try:
        wants = bool(inspect.signature(factory).parameters)
        agent = factory(setting.ruleset, setting.scenario) if wants else factory()
    except Exception as cause:
        raise ConfigError.at(name, "class", f"cannot be built: {cause!r}") from cause
    if not isinstance(agent, Agent):
        raise ConfigError.at(name, "class", "lacks one of: name, needs, reset, act")
    return agent


def missing_extra_error(cause: ModuleNotFoundError, extra: str) -> ConfigError:
    """Return the error that names the extra to install."""
    reason = f'is not installed; run: pip install "spacecombat-env[{extra}]"'
    return ConfigError.at(str(cause.name), "module", reason)
