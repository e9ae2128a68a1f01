"""The cache of compiled code: warm when nothing changed, never stale when a callee did."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import numba
import pytest
from fresh_process import python

from spacecombat_env.core.engine import jit as jit_module
from spacecombat_env.core.engine.folders import cache_base, cache_folder, prune_old_caches
from spacecombat_env.core.engine.jit import jit

TURN = """
from spacecombat_env.core.engine.jit import jit
from spacecombat_env.rulesets.{name}.tables import value

@jit
def turn(x):
    return value(x) + 1
"""

TABLES = """
from spacecombat_env.core.engine.jit import jit

@jit
def value(x):
    return x * {factor}
"""

BOT = """
from spacecombat_env.core.engine.jit import jit
from spacecombat_env.rulesets.alpha.turn import turn

@jit
def plan(x):
    return turn(x) * 2
"""

REPORT = """
import json
from spacecombat_env.rulesets.alpha.turn import turn as alpha
from spacecombat_env.rulesets.beta.turn import turn as beta
from bots.plan import plan
functions = dict(alpha=alpha, beta=beta, plan=plan)
answers = {name: int(f(10)) for name, f in functions.items()}
warm = [name for name, f in functions.items() if f.stats.cache_hits and not f.stats.cache_misses]
print(json.dumps([answers, warm]))
"""


@pytest.fixture
def tree(tmp_path):
    """A small project: our jit, two rule sets of two files each, and a bot that uses one."""
    return build_tree(tmp_path / "project")


def build_tree(root: Path) -> Path:
    write(root / "spacecombat_env/__init__.py", "")
    write(root / "spacecombat_env/core/__init__.py", "")
    write(root / "spacecombat_env/core/engine/__init__.py", "")
    for file in (
        "jit.py",
        "inner.py",
        "lean.py",
        "calls.py",
        "plain.py",
        "halves.py",
        "libraries.py",
        "slots.py",
        "capacities.py",
        "folders.py",
        "kept.py",
        "shipped.py",
        "suits.py",
    ):
        shutil.copy(
            Path(jit_module.__file__).with_name(file), root / "spacecombat_env/core/engine" / file
        )
    for name in ("alpha", "beta"):
        write(root / f"spacecombat_env/rulesets/{name}/__init__.py", "")
        write(root / f"spacecombat_env/rulesets/{name}/turn.py", TURN.format(name=name))
        write(root / f"spacecombat_env/rulesets/{name}/tables.py", TABLES.format(factor=2))
    write(root / "bots/__init__.py", "")
    write(root / "bots/plan.py", BOT)
    return root


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def report(root: Path, **environment: str) -> tuple[dict[str, int], list[str]]:
    """Run the project in a fresh process: each function's answer, and those loaded from disk."""
    cache = str(root.parent / "cache")
    answers, warm = json.loads(python(REPORT, root, SPACECOMBAT_CACHE_DIR=cache, **environment))
    return answers, warm


def test_second_process_is_warm_and_a_changed_callee_is_not_stale(tree):
    cold = {"alpha": 21, "beta": 21, "plan": 42}
    assert report(tree) == (cold, [])
    assert report(tree) == (cold, ["alpha", "beta", "plan"])

    write(tree / "spacecombat_env/rulesets/alpha/tables.py", TABLES.format(factor=3))
    assert report(tree) == ({"alpha": 31, "beta": 21, "plan": 62}, ["beta"])


OPENED = """
from bots.plan import plan
from spacecombat_env.rulesets.alpha.turn import turn
from spacecombat_env.rulesets.alpha.tables import value
print(plan(10), *("_cache_file" in vars(each._cache) for each in (plan, turn, value)),
      *(each.inner.cache_info().currsize for each in (plan, turn, value)))
"""


def test_a_warm_process_opens_only_what_it_calls(tree):
    """Cold, callees are compiled as callers take them in; warm, nobody asks for them."""
    cache = str(tree.parent / "cache")
    assert python(OPENED, tree, SPACECOMBAT_CACHE_DIR=cache) == "42 True False False 0 1 1"
    assert python(OPENED, tree, SPACECOMBAT_CACHE_DIR=cache) == "42 True False False 0 0 0"


def test_fresh_checkout_elsewhere_is_warm(tree):
    report(tree)
    copy = build_tree(tree.parent / "copy")
    for file in copy.rglob("*.py"):
        os.utime(file, (1, 1))
    assert report(copy)[1] == ["alpha", "beta", "plan"]


OTHER_BOT = """
import json
from spacecombat_env.core.engine.jit import jit
from spacecombat_env.rulesets.alpha.turn import turn

@jit
def often(x):
    return turn(x) + turn(2 * x)

@jit
def plan(x):
    return often(x) - 1
"""


def test_another_caller_takes_in_what_was_kept(tree):
    """A kept inner function is of use to callers that come later."""
    report(tree)
    write(tree / "bots/other.py", OTHER_BOT)
    code = "from bots.other import plan; print(plan(10))"
    cache = str(tree.parent / "cache")
    assert python(code, tree, SPACECOMBAT_CACHE_DIR=cache) == "61"
    assert python(code, tree, SPACECOMBAT_CACHE_DIR=cache) == "61"


