"""Generate a rule set's dispatch.py: from a decision to its chapter, from a step to its function.

The chapters of the decisions are in model/decisions.py. The steps are in sequence.py, as a table of
the functions that carry them out:

    STEPS = {Step.SETUP: setup_step, Step.TURN_START: begin_turn, ...}

Compiled code cannot call a function out of a table, so the table becomes a chain of comparisons.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from enum import IntEnum
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from spacecombat_env.core.errors import GenerationError
from spacecombat_env.core.kernels.codegen import NATIVE_IMPORT, function_source, module_source
from spacecombat_env.core.kernels.decision_functions import DecisionSpecs
from spacecombat_env.core.model.decisions import AnswerKind, DecisionSpec

ORIGIN = "decisions.py, sequence.py"
TABLE = "STEPS"
LAST = "OVER"
"""The step that none follows: it has no row."""
STEP_ARGUMENTS = ("state", "rules")
"""Parameters that the function of a step may have."""
NUMBER_IMPORTS = {
    "spacecombat_env.core.kernels.numbers": {"apply_number", "legal_number"},
    ".model": {"AMOUNTS", "NONE", "TAKES_NUMBER", "amount_action"},
}
"""Further imports of a rule set that has numbers as answers."""
TAKES_NUMBER = "TAKES_NUMBER[state.decision]"
LEGAL_NUMBER = ("legal_number(state.order[side], amount_action(state, 0), AMOUNTS, mask)",)
APPLY_NUMBER = (
    "number = apply_number(state.order[state.seat], action - amount_action(state, 0), AMOUNTS)",
    "if number != NONE:",
    "    apply_whole_number(state, rules, number)",
)
CHAPTER = "chapter = int(CHAPTER_OF[state.decision])"
Branch = tuple[str, Iterable[str]]
"""A condition and the lines under it."""


class StepRow(NamedTuple):
    """A step and the function that carries it out."""

    step: str
    """The step as the table names it: `Step.SETUP`."""
    module: str
    """The module of the function, relative to the rule set."""
    function: str
    parameters: tuple[str, ...]


def dispatch_module(specs: DecisionSpecs, model: ModuleType, folder: Path) -> str:
    """Return the text of the dispatch of a rule set in `folder`; `specs` are its decisions.

    `model` defines the steps. Raises GenerationError if the table of steps lacks one, or names what
    cannot be called.
    """
    steps = list(read_steps(folder / "sequence.py"))
    _check_steps(steps, model, folder)
    chapters = list(type(next(iter(specs.values())).chapter))
    has_types = (folder / "model" / "record_types.py").is_file()
    records = "state: State, rules: Rules" if has_types else "state, rules"
    numbers = [c for c in chapters if any(_takes_number(row, c) for row in specs.values())]
    parts = [
        function_source(
            *("legal", f"{records}, mask"),
            "Write the legal actions of the seat to act; none without a decision.",
            ["mask[:] = 0", "side = int(state.seat)", *_legal(chapters, bool(numbers))],
        ),
        function_source(
            *("apply", f"{records}, action"),
            "Carry out a legal action.",
            _apply(chapters, bool(numbers)),
        ),
    ]
    if numbers:
        lines = [CHAPTER, *_chain(_calls(numbers, "apply_number(state, rules, number)"))]
        about = "Apply a complete number, units included."
        parts.append(function_source("apply_whole_number", f"{records}, number", about, lines))
    about = "Carry out the next step of the turn."
    parts.append(function_source("take_step", records, about, _take_step(steps)))
    about = "Dispatch of decisions to the chapters that handle them, and of steps to functions."
    imports = _imports(steps, chapters, bool(numbers))
    if has_types:
        imports[".model.record_types"] = {"Rules", "State"}
    return module_source(ORIGIN, about, imports, *parts)


def read_steps(path: Path) -> Iterator[StepRow]:
    """Yield the rows of the table of steps in a module, read from its text."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    origins = _origins(tree, path.stem)
    for step, function in _table(tree, path):
        if function not in origins:
            raise GenerationError(f"{path}: {step} names {function}, which is not a function here")
        module = origins[function]
        source = path.parent.joinpath(*module.split(".")).with_suffix(".py")
        parameters = _parameters(source, function)
        unknown = [name for name in parameters if name not in STEP_ARGUMENTS]
        if unknown:
            raise GenerationError(
                f"{source}: {function} has a parameter {unknown[0]}; the function of a step takes "
                f"{' and '.join(STEP_ARGUMENTS)}"
            )
        yield StepRow(step, module, function, parameters)


