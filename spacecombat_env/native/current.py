"""Which file holds the library that fits the sources, built now if there is none.

A checkout has its library next to the sources and builds it again when they change. An installed
package brings its library along. Where a file does not fit and its folder is not ours to write,
the library is kept in the folder of object files.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import subprocess
import sys
import time
from pathlib import Path

from spacecombat_env.core.engine import CHECKED, NATIVE, engine
from spacecombat_env.core.errors import BuildError
from spacecombat_env.native import build
from spacecombat_env.native.compiler import find_compiler

CHECKOUT = build.PACKAGE.parent / "pyproject.toml"
"""There in a checkout, where sources change, and not in an installed package."""


def current_library(recipe: build.Recipe, *, quick: bool = True) -> Path:
    """Return the file of a library that fits the sources.

    `quick`: after a change in a checkout, a quick build will do. Tell what is built, and why. Raise
    BuildError if there is none and none can be built.
    """
    if engine() == CHECKED:
        return _checked_library(recipe)
    may_be_quick = quick and CHECKOUT.exists() and recipe.target.exists()
    if may_be_quick and not _is_older(recipe.target, recipe):
        return recipe.target
    reason = ""
    for path in (recipe.target, build.kept_library(recipe)):
        found = _reason_against(path, recipe)
        if not found and (quick or not build.is_quick_build(path)):
            with contextlib.suppress(OSError):
                os.utime(path)
            return path
        reason = reason or found
    reason = "" if CHECKOUT.exists() else reason
    options = ["--quick"] if may_be_quick else []
    return _build_and_tell(recipe, _own_place(recipe), *options, reason=reason)


def build_in_full(recipe: build.Recipe) -> None:
    """Build a library in full if it is a quick build or not up to date: speeds are measured next.

    A failure is reported when the library is loaded.
    """
    if engine() == NATIVE:
        with contextlib.suppress(BuildError, OSError):
            current_library(recipe, quick=False)


def _is_older(path: Path, recipe: build.Recipe) -> bool:
    """Whether a source is newer than the library."""
    made = path.stat().st_mtime_ns
    return any(file.stat().st_mtime_ns > made for file in recipe.source_files())


def _reason_against(path: Path, recipe: build.Recipe) -> str:
    """Return why a file is not the library that is wanted; empty if it is."""
    if not path.exists():
        return f"{path.name} is missing"
    if build.hash_in(path) != recipe.source_hash():
        return f"{path} was built from other sources"
    try:
        ctypes.CDLL(str(path))
    except OSError as cause:
        return f"{path} is for another machine: {cause}"
    return ""


def _checked_library(recipe: build.Recipe) -> Path:
    """Return the file of a checked library; it checks addresses too where a sanitizer is loaded."""
    has_sanitizer = "asan" in os.environ.get("LD_PRELOAD", "")
    path = build.kept_library(recipe, "-addresses" if has_sanitizer else "-checked")
    if _reason_against(path, recipe):
        _build_and_tell(recipe, path, "--checked", *(["--addresses"] if has_sanitizer else []))
    return path


def _own_place(recipe: build.Recipe) -> Path:
    """Return where a new library is put: in a checkout next to its sources, if that is possible."""
    if CHECKOUT.exists() and os.access(recipe.target.parent, os.W_OK):
        return recipe.target
    return build.kept_library(recipe)


def _build_and_tell(recipe: build.Recipe, target: Path, *options: str, reason: str = "") -> Path:
    """Build a library in a process of its own, and tell how long it took; return its file."""
    if find_compiler() is None:
        raise BuildError(f"{reason}. {build.NO_COMPILER}" if reason else build.NO_COMPILER)
    why = f"{reason}. " if reason else ""
    print(f"spacecombat_env: {why}Building {recipe.title} ...", file=sys.stderr, flush=True)
    begun = time.perf_counter()
    command = [sys.executable, "-m", "spacecombat_env.native.build", "--units", recipe.units]
    command += ["--out", str(target), *options]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    environment.pop("LD_PRELOAD", None)
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        cause = done.stderr.strip() or f"the build ended with {done.returncode}"
        raise BuildError(f"{recipe.title}: {cause}\n{build.WITHOUT}")
    seconds = time.perf_counter() - begun
    quick = f", quickly; for full speed: {_shown(recipe)}" if build.is_quick_build(target) else ""
    print(f"spacecombat_env: Built {recipe.title} in {seconds:.0f} s{quick}", file=sys.stderr)
    return target


def _shown(recipe: build.Recipe) -> str:
    """Return the command that builds a library in full."""
    units = "" if recipe.units == build.RULES else f" --units {recipe.units}"
    return f"python -m {build.__name__}{units}"
