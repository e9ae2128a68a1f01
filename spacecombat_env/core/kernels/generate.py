"""Write the generated modules of a rule set from its declarations.

    python -m spacecombat_env.core.kernels.generate my_package.my_rules
    python -m spacecombat_env.core.kernels.generate --check my_package.my_rules

A rule set is a package. Its declarations decide which modules are written into it:

    declared in                       written
    model/state.py, model/printed.py  model/record_types.pyi, if there is a model/record_types.py
    model/decisions.py                <chapter>/<chapter>_decisions.py for each chapter
    sequence.py                       dispatch.py, with the chapters of model/decisions.py
    visibility/field_functions.py     visibility/<name>.py for each of FIELD_MODULES
    bindings.py                       entry.py, the driver with the rule set's own names, and
                                      event_log.py, which it uses

Nothing that is generated is imported by this, so a module that is missing or out of date can always
be written again. With `--check` nothing is written, and the exit status is 1 if a module is out of
date.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import sys
from collections.abc import Iterable, Iterator
from enum import EnumMeta
from importlib import import_module
from pathlib import Path

from spacecombat_env.core.errors import GenerationError, SpaceCombatError
from spacecombat_env.core.kernels import driver, event_log
from spacecombat_env.core.kernels.codegen import COMMAND, GeneratedModule, module_source
from spacecombat_env.core.kernels.decision_functions import decisions_module
from spacecombat_env.core.kernels.dispatch_functions import dispatch_module
from spacecombat_env.core.kernels.record_stubs import record_stubs

TEMPLATE_MARK = "# --- template: "
"""How the line begins below which the text of a template is copied."""
PLAYER = "player"
"""Name that a rule set with several players to a side defines."""
TOOLS = {
    "spacecombat_env.core.kernels.batch": ("random_actions",),
    "spacecombat_env.core.kernels.one_game": ("one_game_functions",),
    "spacecombat_env.core.ruleset": ("Kernels",),
    ".event_log": ("deliver_events", "rebuild_delivered", "redact_log"),
}
"""Imports of an entry.py besides those of its template."""
KERNELS_SOURCE = """\
# --- entry points --------------------------------------------------------------------------------

start, apply_to_game = one_game_functions(advance, action_count)

KERNELS = Kernels(
    start=start,
    apply=apply_to_game,
    legal=legal_actions,
    redact=redact,
    observe=observe_visible,
    returns=returns,
    determinize=determinize,
    advance=advance,
    random_actions=random_actions,
    steps=steps,
    standings=standings,
    player={player},
    one_visible=True,
    by_turns=True,
)
"""


def generated_files(package: str) -> dict[Path, str]:
    """Return the path and the text of each generated module of a rule set, by its package's name.

    Raises GenerationError if a declaration is incomplete.
    """
    folder = Path(str(import_module(package).__file__)).parent
    found: dict[Path, str] = {}
    if (folder / "model" / "record_types.py").is_file():
        found[folder / "model" / "record_types.pyi"] = _record_types(package)
    if (folder / "model" / "decisions.py").is_file():
        specs = import_module(f"{package}.model.decisions").DECISIONS
        for chapter in type(next(iter(specs.values())).chapter):
            name = chapter.name.lower()
            text = decisions_module(specs, chapter, folder / name)
            found[folder / name / f"{name}_decisions.py"] = text
        if (folder / "sequence.py").is_file():
            model = import_module(f"{package}.model")
            found[folder / "dispatch.py"] = dispatch_module(specs, model, folder)
    if (folder / "visibility" / "field_functions.py").is_file():
        declared = import_module(f"{package}.visibility.field_functions")
        for module in declared.FIELD_MODULES:
            found[folder / "visibility" / f"{module.name}.py"] = field_module(module)
    if (folder / "bindings.py").is_file():
        entry = entry_modules(folder / "bindings.py")
        found |= {folder / f"{name}.py": text for name, text in entry.items()}
    if not found:
        raise GenerationError(f"{folder} declares nothing to generate")
    return found


def _record_types(package: str) -> str:
    """Return the text of the types of a game's record and of the rules record."""
    state, printed = (import_module(f"{package}.model.{name}") for name in ("state", "printed"))
    model = vars(import_module(f"{package}.model"))
    records = (state.state_record(next(iter(model["CAPACITIES"].values()))), printed.RULES)
    enums = {name for name, value in model.items() if isinstance(value, EnumMeta)}
    return record_stubs("model/state.py, printed.py", records, enums)


