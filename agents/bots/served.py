"""Players by name as bots for other hosts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spacecombat_agents.bots.adapters import AsBot
from spacecombat_agents.bots.bot import Bot
from spacecombat_agents.bots.players import CLASS
from spacecombat_agents.players.outside import load_class
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.setting import Setting
from spacecombat_env.core.errors import ConfigError


def bot_named(name: str, setting: Callable[[], Setting]) -> Bot:
    """Return a bot by its class, or a player of this package as a bot; ConfigError says why not.

    The setting is opened for players alone: a class that speaks the protocol needs none.
    """
    if CLASS.fullmatch(name) and not name.startswith("scripted:"):
        made: Any = load_class(name)
        if hasattr(made, "ready") and hasattr(made, "say"):
            return _built(name, made)
    opened = setting()
    return AsBot(make_agent(name, opened), opened)


def _built(name: str, made: Callable[[], Bot]) -> Bot:
    """Build a bot of a class."""
    try:
        return made()
    except Exception as cause:
        raise ConfigError.at(name, "class", f"cannot be built: {cause!r}") from cause
