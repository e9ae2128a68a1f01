"""Questions, a row each: who hears the answer, what it is, and how the question is put.

A rule set lists its rows in `pieces/asks.py`. What compiled code asks of them it reads from arrays
by question (`column`), so that the order of the enum means nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from spacecombat_env.core.rows import by_member


class Answer(IntEnum):
    """What a question is answered with."""

    WORD = 0
    NUMBER = 1  # in one word or two, the tens first


@dataclass(frozen=True)
class Question:
    """What a rule set says of one question."""

    ask: IntEnum
    room: IntEnum
    """The room whose chapters list the legal words and hear the one said (core/answers.py)."""
    answer: Answer
    text: str
    """The sentence put to the player; its blanks are filled by the room `told`."""
    delegate: int = 0
    """The kind of decision by which a seat leaves it to standing orders, or 0."""
    whose: int = 0
    """Whose of several players of a side it is."""


def by_ask(asks: type[IntEnum], rows: Iterable[Question]) -> dict[IntEnum, Question]:
    """Return the rows by question; ValueError where one has none, or two. NOTHING is none."""
    return by_member(asks, rows, "ask")


def column(questions: Mapping[IntEnum, Question], name: str, nothing: int = 0) -> np.ndarray:
    """Return one column of the rows as an array by question, `nothing` where there is none."""
    values = np.full(1 + max(questions), nothing, np.int64)
    for ask, row in questions.items():
        values[ask] = getattr(row, name)
    return values
