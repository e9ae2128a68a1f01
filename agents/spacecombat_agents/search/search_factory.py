"""Parse names of searching players: `ismcts:800(playout=random)`, `search:FILE.opp(worlds=8)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.onnx_agent import OnnxAgent
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.players.scripted import captain_module
from spacecombat_agents.scripted.parameters import split
from spacecombat_agents.search.ismcts import Ismcts
from spacecombat_agents.search.net_player import Net
from spacecombat_agents.search.search_settings import (
    IsmctsSettings,
    SearchSettings,
    parameters_of,
    read_settings,
    settings_text,
)
from spacecombat_agents.search.searcher import Searcher
from spacecombat_env.core.errors import ConfigError

__all__ = ["make_search_level", "search_settings_text"]

ISMCTS, SEARCH = "ismcts", "search"
PLAYOUT, RANDOM = "playout", "random"
MAX_ITERATIONS = 1_000_000
PLAYOUT_HORIZONS = {"intercept_sensors": 60}
"""Rule sets with captains too slow for playouts: the number of random actions before the margin
decides.
"""


def make_ismcts(text: str, setting: GameSetting) -> Agent:
    """Return an ISMCTS player with that many iterations: `800(playout=random)`."""
    place = f"{ISMCTS}:{text}"
    budget, pairs = split(text, place)
    if not budget.isdecimal() or not 1 <= int(budget) <= MAX_ITERATIONS:
        reason = f"{budget!r} is not a whole number from 1 to {MAX_ITERATIONS}"
        raise ConfigError.at(place, "iterations", reason)
    named = [value for name, value in pairs if name == PLAYOUT]
    if len(named) > 1:
        raise ConfigError.at(place, PLAYOUT, "is given twice")
    player, horizon = default_playout(setting.ruleset.name)
    more = ""
    if named and named[0] != player:
        player, horizon, more = named[0], 0, f"{PLAYOUT}={named[0]}"
    usual = IsmctsSettings(horizon=horizon)
    others = [pair for pair in pairs if pair[0] != PLAYOUT]
    settings = read_settings(place, ISMCTS, others, usual)
    description = settings_text(str(int(budget)), settings, usual, more)
    agent = playout_player(place, player, setting)
    return Ismcts(setting, int(budget), agent, settings, f"{ISMCTS}:{description}")


def default_playout(ruleset: str) -> tuple[str, int]:
    """Return a rule set's default playout player, and its limit of actions (0: none)."""
    if ruleset in PLAYOUT_HORIZONS:
        return RANDOM, PLAYOUT_HORIZONS[ruleset]
    try:
        return next(iter(captain_module(ruleset).DOCTRINES)), 0
    except ConfigError:
        return RANDOM, 0


def playout_player(place: str, player: str, setting: GameSetting) -> Agent:
    """Return the playout player: `random`, or a doctrine of the rule set's captain."""
    if player == RANDOM:
        return make_agent(RANDOM, setting)
    known = captain_module(setting.ruleset.name).DOCTRINES
    if player not in known:
        listed = ", ".join([RANDOM, *known])
        raise ConfigError.at(place, PLAYOUT, f"{player!r} is unknown; there are: {listed}")
    return make_agent(f"scripted:{player}", setting)


def make_search(text: str, setting: GameSetting) -> Agent:
    """Return a player that searches with a net: `FILE.opp(worlds=8, candidates=8)`."""
    place = f"{SEARCH}:{text}"
    name, pairs = split(text, place)
    settings = read_settings(place, SEARCH, pairs, SearchSettings())
    net = make_agent(name, setting)
    if not hasattr(net, "forward"):
        forms = "FILE.opp, net:FILE.safetensors or sb3:FILE.zip"
        raise ConfigError.at(place, "net", f"{name} is not a network; use {forms}")
    description = settings_text(net.name, settings, SearchSettings())
    return Searcher(setting, cast(Net, net), settings, f"{SEARCH}:{description}")


def make_search_level(net: OnnxAgent, setting: GameSetting) -> Agent:
    """Return the search of an opponent file's level; it has the level's name."""
    search = net.level.search
    assert search is not None, "a level of the net alone"
    pairs = [(name, str(value)) for name, value in search.items()]
    settings = read_settings(f"{net.bundle.path}: {net.level.id}", SEARCH, pairs, SearchSettings())
    return Searcher(setting, TemperedNet(net), settings, net.name)


def search_settings_text(pairs: Sequence[tuple[str, str]], place: str) -> dict[str, str]:
    """Return all settings of a search as a level has them, with `pairs` applied.

    ConfigError at `place`.
    """
    settings = read_settings(place, SEARCH, pairs, SearchSettings())
    known = parameters_of(SearchSettings, SEARCH)
    return {each.name: each.format(getattr(settings, each.name)) for each in known}


class TemperedNet:
    """The net of a level for search, with the level's temperature applied to its policy."""

    def __init__(self, net: OnnxAgent) -> None:
        self.net, self.digest = net, net.digest
        self._temperature = net.level.temperature or 1.0

    def forward(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return logits (n, A) at the level's temperature, and values (n,)."""
        logits, values = self.net.forward(observations, masks)
        return np.where(masks > 0, logits / self._temperature, logits), values
