"""The C++ compiler: the machine's own, or the one that comes with the wheel `ziglang`.

    python -m spacecombat_env.native.compiler

prints the one that is found.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from spacecombat_env.core.errors import BuildError

NAMES = ("g++", "clang++", "c++")
"""Compilers in the order of the speed of their code."""
FLAGS = (
    *("-std=c++20", "-g1", "-w", "-fPIC", "-pthread"),
    *("-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off"),
    *("-fvisibility=hidden", "-fno-exceptions", "-fno-rtti"),
)
"""Integers wrap, games are read as records and as integers, and floats are rounded as in Python."""
LINK_FLAGS = {"darwin": ("-dynamiclib",), "win32": ("-shared",)}.get(
    sys.platform, ("-shared", "-Wl,-Bsymbolic", "-Wl,--as-needed")
)
CHECKS = ("-DPY_CHECKED",)
"""Flags of the checked build."""
GLIBC = "2.28"
"""The oldest C library that ziglang builds for."""


def find_compiler() -> list[str] | None:
    """Return the command of a C++20 compiler: `CXX`, one on the path, or ziglang; None if none."""
    if os.environ.get("CXX"):
        return shlex.split(os.environ["CXX"])
    for name in NAMES if sys.platform != "win32" else ():
        if shutil.which(name) and _knows_language(name):
            return [name]
    if importlib.util.find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "c++", *_zig_target()]
    return None


def _knows_language(name: str) -> bool:
    """Whether a compiler knows C++20."""
    command = [name, "-std=c++20", "-fsyntax-only", "-x", "c++", "-"]
    text = "#include <type_traits>\n#include <atomic>\n"
    return subprocess.run(command, input=text, capture_output=True, text=True).returncode == 0


def _zig_target() -> list[str]:
    """Return the options of ziglang for an old C library, so that the result runs elsewhere too."""
    if sys.platform != "linux" or platform.libc_ver()[0] != "glibc":
        return []
    return ["-target", f"{platform.machine()}-linux-gnu.{GLIBC}"]


def is_zig(compiler: Sequence[str]) -> bool:
    """Whether a compiler is that of ziglang, which would build a C++ runtime library to link."""
    return "c++" in compiler[1:]


def is_clang(compiler: Sequence[str]) -> bool:
    """Whether a compiler is clang."""
    return "clang" in Path(compiler[0]).name


def speed_flags(compiler: Sequence[str]) -> tuple[str, ...]:
    """Return the level of optimisation: the one with which a compiler makes the fastest code."""
    return ("-O2",) if is_zig(compiler) or is_clang(compiler) else ("-O3",)


def quick_flags(compiler: Sequence[str]) -> tuple[str, ...]:
    """Return the level of a quick build; none for clang, whose usual one takes as little."""
    return () if is_zig(compiler) or is_clang(compiler) else ("-O2",)


def machine_flags(compiler: Sequence[str]) -> tuple[str, ...]:
    """Return the flag for the oldest processor that the library runs on; it costs no speed."""
    if platform.machine() not in ("x86_64", "AMD64"):
        return ()
    return ("-march=x86_64_v2",) if is_zig(compiler) else ("-march=x86-64-v2",)


def sanitizer_library(compiler: Sequence[str]) -> Path | None:
    """Return the library that checks addresses, which must be loaded first (LD_PRELOAD)."""
    if sys.platform != "linux" or is_zig(compiler):
        return None
    name = f"libclang_rt.asan-{platform.machine()}.so" if is_clang(compiler) else "libasan.so"
    command = [*compiler, f"-print-file-name={name}"]
    found = Path(subprocess.run(command, capture_output=True, text=True).stdout.strip())
    return found if found.is_absolute() and found.exists() else None


def address_flags(compiler: Sequence[str]) -> tuple[str, ...]:
    """Return the flags of a build that checks addresses."""
    shared = ("-shared-libasan",) if is_clang(compiler) else ()
    return ("-fsanitize=address", *shared)


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
    """Link object files to a shared library, which needs no C++ runtime library."""
    command = ["cc" if is_zig(compiler) and part == "c++" else part for part in compiler]
    kept = [flag for flag in flags if flag.startswith(("-f", "-m", "-pthread", "-shared"))]
    run_compiler([*command, *kept, *LINK_FLAGS, *map(str, objects), "-o", str(target)])


def main() -> int:
    """Print the compiler that is found; exit with 1 if there is none."""
    found = find_compiler()
    print(shlex.join(found) if found else "no C++ compiler")
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
