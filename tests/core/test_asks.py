"""Rows of questions: one each, and columns by question for compiled code."""

from __future__ import annotations

from enum import IntEnum

import pytest

from spacecombat_env.core.asks import Answer, Question, by_ask, column


class Ask(IntEnum):
    """Questions, with a hole in their numbers."""

    NOTHING = 0
    WHERE = 1
    HOW_MANY = 4


class Room(IntEnum):
    """Rooms."""

    HALL = 3
    CELLAR = 5


WHERE = Question(Ask.WHERE, Room.CELLAR, Answer.WORD, text="Where?")
HOW_MANY = Question(Ask.HOW_MANY, Room.HALL, Answer.NUMBER, text="How many?", delegate=8)


def test_columns_are_read_by_question_in_whatever_order_the_rows_stand():
    questions = by_ask(Ask, [HOW_MANY, WHERE])
    assert column(questions, "room", nothing=-1).tolist() == [-1, 5, -1, -1, 3]
    assert column(questions, "answer").tolist() == [0, 0, 0, 0, 1]
    assert column(questions, "delegate").tolist() == [0, 0, 0, 0, 8]
    assert questions[Ask.WHERE].text == "Where?"


def test_a_question_without_a_row_is_refused():
    with pytest.raises(ValueError, match="no row for HOW_MANY"):
        by_ask(Ask, [WHERE])


def test_a_question_with_two_rows_is_refused():
    with pytest.raises(ValueError, match="WHERE: two rows"):
        by_ask(Ask, [WHERE, HOW_MANY, WHERE])