def _check_steps(rows: Iterable[StepRow], model: ModuleType, folder: Path) -> None:
    """Raise GenerationError if a step of the rule set has no row."""
    named = [row.step for row in rows]
    kind = named[0].split(".")[0]
    missing = {f"{kind}.{one.name}" for one in getattr(model, kind)} - {*named, f"{kind}.{LAST}"}
    if missing:
        raise GenerationError(f"{folder / 'sequence.py'}: no row for {', '.join(sorted(missing))}")


def _table(tree: ast.Module, path: Path) -> Iterator[tuple[str, str]]:
    """Yield step and function of each row of a module's table of steps."""
    tables = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == TABLE
    ]
    if len(tables) != 1 or not isinstance(tables[0], ast.Dict):
        raise GenerationError(f"{path} has no table {TABLE} = {{step: function, ...}}")
    for step, function in zip(tables[0].keys, tables[0].values, strict=True):
        if step is None:
            raise GenerationError(f"{path}: a row of {TABLE} is not written out")
        yield ast.unparse(step), ast.unparse(function)


def _origins(tree: ast.Module, own: str) -> dict[str, str]:
    """Return the functions that a module defines or imports, and the modules that define them."""
    found = {node.name: own for node in tree.body if isinstance(node, ast.FunctionDef)}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module and node.level:
            found |= {alias.name: node.module for alias in node.names if not alias.asname}
    return found


def _parameters(path: Path, function: str) -> tuple[str, ...]:
    """Return the names of the parameters of a function that a module defines."""
    if path.is_file():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name == function:
                return tuple(argument.arg for argument in node.args.args)
    raise GenerationError(f"{path} defines no function {function}")


# --- text ----------------------------------------------------------------------------------------


def _legal(chapters: Iterable[IntEnum], numbers: bool) -> Iterator[str]:
    """Yield the lines that list the legal actions."""
    branches = _calls(chapters, "legal(state, rules, side, mask)")
    yield CHAPTER
    yield from _chain([(TAKES_NUMBER, LEGAL_NUMBER), *branches] if numbers else branches)


def _apply(chapters: Iterable[IntEnum], numbers: bool) -> Iterator[str]:
    """Yield the lines that apply an action."""
    branches = _calls(chapters, "apply(state, rules, action)")
    yield CHAPTER
    yield from _chain([(TAKES_NUMBER, APPLY_NUMBER), *branches] if numbers else branches)


def _take_step(steps: Iterable[StepRow]) -> Iterator[str]:
    """Yield the lines that carry out a step."""
    yield "step = int(state.step)"
    yield from _chain(
        [(f"step == {row.step}", [f"{row.function}({', '.join(row.parameters)})"]) for row in steps]
    )


def _calls(chapters: Iterable[IntEnum], call: str) -> list[Branch]:
    """Return for each chapter the condition that it is meant, and the call of its function."""
    return [
        (f"chapter == {type(one).__name__}.{one.name}", [f"{one.name.lower()}.{call}"])
        for one in chapters
    ]


def _chain(branches: Iterable[Branch]) -> Iterator[str]:
    """Yield the lines of a chain of conditions."""
    for n, (condition, lines) in enumerate(branches):
        yield f"{'elif' if n else 'if'} {condition}:"
        yield from (f"    {line}" for line in lines)


def _imports(
    steps: Iterable[StepRow], chapters: Iterable[IntEnum], numbers: bool
) -> dict[str, set[str]]:
    """Return the imports of a dispatch: by module, the names."""
    imports = {module: set(names) for module, names in NATIVE_IMPORT.items()}
    for module, names in (NUMBER_IMPORTS if numbers else {}).items():
        imports.setdefault(module, set()).update(names)
    imports.setdefault(".model", set()).add("CHAPTER_OF")
    for one in chapters:
        imports[".model"].add(type(one).__name__)
        name = one.name.lower()
        imports.setdefault(f".{name}", set()).add(f"{name}_decisions as {name}")
    for row in steps:
        imports[".model"].add(row.step.split(".")[0])
        imports.setdefault(f".{row.module}", set()).add(row.function)
    return imports


def _takes_number(row: DecisionSpec, chapter: IntEnum) -> bool:
    """Whether a decision is answered with a number and belongs to a chapter."""
    return row.chapter == chapter and row.answer == AnswerKind.NUMBER
