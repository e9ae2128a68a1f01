"""What a room does with its questions: who says what may be said, who hears it.

A question is answered by the functions of its name in the room's chapters: Decision.PLACE_BOX by
`legal_place_box`, which writes the legal words, and `apply_place_box`; a question for a number by
`hear_...` alone. So a new question needs its row (model/decisions.py) and the two functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum
from types import ModuleType
from typing import Any

from spacecombat_env.core.kernels.codegen import generate_function
from spacecombat_env.core.model.decisions import AnswerKind, DecisionSpec

ARGUMENT_SOURCES = {"side": "seat", "order": "state.order[seat]"}
"""Parameters that a function may have beside `state, rules, seat, decision` and the mask, action or
number."""
SEAT = "seat = int(state.seat)"
DecisionSpecs = Mapping[IntEnum, DecisionSpec]


def generate_decision_functions(
    own: dict[str, Any], specs: DecisionSpecs, chapter: IntEnum, *modules: ModuleType
) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return `legal` and `apply` of a room, for its questions that a word answers.

    `own` is the `globals()` of its module `answers.py`, to which they belong. NameError where no
    chapter has a function that a row wants.
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
    """Return `apply_number` of a room, for its questions that a number answers."""
    apply = _chain(own, "apply", _rows(specs, chapter, AnswerKind.NUMBER), modules)
    about = "A number is complete."
    return generate_function(own, "apply_number", "state, rules, number", about, [SEAT, *apply])


def _rows(specs: DecisionSpecs, chapter: IntEnum, answer: AnswerKind) -> list[DecisionSpec]:
    """Return the questions of a room that are answered so."""
    return [row for row in specs.values() if (row.chapter, row.answer) == (chapter, answer)]


def _chain(
    own: dict[str, Any], start: str, rows: list[DecisionSpec], modules: tuple[ModuleType, ...]
) -> Iterator[str]:
    """Yield the lines that hand each question to its function."""
    yield "decision = int(state.decision)"
    for n, row in enumerate(rows):
        name = f"{start}_{row.decision.name.lower()}"
        own[name] = _found(name, modules)
        yield f"{'elif' if n else 'if'} decision == {int(row.decision)}:  # {row.decision.name}"
        yield f"    {name}({', '.join(_arguments(own[name]))})"


def _found(name: str, modules: tuple[ModuleType, ...]) -> Callable[..., Any]:
    """Return the function of that name, of the chapter that has it."""
    for module in modules:
        if name in vars(module):
            function: Callable[..., Any] = vars(module)[name]
            return function
    raise NameError(f"no {name} in {', '.join(module.__name__ for module in modules)}")


def _arguments(function: Any) -> Iterator[str]:
    """Yield what a function is given, by the names of its parameters."""
    code = getattr(function, "py_func", function).__code__
    for name in code.co_varnames[: code.co_argcount]:
        yield ARGUMENT_SOURCES.get(name, name)
