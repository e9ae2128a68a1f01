"""The wheel holds what the package needs, under names of its own, and works without the checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = ["agents", "configs", "spacecombat_env", "tests"]
FILES = ["setup.py", "pyproject.toml", "README.md", "LICENSE"]
BUILD = "from setuptools import build_meta as b; print(b.build_{}('{}'))"

pytestmark = [pytest.mark.slow]


def build(kind: str, folder: Path, out: Path) -> Path:
    """Build a distribution of the sources in a folder, as pip does it."""
    out.mkdir(exist_ok=True)
    command = [sys.executable, "-c", BUILD.format(kind, out)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return out / done.stdout.split()[-1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source distribution, itself built from a copy of the sources."""
    base = tmp_path_factory.mktemp("wheel")
    copy = base / "copy"
    for name in SOURCES:
        ignore = shutil.ignore_patterns("__pycache__", "*.egg-info")
        shutil.copytree(ROOT / name, copy / name, ignore=ignore)
    for name in FILES:
        shutil.copy(ROOT / name, copy / name)
    with tarfile.open(build("sdist", copy, base / "out")) as archive:
        archive.extractall(base, filter="data")
    (unpacked,) = base.glob("spacecombat_env-*")
    return build("wheel", unpacked, base / "out")


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """A folder that the wheel is unpacked into, which is what installing it comes to."""
    folder = wheel.parent / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def run(installed: Path, code: str, folder: Path) -> str:
    """Run a program that finds the installed package first, elsewhere than in the checkout."""
    env = {**os.environ, "PYTHONPATH": str(installed), "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_names_are_our_own(wheel: Path) -> None:
    tops = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    own = {name for name in tops if not name.endswith(".dist-info")}
    assert own == {"spacecombat_agents", "spacecombat_env"}
    assert len(tops) == 3


def test_nothing_is_missing_and_nothing_is_left_over(wheel: Path) -> None:
    """Every file of both packages, of the configurations, compiled Python apart."""
    places = {
        "agents/spacecombat_agents": "spacecombat_agents",
        "configs": "spacecombat_agents/configs",
        "spacecombat_env": "spacecombat_env",
    }
    wanted = {
        f"{name}/{path.relative_to(ROOT / folder).as_posix()}"
        for folder, name in places.items()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert held == wanted
    assert {"spacecombat_env/py.typed", "spacecombat_agents/py.typed"} <= held
    assert "spacecombat_agents/configs/train/battle_rider_quick.yaml" in held


def test_it_is_found_where_it_is_installed(installed: Path, tmp_path: Path) -> None:
    """What follows is proved of the wheel only if it is not the checkout that is imported."""
    code = "import spacecombat_agents, spacecombat_env as e; print(spacecombat_agents.__path__[0], e.__path__[0])"
    places = run(installed, code, tmp_path).split()
    assert all(Path(place).is_relative_to(installed) for place in places)


def test_configurations_and_designs_are_found(installed: Path, tmp_path: Path) -> None:
    code = (
        "from spacecombat_agents.config_files import find\n"
        "from spacecombat_agents.package_paths import CHECKOUT\n"
        "from spacecombat_agents.training.config import load_config\n"
        "assert CHECKOUT is None\n"
        "print(load_config(find('train', 'battle_rider_quick')).scenario)\n"
        "from spacecombat_agents import cli\n"
        "assert cli.run(['ship', 'halberd']) == 0"
    )
    assert "skirmish" in run(installed, code, tmp_path)


def test_starters_are_found(installed: Path, tmp_path: Path) -> None:
    code = "from spacecombat_agents import cli; assert cli.run(['bot', 'new', 'rust', 'mine']) == 0"
    run(installed, code, tmp_path)
    assert (tmp_path / "mine" / "bot.rs").read_bytes() == (
        ROOT / "configs/starters/bot.rs"
    ).read_bytes()


def test_rules_says_that_there_are_no_tests(installed: Path, tmp_path: Path) -> None:
    """Also where some other distribution has put a folder `tests` next to it."""
    (installed / "tests").mkdir(exist_ok=True)
    code = "from spacecombat_agents import cli; cli.run(['rules', '--ruleset', 'battle_rider'])"
    assert "This installed package has no tests" in run(installed, code, tmp_path)


def test_an_environment_is_made_by_name(installed: Path, tmp_path: Path) -> None:
    code = (
        "import gymnasium, spacecombat_env\n"
        "print(gymnasium.make('spacecombat/BattleRider-v0').action_space)"
    )
    assert run(installed, code, tmp_path).startswith("Discrete(")
