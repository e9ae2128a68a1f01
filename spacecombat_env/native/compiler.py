"""The C++ compiler: the machine's own, or the one that comes with the wheel `ziglang`."""

from __future__ import annotations

import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from spacecombat_env.core.errors import BuildError

NAMES = ("clang++", "c++", "g++")
"""Compilers in the order of the speed of their code."""
FLAGS = (
    *("-std=c++20", "-O2", "-g1", "-fPIC", "-pthread"),
    *("-fwrapv", "-fno-strict-aliasing", "-fvisibility=hidden", "-fno-exceptions", "-fno-rtti"),
)
"""Integers wrap, and games are read as records and as integers."""
CHECKS = (
    "-fsanitize=bounds,shift-exponent,integer-divide-by-zero",
    "-fno-sanitize-recover=all",
    "-DPY_CHECKED",
)
"""Flags of the checked build."""


def find_compiler() -> list[str] | None:
    """Return the command of a C++ compiler: `CXX`, one on the path, or ziglang; None if none."""
    if os.environ.get("CXX"):
        return shlex.split(os.environ["CXX"])
    for name in NAMES:
        if shutil.which(name):
            return [name]
    if importlib.util.find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "c++"]
    return None


def machine_flags() -> tuple[str, ...]:
    """Return the flag for the oldest processor that the library runs on; it costs no speed."""
    return ("-march=x86-64-v2",) if platform.machine() in ("x86_64", "AMD64") else ()


def run_compiler(command: list[str]) -> None:
    """Run the compiler. Raise BuildError with its messages if it fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        shown = "\n".join(done.stderr.splitlines()[:20])
        raise BuildError(f"{shlex.join(command[:2])} failed: {shown}")


def compile_object(compiler: list[str], source: Path, target: Path, flags: tuple[str, ...]) -> None:
    """Compile a C++ file to an object file."""
    folders = [f"-I{Path(__file__).parent / name}" for name in ("runtime", "include")]
    run_compiler([*compiler, *flags, *folders, "-c", str(source), "-o", str(target)])


def link(compiler: list[str], objects: list[Path], target: Path, flags: tuple[str, ...]) -> None:
    """Link object files to a shared library."""
    shared = ["-dynamiclib"] if sys.platform == "darwin" else ["-shared", "-Wl,-Bsymbolic"]
    run_compiler([*compiler, *flags, *shared, *map(str, objects), "-o", str(target)])
