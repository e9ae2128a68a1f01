"""The opponent files that are found by name from anywhere: built-in ones and downloaded ones."""

from __future__ import annotations

import os
from pathlib import Path

from spacecombat_agents.package_paths import OPPONENTS
from spacecombat_env.core.errors import BundleError

__all__ = [
    "SUFFIX",
    "builtin_opponents",
    "download_folder",
    "downloaded_opponents",
    "opponent_file",
]

SUFFIX = ".opp"
FOLDER_VARIABLE = "SPACECOMBAT_OPPONENTS"
"""Environment variable with the folder of downloaded files."""


def builtin_opponents() -> dict[str, Path]:
    """Return the built-in opponents by file name, such as `intercept_sensors_duel.opp`."""
    return _files(OPPONENTS)


def download_folder() -> Path:
    """Return the folder of downloaded opponent files; it may not exist."""
    named = os.environ.get(FOLDER_VARIABLE)
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return Path(named) if named else data / "spacecombat" / "opponents"


def downloaded_opponents() -> dict[str, Path]:
    """Return the downloaded opponents by file name."""
    return _files(download_folder())


def opponent_file(name: str | Path) -> Path:
    """Return the opponent file of that name: a path, or else a built-in or a downloaded one.

    Raise BundleError with a list of the known ones if it is none of them.
    """
    path = Path(name)
    if path.is_file():
        return path
    files = {**downloaded_opponents(), **builtin_opponents()}
    if str(name) in files:
        return files[str(name)]
    known = ", ".join(files) or "none"
    raise BundleError.at(name, "file", f"there is no such file; installed opponents are: {known}")


def _files(folder: Path) -> dict[str, Path]:
    """Return the opponent files in a folder by name."""
    return {path.name: path for path in sorted(folder.glob(f"*{SUFFIX}"))}
