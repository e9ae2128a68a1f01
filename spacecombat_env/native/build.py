"""Build the library of the native engine: write C++ from the rules, compile it, link it.

    python -m spacecombat_env.native.build

The units are compiled side by side. An object file is kept under a hash of its C++ and of the
compiler's command, so that a changed rule compiles only its own rule set.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import hashlib
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

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
INCLUDE = Path(__file__).resolve().parent / "include"
"""The folder of spacecombat.h, for programs in C."""
SOURCES = ("core", "native", "rulesets")
"""Folders of the package from which the library is made."""
SUFFIX = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")
LIBRARY = Path(__file__).resolve().parent / f"libspacecombat{SUFFIX}"
KEPT_DAYS = 14
"""Object files that no build has used for so long are removed."""
NO_COMPILER = (
    "the native engine needs a C++ compiler: install clang or g++, or `pip install ziglang`. "
    "Without it everything plays interpreted, some hundred times slower"
)


class Toolchain(NamedTuple):
    """A compiler, its flags, and the folder where object files are kept."""

    compiler: tuple[str, ...]
    flags: tuple[str, ...]
    folder: Path


@functools.cache
def source_hash() -> str:
    """Return a hash of all files that the library is made from."""
    total = hashlib.sha256()
    for path in source_files():
        total.update(path.relative_to(PACKAGE).as_posix().encode())
        total.update(path.read_bytes())
    return total.hexdigest()


def source_files() -> list[Path]:
    """Return the files that the library is made from."""
    found = (path for folder in SOURCES for path in (PACKAGE / folder).rglob("*"))
    return sorted(path for path in found if path.suffix in (".py", ".hpp", ".cpp", ".h", ".csv"))


def build(target: Path = LIBRARY, *, checked: bool = False, jobs: int | None = None) -> Path:
    """Build the library and return its path. Raise BuildError if there is no compiler."""
    compiler = find_compiler()
    if compiler is None:
        raise BuildError(NO_COMPILER)
    flags = (*FLAGS, *machine_flags(), *(CHECKS if checked else ()))
    toolchain = Toolchain(tuple(compiler), flags, object_folder())
    toolchain.folder.mkdir(parents=True, exist_ok=True)
    with locked(toolchain.folder / "lock"):
        objects = _compile_all(toolchain, jobs or os.cpu_count() or 1)
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


def _compile_all(toolchain: Toolchain, jobs: int) -> list[Path]:
    """Compile every unit, several at once; return the object files."""
    from spacecombat_env.native.units import units, units_text

    names = [unit.name for unit in units()]
    with ProcessPoolExecutor(jobs) as pool:
        made = list(pool.map(compile_unit, names, [toolchain] * len(names)))
    texts = [index_text(), units_text(unit.variable for unit in units())]
    texts += [(RUNTIME / name).read_text(encoding="utf-8") for name in ("threads.cpp", "api.cpp")]
    return [*made, *(compile_text(text, toolchain) for text in texts)]


def compile_unit(name: str, toolchain: Toolchain) -> Path:
    """Write and compile a unit; return its object file."""
    from spacecombat_env.native.units import units, write_unit

    (unit,) = (each for each in units() if each.name == name)
    return compile_text(write_unit(unit), toolchain)


def index_text() -> str:
    """Return the C++ of the function that tells what the library was made from."""
    return (
        'extern "C" __attribute__((visibility("default"))) const char* spacecombat_source_hash() '
        f'{{ return "{source_hash()}"; }}\n'
    )


def compile_text(text: str, toolchain: Toolchain) -> Path:
    """Compile a C++ text, unless its object file is kept; return the object file."""
    key = "\n".join([text, headers_of(text), *toolchain.compiler, *toolchain.flags])
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
    """Remove object files that no build has used for a while."""
    oldest = time.time() - KEPT_DAYS * 24 * 3600
    for path in folder.glob("*.o"):
        with contextlib.suppress(OSError):
            if path.stat().st_mtime < oldest:
                path.unlink()


def main() -> int:
    """Build the library from the command line."""
    parser = argparse.ArgumentParser(description="Build the library of the native engine.")
    parser.add_argument("--out", type=Path, default=LIBRARY, help="the library's file")
    parser.add_argument("--checked", action="store_true", help="check every index and division")
    parser.add_argument("--jobs", type=int, help="how many units to compile at once")
    arguments = parser.parse_args()
    begun = time.perf_counter()
    try:
        path = build(arguments.out, checked=arguments.checked, jobs=arguments.jobs)
    except BuildError as cause:
        print(cause, file=sys.stderr)
        return 1
    print(f"{path}: built in {time.perf_counter() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
