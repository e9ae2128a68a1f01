"""Libraries are built when sources change, by one process at a time, and kept when a build fails.

A toy of two units stands for the engine, so that a build takes a second.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from spacecombat_env.core.engine import VARIABLE
from spacecombat_env.core.errors import BuildError
from spacecombat_env.native import build, compiler, current, library

TOY = """
from pathlib import Path
from typing import NamedTuple
from spacecombat_env.native.build import SUFFIX, Recipe
from spacecombat_env.native.emit.program import Program
from spacecombat_env.native.emit.types import INT, Array, Scalar, Span
from importlib import import_module

FOLDER = Path(__file__).parent


class Unit(NamedTuple):
    name: str
    ruleset: str


RECIPE = Recipe("the toy", FOLDER / f"libtoy{SUFFIX}", __name__, (FOLDER,))


def units():
    yield Unit("ships_small", "ships")
    yield Unit("tanks_small", "tanks")


def write_unit(unit):
    program = Program(unit.name)
    rule = import_module(f"{__package__}.{unit.ruleset}.rule").rule
    program.entry(unit.name, rule, (Span(Scalar("int64_t")), INT))
    return program.text()
"""
RULE = """
def rule(row, n):
    return row[n] // row[0] + (row[0] << n) + {}
"""
ROW = np.array([1, 20, 30], np.int64)
HAS_QUICK_BUILD = bool(compiler.quick_flags(compiler.find_compiler() or ["clang++"]))


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The module with the units of a toy engine, its folder of object files, and a compiler."""
    if compiler.find_compiler() is None:
        pytest.skip("no C++ compiler")
    name = f"toy_{tmp_path.name}".replace("-", "_")
    folder = tmp_path / name
    for unit, number in (("ships", 100), ("tanks", 200)):
        (folder / unit).mkdir(parents=True)
        (folder / unit / "__init__.py").touch()
        (folder / unit / "rule.py").write_text(RULE.format(number))
    (folder / "__init__.py").touch()
    (folder / "units.py").write_text(TOY)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("SPACECOMBAT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv(VARIABLE, raising=False)
    build._source_hash.cache_clear()
    library.open_library.cache_clear()
    yield importlib.import_module(f"{name}.units")
    library.open_library.cache_clear()


def ask(path: Path, unit: str, n: int) -> int:
    """Call the rule of a unit in a library."""
    return _function(path, unit)(_span(), n)


def _function(path: Path, unit: str) -> Any:
    """Return the C function of a unit."""
    found = getattr(ctypes.CDLL(str(path)), unit)
    found.argtypes, found.restype = (ctypes.c_void_p, ctypes.c_int64), ctypes.c_int64
    return found


def _span() -> Any:
    """Return the row as C takes it."""
    return library.in_c(ROW)


def change(toy: Any, unit: str, number: int) -> None:
    """Change a rule, as an editor does."""
    file = toy.FOLDER / unit / "rule.py"
    file.write_text(RULE.format(number))
    made = toy.RECIPE.target.stat().st_mtime
    os.utime(file, (made + 5, made + 5))
    build._source_hash.cache_clear()


def objects(tmp_path: Path) -> set[Path]:
    """Return the object files that are kept."""
    return set((tmp_path / "cache" / "native").glob("*.o"))


def test_the_first_use_builds_and_tells_how_long(toy: Any, capfd: Any) -> None:
    path = current.current_library(toy.RECIPE)
    assert path == toy.RECIPE.target and ask(path, "ships_small", 1) == 20 + 2 + 100
    told = capfd.readouterr().err
    assert "Building the toy" in told and "Built the toy in" in told
    assert current.current_library(toy.RECIPE) == path
    assert capfd.readouterr().err == ""


def test_a_changed_rule_compiles_its_own_unit(toy: Any, tmp_path: Path) -> None:
    current.current_library(toy.RECIPE)
    before = objects(tmp_path)
    change(toy, "tanks", 300)
    path = current.current_library(toy.RECIPE)
    assert len(objects(tmp_path) - before) == 2  # that of tanks, and the hash of the sources
    copy = path.with_name("another.so")  # the old one stays loaded in this process
    copy.write_bytes(path.read_bytes())
    assert ask(copy, "tanks_small", 1) == 20 + 2 + 300 and ask(copy, "ships_small", 1) == 122


@pytest.mark.skipif(not HAS_QUICK_BUILD, reason="this compiler takes little time as it is")
def test_a_changed_rule_is_built_quickly_and_says_so(toy: Any, tmp_path: Path, capfd: Any) -> None:
    assert not build.is_quick_build(current.current_library(toy.RECIPE))
    assert "quickly" not in capfd.readouterr().err
    before = objects(tmp_path)
    change(toy, "tanks", 300)
    assert build.is_quick_build(current.current_library(toy.RECIPE))
    told = capfd.readouterr().err
    assert (
        f"quickly; for full speed: python -m spacecombat_env.native.build --units {toy.__name__}"
        in told
    )
    made = objects(tmp_path) - before
    assert len(made) == 2 and all(path.name.endswith(build.QUICK_OBJECT) for path in made)


def test_a_quick_build_takes_what_full_builds_have_kept(toy: Any, capfd: Any) -> None:
    current.current_library(toy.RECIPE)
    change(toy, "tanks", 300)
    assert not build.is_quick_build(build.build(toy.RECIPE))
    change(toy, "tanks", 200)
    assert not build.is_quick_build(current.current_library(toy.RECIPE))


def test_speeds_are_measured_on_a_full_build(toy: Any, capfd: Any) -> None:
    current.current_library(toy.RECIPE)
    change(toy, "tanks", 300)
    current.current_library(toy.RECIPE)
    current.build_in_full(toy.RECIPE)
    assert not build.is_quick_build(toy.RECIPE.target)
    assert "quickly" not in capfd.readouterr().err.splitlines()[-1]
    change(toy, "tanks", 400)
    current.build_in_full(toy.RECIPE)
    assert not build.is_quick_build(toy.RECIPE.target)


def test_a_file_that_was_only_touched_builds_nothing(toy: Any, capfd: Any) -> None:
    current.current_library(toy.RECIPE)
    capfd.readouterr()
    change(toy, "tanks", 200)
    current.current_library(toy.RECIPE)
    assert capfd.readouterr().err == ""


def test_processes_that_build_at_once_do_no_harm(toy: Any, tmp_path: Path) -> None:
    code = (
        "import importlib, sys; from spacecombat_env.native.current import current_library\n"
        "print(current_library(importlib.import_module(sys.argv[1]).RECIPE))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", code, toy.__name__]
    started = [subprocess.Popen(command, env=environment, stdout=-1, text=True) for _ in range(3)]
    answers = [each.communicate(timeout=300)[0].strip() for each in started]
    assert answers == [str(toy.RECIPE.target)] * 3
    assert ask(toy.RECIPE.target, "ships_small", 1) == 122
    assert not list(toy.FOLDER.glob("*.new")) and len(objects(tmp_path)) == 3


def test_builds_of_other_libraries_need_not_wait(tmp_path: Path) -> None:
    first, second = tmp_path / "first.so", tmp_path / "second.so"
    with build.locked(tmp_path, first), build.locked(tmp_path, second):
        assert len(list(tmp_path.glob(f"*{build.LOCK}"))) == 2


def test_a_checkout_that_is_not_ours_to_write(toy: Any, monkeypatch: Any) -> None:
    is_allowed = os.access

    def access(path: Any, mode: int) -> bool:
        return path != toy.FOLDER and is_allowed(path, mode)

    monkeypatch.setattr(current.os, "access", access)
    path = current.current_library(toy.RECIPE)
    assert path == build.kept_library(toy.RECIPE) and not toy.RECIPE.target.exists()
    assert current.current_library(toy.RECIPE) == path


def test_no_folder_for_object_files(toy: Any, tmp_path: Path, monkeypatch: Any) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("SPACECOMBAT_CACHE_DIR", str(tmp_path / "file"))
    assert ask(current.current_library(toy.RECIPE), "ships_small", 1) == 122


def test_a_build_that_fails_loses_nothing(toy: Any, tmp_path: Path, monkeypatch: Any) -> None:
    """As on a full disk: the old library stays, and the message names the cause."""
    current.current_library(toy.RECIPE)
    before = toy.RECIPE.target.read_bytes()
    change(toy, "tanks", 300)
    failing = tmp_path / "compiler"
    failing.write_text("#!/bin/sh\necho 'No space left on device' >&2\nexit 1\n")
    failing.chmod(0o755)
    monkeypatch.setenv("CXX", str(failing))
    with pytest.raises(BuildError, match="No space left on device(.|\n)*interpreted"):
        current.current_library(toy.RECIPE)
    assert toy.RECIPE.target.read_bytes() == before
    assert not list(toy.FOLDER.glob("*.new"))


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of a file's size")
def test_a_full_disk(toy: Any) -> None:
    """A limit on the size of files stands for it."""
    command = f"ulimit -f 1; exec '{sys.executable}' -m spacecombat_env.native.build --units {toy.__name__}"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        ["bash", "-c", command], env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 1 and done.stderr.strip() and "Traceback" not in done.stderr
    assert not toy.RECIPE.target.exists()


def test_without_a_compiler_it_is_told_once(toy: Any, monkeypatch: Any, capfd: Any) -> None:
    monkeypatch.setattr(current, "find_compiler", lambda: None)
    assert library.open_library(toy.RECIPE) is None
    assert library.open_library(toy.RECIPE) is None
    told = capfd.readouterr().err
    assert told.count("pip install ziglang") == 1 and "interpreted" in told


@pytest.mark.parametrize(
    ("command", "flags"),
    [("g++", ("-O2",)), ("/opt/bin/clang++-16", ()), ("python -m ziglang c++", ())],
)
def test_only_gcc_has_quick_builds(command: str, flags: tuple[str, ...]) -> None:
    """ziglang compiles -O1 as -O2."""
    assert compiler.quick_flags(command.split()) == flags


def test_a_compiler_that_does_not_know_the_language_is_passed_over(
    tmp_path: Path, monkeypatch: Any
) -> None:
    for name in compiler.NAMES:
        (tmp_path / name).write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setattr(compiler.importlib.util, "find_spec", lambda name: None)
    assert compiler.find_compiler() is None
    monkeypatch.setattr(compiler.importlib.util, "find_spec", lambda name: name)
    found = compiler.find_compiler()
    assert found is not None and found[1:4] == ["-m", "ziglang", "c++"]


# --- installed packages --------------------------------------------------------------------------


@pytest.fixture
def installed(toy: Any, monkeypatch: Any, tmp_path: Path) -> Any:
    """The toy as an installed package, which has no checkout."""
    monkeypatch.setattr(current, "CHECKOUT", tmp_path / "nowhere")
    return toy


def test_an_installed_library_is_used(installed: Any, capfd: Any) -> None:
    build.build(installed.RECIPE)
    assert current.current_library(installed.RECIPE) == installed.RECIPE.target
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "is missing"),
        (b"spacecombat sources " + b"0" * 64, "was built from other sources"),
        (b"{fits}", "is for another machine"),
    ],
)
def test_an_installed_library_that_does_not_fit_is_built_anew(
    installed: Any, capfd: Any, content: bytes | None, told: str
) -> None:
    recipe = installed.RECIPE
    if content is not None:
        own = f"{build.MARK}{recipe.source_hash()}".encode()
        recipe.target.write_bytes(content.replace(b"{fits}", own))
    path = current.current_library(recipe)
    assert path == build.kept_library(recipe) and ask(path, "ships_small", 1) == 122
    assert told in capfd.readouterr().err
    assert current.current_library(recipe) == path
    assert capfd.readouterr().err == ""


