"""The wheel holds what the package needs, under names of its own, and works without the checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = ["agents", "build_backend", "configs", "spacecombat_env", "tests"]
FILES = ["MANIFEST.in", "setup.py", "pyproject.toml", "README.md", "LICENSE"]
BUILD = """
import sys
sys.path.insert(0, "build_backend")
import native_backend
print(native_backend.build_{}("{}"))
"""

pytestmark = [pytest.mark.slow]


def build(kind: str, folder: Path, out: Path, **environment: str) -> Path:
    """Build a distribution of the sources in a folder, as pip does it."""
    out.mkdir(exist_ok=True)
    command = [sys.executable, "-c", BUILD.format(kind, out)]
    chosen = {**os.environ, **environment}
    done = subprocess.run(
        command, cwd=folder, env=chosen, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return out / done.stdout.split()[-1]


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked source distribution, built from a copy of the sources."""
    base = tmp_path_factory.mktemp("wheel")
    copy = base / "copy"
    for name in SOURCES:
        ignore = shutil.ignore_patterns("__pycache__", "*.egg-info", "libspacecombat*")
        shutil.copytree(ROOT / name, copy / name, ignore=ignore)
    for name in FILES:
        shutil.copy(ROOT / name, copy / name)
    cache = copy / "agents" / "spacecombat_agents" / "training" / "fast" / "__pycache__"
    cache.mkdir()
    (cache / "kernel-1.py311.nbc").touch()  # as Numba leaves it in a checkout that has trained
    with tarfile.open(build("sdist", copy, base / "out")) as archive:
        archive.extractall(base, filter="data")
    (unpacked,) = base.glob("spacecombat_env-*")
    return unpacked


@pytest.fixture(scope="module")
def wheel(sources: Path) -> Path:
    """The wheel, built from the source distribution."""
    return build("wheel", sources, sources.parent / "out")


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """A folder that the wheel is unpacked into, which is what installing it comes to."""
    folder = wheel.parent / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def run(installed: Path, code: str, folder: Path) -> str:
    """Run a program that finds the installed package first, elsewhere than in the checkout."""
    env = {**os.environ, "PYTHONPATH": str(installed), "SPACECOMBAT_ENGINE": "interpreted"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def is_library(name: str) -> bool:
    """Whether a file is a library of the native engine."""
    return name.rpartition("/")[2].startswith("libspacecombat")


def test_one_wheel_serves_every_python(wheel: Path) -> None:
    assert "-py3-none-" in wheel.name and not wheel.name.endswith("-any.whl")
    assert any(is_library(name) for name in zipfile.ZipFile(wheel).namelist())
    if sys.platform == "linux":
        assert "-manylinux_2_" in wheel.name


def test_the_library_is_the_one_of_these_sources(installed: Path, tmp_path: Path) -> None:
    code = (
        "from spacecombat_env.native.current import current_library\n"
        "from spacecombat_env.native.units import RECIPE\n"
        "print(current_library(RECIPE) == RECIPE.target)"
    )
    assert run(installed, code, tmp_path).split() == ["True"]


@pytest.mark.skipif(find_spec("ziglang") is not None, reason="there is a compiler")
def test_without_a_compiler_it_is_installed_and_plays_interpreted(
    sources: Path, tmp_path: Path
) -> None:
    """Nor can one be had. The remedy is reported once."""
    bare = {"PATH": "", "CXX": "", "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": ""}
    wheel = build("wheel", sources, tmp_path / "out", **bare)
    assert wheel.name.endswith("-py3-none-any.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    code = (
        "from spacecombat_env import make_vec\n"
        "for name in ('intercept_sensors', 'interceptor'):\n"
        "    env = make_vec(name, num_envs=1); env.reset(seed=1); env.step(env.sample_random())"
    )
    environment = {
        **os.environ,
        **bare,
        "PYTHONPATH": str(tmp_path / "site"),
        "HOME": str(tmp_path),
    }
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr.count("pip install ziglang") == 1, done.stderr


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
        if path.is_file() and "__pycache__" not in path.parts and not is_library(path.name)
    }
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert {name for name in held if not is_library(name)} == wanted
    assert {"spacecombat_env/py.typed", "spacecombat_agents/py.typed"} <= held
    assert "spacecombat_agents/configs/train/battle_rider_quick.yaml" in held


def test_it_is_found_where_it_is_installed(installed: Path, tmp_path: Path) -> None:
    """What follows is proved of the wheel only if it is not the checkout that is imported."""
    code = "import spacecombat_agents, spacecombat_env as e; print(spacecombat_agents.__path__[0], e.__path__[0])"
    places = run(installed, code, tmp_path).split()
    assert all(Path(place).is_relative_to(installed) for place in places)


def test_configurations_and_designs_are_found(installed: Path, tmp_path: Path) -> None:
    code = (
        "from spacecombat_agents.config_files import find_config\n"
        "from spacecombat_agents.package_paths import CHECKOUT\n"
        "from spacecombat_agents.training.config import load_config\n"
        "assert CHECKOUT is None\n"
        "print(load_config(find_config('train', 'battle_rider_quick')).scenario)\n"
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