def field_module(module: GeneratedModule) -> str:
    """Return the text of a module of functions made from fields."""
    imports = {"spacecombat_env.core.native": ("native",)}
    origin = "visibility/field_functions.py"
    return module_source(origin, module.about, imports, *module.functions)


def entry_modules(bindings: Path) -> dict[str, str]:
    """Return the texts of a rule set's event_log.py and entry.py: the driver with its bindings.

    Raises GenerationError for names that the driver needs and the bindings do not define.
    """
    own = set(_defined(ast.parse(_read(bindings)).body))
    missing = [f"{n} ({meaning})" for n, meaning in driver.REQUIRED_NAMES.items() if n not in own]
    if missing:
        raise GenerationError(f"{bindings} brings no " + ", no ".join(missing))
    kernels = KERNELS_SOURCE.format(player=PLAYER if PLAYER in own else None)
    return {
        "event_log": _from_template(event_log.__file__, "Delivery of events to each seat."),
        "entry": _from_template(driver.__file__, "The entry points of the rule set.", kernels),
    }


def _from_template(file: str, about: str, *more: str) -> str:
    """Return the text of a module copied from a template, with imports of the names it uses."""
    template = Path(file)
    text = _read(template)
    start = text.index("\n", text.index(f"\n{TEMPLATE_MARK}") + 1)
    about += f" The text is that of core/kernels/{template.name}."
    parts = (text[start:], *more)
    imports = _imports_of("\n".join(parts), ast.parse(text))
    return module_source("bindings.py", about, imports, *parts)


def _imports_of(source: str, template: ast.Module) -> dict[str, set[str]]:
    """Return the imports of a module of this text: by module, the names."""
    origins = {
        alias.name: node.module
        for node in template.body
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
    origins |= {name: module for module, names in TOOLS.items() for name in names}
    tree = ast.parse(source)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    local = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and _is_stored(node)}
    local |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    found: dict[str, set[str]] = {}
    for name in used - local - set(_defined(tree.body)) - set(vars(builtins)):
        found.setdefault(origins.get(name, ".bindings"), set()).add(name)
    return found


def _is_stored(node: ast.Name) -> bool:
    """Whether a name is assigned to."""
    return isinstance(node.ctx, ast.Store)


def _defined(body: Iterable[ast.stmt]) -> Iterator[str]:
    """Yield the names that the statements of a module define, assign or import."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = (inner for target in targets for inner in ast.walk(target))
            yield from (inner.id for inner in names if isinstance(inner, ast.Name))


# --- the command ---------------------------------------------------------------------------------


def outdated(package: str) -> list[Path]:
    """Return the generated modules of a rule set that are missing or out of date."""
    return [path for path, text in generated_files(package).items() if _read(path) != text]


def write(package: str) -> None:
    """Write the generated modules of a rule set that are missing or out of date."""
    for path, text in generated_files(package).items():
        if _read(path) != text:
            path.write_text(text, encoding="utf-8", newline="\n")


def _read(path: Path) -> str:
    """Return the text of a module; empty if there is none."""
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def main(arguments: list[str] | None = None) -> None:
    """Write or check the generated modules of rule sets."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=(__doc__ or "").splitlines()[0])
    parser.add_argument("packages", nargs="+", help="packages of rule sets: my_package.my_rules")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if one is old")
    given = parser.parse_args(arguments)
    try:
        old = [path for package in given.packages for path in outdated(package)]
        if given.check and old:
            sys.exit("not what the declarations say: " + ", ".join(map(str, old)))
        for package in given.packages:
            if not given.check:
                write(package)
    except SpaceCombatError as cause:
        sys.exit(str(cause))


if __name__ == "__main__":
    main()
