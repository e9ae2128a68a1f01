"""Players that need no training, as attackers of a victim: scripted players, older opponents.

Older opponents are opponent files and checkpoints of the victim's run.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from spacecombat_agents.arena.provenance import agent_hash
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.bundles.builtin import (
    SUFFIX,
    builtin_opponents,
    downloaded_opponents,
    opponent_file,
)
from spacecombat_agents.players.bundles.bundle import read_bundle
from spacecombat_agents.players.bundles.levels import LEVEL_SEPARATOR, split_level
from spacecombat_agents.players.net_agent import WEIGHTS_FILE, NetAgent
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.players.scripted import captain_module
from spacecombat_agents.training.rollout.opponent_pool import CHECKPOINT_FOLDER, load_checkpoint
from spacecombat_env.core.errors import BundleError, ConfigError

__all__ = ["challengers_of", "make_challenger", "searchers_of", "spread_checkpoints"]

ISMCTS, SEARCH = "ismcts", "search"

CHECKPOINT = ".npz"
"""Suffix of a run's checkpoints."""


def challengers_of(victim: str, setting: GameSetting, more: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the names of the players that attack a victim besides trained attackers.

    They are the rule set's scripted players, the opponent files for this setting that are installed
    or in the victim's folder, with their levels without search, and `more`, which must exist. The
    victim itself is left out.
    """
    taken = [_identity(make_agent(victim, setting))]
    found: list[str] = []
    for name in (*more, *_scripted(setting), *_installed(setting), *_beside(victim, setting)):
        identity = _identity(make_challenger(name, setting))
        if identity not in taken:
            found.append(name)
            taken.append(identity)
    return tuple(found)


def searchers_of(victim: str, setting: GameSetting) -> tuple[str, ...]:
    """Return the players that attack a victim by search: plain, and with the victim's own net."""
    found = []
    for name in (f"{ISMCTS}:100", f"{SEARCH}:{victim}"):
        try:
            make_agent(name, setting)
        except (BundleError, ConfigError):
            continue
        found.append(name)
    return tuple(found)


def make_challenger(name: str, setting: GameSetting, temperature: float = 1.0) -> Agent:
    """Return a player by its name, or a run's checkpoint by its file (RUN/opponents/N.npz)."""
    file = Path(name)
    if file.suffix != CHECKPOINT:
        return make_agent(name, setting)
    agent = NetAgent.load(file.parent.parent / WEIGHTS_FILE, setting.scenario)
    load_checkpoint(agent.actor_critic, file)
    agent.name, agent.temperature = f"{agent.name}/{file.stem}", temperature
    return agent


def spread_checkpoints(run: Path, count: int) -> list[str]:
    """Return up to `count` checkpoints of a run, spread evenly from its start on, oldest first."""
    files = sorted(
        file for file in (run / CHECKPOINT_FOLDER).glob(f"*{CHECKPOINT}") if file.stem.isdigit()
    )
    if not files:
        return []
    places = np.linspace(0, len(files), count, endpoint=False).astype(int)
    return [str(files[place]) for place in np.unique(places)]


def _identity(agent: Agent) -> tuple[str, str | None]:
    """Return what tells a player from others: its name and content."""
    return agent.name, agent_hash(agent)


def _scripted(setting: GameSetting) -> list[str]:
    """Return the scripted players of a rule set, if it has any."""
    try:
        doctrines = captain_module(setting.ruleset.name).DOCTRINES
    except ConfigError:
        return []
    return [f"scripted:{doctrine}" for doctrine in doctrines]


def _installed(setting: GameSetting) -> list[str]:
    """Return the levels of the built-in and downloaded opponents that fit a setting."""
    files = {**downloaded_opponents(), **builtin_opponents()}
    return [name for file, path in files.items() for name in _levels(file, path, setting)]


def _beside(victim: str, setting: GameSetting) -> list[str]:
    """Return the levels of the opponent files in the folder of a victim's that fit a setting."""
    name, _ = split_level(victim)
    if not name.endswith(SUFFIX):
        return []
    files = sorted(opponent_file(name).parent.glob(f"*{SUFFIX}"))
    return [each for file in files for each in _levels(str(file), file, setting)]


def _levels(name: str, file: Path, setting: GameSetting) -> list[str]:
    """Return the levels without search of an opponent file; none if it is for another setting."""
    try:
        levels = [level.id for level in read_bundle(file).levels if level.search is None]
        names = [f"{name}{LEVEL_SEPARATOR}{level}" for level in levels]
        for each in names:
            make_agent(each, setting)
    except (BundleError, ConfigError):
        return []
    return names
