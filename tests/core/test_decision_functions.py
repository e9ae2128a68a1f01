"""A question is answered by the functions of its name in the chapters of its room."""

from enum import IntEnum
from types import ModuleType, SimpleNamespace

import pytest
from fresh_process import python

from spacecombat_env.core.kernels.codegen import generated_source
from spacecombat_env.core.kernels.decision_functions import (
    generate_apply_number,
    generate_decision_functions,
)
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


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    """Written functions come back plain, so that states may be anything."""
    monkeypatch.setattr("spacecombat_env.core.engine.jit.SETTINGS.DISABLE_JIT", True)


@pytest.fixture
def calls():
    """What the chapters have been given."""
    return []


@pytest.fixture
def modules(calls):
    """Two chapters that write down what they are given."""
    first, second = ModuleType("first"), ModuleType("second")
    first.legal_where = lambda state, side, mask: calls.append(("legal where", side, mask))
    first.apply_where = lambda state, rules, action: calls.append(("where", rules, action))
    first.apply_how_many = lambda state, seat, number: calls.append(("how many", seat, number))
    second.legal_which = lambda order, mask, decision: calls.append((order, mask, decision))
    second.apply_which = lambda seat, action: calls.append(("which", seat, action))
    return first, second


def state_at(decision):
    """A state of a game in which Blue is asked."""
    return SimpleNamespace(decision=int(decision), seat=1, order=["Red's order", "Blue's order"])


def module_names():
    """The names of a room's module."""
    return {"__name__": __name__, "__file__": __file__}


def test_each_decision_goes_to_the_functions_of_its_name(modules, calls):
    legal, apply = generate_decision_functions(module_names(), DECISIONS, Chapter.HALL, *modules)
    legal(state_at(Decision.WHERE), "rules", 1, "mask")
    legal(state_at(Decision.WHICH), "rules", 1, "mask")
    apply(state_at(Decision.WHERE), "rules", 7)
    apply(state_at(Decision.WHICH), "rules", 8)
    expected = [("where", "rules", 7), ("which", 1, 8)]
    assert calls == [
        ("legal where", 1, "mask"),
        ("Blue's order", "mask", Decision.WHICH),
        *expected,
    ]


def test_a_number_is_parsed_apart(modules, calls):
    legal, apply = generate_decision_functions(module_names(), DECISIONS, Chapter.HALL, *modules)
    apply_number = generate_apply_number(module_names(), DECISIONS, Chapter.HALL, *modules)
    apply_number(state_at(Decision.WHERE), "rules", 3)
    legal(state_at(Decision.HOW_MANY), "rules", 1, "mask")
    apply(state_at(Decision.HOW_MANY), "rules", 3)
    assert not calls
    apply_number(state_at(Decision.HOW_MANY), "rules", 3)
    assert calls == [("how many", 1, 3)]


def test_a_decision_that_no_chapter_answers_is_refused(modules):
    with pytest.raises(NameError, match="no legal_which in first"):
        generate_decision_functions(module_names(), DECISIONS, Chapter.HALL, modules[0])
    del modules[1].apply_which
    with pytest.raises(NameError, match="no apply_which in first, second"):
        generate_decision_functions(module_names(), DECISIONS, Chapter.HALL, *modules)


def test_what_is_written_can_be_read(modules):
    apply_number = generate_apply_number(module_names(), DECISIONS, Chapter.HALL, *modules)
    text = generated_source(apply_number)
    assert "if decision == 5:  # HOW_MANY\n        apply_how_many(state, seat, number)" in text


def test_what_is_written_is_kept_for_the_next_process(tmp_path):
    """The sensor rules' `apply` of a room, from its file: nothing is compiled a second time."""
    code = (
        "from spacecombat_env.core.model.record import allocate\n"
        "from spacecombat_env.rulesets.intercept_sensors.scans.scans_decisions import legal\n"
        "from spacecombat_env.rulesets.intercept_sensors.scenario import load\n"
        "import numpy as np\n"
        "table = load('duel').table\n"
        "legal(table.opening[0], table.rules[0], 0, np.zeros(99, np.int8))\n"
        "print(sum(legal.stats.cache_hits.values()), sum(legal.stats.cache_misses.values()))\n"
    )
    kept = {"SPACECOMBAT_CACHE_DIR": str(tmp_path)}
    assert [python(code, **kept), python(code, **kept)] == ["0 1", "1 0"]
