"""Build a wheel with the compiled entry points of every shipped scenario, and check it.

    python scripts/build_wheel.py --out dist            # build and check
    python scripts/build_wheel.py --check dist/*.whl    # check an existing wheel

Such a wheel is for one Python and one platform: those of the Python that runs the script. Its entry
points are compiled from the wheel's own files for the minimum processor (core/engine/shipped.py).

The check installs the wheel into an empty environment with the dependencies of this Python, and
plays in processes with an empty home. It prints times. It fails if anything is compiled there, or
if a game differs from the interpreted one.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = (
    "agents",
    "configs",
    "spacecombat_env",
    "setup.py",
    "pyproject.toml",
    "README.md",
    "LICENSE",
)
BUILD = "from setuptools import build_meta; print(build_meta.build_wheel({out!r}))"
MEGABYTE = 1e6

FILL = """
import sys
from pathlib import Path
from spacecombat_agents.bench.precompile import precompile_all
from spacecombat_env.core.engine import shipped
from spacecombat_env.core.engine.jit import doors_kept

assert shipped.FOLDER.is_relative_to(sys.argv[1]), shipped.FOLDER
precompile_all(sys.argv[2:], every_capacity=True)
for path, code in doors_kept():
    shipped.write(path, code)
"""

FIRST_DECISION = """
import json, sys, time
begun = time.perf_counter(), time.process_time()
from importlib import import_module
game = import_module("spacecombat_env." + sys.argv[1] + "_v0")
imported = time.perf_counter(), time.process_time()
env = game.env(scenario=sys.argv[2])
env.reset(seed=1)
mask = env.last()[0]["action_mask"]
env.step(int(mask.argmax()))
env.last()
decided = time.perf_counter(), time.process_time()
print(json.dumps([b - a for a, b in zip(begun + imported, imported + decided)]))
"""

GAME = """
import sys
import numpy as np
from spacecombat_env import registry
from spacecombat_env.env.game import Game, open_scenario
ruleset = registry.ruleset(sys.argv[1])
game = Game(ruleset, open_scenario(ruleset, sys.argv[2]))
game.start(7)
rng = np.random.default_rng(7)
for _ in range(100):
    if game.seat < 0:
        break
    game.step(int(rng.choice(np.flatnonzero(game.mask))))
    game.observation_of(1 - max(game.seat, 0))  # none speaks in a game that is over
