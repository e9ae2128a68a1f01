"""What a room does with its questions: who says what may be said, who hears it.

A question is answered by the functions of its name in the room's chapters: Ask.PLACE_BOX by
`legal_place_box`, which writes the legal words, and `hear_place_box`; a question for a number by
`hear_...` alone. So a new question needs its row (pieces/asks.py) and the two functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum
from types import ModuleType
from typing import Any

from spacecombat_env.core.asks import Answer, Question
from spacecombat_env.core.writing import written

GIVEN = {"side": "seat", "order": "state.order[seat]"}
"""Parameters that a function may have beside `state, rules, seat, question` and the mask, word or
number."""
SEAT = "seat = int(state.seat)"
Questions = Mapping[IntEnum, Question]


def answers_of(
    own: dict[str, Any], questions: Questions, room: IntEnum, *chapters: ModuleType
) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return `legal` and `hear` of a room, for its questions that a word answers.

    `own` is the `globals()` of its module `answers.py`, to which they belong. NameError where no
    chapter has a function that a row wants.
    """
    rows = _rows(questions, room, Answer.WORD)
    about = "Write the legal words of a question of this room."
    legal = _chain(own, "legal", rows, chapters)
    hear = _chain(own, "hear", rows, chapters)
    return (
        written(own, "legal", "state, rules, seat, mask", about, legal),
        written(own, "hear", "state, rules, word", "Carry out a legal word.", [SEAT, *hear]),
    )


def number_of(
    own: dict[str, Any], questions: Questions, room: IntEnum, *chapters: ModuleType
) -> Callable[..., Any]:
    """Return `hear_number` of a room, for its questions that a number answers."""
    hear = _chain(own, "hear", _rows(questions, room, Answer.NUMBER), chapters)
    about = "A number is complete."
    return written(own, "hear_number", "state, rules, number", about, [SEAT, *hear])


def _rows(questions: Questions, room: IntEnum, answer: Answer) -> list[Question]:
    """Return the questions of a room that are answered so."""
    return [row for row in questions.values() if (row.room, row.answer) == (room, answer)]


def _chain(
    own: dict[str, Any], start: str, rows: list[Question], chapters: tuple[ModuleType, ...]
) -> Iterator[str]:
    """Yield the lines that hand each question to its function."""
    yield "question = int(state.ask)"
    for n, row in enumerate(rows):
        name = f"{start}_{row.ask.name.lower()}"
        own[name] = _found(name, chapters)
        yield f"{'elif' if n else 'if'} question == {int(row.ask)}:  # {row.ask.name}"
        yield f"    {name}({', '.join(_arguments(own[name]))})"


def _found(name: str, chapters: tuple[ModuleType, ...]) -> Callable[..., Any]:
    """Return the function of that name, of the chapter that has it."""
    for chapter in chapters:
        if name in vars(chapter):
            function: Callable[..., Any] = vars(chapter)[name]
            return function
    raise NameError(f"no {name} in {', '.join(chapter.__name__ for chapter in chapters)}")


def _arguments(function: Any) -> Iterator[str]:
    """Yield what a function is given, by the names of its parameters."""
    code = getattr(function, "py_func", function).__code__
    for name in code.co_varnames[: code.co_argcount]:
        yield GIVEN.get(name, name)