# --- the checked build ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "n", "told"),
    [
        ([1, 2], 2, "index out of range"),
        ([1, 2], -1, "index out of range"),
        ([0, 2], 1, "division by zero"),
        ([1] * 70, 64, "shift out of range"),
    ],
)
def test_the_checked_build_names_file_and_line(
    toy: Any, monkeypatch: Any, row: list[int], n: int, told: str
) -> None:
    done = checked_call(toy, monkeypatch, row, n)
    assert done.returncode and f"{toy.FOLDER / 'ships' / 'rule.py'}:3: {told}" in done.stderr


def test_the_checked_build_plays_as_the_other(toy: Any, monkeypatch: Any) -> None:
    assert checked_call(toy, monkeypatch, [2, 4], 1).stdout.split() == [
        str(4 // 2 + (2 << 1) + 100)
    ]


def checked_call(
    toy: Any, monkeypatch: Any, row: list[int], n: int
) -> subprocess.CompletedProcess[str]:
    """Call the rule of the checked build in a process of its own, which a fault ends."""
    monkeypatch.setenv(VARIABLE, "checked")
    path = current.current_library(toy.RECIPE)
    code = (
        "import ctypes, numpy as np; from spacecombat_env.native.library import in_c\n"
        f"row = np.array({row}, np.int64)\n"
        f"rule = ctypes.CDLL({str(path)!r}).ships_small\n"
        f"print(rule(in_c(row), ctypes.c_int64({n})))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, text=True)
