"""The folder of a service: one file of games, the pages of finished ones, and a lock."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

from spacecombat_agents.atomic_files import make_writable_folder
from spacecombat_agents.service.storage.database import copies_of
from spacecombat_agents.service.storage.private_files import (
    make_private_folder,
    restrict_file,
    restrict_folder,
)
from spacecombat_env.core.errors import ConfigError

__all__ = [
    "DATABASE_FILE",
    "LOCK_FILE",
    "PAGES_FOLDER",
    "data_folder",
    "lock_folder",
    "prepare_folder",
]

DATABASE_FILE, LOCK_FILE, PAGES_FOLDER = "games.db", "lock", "pages"


def data_folder() -> Path:
    """Return the default folder for games."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "spacecombat"


def prepare_folder(folder: Path) -> None:
    """Create a folder with access for its owner only; restrict an existing folder of a service.

    Raises ConfigError unless files can be written in it.
    """
    with contextlib.suppress(OSError):  # reported below
        make_private_folder(folder)
    make_writable_folder(folder, "data")
    copies = (copy.name for copy in copies_of(folder / DATABASE_FILE))
    restrict_folder(folder, (DATABASE_FILE, LOCK_FILE, PAGES_FOLDER, *copies))


def lock_folder(folder: Path) -> Any:
    """Lock a folder for this process; raise ConfigError if another process has it.

    The system releases the lock when the process ends, in any way.
    """
    file = open(folder / LOCK_FILE, "a", encoding="utf-8")  # noqa: SIM115 held while serving
    restrict_file(folder / LOCK_FILE)
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        pass
    except BlockingIOError:
        file.close()
        reason = "another service uses it; stop that one, or choose another folder"
        raise ConfigError.at(folder, "data", reason) from None
    return file
