"""Modules of the rule sets that are generated: up to date, complete, and made anywhere."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest
from fresh_process import python

from spacecombat_env import registry
from spacecombat_env.core.errors import GenerationError
from spacecombat_env.core.kernels import codegen, driver, event_log, generate
from spacecombat_env.rulesets.battle_rider import entry as fleets
from spacecombat_env.rulesets.intercept_sensors import entry as hunts

RULESETS = "spacecombat_env.rulesets"
RULESET_NAMES = ("battle_rider", "intercept_sensors", "interceptor")
PACKAGE = Path(registry.__file__).parent
FILES = [
    path
    for path in sorted((PACKAGE / "rulesets").rglob("*.py*"))
    if path.suffix in (".py", ".pyi") and codegen.is_generated(path.read_text(encoding="utf-8"))
]
GENERATED = [
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    for path in FILES
    if path.suffix == ".py"
]
DECISIONS = """
from enum import IntEnum
from spacecombat_env.core.model.decisions import AnswerKind, DecisionSpec, by_decision
class Decision(IntEnum):
    NOTHING = 0
    PLACE_BOX = 1
class Chapter(IntEnum):
    BOXES = 0
ROWS = [DecisionSpec(Decision.PLACE_BOX, Chapter.BOXES, AnswerKind.ACTION, text="Where?")]
DECISIONS = by_decision(Decision, ROWS)
"""
BOXES = "def legal_place_box(state, mask): pass\ndef apply_place_box(state, action): pass\n"


# --- the rule sets of this project ----------------------------------------------------------------


@pytest.mark.parametrize("name", RULESET_NAMES)
def test_the_generated_modules_are_up_to_date(name):
    assert generate.outdated(f"{RULESETS}.{name}") == [], "run `make generate`"


def test_every_generated_module_belongs_to_a_declaration():
    files = {
        path for name in RULESET_NAMES for path in generate.generated_files(f"{RULESETS}.{name}")
    }
    assert set(FILES) == files


@pytest.mark.parametrize(
    "module",
    [
        *(f"{name}.{module}" for name in RULESET_NAMES for module in ("entry", "event_log")),
        "battle_rider.missiles.missiles_decisions",
        "interceptor.visibility.redacted_fields",
        "intercept_sensors.visibility.observed_fields",
    ],
)
def test_a_generated_module_can_be_imported_alone(module):
    assert f"{RULESETS}.{module}" in GENERATED
    assert python(f"import {RULESETS}.{module} as it; print(it.__name__)") == f"{RULESETS}.{module}"


@pytest.mark.parametrize("module", GENERATED)
def test_every_name_in_a_generated_module_is_defined_there(module):
    """As a static tool sees it: imported, defined or built in."""
    path = PACKAGE.parent.joinpath(*module.split(".")).with_suffix(".py")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert "*" not in imported
    stored = {
        n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    known = imported | stored | {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)}
    known |= {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert used - known <= {"bool", "float", "int", "len", "max", "min", "range"}


def test_nothing_is_made_by_exec_or_with_other_globals():
    texts = {
        path: path.read_text(encoding="utf-8")
        for path in (PACKAGE / "core" / "kernels").glob("*.py")
    }
    assert not [path for path, text in texts.items() if "exec(" in text or "FunctionType" in text]


@pytest.mark.parametrize("entry", [fleets, hunts])
def test_each_rule_set_has_the_functions_of_the_templates(entry):
    for template in (driver, event_log):
        for node in ast.parse(Path(template.__file__).read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and hasattr(entry, node.name):
                bound = getattr(entry, node.name)
                original = getattr(template, node.name)
                assert bound.__code__.co_code == original.__code__.co_code
                assert bound.__doc__ == original.__doc__
    assert fleets.KERNELS.advance is not hunts.KERNELS.advance


# --- a rule set from outside ----------------------------------------------------------------------


@pytest.fixture
def package(tmp_path, monkeypatch):
    """The name of a package with a rule set that is not generated yet."""
    folder = tmp_path / "box_game"
    bindings = "\n".join(f"{name} = int" for name in driver.REQUIRED_NAMES)
    files = {
        "__init__.py": "",
        "bindings.py": bindings,
        "boxes/__init__.py": "",
        "boxes/placing.py": BOXES,
        "model/__init__.py": "",
        "model/decisions.py": DECISIONS,
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield "box_game"
    for name in [name for name in sys.modules if name.split(".")[0] == "box_game"]:
        del sys.modules[name]


def kernels(package):
    """The entry points of a rule set, as its `RULESET.kernels` returns them."""
    with codegen.generated_modules(package):
        from box_game.entry import KERNELS
    return KERNELS


def test_a_rule_set_that_is_not_generated_is_told_so(package):
    with pytest.raises(
        GenerationError,
        match=r"box_game is not generated: it has no module box_game\.entry; "
        r"run python -m spacecombat_env\.core\.kernels\.generate box_game",
    ):
        kernels(package)


def test_other_modules_that_are_missing_are_told_as_ever():
    with (
        pytest.raises(ModuleNotFoundError, match="elsewhere"),
        codegen.generated_modules("box_game"),
    ):
        import elsewhere  # noqa: F401


def test_the_command_generates_a_rule_set_and_checks_it(package, tmp_path):
    with pytest.raises(SystemExit, match=r"not what the declarations say: .*boxes_decisions\.py"):
        generate.main(["--check", package])
    generate.main([package])
    generate.main(["--check", package])
    written = {path.name for path in tmp_path.rglob("*.py")}
    assert {"entry.py", "event_log.py", "boxes_decisions.py"} <= written
    assert kernels(package).player is None and callable(kernels(package).advance)
    (tmp_path / package / "entry.py").write_text("")
    with pytest.raises(SystemExit, match=r"entry\.py"):
        generate.main(["--check", package])


def test_the_player_is_bound_where_there_are_several(package, tmp_path):
    with (tmp_path / package / "bindings.py").open("a") as file:
        file.write("\ndef player(games, k): return 0\n")
    generate.main([package])
    assert kernels(package).player(None, 0) == 0


def test_what_a_rule_set_does_not_bring_is_named(package, tmp_path):
    bindings = tmp_path / package / "bindings.py"
    bindings.write_text(bindings.read_text().replace("redact_state = ", "redact_status = "))
    with pytest.raises(
        SystemExit, match=r"bindings\.py brings no redact_state \(redact_state\(state, seat\)"
    ):
        generate.main([package])


def test_a_decision_without_its_function_is_named(package, tmp_path):
    (tmp_path / package / "boxes" / "placing.py").write_text("def legal_place_box(mask): pass\n")
    with pytest.raises(SystemExit, match=r"apply_place_box, for Decision\.PLACE_BOX"):
        generate.main([package])


def test_a_package_without_declarations_is_refused(package, tmp_path):
    (tmp_path / package / "bindings.py").unlink()
    (tmp_path / package / "model" / "decisions.py").unlink()
    with pytest.raises(SystemExit, match="declares nothing to generate"):
        generate.main([package])
