"""Generate the dispatch of a rule package: the functions that list and apply its actions.

A decision is handled by two functions of its name in the package's modules. For Decision.PLACE_BOX,
`legal_place_box` writes the legal actions and `apply_place_box` applies one. A decision for a
number has only `apply_...`. A new decision needs its row (model/decisions.py) and these functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum
from types import ModuleType
from typing import Any

from spacecombat_env.core.kernels.codegen import generate_function
from spacecombat_env.core.model.decisions import AnswerKind, DecisionSpec

ARGUMENT_SOURCES = {"side": "seat", "order": "state.order[seat]"}
"""Optional parameters of these functions, besides `state, rules, seat, decision` and the mask,
action or number.
"""
SEAT = "seat = int(state.seat)"
DecisionSpecs = Mapping[IntEnum, DecisionSpec]


def generate_decision_functions(
    own: dict[str, Any], specs: DecisionSpecs, chapter: IntEnum, *modules: ModuleType
) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return `legal` and `apply` of a package, for its decisions with an action as answer.

    `own` is the `globals()` of the module to which they belong. Raises NameError if no module
    defines a function that a row needs.
    """
    rows = _rows(specs, chapter, AnswerKind.ACTION)
    about = "Write the legal actions of a decision of this chapter."
    legal = _chain(own, "legal", rows, modules)
    apply = _chain(own, "apply", rows, modules)
    return (
        generate_function(own, "legal", "state, rules, seat, mask", about, legal),
        generate_function(
            own, "apply", "state, rules, action", "Carry out a legal action.", [SEAT, *apply]
        ),
    )


def generate_apply_number(
    own: dict[str, Any], specs: DecisionSpecs, chapter: IntEnum, *modules: ModuleType
) -> Callable[..., Any]:
    """Return `apply_number` of a package, for its decisions with a number as answer."""
    apply = _chain(own, "apply", _rows(specs, chapter, AnswerKind.NUMBER), modules)
    about = "A number is complete."
    return generate_function(own, "apply_number", "state, rules, number", about, [SEAT, *apply])


def _rows(specs: DecisionSpecs, chapter: IntEnum, answer: AnswerKind) -> list[DecisionSpec]:
    """Return the decisions of a package with that kind of answer."""
    return [row for row in specs.values() if (row.chapter, row.answer) == (chapter, answer)]


def _chain(
    own: dict[str, Any], start: str, rows: list[DecisionSpec], modules: tuple[ModuleType, ...]
) -> Iterator[str]:
    """Yield the lines that dispatch each decision to its function."""
    yield "decision = int(state.decision)"
    for n, row in enumerate(rows):
        name = f"{start}_{row.decision.name.lower()}"
        own[name] = _found(name, modules)
        yield f"{'elif' if n else 'if'} decision == {int(row.decision)}:  # {row.decision.name}"
        yield f"    {name}({', '.join(_arguments(own[name]))})"


def _found(name: str, modules: tuple[ModuleType, ...]) -> Callable[..., Any]:
    """Return the function of that name from the module that defines it."""
    for module in modules:
        if name in vars(module):
            function: Callable[..., Any] = vars(module)[name]
            return function
    raise NameError(f"no {name} in {', '.join(module.__name__ for module in modules)}")


def _arguments(function: Any) -> Iterator[str]:
    """Yield the arguments of a function, by the names of its parameters."""
    code = getattr(function, "py_func", function).__code__
    for name in code.co_varnames[: code.co_argcount]:
        yield ARGUMENT_SOURCES.get(name, name)