print(game.digest(), game.row.tobytes().hex())
"""

SCENARIOS = """
import json
from spacecombat_env import registry
print(json.dumps({name: sorted(registry.ruleset(name).scenarios()) for name in registry.names()}))
"""


# -- build ----------------------------------------------------------------------------------------


def build(out: Path, folder: Path, rulesets: list[str]) -> Path:
    """Build the wheel with entry points in a scratch folder; return its final path."""
    site = folder / "site"
    with zipfile.ZipFile(plain_wheel(folder)) as plain:
        plain.extractall(site)
    fill(site, folder / "cache", rulesets)
    tags = numba_tags()
    (info,) = site.glob("*.dist-info")
    (info / "WHEEL").write_text(
        "Wheel-Version: 1.0\nGenerator: build_wheel\nRoot-Is-Purelib: false\n"
        + "".join(f"Tag: {tag}\n" for tag in tags)
    )
    out.mkdir(parents=True, exist_ok=True)
    platforms = ".".join(tag.split("-")[2] for tag in tags)
    python = "-".join(tags[0].split("-")[:2])
    wheel = out / f"{info.name.removesuffix('.dist-info')}-{python}-{platforms}.whl"
    pack(site, info, wheel)
    return wheel


def plain_wheel(folder: Path) -> Path:
    """Build the wheel without entry points, as pip does, from a copy of the sources."""
    source, out = folder / "source", folder / "plain"
    out.mkdir()
    source.mkdir()
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "compiled")
            )
        else:
            shutil.copy(ROOT / name, source / name)
    run(BUILD.format(out=str(out)), cwd=source)
    (wheel,) = out.glob("*.whl")
    return wheel


def fill(site: Path, cache: Path, rulesets: list[str]) -> None:
    """Compile every entry point from an unpacked wheel, and put the code into it."""
    sys.path.insert(0, str(ROOT))
    from spacecombat_env.core.engine.libraries import FOR_WHEEL
    from spacecombat_env.core.engine.shipped import least_processor

    least = least_processor()
    if least is None:
        raise SystemExit("no processor is named for this kind of machine in core/engine/shipped.py")
    switches = {"NUMBA_CPU_NAME": least.name, "NUMBA_CPU_FEATURES": "", FOR_WHEEL: "1"}
    own = {"PYTHONPATH": str(site), "SPACECOMBAT_CACHE_DIR": str(cache), "NUMBA_DISABLE_JIT": "0"}
    run(FILL, str(site), *rulesets, cwd=site, environment={**switches, **own}, shows=True)


def numba_tags() -> list[str]:
    """Return the tags of the installed Numba, which limit the platforms of our wheel."""
    lines = (distribution("numba").read_text("WHEEL") or "").splitlines()
    return [line.split(": ")[1] for line in lines if line.startswith("Tag: ")]


def pack(site: Path, info: Path, wheel: Path) -> None:
    """Write a folder as a wheel, with a fresh RECORD."""
    record = info / "RECORD"
    record.unlink()
    files = [f for f in sorted(site.rglob("*")) if f.is_file() and f.suffix != ".pyc"]
    lines = []
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in files:
            name, content = file.relative_to(site).as_posix(), file.read_bytes()
            packed.writestr(name, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
            lines.append(f"{name},sha256={digest.decode()},{len(content)}")
        own = record.relative_to(site).as_posix()
        packed.writestr(own, "\n".join([*lines, f"{own},,", ""]))


# -- check ----------------------------------------------------------------------------------------


def check(wheel: Path, folder: Path, rulesets: list[str]) -> bool:
    """Install a wheel, play every shipped scenario and print times; return whether it is
    correct.
    """
    doors = [e for e in zipfile.ZipFile(wheel).infolist() if e.filename.endswith(".door")]
    print(f"{wheel.name}: {wheel.stat().st_size / MEGABYTE:.1f} MB, {len(doors)} doors")
    python = install(wheel, folder / "venv")
    home = folder / "home"
    home.mkdir()
    fits = bool(doors)
    chosen = shipped_scenarios(python, home)
    for name, scenario in [each for each in chosen if not rulesets or each[0] in rulesets]:
        took = [f"{s:.2f}" for s in json.loads(ask(python, home, FIRST_DECISION, name, scenario))]
        compiled = sum(1 for file in home.rglob("*") if file.is_file())
        games = {
            ask(python, home, GAME, name, scenario, NUMBA_DISABLE_JIT=off) for off in ("0", "1")
        }
        verdict = f"{compiled} files compiled" if compiled else "nothing compiled"
        verdict += "" if len(games) == 1 else ", BUT OTHER THAN INTERPRETED"
        times = "import {} s (processor {}), first decision {} s ({}) later".format(*took)
        print(f"{name} {scenario}: {times}, {verdict}", flush=True)
        fits = fits and not compiled and len(games) == 1
    return fits


def install(wheel: Path, venv: Path) -> Path:
    """Install a wheel into a new environment over this Python's packages; return its Python."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    windows = os.name == "nt"
    python = venv / ("Scripts/python.exe" if windows else "bin/python")
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = subprocess.run([python, "-c", where], capture_output=True, text=True, check=True)
    shared = sysconfig.get_path("purelib")
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-deps", wheel],
        check=True,
    )
    Path(site.stdout.strip(), "shared.pth").write_text("\n".join(paths_of(shared)) + "\n")
    return python


def paths_of(site: str) -> Iterator[str]:
    """Yield a folder of packages and those in its path files."""
    yield site
    for file in sorted(Path(site).glob("*.pth")):
        for line in file.read_text().splitlines():
            if Path(line).is_dir() and not Path(line, "spacecombat_env").is_dir():
                yield line


def shipped_scenarios(python: Path, home: Path) -> Iterator[tuple[str, str]]:
    """Yield rule set and name of all shipped scenarios."""
    for name, scenarios in json.loads(ask(python, home, SCENARIOS)).items():
        for scenario in scenarios:
            yield name, scenario


def ask(python: Path, home: Path, code: str, *arguments: str, **environment: str) -> str:
    """Run code in a process with an empty home and without our switches; return its output."""
    ours = ("SPACECOMBAT_", "NUMBA_", "PYTHON", "XDG_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    own = {"HOME": str(home), "LOCALAPPDATA": str(home), "USERPROFILE": str(home)}
    done = subprocess.run(
        [python, "-s", "-c", code, *arguments],
        env={**kept, **own, **environment},
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(arguments)}: {done.stdout}{done.stderr}")
    return done.stdout


# -- the rest -------------------------------------------------------------------------------------


def run(
    code: str,
    *arguments: str,
    cwd: Path | None = None,
    environment: dict[str, str] | None = None,
    shows: bool = False,
) -> None:
    """Run code in a process of this Python; exit with its output on an error."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=cwd,
        env={**os.environ, **(environment or {})},
        stdout=None if shows else subprocess.PIPE,
        stderr=None if shows else subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{done.stdout or ''}\nexit status {done.returncode}")


def main() -> None:
    """Build and check, or only check."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="where the wheel is put")
    parser.add_argument("--check", type=Path, metavar="WHEEL", help="check this one, build none")
    parser.add_argument("--ruleset", action="append", default=[], help="this one alone, to try")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        wheel = chosen.check or build(chosen.out, Path(scratch), chosen.ruleset)
        if not check(wheel.resolve(), Path(scratch), chosen.ruleset):
            raise SystemExit("the wheel does not do what it is for")


if __name__ == "__main__":
    main()
