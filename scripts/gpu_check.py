"""Compile every rule set for a GPU of compute capability 9.0, without one.

    python scripts/gpu_check.py                       # all rule sets
    python scripts/gpu_check.py --ruleset intercept_sensors

Needs `nvcc`: that of the extra `gpu`, or one on the path. The C++ is that of the native engine,
with every function for the device. A construct that a GPU cannot run is an error, exit status 1.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

from spacecombat_env import registry
from spacecombat_env.native.build import RUNTIME
from spacecombat_env.native.units import Unit, units, write_unit

FLAGS = ("-std=c++20", "-w", "-arch=sm_90", "-rdc=true", "-cubin", f"-I{RUNTIME}")


def find_nvcc() -> Path:
    """Return the compiler for GPUs. Exit with a message if there is none."""
    package = find_spec("nvidia")
    folders = [Path(each) for each in (package.submodule_search_locations or ())] if package else []
    for found in (each for folder in folders for each in sorted(folder.glob("cu*/bin/nvcc"))):
        return found
    on_path = shutil.which("nvcc")
    if on_path is None:
        raise SystemExit("no nvcc: `pip install -e '.[gpu]'` brings one (make gpu-check does)")
    return Path(on_path)


def check(nvcc: Path, unit: Unit, folder: Path) -> bool:
    """Compile a unit and tell how it went; return whether it succeeded."""
    source = folder / f"{unit.name}.cu"
    source.write_text(write_unit(unit), encoding="utf-8")
    begun = time.perf_counter()
    command = [str(nvcc), *FLAGS, str(source), "-o", str(source.with_suffix(".cubin"))]
    done = subprocess.run(command, capture_output=True, text=True)
    print(done.stderr, end="", file=sys.stderr)
    verdict = "failed" if done.returncode else "compiled"
    print(f"{unit.ruleset}: {verdict} in {time.perf_counter() - begun:.0f} s", flush=True)
    return done.returncode == 0


def main() -> int:
    """Check every rule set, or the named one, with its smallest records."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--ruleset", choices=registry.names())
    chosen = parser.parse_args()
    nvcc = find_nvcc()
    smallest: dict[str, Unit] = {}
    for unit in units():
        smallest[unit.ruleset] = min(
            unit, smallest.get(unit.ruleset, unit), key=lambda each: each.state.itemsize
        )
    with tempfile.TemporaryDirectory() as folder:
        wanted = [unit for name, unit in smallest.items() if chosen.ruleset in (None, name)]
        failed = [unit for unit in wanted if not check(nvcc, unit, Path(folder))]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
