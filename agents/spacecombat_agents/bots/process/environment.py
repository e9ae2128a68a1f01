"""Command, folder and environment of a bot."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path

from spacecombat_agents.package_paths import STARTERS
from spacecombat_env.core.errors import ConfigError

__all__ = ["PROCESS_MARK", "bot_environment", "resolve_paths", "split_command"]

PROGRAMS = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "OMP_NUM_THREADS")
PEOPLE = ("HOME", "USER", "LANG", "LANGUAGE", "TZ")
LANGUAGES = ("PYTHONPATH", "VIRTUAL_ENV", "NODE_PATH", "JAVA_HOME", "DOTNET_ROOT")
RUST = ("CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN")
WINDOWS = ("SYSTEMROOT", "SYSTEMDRIVE", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA")
PASSED_ON = frozenset(PROGRAMS + PEOPLE + LANGUAGES + RUST + WINDOWS)
"""Names of environment variables that a bot may see: search paths, languages and the like."""
PASSED_ON_PREFIX = "LC_"
POSIX = os.name == "posix"
STARTERS_PLACEHOLDER = "{starters}"
"""Placeholder in a command for the folder of the bundled bots."""
PROCESS_MARK = "SPACECOMBAT_BOT"
"""Marks the processes of a bot, so that they can be found if all else fails."""


def split_command(command: Sequence[str] | str) -> list[str]:
    """Return a command as its arguments, with the paths of bundled bots; raise ConfigError.

    An empty command and an open quote are refused.
    """
    if not isinstance(command, str):
        parts = [str(part) for part in command]
    else:
        try:
            parts = shlex.split(command, posix=POSIX)
        except ValueError as cause:
            raise ConfigError.at(f"bot:{command}", "command", str(cause).lower()) from None
    if not POSIX:  # Windows: keeps backslashes, and the quotes
        parts = [part.strip('"') for part in parts]
    if not parts:
        raise ConfigError.at("bot:", "command", "is empty")
    return [part.replace(STARTERS_PLACEHOLDER, str(STARTERS)) for part in parts]


def resolve_paths(parts: Sequence[str], folder: Path) -> list[str]:
    """Return a command that means the same in another folder: local files by absolute path."""
    return [str(folder / part) if _is_file(folder, part) else part for part in parts]


def _is_file(folder: Path, part: str) -> bool:
    """Return whether an argument of a command names a file or a folder in a folder."""
    return bool(part) and not part.startswith("-") and (folder / part).exists()


def bot_environment(mark: str, temporary: str, passed_on: Iterable[str] = ()) -> dict[str, str]:
    """Return a bot's environment: allowed names, requested names, and a temporary folder."""
    allowed = PASSED_ON.union(passed_on)
    kept = {
        name: value
        for name, value in os.environ.items()
        if name.upper() in allowed or name in allowed or name.startswith(PASSED_ON_PREFIX)
    }
    own = {"TMPDIR": temporary, "TMP": temporary, "TEMP": temporary, "PYTHONUNBUFFERED": "1"}
    return kept | own | {PROCESS_MARK: mark}
