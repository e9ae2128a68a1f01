"""Build a library of the native engine: write C++ from Python, compile it, link it.

    python -m spacecombat_env.native.build

builds the library of the rules. A recipe names what another library is made of.

The units are compiled side by side. An object file is kept under a hash of its C++ and of the
compiler's command, so that a changed rule compiles only its own rule set.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import hashlib
import importlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import Any, NamedTuple

from spacecombat_env.core.errors import BuildError
from spacecombat_env.native.compiler import (
    CHECKS,
    FLAGS,
    compile_object,
    find_compiler,
    link,
    machine_flags,
)

PACKAGE = Path(__file__).resolve().parents[1]
RUNTIME = Path(__file__).resolve().parent / "runtime"
SOURCES = tuple(PACKAGE / name for name in ("core", "native", "rulesets"))
"""Folders from which the library of the rules is made; other libraries use its functions."""
SUFFIX = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")
LIBRARY = Path(__file__).resolve().parent / f"libspacecombat{SUFFIX}"
RULES = "spacecombat_env.native.units"
"""The module with the units of that library."""
KEPT_DAYS = 14
"""Object files that no build has used for so long are removed."""
NO_COMPILER = (
    "the native engine needs a C++ compiler: install clang or g++, or `pip install ziglang`. "
    "Without it everything plays interpreted, some hundred times slower"
)


class Recipe(NamedTuple):
    """The parts of a library."""

    title: str
    """Its content, for messages."""
    target: Path
    """The library's file."""
    units: str
    """The module with its units: `RECIPE`, `units()`, which yields them, the largest ones first,
    each with a `name`, and `write_unit(unit)`, which returns the C++ of one.
    """
    folders: tuple[Path, ...] = SOURCES
    """Its sources."""
    files: tuple[Path, ...] = ()
    """C++ that it holds besides."""
    flags: tuple[str, ...] = ()
    """Flags of the compiler besides the usual ones."""

    def source_files(self) -> list[Path]:
        """Return the files that the library is made from."""
        found = (path for folder in self.folders for path in folder.rglob("*"))
        return sorted(path for path in found if path.suffix in (".py", ".hpp", ".cpp", ".csv"))

    def source_hash(self) -> str:
        """Return a hash of all files that the library is made from."""
        return _source_hash(self)


class Toolchain(NamedTuple):
    """A compiler, its flags, and the folder where object files are kept."""

    compiler: tuple[str, ...]
    flags: tuple[str, ...]
    folder: Path


@functools.cache
def _source_hash(recipe: Recipe) -> str:
    """Return a hash of the names and contents of a library's sources."""
    total = hashlib.sha256()
    for path in recipe.source_files():
        folder = next(each for each in recipe.folders if path.is_relative_to(each))
        total.update(path.relative_to(folder.parent).as_posix().encode())
        total.update(path.read_bytes())
    return total.hexdigest()


def build(
    recipe: Recipe,
    target: Path | None = None,
    *,
    checked: bool = False,
    jobs: int | None = None,
) -> Path:
    """Build a library and return its path. Raise BuildError if there is no compiler."""
    target = target or recipe.target
    compiler = find_compiler()
    if compiler is None:
        raise BuildError(NO_COMPILER)
    flags = (*FLAGS, *machine_flags(), *recipe.flags, *(CHECKS if checked else ()))
    toolchain = Toolchain(tuple(compiler), flags, object_folder())
    toolchain.folder.mkdir(parents=True, exist_ok=True)
    with locked(toolchain.folder / "lock"):
        objects = _compile_all(recipe, toolchain, jobs or os.cpu_count() or 1)
        _link(toolchain, objects, target)
        _remove_old(toolchain.folder)
    return target


def object_folder() -> Path:
    """Return the folder of object files; `SPACECOMBAT_CACHE_DIR` overrides its base."""
    base = os.environ.get("SPACECOMBAT_CACHE_DIR")
    if base is None:
        cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        base = str(Path(cache) / "spacecombat-env")
    return Path(base) / "native"


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Wait until no other process holds the lock, and hold it."""
    with open(path, "w", encoding="utf-8") as lock:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(lock.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _compile_all(recipe: Recipe, toolchain: Toolchain, jobs: int) -> list[Path]:
    """Compile every unit, several at once; return the object files."""
    module: Any = importlib.import_module(recipe.units)
    names = [unit.name for unit in module.units()]
    with ProcessPoolExecutor(jobs) as pool:
        made = list(pool.map(compile_unit, [recipe.units] * len(names), names, repeat(toolchain)))
    texts = [path.read_text(encoding="utf-8") for path in recipe.files]
    return [*made, *(compile_text(text, toolchain) for text in (*texts, index_text(recipe)))]


def compile_unit(units: str, name: str, toolchain: Toolchain) -> Path:
    """Write and compile a unit of a module; return its object file."""
    module: Any = importlib.import_module(units)
    (unit,) = (each for each in module.units() if each.name == name)
    return compile_text(module.write_unit(unit), toolchain)


def index_text(recipe: Recipe) -> str:
    """Return the C++ of the function that tells what the library was made from."""
    return (
        'extern "C" __attribute__((visibility("default"))) const char* spacecombat_source_hash() '
        f'{{ return "{recipe.source_hash()}"; }}\n'
    )


def compile_text(text: str, toolchain: Toolchain) -> Path:
    """Compile a C++ text, unless its object file is kept; return the object file."""
    runtime = (RUNTIME / "runtime.hpp").read_text(encoding="utf-8")
    key = "\n".join([text, runtime, *toolchain.compiler, *toolchain.flags])
    target = toolchain.folder / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.o"
    if target.exists():
        os.utime(target)
        return target
    with tempfile.TemporaryDirectory(dir=toolchain.folder) as folder:
        source, made = Path(folder) / "unit.cpp", Path(folder) / "unit.o"
        source.write_text(text, encoding="utf-8")
        compile_object(list(toolchain.compiler), source, made, toolchain.flags)
        os.replace(made, target)
    return target


def _link(toolchain: Toolchain, objects: list[Path], target: Path) -> None:
    """Link the library and put it in its place in one step."""
    new = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        link(list(toolchain.compiler), objects, new, toolchain.flags)
        os.replace(new, target)
    finally:
        new.unlink(missing_ok=True)


def _remove_old(folder: Path) -> None:
    """Remove object files that no build has used for a while."""
    oldest = time.time() - KEPT_DAYS * 24 * 3600
    for path in folder.glob("*.o"):
        with contextlib.suppress(OSError):
            if path.stat().st_mtime < oldest:
                path.unlink()


def main() -> int:
    """Build the library from the command line."""
    parser = argparse.ArgumentParser(description="Build the library of the native engine.")
    parser.add_argument("--units", default=RULES, help="the module with the library's RECIPE")
    parser.add_argument("--out", type=Path, help="the library's file")
    parser.add_argument("--checked", action="store_true", help="check every index and division")
    parser.add_argument("--jobs", type=int, help="how many units to compile at once")
    arguments = parser.parse_args()
    begun = time.perf_counter()
    try:
        recipe = importlib.import_module(arguments.units).RECIPE
        path = build(recipe, arguments.out, checked=arguments.checked, jobs=arguments.jobs)
    except BuildError as cause:
        print(cause, file=sys.stderr)
        return 1
    print(f"{path}: built in {time.perf_counter() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
