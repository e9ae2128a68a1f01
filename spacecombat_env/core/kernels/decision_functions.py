"""Generate the dispatch of a chapter: the functions that list and apply its actions.

A decision is handled by two functions of its name in the chapter's modules. For Decision.PLACE_BOX,
`legal_place_box` writes the legal actions and `apply_place_box` applies one. A decision for a
number has only `apply_...`. A new decision needs its row (model/decisions.py) and these functions.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

from spacecombat_env.core.errors import GenerationError
from spacecombat_env.core.kernels.codegen import (
    NATIVE_IMPORT,
    function_source,
    is_generated,
    module_source,
)
from spacecombat_env.core.model.decisions import AnswerKind, DecisionSpec

ORIGIN = "model/decisions.py"
GIVEN = ("state", "rules", "seat", "decision")
ARGUMENT_SOURCES = {"side": "seat", "order": "state.order[seat]"} | {name: name for name in GIVEN}
"""Parameters of these functions besides the mask, action or number, and their arguments."""
SEAT, SEAT_USED = "seat = int(state.seat)", re.compile(r"\bseat\b")
DecisionSpecs = Mapping[IntEnum, DecisionSpec]


class Handler(NamedTuple):
    """A function that handles a decision."""

    module: str
    """Module of the chapter that defines it."""
    name: str
    parameters: tuple[str, ...]


def decisions_module(specs: DecisionSpecs, chapter: IntEnum, folder: Path) -> str:
    """Return the text of the module of a chapter's decisions; `folder` holds the chapter's modules.

    It defines `legal` and `apply`, and `apply_number` if a decision has a number as answer. Raises
    GenerationError if no module defines a function that a row needs.
    """
    handlers = read_handlers(folder)
    actions, numbers = (_rows(specs, chapter, answer) for answer in AnswerKind)
    legal = [_find(handlers, "legal", row, folder) for row in actions]
    apply = [_find(handlers, "apply", row, folder) for row in actions]
    has_types = (folder.parent / "model" / "record_types.py").is_file()
    records = "state: State, rules: Rules" if has_types else "state, rules"
    parts = [
        function_source(
            *("legal", f"{records}, seat, mask"),
            "Write the legal actions of a decision of this chapter.",
            _chain(actions, legal, "mask"),
        ),
        function_source(
            *("apply", f"{records}, action"),
            "Carry out a legal action.",
            _with_seat(_chain(actions, apply, "action")),
        ),
    ]
    used = [*legal, *apply]
    if numbers:
        apply_number = [_find(handlers, "apply", row, folder) for row in numbers]
        lines = _with_seat(_chain(numbers, apply_number, "number"))
        parts.append(
            function_source("apply_number", f"{records}, number", "Apply a complete number.", lines)
        )
        used += apply_number
    imports = {f".{module}": {h.name for h in used if h.module == module} for module, *_ in used}
    if has_types:
        imports["..model.record_types"] = {"Rules", "State"}
    about = f"Decisions of the chapter {chapter.name}: legal actions, and what an answer does."
    return module_source(ORIGIN, about, NATIVE_IMPORT | imports, *parts)


def read_handlers(folder: Path) -> dict[str, list[Handler]]:
    """Return the functions of a folder's modules by name, read from their text.

    A function may have several names: `legal_load = legal_unload = legal_cargo`.
    """
    found: dict[str, list[Handler]] = {}
    for path in sorted(folder.glob("*.py")):
        source = path.read_text(encoding="utf-8")
        parameters: dict[str, tuple[str, ...]] = {}
        for node in [] if is_generated(source) else ast.parse(source).body:
            if isinstance(node, ast.FunctionDef):
                parameters[node.name] = tuple(argument.arg for argument in node.args.args)
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
                if node.value.id in parameters:
                    same = parameters[node.value.id]
                    parameters |= {ast.unparse(target): same for target in node.targets}
        for name, its in parameters.items():
            found.setdefault(name, []).append(Handler(path.stem, name, its))
    return found


def _rows(specs: DecisionSpecs, chapter: IntEnum, answer: AnswerKind) -> list[DecisionSpec]:
    """Return the decisions of a chapter with that kind of answer."""
    return [row for row in specs.values() if (row.chapter, row.answer) == (chapter, answer)]


def _find(
    handlers: Mapping[str, list[Handler]], start: str, row: DecisionSpec, folder: Path
) -> Handler:
    """Return the only function of a decision's name that begins with `start`."""
    name = f"{start}_{row.decision.name.lower()}"
    found = handlers.get(name, [])
    if len(found) != 1:
        where = " and ".join(f"{handler.module}.py" for handler in found)
        reason = f"{name} is in {where}" if found else f"no module has a function {name}"
        raise GenerationError(f"{folder}: {reason}, for Decision.{row.decision.name}")
    return found[0]


def _chain(rows: Iterable[DecisionSpec], handlers: Iterable[Handler], last: str) -> Iterator[str]:
    """Yield the lines that dispatch each decision to its function; `last` is its own argument."""
    yield "decision = int(state.decision)"
    for n, (row, handler) in enumerate(zip(rows, handlers, strict=True)):
        yield f"{'elif' if n else 'if'} decision == {int(row.decision)}:  # {row.decision.name}"
        yield f"    {handler.name}({', '.join(_arguments(handler, last))})"


def _with_seat(lines: Iterable[str]) -> list[str]:
    """Return the lines of a chain, after one that reads the seat if they use it."""
    chain = list(lines)
    return [SEAT, *chain] if any(SEAT_USED.search(line) for line in chain) else chain


def _arguments(handler: Handler, last: str) -> Iterator[str]:
    """Yield the arguments of a function, by the names of its parameters."""
    sources = ARGUMENT_SOURCES | {last: last}
    for name in handler.parameters:
        if name not in sources:
            raise GenerationError(
                f"{handler.module}.py: {handler.name} has a parameter {name}; "
                f"there are {', '.join(sources)}"
            )
        yield sources[name]
