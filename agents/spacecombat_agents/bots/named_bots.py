"""Players by name as bots for other hosts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spacecombat_agents.bots.agent_bot import AgentBot
from spacecombat_agents.bots.bot import Bot
from spacecombat_agents.bots.bot_players import CLASS_NAME
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.plugins.loading import load_class
from spacecombat_agents.players.roster import make_agent
from spacecombat_env.core.errors import ConfigError

__all__ = ["make_bot"]


def make_bot(name: str, setting: Callable[[], GameSetting]) -> Bot:
    """Return a bot by its class, or a player of this package as a bot; raise ConfigError.

    The setting is opened for players only: a class that speaks the protocol needs none.
    """
    if CLASS_NAME.fullmatch(name) and not name.startswith("scripted:"):
        made: Any = load_class(name)
        if hasattr(made, "ready") and hasattr(made, "say"):
            return _build_bot(name, made)
    opened = setting()
    return AgentBot(make_agent(name, opened), opened)


def _build_bot(name: str, made: Callable[[], Bot]) -> Bot:
    """Build a bot of a class."""
    try:
        return made()
    except Exception as cause:
        raise ConfigError.at(name, "class", f"cannot be built: {cause!r}") from cause
