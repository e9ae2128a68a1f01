"""Build a library of the native engine: write C++ from Python, compile it, link it.

    python -m spacecombat_env.native.build

builds the library of the rules. A recipe names what another library is made of.

The units are compiled side by side. An object file is kept under a hash of its C++ and of the
compiler's command, so that a changed rule compiles only its own rule set. A quick build compiles
what is not kept with less optimisation, and the library says so. The library is put in its place
in one step: a build that fails leaves the old one.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import hashlib
import importlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import Any, NamedTuple

from spacecombat_env.core.errors import BuildError
from spacecombat_env.native.compiler import (
    CHECKS,
    FLAGS,
    address_flags,
    compile_object,
    find_compiler,
    link,
    machine_flags,
    quick_flags,
    speed_flags,
)

PACKAGE = Path(__file__).resolve().parents[1]
RUNTIME = Path(__file__).resolve().parent / "runtime"
INCLUDE = Path(__file__).resolve().parent / "include"
"""The folder of spacecombat.h, for programs in C."""
SOURCES = tuple(PACKAGE / name for name in ("core", "native", "rulesets"))
"""Folders from which the library of the rules is made; other libraries use its functions."""
SUFFIX = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")
LIBRARY = Path(__file__).resolve().parent / f"libspacecombat{SUFFIX}"
SUFFIXES = (".py", ".hpp", ".cpp", ".h", ".csv")
MARK = "spacecombat sources "
"""The text before the hash of the sources in a library."""
QUICK = " quick"
"""The text behind that hash where some units were compiled with less optimisation."""
QUICK_OBJECT = ".quick.o"
"""How the names of object files end that a quick build made."""
RULES = "spacecombat_env.native.units"
"""The module with the units of that library."""
LOCK = ".lock"
KEPT_DAYS = 14
"""Files in the folder of object files that no build has used for so long are removed."""
WITHOUT = "Without it everything plays interpreted, far slower."
NO_COMPILER = (
    "The native engine needs a C++ compiler: install clang or g++, or `pip install ziglang`. "
    f"{WITHOUT}"
)


class Recipe(NamedTuple):
    """The parts that a library is made of."""

    title: str
    """Its name in messages."""
    target: Path
    """The library's file."""
    units: str
    """The module with its units. It has `RECIPE` and two functions: `units()` yields them, the
    largest ones first, each with a `name`; `write_unit(unit)` returns the C++ of one. The optional
    function `texts()` returns further C++ for the library.
    """
    folders: tuple[Path, ...] = SOURCES
    """Its sources."""
    files: tuple[Path, ...] = ()
    """Further files of C++."""
    flags: tuple[str, ...] = ()
    """Further flags of the compiler."""

    def source_files(self) -> list[Path]:
        """Return the files that the library is made from."""
        found = (path for folder in self.folders for path in folder.rglob("*"))
        return sorted(path for path in found if path.suffix in SUFFIXES)

    def name_of(self, path: Path) -> str:
        """Return a source as it is named wherever the package lies."""
        folder = next(each for each in self.folders if path.is_relative_to(each))
        return path.relative_to(folder.parent).as_posix()

    def source_hash(self) -> str:
        """Return a hash of all files that the library is made from."""
        return _source_hash(self)


class Toolchain(NamedTuple):
    """A compiler, its flags, and the folder where object files are kept."""

    compiler: tuple[str, ...]
    flags: tuple[str, ...]
    folder: Path
    is_quick: bool = False
    """Whether the flags are those of a quick build."""

    def object_file(self, text: str) -> Path:
        """Return where the object file of a C++ text is kept."""
        key = "\n".join([text, headers_of(text), *self.compiler, *self.flags])
        ending = QUICK_OBJECT if self.is_quick else ".o"
        return self.folder / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}{ending}"

    def quick(self) -> Toolchain:
        """Return the toolchain of quick builds."""
        flags = (*self.flags, *quick_flags(self.compiler))
        return self._replace(flags=flags, is_quick=True)


@functools.cache
def _source_hash(recipe: Recipe) -> str:
    """Return a hash of the names and contents of a library's sources."""
    total = hashlib.sha256()
    for path in recipe.source_files():
        total.update(recipe.name_of(path).encode())
        total.update(path.read_bytes())
    return total.hexdigest()


