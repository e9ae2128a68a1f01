"""Atomic file writes, and checks that files can be written."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from io import BufferedWriter
from pathlib import Path

from spacecombat_env.core.errors import ConfigError, SpaceCombatError

__all__ = ["atomic_write", "check_writable_file", "make_writable_folder", "staged_file"]


@contextlib.contextmanager
def atomic_write(path: Path) -> Iterator[BufferedWriter]:
    """Open a file for an atomic replacement: a reader finds the old content or the new.

    The data is written to a temporary file in the same folder, synced, and renamed.
    """
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with open(new, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


@contextlib.contextmanager
def staged_file(path: Path) -> Iterator[Path]:
    """Give a path at which a file is made and checked; it replaces `path` if nothing is raised.

    Errors of this package name `path`.
    """
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        yield new
        os.replace(new, path)
    except SpaceCombatError as cause:
        raise type(cause)(str(cause).replace(str(new), str(path))) from None
    finally:
        new.unlink(missing_ok=True)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Sync the names in a folder, on systems that support it."""
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def check_writable_file(path: Path, field: str) -> None:
    """Raise ConfigError early unless a file can be written at a path."""
    if path.is_dir():
        raise ConfigError.at(path, field, "is a folder")
    if not path.parent.is_dir():
        raise ConfigError.at(path, field, "there is no such folder")
    _check_writable(path.parent, path, field)


def make_writable_folder(folder: Path, field: str) -> None:
    """Create a folder if missing; raise ConfigError unless files can be written in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as cause:
        raise ConfigError.at(folder, field, f"cannot be created: {cause.strerror}") from None
    _check_writable(folder, folder, field)


def _check_writable(folder: Path, path: Path, field: str) -> None:
    """Write an unnamed temporary file into a folder."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as cause:
        raise ConfigError.at(path, field, f"cannot be written: {cause.strerror}") from None
