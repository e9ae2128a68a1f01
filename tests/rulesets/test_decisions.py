"""Every decision has its row and its actions; each module handles its own decisions only."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from string import Formatter
from types import SimpleNamespace

import numpy as np
import pytest

RULESETS = "spacecombat_env.rulesets"
TO_ACT = {
    name: import_module(f"{RULESETS}.{name}.model.decisions")
    for name in ("battle_rider", "intercept_sensors", "interceptor")
}


def kinds(decisions, of):
    """The enum of which a column of the rows has members: `Decision`, `Chapter`."""
    return type(getattr(next(iter(decisions.DECISIONS.values())), of))


CHAPTERS = [
    (name, chapter) for name, decisions in TO_ACT.items() for chapter in kinds(decisions, "chapter")
]
rulesets = pytest.mark.parametrize("name", TO_ACT)
chapters = pytest.mark.parametrize(
    ("name", "chapter"), CHAPTERS, ids=lambda value: getattr(value, "name", value)
)


def answers(name, chapter):
    """The module that lists and applies the legal actions of a room."""
    return import_module(
        f"{RULESETS}.{name}.{chapter.name.lower()}.{chapter.name.lower()}_decisions"
    )


def requested(decision):
    """A state in which a question stands, and nothing else."""
    return SimpleNamespace(decision=int(decision), seat=0, order=[None, None])


def recorded(monkeypatch, module, own):
    """Put recorders in the place of functions: the module's own, or those it has from its room."""
    heard = []
    for name, function in list(vars(module).items()):
        is_own = getattr(function, "__module__", None) == module.__name__
        if name.startswith(("legal", "apply")) and callable(function) and is_own == own:
            monkeypatch.setattr(module, name, lambda *_, name=name: heard.append(name))
    return heard


@rulesets
def test_every_decision_has_a_row_and_a_text(name):
    decisions = TO_ACT[name]
    assert set(decisions.DECISIONS) == set(kinds(decisions, "decision")) - {
        kinds(decisions, "decision").NOTHING
    }
    for row in decisions.DECISIONS.values():
        assert row.text.endswith((".", "?", "{no_lock}")) and row.text[0] != " ", row.decision.name
        assert "  " not in row.text and list(Formatter().parse(row.text))


@chapters
def test_a_package_handles_its_own_decisions_and_no_other(name, chapter, monkeypatch):
    decisions, module = TO_ACT[name], answers(name, chapter)
    heard = recorded(monkeypatch, module, own=False)
    handlers = set()
    for decision, row in decisions.DECISIONS.items():
        is_action = row.chapter == chapter and row.answer == decisions.AnswerKind.ACTION
        module.legal(requested(decision), None, 0, None)
        assert [said.split("_")[0] for said in heard] == ["legal"] * is_action, decision.name
        module.apply(requested(decision), None, 0)
        assert [said.split("_")[0] for said in heard] == ["legal", "apply"] * is_action, (
            decision.name
        )
        handlers.update(heard)
        heard.clear()
        if hasattr(module, "apply_number"):
            module.apply_number(requested(decision), None, 0)
        is_number = row.chapter == chapter and row.answer == decisions.AnswerKind.NUMBER
        assert len(heard) == is_number, decision.name
        handlers.update(heard)
        heard.clear()
    imported = {n for n in vars(module) if n.startswith(("legal_", "apply_"))}
    own = {n for n in imported if vars(module)[n].__module__ == module.__name__}
    assert handlers == imported - own


@rulesets
def test_the_router_passes_each_decision_to_its_package(name, monkeypatch):
    decisions, actions = TO_ACT[name], import_module(f"{RULESETS}.{name}.dispatch")
    heard = {
        chapter: recorded(monkeypatch, answers(name, chapter), own=True)
        for chapter in kinds(decisions, "chapter")
    }
    monkeypatch.setattr(actions, "apply_number", lambda *_: 7, raising=False)
    monkeypatch.setattr(actions, "legal_number", lambda *_: None, raising=False)
    monkeypatch.setattr(actions, "amount_action", lambda *_: 0, raising=False)
    for decision, row in decisions.DECISIONS.items():
        is_number = row.answer == decisions.AnswerKind.NUMBER
        actions.legal(requested(decision), None, np.ones(2, np.int8))
        actions.apply(requested(decision), None, 0)
        assert heard[row.chapter] == (["apply_number"] if is_number else ["legal", "apply"]), (
            decision.name
        )
        heard[row.chapter].clear()
        assert not any(heard.values()), decision.name


@rulesets
def test_nothing_is_received_while_nothing_is_requested(name, monkeypatch):
    decisions, actions = TO_ACT[name], import_module(f"{RULESETS}.{name}.dispatch")
    heard = [
        recorded(monkeypatch, answers(name, chapter), own=True)
        for chapter in kinds(decisions, "chapter")
    ]
    mask = np.ones(2, np.int8)
    actions.legal(requested(kinds(decisions, "decision").NOTHING), None, mask)
    assert not any(heard) and not mask.any()


ROOT = Path(__file__).parents[2]
SOURCES = [
    path
    for folder in ("spacecombat_env/rulesets", "agents", "tests")
    for path in sorted((ROOT / folder).rglob("*.py"))
]
ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def ordered(source: str) -> Iterator[int]:
    """Yield the lines that ask whether a question stands before or after another."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare) and any(isinstance(op, ORDERED) for op in node.ops):
            sides = (ast.unparse(side) for side in (node.left, *node.comparators))
            if any(side.startswith("Decision.") for side in sides):
                yield node.lineno


@pytest.mark.parametrize(
    "said", ["question >= Decision.SCAN", "Decision.POOL_PICK <= word <= Decision.BUY_CREW"]
)
def test_the_check_finds_decisions_compared_by_their_place(said):
    assert list(ordered(said)) == [1]
    assert not list(ordered("question == Decision.SCAN or BOARDING[question]"))


def test_no_decision_is_compared_by_its_place_in_the_enum():
    """A new question comes last; those that belong together are named, or share a row's action."""
    found = {str(path.relative_to(ROOT)): list(ordered(path.read_text())) for path in SOURCES}
    assert not {path: lines for path, lines in found.items() if lines}