def build(
    recipe: Recipe,
    target: Path | None = None,
    *,
    checked: bool = False,
    addresses: bool = False,
    quick: bool = False,
    jobs: int | None = None,
) -> Path:
    """Build a library and return its path. Raise BuildError if there is no compiler.

    A quick build spends less time on the units that have changed.
    """
    target = target or recipe.target
    compiler = find_compiler()
    if compiler is None:
        raise BuildError(NO_COMPILER)
    checks = (CHECKS if checked else ()) + (address_flags(compiler) if addresses else ())
    flags = (*FLAGS, *speed_flags(compiler), *machine_flags(compiler), *recipe.flags, *checks)
    target.parent.mkdir(parents=True, exist_ok=True)
    with writable_folder() as folder, locked(folder, target):
        toolchain = Toolchain(tuple(compiler), flags, folder)
        is_quicker = quick and quick_flags(compiler)
        toolchains = (toolchain, toolchain.quick()) if is_quicker else (toolchain,)
        objects = _compile_all(recipe, toolchains, jobs or available_processors())
        _link(toolchain, objects, target)
        _remove_old(folder)
    return target


def kept_library(recipe: Recipe, kind: str = "") -> Path:
    """Return where a library is put that does not lie next to its sources, named by their hash."""
    name = f"{recipe.target.stem}{kind}-{recipe.source_hash()[:16]}{SUFFIX}"
    return object_folder() / name


def available_processors() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextlib.contextmanager
def writable_folder() -> Iterator[Path]:
    """Give the folder of object files, or one that is removed afterwards if it is not writable."""
    folder = object_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"writable{LOCK}").touch()
    except OSError:
        with tempfile.TemporaryDirectory(prefix="spacecombat-") as temporary:
            yield Path(temporary)
    else:
        yield folder


def object_folder() -> Path:
    """Return the folder of object files; `SPACECOMBAT_CACHE_DIR` overrides its base."""
    base = os.environ.get("SPACECOMBAT_CACHE_DIR")
    if base is None:
        cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        base = str(Path(cache) / "spacecombat-env")
    return Path(base) / "native"


