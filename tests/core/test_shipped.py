"""Doors that came in a wheel: taken where all fits, and compiled where anything does not."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from fresh_process import python
from kit.slowly import first_quick
from test_jit import REPORT, TABLES, build_tree, write

from spacecombat_env.core.engine import shipped

SHIP = """
from spacecombat_env.core.engine import shipped
from spacecombat_env.core.engine.jit import doors_kept
from spacecombat_env.rulesets.alpha.turn import turn
turn(10)
for path, code in doors_kept():
    shipped.write(path, code)
"""
OURS = {"SPACECOMBAT_PLAIN_NUMBA": "0"}
"""In Numba's own way alone nothing that came is taken."""
WARM = {"alpha": 21, "beta": 21, "plan": 42}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A small project that came with the door of one rule set, `alpha`."""
    folder = tmp_path_factory.mktemp("shipped")
    root = build_tree(folder / "project")
    python(SHIP, root, SPACECOMBAT_CACHE_DIR=str(folder / "build"), **OURS)
    assert len(doors(root)) == 1
    return folder


@pytest.fixture
def tree(made, tmp_path):
    """A copy of that project, with the cache that its door was compiled in."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path / "project"


def doors(root: Path) -> list[Path]:
    """Return the doors that a project came with."""
    return sorted((root / "spacecombat_env" / "compiled").rglob("*.door"))


def report(root: Path, **environment: str) -> tuple[dict[str, int], list[str]]:
    """Run the project with an empty cache: each function's answer, and those not compiled."""
    cache = root.parent / "cache"
    shutil.rmtree(cache, ignore_errors=True)
    settings = {"SPACECOMBAT_CACHE_DIR": str(cache), **OURS, **environment}
    said = python(REPORT, root, **settings)
    answers, warm = json.loads(said)
    return answers, warm


def test_what_came_is_taken_and_not_copied(tree):
    assert report(tree) == (WARM, ["alpha"])
    assert not list((tree.parent / "cache" / "rulesets.alpha").rglob("turn*door*"))


def test_it_is_taken_where_nothing_can_be_written(tree):
    for file in tree.rglob("*"):
        file.chmod(0o555 if file.is_dir() else 0o444)
    try:
        assert report(tree) == (WARM, ["alpha"])
    finally:
        for folder in [tree, *tree.rglob("*")]:
            folder.chmod(0o755)


def test_other_sources_are_compiled(tree):
    write(tree / "spacecombat_env/rulesets/alpha/tables.py", TABLES.format(factor=3))
    assert report(tree) == ({"alpha": 31, "beta": 21, "plan": 62}, [])


def broken(data: bytes, how: str) -> bytes:
    """Return a file's content with something wrong."""
    middle = len(data) // 2
    return {
        "empty": b"",
        "truncated": data[:middle],
        "no body": data[: len(shipped.HEAD) + shipped.SEAL],
        "one bit": data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :],
        "another form": b"X" + data[1:],
    }[how]


@pytest.mark.parametrize(
    "how", first_quick(["one bit", "truncated", "empty", "no body", "another form"], 2)
)
def test_a_file_that_is_not_whole_is_compiled_for(tree, how):
    (door,) = doors(tree)
    door.write_bytes(broken(door.read_bytes(), how))
    assert report(tree) == (WARM, [])


def test_whole_but_not_what_numba_unpacks_is_compiled_for(tree):
    (door,) = doors(tree)
    shipped.write(door, ("neither", "code"))
    assert report(tree) == (WARM, [])


def test_a_door_in_the_place_of_another_is_compiled_for(tree):
    (door,) = doors(tree)
    write(tree / "spacecombat_env/rulesets/alpha/tables.py", TABLES.format(factor=3))
    python(SHIP, tree, SPACECOMBAT_CACHE_DIR=str(tree.parent / "build"), **OURS)
    (other,) = set(doors(tree)) - {door}
    assert other.name == door.name
    door.replace(other)
    assert report(tree) == ({"alpha": 31, "beta": 21, "plan": 62}, [])


@pytest.mark.skipif(not shipped.X86_64_V3.features <= shipped._features_here(), reason="not x86")
def test_a_processor_that_lacks_something_has_it_compiled(tree):
    assert report(tree, NUMBA_ENABLE_AVX="0") == (WARM, [])


@pytest.mark.parametrize(
    "switch", [{"NUMBA_OPT": "2"}, {"NUMBA_BOUNDSCHECK": "1"}, {"SPACECOMBAT_PLAIN_NUMBA": "1"}]
)
def test_who_selects_other_code_has_it_compiled(tree, switch):
    assert report(tree, **switch) == (WARM, [])


def test_only_major_and_minor_versions_that_code_depends_on_count(monkeypatch):
    here = shipped.versions()
    monkeypatch.setattr(shipped.np, "__version__", "2.99.1")
    assert shipped.versions() == here
    monkeypatch.setattr(shipped.np, "__version__", "3.0.0")
    assert shipped.versions() != here


def test_a_machine_of_no_named_kind_takes_nothing(monkeypatch):
    monkeypatch.setattr(shipped.platform, "machine", lambda: "riscv64")
    assert not shipped.is_served()
