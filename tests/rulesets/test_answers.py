"""Every question has its row and its words; each room hears its own questions and no other."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from string import Formatter
from types import SimpleNamespace

import numpy as np
import pytest

RULESETS = "spacecombat_env.rulesets"
ASKED = {
    name: import_module(f"{RULESETS}.{name}.pieces.asks")
    for name in ("battle_rider", "intercept_sensors", "interceptor")
}
ROOMS = [(name, room) for name, asks in ASKED.items() for room in asks.Room]
rulesets = pytest.mark.parametrize("name", ASKED)
rooms = pytest.mark.parametrize(
    ("name", "room"), ROOMS, ids=lambda value: getattr(value, "name", value)
)


def answers(name, room):
    """The module in which a room says what may be said, and hears it."""
    return import_module(f"{RULESETS}.{name}.{room.name.lower()}.answers")


def asked(ask):
    """A state in which a question stands, and nothing else."""
    return SimpleNamespace(ask=int(ask), seat=0, order=[None, None])


def recorded(monkeypatch, module, own):
    """Put recorders in the place of functions: the module's own, or those it has from its room."""
    heard = []
    for name, function in list(vars(module).items()):
        is_own = getattr(function, "__module__", None) == module.__name__
        if name.startswith(("legal", "hear")) and callable(function) and is_own == own:
            monkeypatch.setattr(module, name, lambda *_, name=name: heard.append(name))
    return heard


@rulesets
def test_every_question_has_a_row_and_a_text(name):
    asks = ASKED[name]
    assert set(asks.QUESTIONS) == set(asks.Ask) - {asks.Ask.NOTHING}
    for row in asks.QUESTIONS.values():
        assert row.text.endswith((".", "?", "{no_lock}")) and row.text[0] != " ", row.ask.name
        assert "  " not in row.text and list(Formatter().parse(row.text))


@rooms
def test_a_room_hears_its_own_questions_and_no_other(name, room, monkeypatch):
    asks, module = ASKED[name], answers(name, room)
    heard = recorded(monkeypatch, module, own=False)
    handlers = set()
    for ask, row in asks.QUESTIONS.items():
        is_word = row.room == room and row.answer == asks.Answer.WORD
        module.legal(asked(ask), None, 0, None)
        assert [said.split("_")[0] for said in heard] == ["legal"] * is_word, ask.name
        module.hear(asked(ask), None, 0)
        assert [said.split("_")[0] for said in heard] == ["legal", "hear"] * is_word, ask.name
        handlers.update(heard)
        heard.clear()
        if hasattr(module, "hear_number"):
            module.hear_number(asked(ask), None, 0)
        is_number = row.room == room and row.answer == asks.Answer.NUMBER
        assert len(heard) == is_number, ask.name
        handlers.update(heard)
        heard.clear()
    imported = {n for n in vars(module) if n.startswith(("legal_", "hear_"))}
    own = {n for n in imported if vars(module)[n].__module__ == module.__name__}
    assert handlers == imported - own


@rulesets
def test_the_router_hands_each_question_to_its_room(name, monkeypatch):
    asks, actions = ASKED[name], import_module(f"{RULESETS}.{name}.actions")
    heard = {room: recorded(monkeypatch, answers(name, room), own=True) for room in asks.Room}
    monkeypatch.setattr(actions, "hear_number", lambda *_: 7, raising=False)
    monkeypatch.setattr(actions, "legal_number", lambda *_: None, raising=False)
    monkeypatch.setattr(actions, "amount_word", lambda *_: 0, raising=False)
    for ask, row in asks.QUESTIONS.items():
        is_number = row.answer == asks.Answer.NUMBER
        actions.legal(asked(ask), None, np.ones(2, np.int8))
        actions.hear(asked(ask), None, 0)
        assert heard[row.room] == (["hear_number"] if is_number else ["legal", "hear"]), ask.name
        heard[row.room].clear()
        assert not any(heard.values()), ask.name


@rulesets
def test_nothing_is_heard_while_nothing_is_asked(name, monkeypatch):
    asks, actions = ASKED[name], import_module(f"{RULESETS}.{name}.actions")
    heard = [recorded(monkeypatch, answers(name, room), own=True) for room in asks.Room]
    mask = np.ones(2, np.int8)
    actions.legal(asked(asks.Ask.NOTHING), None, mask)
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
            if any(side.startswith("Ask.") for side in sides):
                yield node.lineno


@pytest.mark.parametrize("said", ["question >= Ask.SCAN", "Ask.POOL_PICK <= word <= Ask.BUY_CREW"])
def test_the_check_finds_questions_compared_by_their_place(said):
    assert list(ordered(said)) == [1]
    assert not list(ordered("question == Ask.SCAN or BOARDING[question]"))


def test_no_question_is_compared_by_its_place_in_the_enum():
    """A new question comes last; those that belong together are named, or share a row's word."""
    found = {str(path.relative_to(ROOT)): list(ordered(path.read_text())) for path in SOURCES}
    assert not {path: lines for path, lines in found.items() if lines}
