"""A question is answered by the functions of its name in the chapters of its room."""

from enum import IntEnum
from types import ModuleType, SimpleNamespace

import pytest
from fresh_process import python

from spacecombat_env.core.answers import answers_of, number_of
from spacecombat_env.core.asks import Answer, Question, by_ask
from spacecombat_env.core.writing import written_text


class Ask(IntEnum):
    """Questions."""

    NOTHING = 0
    WHERE = 1
    WHICH = 2
    HOW_MANY = 5


class Room(IntEnum):
    """Rooms."""

    HALL = 0
    CELLAR = 1


QUESTIONS = by_ask(
    Ask,
    [
        Question(Ask.WHERE, Room.HALL, Answer.WORD, text="Where?"),
        Question(Ask.WHICH, Room.HALL, Answer.WORD, text="Which?"),
        Question(Ask.HOW_MANY, Room.HALL, Answer.NUMBER, text="How many?"),
    ],
)


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    """Written functions come back plain, so that states may be anything."""
    monkeypatch.setattr("spacecombat_env.core.jit.SETTINGS.DISABLE_JIT", True)


@pytest.fixture
def heard():
    """What the chapters have been given."""
    return []


@pytest.fixture
def chapters(heard):
    """Two chapters that write down what they are given."""
    first, second = ModuleType("first"), ModuleType("second")
    first.legal_where = lambda state, side, mask: heard.append(("legal where", side, mask))
    first.hear_where = lambda state, rules, word: heard.append(("where", rules, word))
    first.hear_how_many = lambda state, seat, number: heard.append(("how many", seat, number))
    second.legal_which = lambda order, mask, question: heard.append((order, mask, question))
    second.hear_which = lambda seat, word: heard.append(("which", seat, word))
    return first, second


def asked(ask):
    """A state of a game in which Blue is asked."""
    return SimpleNamespace(ask=int(ask), seat=1, order=["Red's order", "Blue's order"])


def room():
    """The names of a room's module."""
    return {"__name__": __name__, "__file__": __file__}


def test_each_question_goes_to_the_functions_of_its_name(chapters, heard):
    legal, hear = answers_of(room(), QUESTIONS, Room.HALL, *chapters)
    legal(asked(Ask.WHERE), "rules", 1, "mask")
    legal(asked(Ask.WHICH), "rules", 1, "mask")
    hear(asked(Ask.WHERE), "rules", 7)
    hear(asked(Ask.WHICH), "rules", 8)
    words = [("where", "rules", 7), ("which", 1, 8)]
    assert heard == [("legal where", 1, "mask"), ("Blue's order", "mask", Ask.WHICH), *words]


def test_a_number_is_heard_apart(chapters, heard):
    legal, hear = answers_of(room(), QUESTIONS, Room.HALL, *chapters)
    hear_number = number_of(room(), QUESTIONS, Room.HALL, *chapters)
    hear_number(asked(Ask.WHERE), "rules", 3)
    legal(asked(Ask.HOW_MANY), "rules", 1, "mask")
    hear(asked(Ask.HOW_MANY), "rules", 3)
    assert not heard
    hear_number(asked(Ask.HOW_MANY), "rules", 3)
    assert heard == [("how many", 1, 3)]


def test_a_question_that_no_chapter_answers_is_refused(chapters):
    with pytest.raises(NameError, match="no legal_which in first"):
        answers_of(room(), QUESTIONS, Room.HALL, chapters[0])
    del chapters[1].hear_which
    with pytest.raises(NameError, match="no hear_which in first, second"):
        answers_of(room(), QUESTIONS, Room.HALL, *chapters)


def test_what_is_written_can_be_read(chapters):
    hear_number = number_of(room(), QUESTIONS, Room.HALL, *chapters)
    text = written_text(hear_number)
    assert "if question == 5:  # HOW_MANY\n        hear_how_many(state, seat, number)" in text


def test_what_is_written_is_kept_for_the_next_process(tmp_path):
    """The sensor rules' `hear` of a room, from its file: nothing is compiled a second time."""
    code = (
        "from spacecombat_env.core.record import allocate\n"
        "from spacecombat_env.rulesets.intercept_sensors.scans.answers import legal\n"
        "from spacecombat_env.rulesets.intercept_sensors.scenario import load\n"
        "import numpy as np\n"
        "table = load('duel').table\n"
        "legal(table.opening[0], table.rules[0], 0, np.zeros(99, np.int8))\n"
        "print(sum(legal.stats.cache_hits.values()), sum(legal.stats.cache_misses.values()))\n"
    )
    kept = {"SPACECOMBAT_CACHE_DIR": str(tmp_path)}
    assert [python(code, **kept), python(code, **kept)] == ["0 1", "1 0"]
