"""Where compiled code is kept: a folder named by a hash of all that it was made from.

Numba's own cache looks only at the file that holds a function, so an edit to a callee in another
file still returns the old result. Here each compiled function is kept in a folder named by a
hash of every source file that can be inlined into it:

    function in                       sources hashed
    spacecombat_env/core              core
    spacecombat_env/rulesets/<name>   core + that rule set
    anywhere else                     core + all rule sets + the function's own top-level package
                                      (or, outside any package, the files of its own folder)

together with the versions of Python, NumPy and Numba and the bounds-checking switch. The hash is
over names and contents, never times or absolute paths, so a fresh checkout stays warm.
"""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numba
import numpy as np

from spacecombat_env.core.engine import shipped
from spacecombat_env.core.engine.suits import SUITS

SETTINGS: Any = numba.config
"""Numba's switches, as read from NUMBA_* environment variables."""
if os.environ.get("SPACECOMBAT_ENGINE") == "native":
    SETTINGS.DISABLE_JIT = 1  # rules in Python are plain functions then

PACKAGE = Path(__file__).resolve().parents[2]
CORE = PACKAGE / "core"
RULESETS = PACKAGE / "rulesets"


def cache_folder(module_file: str | os.PathLike[str]) -> Path:
    """Return the folder in which compiled functions of `module_file` are kept; not created here."""
    scope, folders = _scope(os.fspath(module_file))
    return cache_base() / scope / _source_hash(folders, _toolchain())


def shipped_folder(module_file: str | os.PathLike[str]) -> Path:
    """Return the folder in which a wheel would have the doors of `module_file`."""
    scope, folders = _scope(os.fspath(module_file))
    checked = str(bool(SETTINGS.BOUNDSCHECK))
    return shipped.FOLDER / scope / _source_hash(folders, (*shipped.versions(), checked))


@functools.cache
def cache_base() -> Path:
    """Return the folder that holds all compiled code; `SPACECOMBAT_CACHE_DIR` overrides it."""
    chosen = os.environ.get("SPACECOMBAT_CACHE_DIR")
    base = Path(chosen).expanduser() if chosen else _user_cache() / "spacecombat-env"
    if _is_writable(base):
        return base
    return Path(tempfile.gettempdir()) / f"spacecombat-env-{_user_tag()}"


def prune_old_caches(keep: int = 4) -> list[Path]:
    """Delete all but the `keep` latest written folders of each scope; return those deleted.

    Folders that this process uses are never deleted.
    """
    scopes = _subfolders(cache_base())
    stale = [folder for scope in scopes for folder in _newest_first(scope)[keep:]]
    doomed = [folder for folder in stale if folder.name not in _hashes_in_use]
    for folder in doomed:
        shutil.rmtree(folder, ignore_errors=True)
    return doomed


# -- which sources a function depends on ---------------------------------------------------------


@functools.cache
def _scope(module_file: str) -> tuple[str, tuple[Path, ...]]:
    """Return the name of the scope that a file belongs to and the folders whose sources count."""
    file = Path(module_file).resolve()
    if file.is_relative_to(CORE):
        return "core", (CORE,)
    if file.is_relative_to(RULESETS) and file.parent != RULESETS:
        name = file.relative_to(RULESETS).parts[0]
        return f"rulesets.{name}", (CORE, RULESETS / name)
    own = _top_package(file.parent)
    return own.name, (CORE, RULESETS, own)


def _top_package(folder: Path) -> Path:
    """Return the topmost package that holds `folder`, or `folder` itself where it is in none."""
    while (folder / "__init__.py").is_file() and (folder.parent / "__init__.py").is_file():
        folder = folder.parent
    return folder


@functools.cache
def _source_hash(folders: tuple[Path, ...], toolchain: tuple[str, ...]) -> str:
    """Return 24 hex digits over the sources in `folders` and the versions that shape the code."""
    digest = hashlib.sha256(repr(toolchain).encode())
    for folder in folders:
        for file in _sources(folder):
            content = hashlib.sha256(file.read_bytes()).hexdigest()
            name = file.relative_to(folder.parent).as_posix()
            digest.update(f"{name} {content}\n".encode())
    _hashes_in_use.add(digest.hexdigest()[:24])
    return digest.hexdigest()[:24]


_hashes_in_use: set[str] = set()


def _sources(folder: Path) -> Iterable[Path]:
    """Return the Python files of a package with its subfolders, or of a plain folder alone."""
    is_package = (folder / "__init__.py").is_file() or folder.is_relative_to(PACKAGE)
    return sorted(folder.rglob("*.py") if is_package else folder.glob("*.py"))


def _toolchain() -> tuple[str, ...]:
    """Return everything outside the sources that shapes compiled code (the CPU is Numba's part)."""
    checked = str(bool(SETTINGS.BOUNDSCHECK))
    return platform.python_version(), np.__version__, numba.__version__, checked, str(SUITS)


# -- where the code is kept ----------------------------------------------------------------------


def _user_cache() -> Path:
    """Return the cache folder of the platform's user."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _user_tag() -> str:
    """Return a name that keeps users of one machine apart in the shared temporary folder."""
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")


def _is_writable(folder: Path) -> bool:
    """Tell whether `folder` can be written or, where it does not exist yet, be made."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)


def _subfolders(folder: Path) -> list[Path]:
    """Return the folders in `folder`; none where it does not exist."""
    return [entry for entry in folder.iterdir() if entry.is_dir()] if folder.is_dir() else []


def _newest_first(folder: Path) -> list[Path]:
    """Return the subfolders of `folder`, the latest written first."""
    return sorted(_subfolders(folder), key=lambda entry: entry.stat().st_mtime, reverse=True)