@pytest.mark.parametrize("end", ["gone", "damaged"])
def test_where_the_code_of_a_callee_cannot_be_read_all_is_compiled(tree, end):
    """A kept function names the files of what it calls; its own file is whole."""
    report(tree)
    write(tree / "bots/other.py", OTHER_BOT)
    files = list((tree.parent / "cache").rglob("tables.*.inner.*"))
    assert files
    for file in files:
        file.unlink() if end == "gone" else file.write_bytes(file.read_bytes()[:100])
    code = "from bots.other import plan; print(plan(10))"
    assert python(code, tree, SPACECOMBAT_CACHE_DIR=str(tree.parent / "cache")) == "61"


def test_with_another_numba_inner_functions_are_compiled_in_its_way(tree):
    suits = tree / "spacecombat_env/core/engine/suits.py"
    text = suits.read_text()
    suits.write_text(text.replace('numba.__version__.startswith("0.68.")', "False"))
    assert suits.read_text() != text
    cold = {"alpha": 21, "beta": 21, "plan": 42}
    assert report(tree) == (cold, [])
    assert report(tree) == (cold, ["alpha", "beta", "plan"])


def test_the_environment_can_select_numbas_way(tree):
    """What was kept in ours is not taken for it, nor the other way round."""
    cold = {"alpha": 21, "beta": 21, "plan": 42}
    assert report(tree, SPACECOMBAT_PLAIN_NUMBA="0") == (cold, [])
    assert report(tree, SPACECOMBAT_PLAIN_NUMBA="1") == (cold, [])
    assert report(tree, SPACECOMBAT_PLAIN_NUMBA="1") == (cold, ["alpha", "beta", "plan"])
    assert report(tree, SPACECOMBAT_PLAIN_NUMBA="0") == (cold, ["alpha", "beta", "plan"])


RECORDS = """
import numba, numpy as np
import spacecombat_env.core.engine.jit
small, large = np.dtype([("x", np.int8)]), np.dtype([("x", np.int8, (4,)), ("y", np.int16)])
records = [numba.from_dtype(kind) for kind in {order}]
print(numba.from_dtype(small).mangling_args, numba.from_dtype(large).mangling_args)
"""


def test_names_of_compiled_code_do_not_depend_on_what_a_process_did_before():
    """Or code kept by two processes for records of different sizes could bear one name."""
    one = python(RECORDS.format(order="(small, large)"))
    assert one == python(RECORDS.format(order="(large, small)"))
    small, large = one.split(") (")
    assert small.strip("()") != large.strip("()")


INNERMOST = """
from spacecombat_env.core.engine.jit import inlined, jit

@jit
def least(x):
    return x + 1

@inlined
def through(x):
    return least(x) * 2

@jit
def plan(x):
    return through(x) if sys_is_inlined else least(x)
"""


def test_the_name_of_code_does_not_depend_on_who_calls_it_first(tree):
    """A function that an `inlined` one asks for first is the same code as any other."""
    names = []
    for first in ("True", "False"):
        write(tree / "bots/names.py", INNERMOST.replace("sys_is_inlined", first))
        code = (
            "from bots.names import least, plan; plan(1);"
            "print(*(each.fndesc.mangled_name for each in least.inner().overloads.values()))"
        )
        cache = str(tree.parent / f"cache_{first}")
        names.append(python(code, tree, SPACECOMBAT_CACHE_DIR=cache))
    (one, other) = (name.split("B")[-1] for name in names)
    assert one == other and one


@pytest.mark.slow
def test_bounds_checked_code_is_kept_apart(tree):
    report(tree)
    assert report(tree, NUMBA_BOUNDSCHECK="1")[1] == []
    assert report(tree)[1] == ["alpha", "beta", "plan"]


def test_disabled_jit_returns_the_plain_function(monkeypatch):
    def double(x):
        return 2 * x

    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)
    assert jit(double) is double


def test_function_without_a_file_compiles(monkeypatch):
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 0)
    space = {}
    exec(compile("def triple(x):\n    return 3 * x", "<prompt>", "exec"), space)
    assert jit(space["triple"])(2) == 6


def test_functions_of_one_scope_share_a_folder():
    core = Path(jit_module.__file__).parents[1]
    rulesets = core.parent / "rulesets"
    assert cache_folder(core / "rng.py") == cache_folder(core / "hexgrid.py")
    assert cache_folder(core / "rng.py") != cache_folder(rulesets / "any" / "fire.py")
    assert cache_folder(rulesets / "any" / "fire.py").parent.name == "rulesets.any"


@pytest.fixture
def base(tmp_path, monkeypatch):
    """An empty cache folder for this process."""
    monkeypatch.setenv("SPACECOMBAT_CACHE_DIR", str(tmp_path / "cache"))
    cache_base.cache_clear()
    yield tmp_path / "cache"
    cache_base.cache_clear()


def test_prune_keeps_the_newest_and_those_in_use(base):
    used = cache_folder(jit_module.__file__)
    folders = [used] + [used.parent / f"old{age}" for age in range(5)]
    for age, folder in enumerate(folders):
        folder.mkdir(parents=True)
        os.utime(folder, (1000 + age, 1000 + age))
    assert {folder.name for folder in prune_old_caches(keep=2)} == {"old0", "old1", "old2"}
    assert used.is_dir()


def test_prune_without_a_cache_does_nothing(base):
    assert prune_old_caches() == []


def test_unwritable_base_falls_back_to_the_temporary_folder(tmp_path, base, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("SPACECOMBAT_CACHE_DIR", str(blocked / "cache"))
    cache_base.cache_clear()
    assert cache_base().name.startswith("spacecombat-env-")
