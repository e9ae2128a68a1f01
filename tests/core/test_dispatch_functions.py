"""The dispatch of a rule set follows from its chapters and its table of steps."""

from enum import IntEnum
from types import SimpleNamespace

import numpy as np
import pytest

from spacecombat_env.core.errors import GenerationError
from spacecombat_env.core.kernels.dispatch_functions import dispatch_module
from spacecombat_env.core.kernels.numbers import apply_number, legal_number
from spacecombat_env.core.model.decisions import AnswerKind, DecisionSpec, by_decision, column


class Decision(IntEnum):
    """Decisions."""

    NOTHING = 0
    WHERE = 1
    HOW_MANY = 2


class Chapter(IntEnum):
    """Chapters."""

    HALL = 0
    CELLAR = 1


class Step(IntEnum):
    """Steps of a turn."""

    START = 0
    END = 1
    OVER = 2


DECISIONS = by_decision(
    Decision,
    [
        DecisionSpec(Decision.WHERE, Chapter.HALL, AnswerKind.ACTION, text="Where?"),
        DecisionSpec(Decision.HOW_MANY, Chapter.CELLAR, AnswerKind.NUMBER, text="How many?"),
    ],
)
MODEL = SimpleNamespace(Step=Step)
SEQUENCE = """
from .rooms.opening import begin_turn

def end_turn(state, rules): rules.append("end")

STEPS = {Step.START: begin_turn, Step.END: end_turn}
"""
OPENING = "def begin_turn(rules): rules.append('begin')"


@pytest.fixture
def folder(tmp_path):
    """The folder of a rule set with a turn of two steps."""
    (tmp_path / "rooms").mkdir()
    (tmp_path / "rooms" / "opening.py").write_text(OPENING)
    (tmp_path / "sequence.py").write_text(SEQUENCE)
    return tmp_path


def functions(folder):
    """The functions of the generated module, interpreted; what they call is written down."""
    source = dispatch_module(DECISIONS, MODEL, folder)
    lines = [line for line in source.splitlines() if not line.startswith(("from ", "import "))]

    def noting(name):
        return lambda state, rules, *more: rules.append((name, *more))

    def chapter(name):
        doors = ("legal", "apply", "apply_number")
        return SimpleNamespace(**{door: noting(f"{name} {door}") for door in doors})

    names = {
        "native": lambda function: function,
        "hall": chapter("hall"),
        "cellar": chapter("cellar"),
        "begin_turn": lambda rules: rules.append("begin"),
        "end_turn": lambda state, rules: rules.append("end"),
        "amount_action": lambda state, amount: 10 + amount,
        "CHAPTER_OF": column(DECISIONS, "chapter", nothing=-1),
        "TAKES_NUMBER": np.array([0, 0, 1]),
        "AMOUNTS": 5,
        "NONE": -1,
        "Chapter": Chapter,
        "Step": Step,
        "apply_number": apply_number,
        "legal_number": legal_number,
    }
    exec("\n".join(lines), names)  # as an import would, but with these names
    return SimpleNamespace(**names), source


def state(decision=Decision.NOTHING, step=Step.START):
    """A state in which a seat has a decision, or a step is next."""
    order = SimpleNamespace(low=1, high=3, tens=-1)
    return SimpleNamespace(decision=decision, step=step, seat=1, order=[order, order])


def test_a_decision_goes_to_its_chapter(folder):
    dispatch, _ = functions(folder)
    called, mask = [], np.zeros(20, np.int8)
    dispatch.legal(state(Decision.WHERE), called, mask)
    dispatch.apply(state(Decision.WHERE), called, 7)
    assert [row[0] for row in called] == ["hall legal", "hall apply"]
    assert called[0][1] == 1 and called[1][1] == 7


def test_without_a_decision_nothing_is_legal(folder):
    dispatch, _ = functions(folder)
    called, mask = [], np.ones(20, np.int8)
    dispatch.legal(state(), called, mask)
    assert not called and not mask.any()


def test_a_number_goes_to_its_chapter_once_it_is_complete(folder):
    dispatch, _ = functions(folder)
    called, mask = [], np.zeros(20, np.int8)
    dispatch.legal(state(Decision.HOW_MANY), called, mask)
    assert mask.nonzero()[0].tolist() == [11, 12, 13]
    dispatch.apply(state(Decision.HOW_MANY), called, 12)
    assert called == [("cellar apply_number", 2)]


def test_each_step_calls_its_function_with_what_it_takes(folder):
    dispatch, source = functions(folder)
    called = []
    for step in (Step.START, Step.END, Step.OVER):
        dispatch.take_step(state(step=step), called)
    assert called == ["begin", "end"]
    assert "from .rooms.opening import begin_turn" in source
    assert "from .sequence import end_turn" in source


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (", Step.END: end_turn", "", "no row for Step.END"),
        ("Step.END: end_turn", "Step.END: nowhere", "nowhere, which is not a function here"),
        ("end_turn(state, rules)", "end_turn(state, mask)", "end_turn has a parameter mask"),
        ("STEPS =", "TURN =", "has no table STEPS"),
        (".rooms.opening import", ".rooms.closing import", "defines no function begin_turn"),
    ],
)
def test_what_is_wrong_with_a_table_is_told(folder, old, new, message):
    assert old in SEQUENCE
    (folder / "sequence.py").write_text(SEQUENCE.replace(old, new))
    with pytest.raises(GenerationError, match=message):
        dispatch_module(DECISIONS, MODEL, folder)
