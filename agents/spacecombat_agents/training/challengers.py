"""Players that need no training, as attackers of a victim: scripted players, older opponents."""

from __future__ import annotations

from collections.abc import Iterable

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.bundles.builtin import builtin_opponents
from spacecombat_agents.players.bundles.bundle import read_bundle
from spacecombat_agents.players.bundles.levels import LEVEL_SEPARATOR
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.players.scripted import captain_module
from spacecombat_env.core.errors import BundleError, ConfigError

__all__ = ["challengers_of"]


def challengers_of(victim: str, setting: GameSetting, more: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the names of the players that attack a victim besides trained attackers.

    They are the rule set's scripted players and the levels without search of the built-in opponents
    for this setting, and `more`, which must exist. The victim itself is left out.
    """
    taken = {make_agent(victim, setting).name}
    found: list[str] = []
    for name in (*more, *_scripted(setting), *_builtin(setting)):
        agent = make_agent(name, setting)
        if agent.name not in taken:
            found.append(name)
            taken.add(agent.name)
    return tuple(found)


def _scripted(setting: GameSetting) -> list[str]:
    """Return the scripted players of a rule set, if it has any."""
    try:
        doctrines = captain_module(setting.ruleset.name).DOCTRINES
    except ConfigError:
        return []
    return [f"scripted:{doctrine}" for doctrine in doctrines]


def _builtin(setting: GameSetting) -> list[str]:
    """Return the levels without search of the built-in opponents that fit a setting."""
    names = [
        f"{file}{LEVEL_SEPARATOR}{level.id}"
        for file, path in builtin_opponents().items()
        for level in read_bundle(path).levels
        if level.search is None
    ]
    return [name for name in names if _player(name, setting) is not None]


def _player(name: str, setting: GameSetting) -> Agent | None:
    """Return a player, or None if it was made for another setting."""
    try:
        return make_agent(name, setting)
    except (BundleError, ConfigError):
        return None
