"""What is kept of games is for nobody else on the machine: seeds lie in it.

Files are made with 0600 and folders with 0700, and looser ones of before are tightened. A folder in
which other things lie than a service's keeps its rights: it is the user's, and what lies in it of
ours is closed by itself.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection
from pathlib import Path

FILE_MODE, FOLDER_MODE = 0o600, 0o700
SQLITE_SUFFIXES = ("-wal", "-shm", "-journal")
"""What SQLite adds to a file's name for those that it keeps beside it, with the file's rights."""
NON_OWNER_BITS = 0o077
"""Rights of everybody but the owner."""


def make_private_folder(folder: Path) -> None:
    """Make a folder for its owner alone, where there is none."""
    with contextlib.suppress(FileExistsError):
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=FOLDER_MODE)


def restrict_folder(folder: Path, own: Collection[str] | None = None) -> None:
    """Close a folder to others; with `own` only if nothing lies in it but what is called so."""
    known = {name + more for name in own or () for more in ("", *SQLITE_SUFFIXES)}
    if own is None or all(each.name in known for each in folder.iterdir()):
        _restrict(folder, FOLDER_MODE)


def restrict_file(path: Path) -> None:
    """Make a file for its owner alone, or close the one that is there, and those beside it."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE))
    for each in (path, *(path.with_name(path.name + more) for more in SQLITE_SUFFIXES)):
        if each.exists():
            _restrict(each, FILE_MODE)


def _restrict(path: Path, mode: int) -> None:
    """Take the rights of others away; what belongs to somebody else stays as it is."""
    with contextlib.suppress(PermissionError):
        if path.stat().st_mode & NON_OWNER_BITS:
            path.chmod(mode)
