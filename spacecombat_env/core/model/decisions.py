"""Questions, a row each: who hears the answer, what it is, and how the question is put.

A rule set lists its rows in `pieces/decisions.py`. What compiled code asks of them it reads from arrays
by question (`column`), so that the order of the enum means nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from spacecombat_env.core.model.rows import by_member


class AnswerKind(IntEnum):
    """What a question is answered with."""

    ACTION = 0
    NUMBER = 1  # in one word or two, the tens first


@dataclass(frozen=True)
class DecisionSpec:
    """What a rule set says of one question."""

    decision: IntEnum
    chapter: IntEnum
    """The room whose chapters list the legal words and hear the one said (core/kernels/decision_functions.py)."""
    answer: AnswerKind
    text: str
    """The sentence put to the player; its blanks are filled by the room `told`."""
    delegate: int = 0
    """The kind of decision by which a seat leaves it to standing orders, or 0."""
    owner: int = 0
    """Whose of several players of a side it is."""


def by_decision(
    decisions: type[IntEnum], rows: Iterable[DecisionSpec]
) -> dict[IntEnum, DecisionSpec]:
    """Return the rows by question; ValueError where one has none, or two. NOTHING is none."""
    return by_member(decisions, rows, "decision")


def column(specs: Mapping[IntEnum, DecisionSpec], name: str, nothing: int = 0) -> np.ndarray:
    """Return one column of the rows as an array by question, `nothing` where there is none."""
    values = np.full(1 + max(specs), nothing, np.int64)
    for decision, row in specs.items():
        values[decision] = getattr(row, name)
    return values
