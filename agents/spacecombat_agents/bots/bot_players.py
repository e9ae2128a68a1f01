"""A bot as a player of matches: one process per seat, kept from game to game."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from spacecombat_agents.bots.bot import Bot
from spacecombat_agents.bots.bot_connection import BotConnection
from spacecombat_agents.bots.process import BotProcess
from spacecombat_agents.bots.process.environment import split_command
from spacecombat_agents.bots.transport import InProcessTransport, Transport
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.player_forms import PlayerFunction, as_agent
from spacecombat_agents.players.roster import BOT_PREFIX, make_agent
from spacecombat_env.core.engine import VARIABLE as ENGINE_VARIABLE
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.protocol.handshake import ProtocolLimits

__all__ = [
    "BOT_PREFIX",
    "BotPlayer",
    "CLASS_NAME",
    "Player",
    "PlayerForm",
    "bot_of_command",
    "check_program",
    "command_of",
    "in_process_bot",
    "make_bot_process",
    "given_player",
    "open_player",
]


class BotPlayer:
    """A bot that plays game by game.

    Both games of a pair share their random events, and a bot takes another seat in each. Each seat
    has its own process, so that the bot cannot use in one game what it learned of the dice in the
    other.
    """

    def __init__(
        self,
        name: str,
        setting: GameSetting,
        make: Callable[[], Transport],
        digest: str | None = None,
        bounds: ProtocolLimits | None = None,
    ) -> None:
        self.name, self.setting, self.digest = name, setting, digest
        self._make, self._bounds = make, bounds
        self._connections: dict[str, BotConnection] = {}

    def connection(self, seat: str) -> BotConnection:
        """Return the connection of the bot at a seat, ready to play; raise BotFailure `init`."""
        if seat not in self._connections:
            self._connections[seat] = BotConnection(self._make(), self.setting, self._bounds)
        self._connections[seat].open()
        return self._connections[seat]

    def drop(self, seat: str) -> str:
        """End the process of a seat and return its output; the next game starts another process."""
        connection = self._connections.pop(seat, None)
        if connection is None:
            return ""
        connection.close()
        return connection.note()

    def close(self) -> None:
        """End the bot."""
        for seat in list(self._connections):
            self.drop(seat)

    def __enter__(self) -> BotPlayer:
        """Return the bot."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self.close()


Player = Agent | BotPlayer
PlayerForm = Player | str | PlayerFunction
"""The argument of `given_player`: a player, its name, or a `function(observations, masks)`."""


def in_process_bot(make: Callable[[], Bot], setting: GameSetting, name: str = "bot") -> BotPlayer:
    """Return a Python bot that plays in this process, for tests and built-in bots."""
    return BotPlayer(name, setting, lambda: InProcessTransport(make))


def bot_of_command(
    command: str, setting: GameSetting, bounds: ProtocolLimits | None = None, **child: Any
) -> BotPlayer:
    """Return the bot that a command starts; `child` are settings of its process (`BotProcess`)."""
    name = BOT_PREFIX + command
    return BotPlayer(
        name,
        setting,
        lambda: make_bot_process(command, **child),
        digest=_digest_command(command),
        bounds=bounds,
    )


def make_bot_process(command: Sequence[str] | str, **child: Any) -> BotProcess:
    """Return the process of a bot; a bot of this package plays with the chosen engine."""
    return BotProcess(command, passed_on=(ENGINE_VARIABLE, *child.pop("passed_on", ())), **child)


def check_program(name: str) -> None:
    """Raise ConfigError if the program of a bot's command cannot be found."""
    program = split_command(name.removeprefix(BOT_PREFIX))[0]
    if shutil.which(program) is None:
        raise ConfigError.at(name, "command", f"program {program!r} was not found")


def open_player(name: str, setting: GameSetting, deadline: float | None = None) -> Player:
    """Return the player of a name, or of a bot's command after `bot:`; raise ConfigError."""
    if name.startswith(BOT_PREFIX):
        check_program(name)
        return bot_of_command(name.removeprefix(BOT_PREFIX), setting)
    return make_agent(name, setting, deadline)


def given_player(player: PlayerForm, setting: GameSetting, what: str = "player") -> Player:
    """Return the player that a name, a player or a function stands for; raise ConfigError.

    `what` names the argument in errors.
    """
    if isinstance(player, BotPlayer):
        return player
    if isinstance(player, str):
        return open_player(player, setting)
    return as_agent(player, setting, what)


def command_of(target: str, place: Sequence[str] = ()) -> list[str]:
    """Return the command of a bot named by a file, a class or a command; raise ConfigError.

    `place` are options of the setting, for players of this package.
    """
    target = target.removeprefix(BOT_PREFIX)  # as a match names it
    file = Path(target)
    if file.is_file():
        return _command_of_file(file)
    if CLASS_NAME.fullmatch(target):
        return [sys.executable, "-m", "spacecombat_agents.cli", "bot", "serve", target, *place]
    return split_command(target)


def _command_of_file(file: Path) -> list[str]:
    """Return the command that runs a file."""
    if file.suffix in INTERPRETERS:
        return [*INTERPRETERS[file.suffix], str(file)]
    if os.access(file, os.X_OK):
        return [str(file.resolve())]
    known = ", ".join(INTERPRETERS)
    raise ConfigError.at(file, "file", f"is not executable, and does not end in one of {known}")


INTERPRETERS = {".py": [sys.executable], ".js": ["node"], ".mjs": ["node"]}
"""Interpreters by file suffix."""
CLASS_NAME = re.compile(r"[\w./\\-]+\.py:\w+|[A-Za-z_]\w*(\.\w+)*:\w+")
"""FILE.py:CLASS or MODULE:CLASS."""


def _digest_command(command: str) -> str:
    """Return the SHA-256 of a command and the files that it names."""
    total = hashlib.sha256()
    for part in split_command(command):
        total.update(part.encode() + b"\0")
        file = Path(part)
        if file.is_file():
            total.update(file.read_bytes())
    return total.hexdigest()
