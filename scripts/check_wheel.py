"""Check a wheel in an empty environment with an empty home.

    pip wheel . --no-deps -w dist
    python scripts/check_wheel.py dist/*.whl

The wheel is installed over the dependencies of this Python. Every shipped scenario is played:
nothing may be built, and games must equal interpreted ones. Prints times to the first decision.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

MEGABYTE = 1e6

FIRST_DECISION = """
import json, sys, time
begun = time.perf_counter(), time.process_time()
from importlib import import_module
from spacecombat_env.env.registration import module_of
game = import_module("spacecombat_env." + module_of(sys.argv[1]))
imported = time.perf_counter(), time.process_time()
env = game.env(scenario=sys.argv[2])
env.reset(seed=1)
mask = env.last()[0]["action_mask"]
env.step(int(mask.argmax()))
env.last()
decided = time.perf_counter(), time.process_time()
print(json.dumps([b - a for a, b in zip(begun + begun, imported + decided)]))
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


def check(wheel: Path, folder: Path) -> bool:
    """Install a wheel, play every shipped scenario and print times; return whether it is right."""
    held = [each for each in zipfile.ZipFile(wheel).namelist() if "libspacecombat" in each]
    print(f"{wheel.name}: {wheel.stat().st_size / MEGABYTE:.1f} MB, {', '.join(held)}")
    python = install(wheel, folder / "venv")
    home = folder / "home"
    home.mkdir()
    is_right = bool(held)
    for name, scenario in shipped_scenarios(python, home):
        told, first = ask(python, home, FIRST_DECISION, name, scenario)
        seconds = [f"{each:.2f}" for each in json.loads(first)]
        games = {
            ask(python, home, GAME, name, scenario, SPACECOMBAT_ENGINE=engine)[1]
            for engine in ("native", "interpreted")
        }
        built = [file for file in home.rglob("*") if file.is_file()]
        verdict = told.strip() or ("BUILT SOMETHING" if built else "nothing built")
        verdict += "" if len(games) == 1 else ", BUT OTHER THAN INTERPRETED"
        times = "import {} s (processor {}), first decision after {} s ({})".format(*seconds)
        print(f"{name} {scenario}: {times}, {verdict}", flush=True)
        is_right = is_right and not told and not built and len(games) == 1
    return is_right


def install(wheel: Path, venv: Path) -> Path:
    """Install a wheel into a new environment over this Python's packages; return its Python."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    windows = os.name == "nt"
    python = venv / ("Scripts/python.exe" if windows else "bin/python")
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = subprocess.run([python, "-c", where], capture_output=True, text=True, check=True)
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-deps"]
    subprocess.run([*command, str(wheel)], check=True)
    paths = paths_of(sysconfig.get_path("purelib"))
    Path(site.stdout.strip(), "shared.pth").write_text("\n".join(paths) + "\n")
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
    for name, scenarios in json.loads(ask(python, home, SCENARIOS)[1]).items():
        for scenario in scenarios:
            yield name, scenario


def ask(
    python: Path, home: Path, code: str, *arguments: str, **environment: str
) -> tuple[str, str]:
    """Run code in a process with an empty home and without our switches.

    Return what the engine reported and the output. Exit if the code fails.
    """
    ours = ("SPACECOMBAT_", "PYTHON", "XDG_")
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
    told = [line for line in done.stderr.splitlines() if line.startswith("spacecombat_env")]
    return "\n".join(told), done.stdout


def main() -> int:
    """Check a wheel."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("wheel", type=Path)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        return 0 if check(chosen.wheel.resolve(), Path(scratch)) else 1


if __name__ == "__main__":
    sys.exit(main())