@contextlib.contextmanager
def locked(folder: Path, target: Path) -> Iterator[None]:
    """Wait until no other process builds the same library, and build it alone."""
    key = hashlib.sha256(str(target.resolve()).encode()).hexdigest()[:16]
    with open(folder / f"{key}{LOCK}", "w", encoding="utf-8") as lock:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(lock.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            with contextlib.suppress(OSError):  # some network file systems have no locks
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _compile_all(recipe: Recipe, toolchains: Sequence[Toolchain], jobs: int) -> list[Path]:
    """Compile every unit, several at once; return the object files."""
    module: Any = importlib.import_module(recipe.units)
    names = [unit.name for unit in module.units()]
    with ProcessPoolExecutor(jobs) as pool:
        made = list(pool.map(compile_unit, repeat(recipe.units), names, *map(repeat, toolchains)))
    texts = [path.read_text(encoding="utf-8") for path in recipe.files]
    texts += getattr(module, "texts", list)()
    made += [compile_text(text, *toolchains) for text in texts]
    is_quick = any(path.name.endswith(QUICK_OBJECT) for path in made)
    return [*made, compile_text(index_text(recipe, is_quick), *toolchains)]


def compile_unit(units: str, name: str, *toolchains: Toolchain) -> Path:
    """Return the object file of a unit of a module, kept or compiled as `compile_text` does.

    A note under the hash of the unit's sources names the object file, so that no C++ is written
    where they have not changed.
    """
    module: Any = importlib.import_module(units)
    (unit,) = (each for each in module.units() if each.name == name)
    notes = [each.folder / f"{_unit_hash(module, unit, each)}.unit" for each in toolchains]
    for note in filter(Path.exists, notes):
        kept = note.with_name(note.read_text(encoding="utf-8"))
        if kept.is_file():
            os.utime(note)
            os.utime(kept)
            return kept
    made = compile_text(module.write_unit(unit), *toolchains)
    notes[-1].write_text(made.name, encoding="utf-8")
    return made


def _unit_hash(module: Any, unit: Any, toolchain: Toolchain) -> str:
    """Return a hash of a unit's name and sources: all but those of other rule sets."""
    others = {each.ruleset for each in module.units()} - {unit.ruleset}
    total = hashlib.sha256("\n".join([unit.name, *_command(toolchain)]).encode())
    for path in module.RECIPE.source_files():
        if others.isdisjoint(Path(module.RECIPE.name_of(path)).parts):
            total.update(module.RECIPE.name_of(path).encode())
            total.update(path.read_bytes())
    return total.hexdigest()[:32]


def _command(toolchain: Toolchain) -> list[str]:
    """Return what an object file depends on besides its C++."""
    headers = [path.read_text(encoding="utf-8") for path in sorted(RUNTIME.glob("*.hpp"))]
    return [*headers, *toolchain.compiler, *toolchain.flags]


def index_text(recipe: Recipe, is_quick: bool) -> str:
    """Return the C++ of the function that returns what the library was made from.

    `hash_in` and `is_quick_build` find the text in the file of a library that is not loaded.
    """
    quick = QUICK if is_quick else ""
    return (
        '#include "runtime.hpp"\n'
        'extern "C" PY_EXPORTED const char* spacecombat_source_hash() '
        f'{{ return &"{MARK}{recipe.source_hash()}{quick}"[{len(MARK)}]; }}\n'
    )


def hash_in(library: Path) -> str:
    """Return the hash of the sources that a library was made from; empty if it has none."""
    found = re.search(rb"%s([0-9a-f]{64})" % MARK.encode(), library.read_bytes())
    return found[1].decode() if found else ""


def is_quick_build(library: Path) -> bool:
    """Whether a quick build made a library."""
    text = f"{MARK}{hash_in(library)}{QUICK}"
    return text.encode() in library.read_bytes()


def compile_text(text: str, *toolchains: Toolchain) -> Path:
    """Return the object file of a C++ text: kept for one toolchain, or compiled by the last."""
    targets = [each.object_file(text) for each in toolchains]
    for target in filter(Path.exists, targets):
        os.utime(target)
        return target
    toolchain, target = toolchains[-1], targets[-1]
    with tempfile.TemporaryDirectory(dir=toolchain.folder) as folder:
        source, made = Path(folder) / "unit.cpp", Path(folder) / "unit.o"
        source.write_text(text, encoding="utf-8")
        compile_object(list(toolchain.compiler), source, made, toolchain.flags)
        os.replace(made, target)
    return target


@functools.cache
def headers_of(text: str) -> str:
    """Return the headers of this package that a text includes, and those that they include."""
    found = []
    for name in re.findall(r'^#include "(.+)"', text, re.M):
        path = next(folder / name for folder in (RUNTIME, INCLUDE) if (folder / name).exists())
        header = path.read_text(encoding="utf-8")
        found += [header, headers_of(header)]
    return "\n".join(found)


def _link(toolchain: Toolchain, objects: list[Path], target: Path) -> None:
    """Link the library and put it in its place in one step."""
    new = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        link(list(toolchain.compiler), objects, new, toolchain.flags)
        os.replace(new, target)
    finally:
        new.unlink(missing_ok=True)


def _remove_old(folder: Path) -> None:
    """Remove what no build has used for a while."""
    oldest = time.time() - KEPT_DAYS * 24 * 3600
    for path in folder.iterdir():
        with contextlib.suppress(OSError):
            if path.stat().st_mtime < oldest and path.suffix != LOCK:
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def main() -> int:
    """Build the library from the command line."""
    parser = argparse.ArgumentParser(description="Build the library of the native engine.")
    parser.add_argument("--units", default=RULES, help="the module with the library's RECIPE")
    parser.add_argument("--out", type=Path, help="the library's file")
    parser.add_argument("--checked", action="store_true", help="check indices, shifts, divisions")
    parser.add_argument("--addresses", action="store_true", help="check addresses too")
    parser.add_argument("--quick", action="store_true", help="compile faster, to slower code")
    parser.add_argument("--jobs", type=int, help="how many units to compile at once")
    arguments = parser.parse_args()
    begun = time.perf_counter()
    try:
        recipe = importlib.import_module(arguments.units).RECIPE
        path = build(
            recipe,
            arguments.out,
            checked=arguments.checked,
            addresses=arguments.addresses,
            quick=arguments.quick,
            jobs=arguments.jobs,
        )
    except (BuildError, OSError) as cause:
        print(cause, file=sys.stderr)
        return 1
    print(f"{path}: built in {time.perf_counter() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
