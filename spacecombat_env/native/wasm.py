"""Build the rules as WebAssembly: one file for each rule set.

    python -m spacecombat_env.native.wasm --out FOLDER

It needs `pip install ziglang`, a compiler that targets WebAssembly. The functions are those of
include/spacecombat.h; web/engine/engine.js calls them.
"""

from __future__ import annotations

import argparse
import gzip
import importlib.util
import os
import re
import shlex
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from spacecombat_env.core.errors import BuildError
from spacecombat_env.native.build import (
    INCLUDE,
    PACKAGE,
    Toolchain,
    available_processors,
    compile_text,
    locked,
    writable_folder,
)
from spacecombat_env.native.compiler import run_compiler
from spacecombat_env.native.units import API_FILES, PACKAGES, Unit, units, units_text, write_unit

ENGINE = PACKAGE / "web" / "engine"
"""The JavaScript module that loads the files."""
TARGET = ("-target", "wasm32-wasi")
FLAGS = (
    *TARGET,
    *("-std=c++20", "-O2", "-w", "-fwrapv", "-fno-strict-aliasing", "-fvisibility=hidden"),
    *("-fno-exceptions", "-fno-rtti", "-fno-stack-protector", "-fno-sanitize=all"),
)
LINK_FLAGS = (*TARGET, "-mexec-model=reactor", "-O2", "-s")
NO_ZIG = "WebAssembly needs a compiler for it: `pip install ziglang`"


def find_zig() -> tuple[str, ...]:
    """Return the command of the compiler: `ZIG`, or ziglang. Raise BuildError if there is none."""
    if os.environ.get("ZIG"):
        return (*shlex.split(os.environ["ZIG"]), "c++")
    if importlib.util.find_spec("ziglang"):
        return (sys.executable, "-m", "ziglang", "c++")
    raise BuildError(NO_ZIG)


def exported_functions() -> list[str]:
    """Return the names of the functions in spacecombat.h."""
    text = (INCLUDE / "spacecombat.h").read_text(encoding="utf-8")
    return re.findall(r"^SPACECOMBAT_API .*?(spacecombat_\w+)\(", text, re.M)


def build_wasm(package: str, out: Path, jobs: int | None = None) -> Path:
    """Build the file of a rule set in a folder. Raise BuildError without a compiler."""
    own = list(units((package,)))
    compiler = find_zig()
    out.mkdir(parents=True, exist_ok=True)
    target = out / f"{own[0].ruleset}.wasm"
    with writable_folder() as folder, locked(folder, target):
        toolchain = Toolchain(compiler, FLAGS, folder)
        objects = _compile(own, toolchain, jobs or available_processors())
        new = target.with_name(f"{target.name}.{os.getpid()}.new")
        exports = [f"-Wl,--export={name}" for name in (*exported_functions(), "malloc", "free")]
        run_compiler(
            [*toolchain.compiler, *LINK_FLAGS, *exports, *map(str, objects), "-o", str(new)]
        )
        os.replace(new, target)
    return target


def copy_module(out: Path) -> None:
    """Copy the JavaScript module that loads the files to their folder, unless it is there."""
    if out.resolve() == ENGINE:
        return
    out.mkdir(parents=True, exist_ok=True)
    for path in ENGINE.iterdir():
        if path.suffix != ".wasm":
            shutil.copy(path, out / path.name)


def _compile(own: list[Unit], toolchain: Toolchain, jobs: int) -> list[Path]:
    """Compile the units of a rule set and the functions of the header; return the object files."""
    texts = [write_unit(unit) for unit in own]
    texts.append(units_text(unit.variable for unit in own))
    texts += [path.read_text(encoding="utf-8") for path in API_FILES]
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(compile_text, texts, [toolchain] * len(texts)))


def main() -> int:
    """Build the files from the command line."""
    names = [package.rpartition(".")[2] for package in PACKAGES]
    parser = argparse.ArgumentParser(description="Build the rules as WebAssembly.")
    parser.add_argument("--out", type=Path, default=ENGINE, help="the folder of the .wasm files")
    parser.add_argument("--ruleset", choices=names, action="append", help="only this one")
    parser.add_argument("--jobs", type=int, help="how many units to compile at once")
    arguments = parser.parse_args()
    chosen = [each for each in PACKAGES if each.rpartition(".")[2] in (arguments.ruleset or names)]
    try:
        for package in chosen:
            begun = time.perf_counter()
            path = build_wasm(package, arguments.out, arguments.jobs)
            _tell(path, time.perf_counter() - begun)
        copy_module(arguments.out)
    except BuildError as cause:
        print(cause, file=sys.stderr)
        return 1
    return 0


def _tell(path: Path, seconds: float) -> None:
    """Print the sizes of a file, and how long it took."""
    data = path.read_bytes()
    compressed = len(gzip.compress(data))
    print(
        f"{path}: {len(data) / 1000:.0f} kB, {compressed / 1000:.0f} kB compressed, {seconds:.0f} s"
    )


if __name__ == "__main__":
    sys.exit(main())
