"""Restrict the files of games to their owner: they contain seeds.

Files have mode 0600 and folders 0700; looser modes are tightened. A folder that also holds files of
others keeps its mode, because it belongs to the user; the service's files in it are restricted one
by one.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection
from pathlib import Path

__all__ = ["make_private_folder", "restrict_file", "restrict_folder"]

FILE_MODE, FOLDER_MODE = 0o600, 0o700
SQLITE_SUFFIXES = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps next to a database, with the same mode."""
NON_OWNER_BITS = 0o077
"""Permission bits of everybody except the owner."""


def make_private_folder(folder: Path) -> None:
    """Create a folder with access for its owner only, if missing."""
    with contextlib.suppress(FileExistsError):
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=FOLDER_MODE)


def restrict_folder(folder: Path, own: Collection[str] | None = None) -> None:
    """Restrict a folder; with `own` only if it holds nothing except files with these names."""
    known = {name + more for name in own or () for more in ("", *SQLITE_SUFFIXES)}
    if own is None or all(each.name in known for each in folder.iterdir()):
        _restrict(folder, FOLDER_MODE)


def restrict_file(path: Path) -> None:
    """Create or restrict a file and its SQLite companions."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE))
    for each in (path, *(path.with_name(path.name + more) for more in SQLITE_SUFFIXES)):
        if each.exists():
            _restrict(each, FILE_MODE)


def _restrict(path: Path, mode: int) -> None:
    """Remove the permissions of others; skip files that belong to other users."""
    with contextlib.suppress(PermissionError):
        if path.stat().st_mode & NON_OWNER_BITS:
            path.chmod(mode)
