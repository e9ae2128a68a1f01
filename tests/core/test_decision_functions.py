"""A question is answered by the functions of its name in the chapters of its room."""

from enum import IntEnum
from types import SimpleNamespace

import pytest

from spacecombat_env.core.errors import GenerationError
from spacecombat_env.core.kernels.decision_functions import decisions_module
from spacecombat_env.core.model.decisions import AnswerKind, DecisionSpec, by_decision


class Decision(IntEnum):
    """Questions."""

    NOTHING = 0
    WHERE = 1
    WHICH = 2
    HOW_MANY = 5


class Chapter(IntEnum):
    """Rooms."""

    HALL = 0
    CELLAR = 1


DECISIONS = by_decision(
    Decision,
    [
        DecisionSpec(Decision.WHERE, Chapter.HALL, AnswerKind.ACTION, text="Where?"),
        DecisionSpec(Decision.WHICH, Chapter.HALL, AnswerKind.ACTION, text="Which?"),
        DecisionSpec(Decision.HOW_MANY, Chapter.HALL, AnswerKind.NUMBER, text="How many?"),
    ],
)
FIRST = """
def legal_where(state, side, mask): mask.append(("legal where", side))
def apply_where(state, rules, action): rules.append(("where", action))
def apply_how_many(state, seat, number, rules): rules.append(("how many", seat, number))
"""
SECOND = """
def legal_any(order, mask, decision): mask.append((order, decision))
def apply_which(seat, action, rules): rules.append(("which", seat, action))
legal_which = legal_whatever = legal_any
"""


@pytest.fixture
def hall(tmp_path):
    """A folder with two modules, which write down what they are given."""
    (tmp_path / "first.py").write_text(FIRST)
    (tmp_path / "second.py").write_text(SECOND)
    return tmp_path


def functions(hall):
    """The functions of the generated module, interpreted."""
    source = decisions_module(DECISIONS, Chapter.HALL, hall)
    names = {"native": lambda function: function}
    for text in (FIRST, SECOND, "\n".join(n for n in source.splitlines() if n[:5] != "from ")):
        exec(text, names)
    return SimpleNamespace(**names)


def state_at(decision):
    """A state of a game in which Blue is to act."""
    return SimpleNamespace(decision=int(decision), seat=1, order=["Red's order", "Blue's order"])


def test_each_question_goes_to_the_functions_of_its_name(hall):
    room, mask, rules = functions(hall), [], []
    room.legal(state_at(Decision.WHERE), rules, 1, mask)
    room.legal(state_at(Decision.WHICH), rules, 1, mask)
    room.apply(state_at(Decision.WHERE), rules, 7)
    room.apply(state_at(Decision.WHICH), rules, 8)
    assert mask == [("legal where", 1), ("Blue's order", Decision.WHICH)]
    assert rules == [("where", 7), ("which", 1, 8)]


def test_a_number_is_heard_apart(hall):
    room, mask, rules = functions(hall), [], []
    room.apply_number(state_at(Decision.WHERE), rules, 3)
    room.legal(state_at(Decision.HOW_MANY), rules, 1, mask)
    room.apply(state_at(Decision.HOW_MANY), rules, 3)
    assert not mask and not rules
    room.apply_number(state_at(Decision.HOW_MANY), rules, 3)
    assert rules == [("how many", 1, 3)]


def test_records_have_types_where_the_rule_set_has_them(hall):
    folder = hall / "hall"
    folder.mkdir()
    for module in ("first.py", "second.py"):
        (folder / module).write_text((hall / module).read_text())
    assert "def apply(state, rules, action):" in decisions_module(DECISIONS, Chapter.HALL, folder)
    (hall / "model").mkdir()
    (hall / "model" / "record_types.py").touch()
    source = decisions_module(DECISIONS, Chapter.HALL, folder)
    assert "from ..model.record_types import Rules, State\n" in source
    assert "def apply(state: State, rules: Rules, action):" in source


def test_a_question_that_no_chapter_answers_is_refused_by_name(hall):
    (hall / "second.py").write_text(SECOND.replace("legal_which", "legal_what"))
    with pytest.raises(
        GenerationError, match=r"no module has a function legal_which, for Decision\.WHICH"
    ):
        decisions_module(DECISIONS, Chapter.HALL, hall)
    (hall / "second.py").write_text(SECOND.replace("apply_which", "apply_what"))
    with pytest.raises(GenerationError, match="apply_which"):
        decisions_module(DECISIONS, Chapter.HALL, hall)


def test_a_question_that_two_modules_answer_is_refused(hall):
    (hall / "third.py").write_text("def apply_where(state, action): pass")
    with pytest.raises(GenerationError, match=r"apply_where is in first\.py and third\.py"):
        decisions_module(DECISIONS, Chapter.HALL, hall)


def test_a_parameter_that_is_not_known_is_refused(hall):
    (hall / "first.py").write_text(
        FIRST.replace("legal_where(state, side", "legal_where(game, side")
    )
    with pytest.raises(GenerationError, match="legal_where has a parameter game; there are side, "):
        decisions_module(DECISIONS, Chapter.HALL, hall)


def test_the_module_imports_what_it_calls_and_reads_no_generated_text(hall):
    source = decisions_module(DECISIONS, Chapter.HALL, hall)
    assert "from .first import apply_how_many, apply_where, legal_where\n" in source
    assert (
        "if decision == 5:  # HOW_MANY\n        apply_how_many(state, seat, number, rules)"
        in source
    )
    (hall / "hall_decisions.py").write_text(source)
    assert decisions_module(DECISIONS, Chapter.HALL, hall) == source
