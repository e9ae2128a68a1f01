"""Atomic file writes, and checks that files can be written."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from io import BufferedWriter, FileIO
from pathlib import Path
from typing import IO

from spacecombat_env.core.errors import ConfigError, SpaceCombatError

__all__ = [
    "append_bytes",
    "append_text",
    "atomic_write",
    "check_writable_file",
    "lock_for_writing",
    "make_writable_folder",
    "staged_file",
]


@contextlib.contextmanager
def atomic_write(path: Path) -> Iterator[BufferedWriter]:
    """Open a file for an atomic replacement: a reader finds the old content or the new.

    The data is written to a temporary file in the same folder, synced, and renamed. An OSError
    names the file; the temporary one is removed.
    """
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with _names(path):
            with open(new, "wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.replace(new, path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def append_text(path: Path, text: str) -> None:
    """Append text to a file, all or nothing; an OSError names the file."""
    with _names(path), open(path, "ab", buffering=0) as file:
        append_bytes(file, text.encode())


def append_bytes(file: FileIO, data: bytes) -> None:
    """Write bytes to the end of an unbuffered file, all or nothing."""
    end = file.seek(0, os.SEEK_END)
    try:
        left = memoryview(data)
        while left:
            left = left[file.write(left) :]
    except OSError:
        file.truncate(end)
        raise


def lock_for_writing(file: IO[bytes], path: Path, reason: str) -> None:
    """Keep other programs from writing a file, on systems that can; ConfigError with the reason."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise ConfigError.at(path, "file", reason) from None


@contextlib.contextmanager
def _names(path: Path) -> Iterator[None]:
    """Give an OSError the file's name: writes to an open file do not know it."""
    try:
        yield
    except OSError as cause:
        if cause.errno is None:
            raise
        raise OSError(cause.errno, os.strerror(cause.errno), str(path)) from None


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
