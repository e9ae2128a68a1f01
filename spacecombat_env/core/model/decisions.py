"""Decisions, one row each: their answers, their handlers and their texts.

A rule set lists its rows in `model/decisions.py`. Compiled code reads them as arrays by decision
(`column`), so the order of the enum has no meaning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from spacecombat_env.core.model.rows import by_member


class AnswerKind(IntEnum):
    """The answer to a decision."""

    ACTION = 0
    NUMBER = 1  # one action or two, the tens first


@dataclass(frozen=True)
class DecisionSpec:
    """The declaration of one decision."""

    decision: IntEnum
    chapter: IntEnum
    """The package whose modules list the legal actions and apply the chosen one.

    See core/kernels/decision_functions.py.
    """
    answer: AnswerKind
    text: str
    """The sentence shown to the player; `presentation` fills its blanks."""
    delegate: int = 0
    """The kind of decision under which a seat delegates it to standing orders, or 0."""
    owner: int = 0
    """Which of several players of a side makes it."""


def by_decision(
    decisions: type[IntEnum], rows: Iterable[DecisionSpec]
) -> dict[IntEnum, DecisionSpec]:
    """Return the rows by decision, without NOTHING. Raise ValueError if one has none or two."""
    return by_member(decisions, rows, "decision")


def column(specs: Mapping[IntEnum, DecisionSpec], name: str, nothing: int = 0) -> np.ndarray:
    """Return one column of the rows as an array by decision; `nothing` for those without a row."""
    values = np.full(1 + max(specs), nothing, np.int64)
    for decision, row in specs.items():
        values[decision] = getattr(row, name)
    return values
