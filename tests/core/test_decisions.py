"""Rows of questions: one each, and columns by question for compiled code."""

from __future__ import annotations

from enum import IntEnum

import pytest

from spacecombat_env.core.model.decisions import AnswerKind, DecisionSpec, by_decision, column


class Decision(IntEnum):
    """Questions, with a hole in their numbers."""

    NOTHING = 0
    WHERE = 1
    HOW_MANY = 4


class Chapter(IntEnum):
    """Rooms."""

    HALL = 3
    CELLAR = 5


WHERE = DecisionSpec(Decision.WHERE, Chapter.CELLAR, AnswerKind.ACTION, text="Where?")
HOW_MANY = DecisionSpec(
    Decision.HOW_MANY, Chapter.HALL, AnswerKind.NUMBER, text="How many?", delegate=8
)


def test_columns_are_read_by_decision_in_whatever_order_the_rows_stand():
    questions = by_decision(Decision, [HOW_MANY, WHERE])
    assert column(questions, "chapter", nothing=-1).tolist() == [-1, 5, -1, -1, 3]
    assert column(questions, "answer").tolist() == [0, 0, 0, 0, 1]
    assert column(questions, "delegate").tolist() == [0, 0, 0, 0, 8]
    assert questions[Decision.WHERE].text == "Where?"


def test_a_decision_without_a_row_is_refused():
    with pytest.raises(ValueError, match="no row for HOW_MANY"):
        by_decision(Decision, [WHERE])


def test_a_decision_with_two_rows_is_refused():
    with pytest.raises(ValueError, match="WHERE: two rows"):
        by_decision(Decision, [WHERE, HOW_MANY, WHERE])
