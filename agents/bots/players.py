"""A bot as a player of matches: its process, kept from game to game, one for each seat."""

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
from spacecombat_agents.bots.carriers import Carrier, InProcess
from spacecombat_agents.bots.child import Child
from spacecombat_agents.bots.child.surroundings import words_of
from spacecombat_agents.bots.session import Session
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.roster import make_agent
from spacecombat_agents.setting import Setting
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.protocol.greeting import Bounds

CACHE = "SPACECOMBAT_CACHE_DIR"
"""Where compiled engines lie (compiling.py)."""
PREFIX = "bot:"
"""Names of bots on command lines begin so; the rest is the command."""


class BotPlayer:
    """A bot that plays game by game.

    Both games of a pair have the same luck, and a bot plays another seat in each. So each seat has
    a process of its own: what it learnt of the dice in one game is of no use in the other.
    """

    def __init__(
        self,
        name: str,
        setting: Setting,
        make: Callable[[], Carrier],
        digest: str | None = None,
        bounds: Bounds | None = None,
    ) -> None:
        self.name, self.setting, self.digest = name, setting, digest
        self._make, self._bounds = make, bounds
        self._sessions: dict[str, Session] = {}

    def session(self, seat: str) -> Session:
        """Return the conversation with the bot that plays a seat, greeted; BotFailure `init`."""
        if seat not in self._sessions:
            self._sessions[seat] = Session(self._make(), self.setting, self._bounds)
        self._sessions[seat].open()
        return self._sessions[seat]

    def drop(self, seat: str) -> str:
        """End the process of a seat, the next game begins another; return what it wrote."""
        session = self._sessions.pop(seat, None)
        if session is None:
            return ""
        session.close()
        return session.note()

    def close(self) -> None:
        """End the bot."""
        for seat in list(self._sessions):
            self.drop(seat)

    def __enter__(self) -> BotPlayer:
        """Return the bot."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self.close()


Player = Agent | BotPlayer


def in_process(make: Callable[[], Bot], setting: Setting, name: str = "bot") -> BotPlayer:
    """Return a Python bot that plays in this process, for tests and bots of our own."""
    return BotPlayer(name, setting, lambda: InProcess(make))


def of_command(
    command: str, setting: Setting, bounds: Bounds | None = None, **child: Any
) -> BotPlayer:
    """Return the bot that a command starts; `child` are settings of its process (`Child`)."""
    name = PREFIX + command
    return BotPlayer(
        name, setting, lambda: child_of(command, **child), digest=_digest(command), bounds=bounds
    )


def child_of(command: Sequence[str] | str, **child: Any) -> Child:
    """Return the process of a bot; one of this package finds what has been compiled."""
    return Child(command, passed_on=(CACHE, *child.pop("passed_on", ())), **child)


def check_program(name: str) -> None:
    """Raise ConfigError where the program of a bot's command cannot be found."""
    program = words_of(name.removeprefix(PREFIX))[0]
    if shutil.which(program) is None:
        raise ConfigError.at(name, "command", f"no program {program!r} is found")


def open_player(name: str, setting: Setting, deadline: float | None = None) -> Player:
    """Return the player of that name, a bot's command behind `bot:`; ConfigError says why not."""
    if name.startswith(PREFIX):
        check_program(name)
        return of_command(name.removeprefix(PREFIX), setting)
    return make_agent(name, setting, deadline)


def command_of(target: str, place: Sequence[str] = ()) -> list[str]:
    """Return the command of a bot named by a file, a class or a command; ConfigError.

    `place` are the options of what is played, for players of this package.
    """
    target = target.removeprefix(PREFIX)  # as a match names it
    file = Path(target)
    if file.is_file():
        return _command_of_file(file)
    if CLASS.fullmatch(target):
        return [sys.executable, "-m", "spacecombat_agents.cli", "bot", "serve", target, *place]
    return words_of(target)


def _command_of_file(file: Path) -> list[str]:
    """Return what runs a file."""
    if file.suffix in RUN_BY:
        return [*RUN_BY[file.suffix], str(file)]
    if os.access(file, os.X_OK):
        return [str(file.resolve())]
    known = ", ".join(RUN_BY)
    raise ConfigError.at(file, "file", f"is no program, and does not end in one of {known}")


RUN_BY = {".py": [sys.executable], ".js": ["node"], ".mjs": ["node"]}
"""Programs that run files, by their ending."""
CLASS = re.compile(r"[\w./\\-]+\.py:\w+|[A-Za-z_]\w*(\.\w+)*:\w+")
"""FILE.py:CLASS or MODULE:CLASS."""


def _digest(command: str) -> str:
    """Return the SHA-256 over a command and the files that it names."""
    total = hashlib.sha256()
    for word in words_of(command):
        total.update(word.encode() + b"\0")
        file = Path(word)
        if file.is_file():
            total.update(file.read_bytes())
    return total.hexdigest()
