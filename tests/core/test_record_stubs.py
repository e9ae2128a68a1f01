"""The types of records for type checkers, made from the declared fields."""

from __future__ import annotations

import ast
from enum import IntEnum
from pathlib import Path

import numpy as np
import pytest

from spacecombat_env import registry
from spacecombat_env.core.kernels.codegen import is_generated
from spacecombat_env.core.kernels.record_stubs import record_stubs
from spacecombat_env.core.model import record_types
from spacecombat_env.core.model.fields import fields, nested, number


class Level(IntEnum):
    """Who may know a field."""

    ALL = 0


def _number(dtype=np.int8, shape=()):
    return number(dtype, "a number", known=Level.ALL, shape=shape)


HIT = fields(
    "critical_hit", at=_number(), marks=_number(shape=(2, 3)), path=_number(shape=(2, 3, 4))
)
SHIP = fields(
    "ship", hull=_number(np.int16), hit=nested(HIT, "hits", (4,)), last=nested(HIT, "one")
)


def _annotations(text):
    classes = [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]
    return {
        one.name: {each.target.id: ast.unparse(each.annotation) for each in one.body}
        for one in classes
    }


def test_a_record_is_a_class_with_a_type_for_each_field():
    text = record_stubs("state.py", (SHIP, HIT))
    assert _annotations(text) == {
        "Ship": {"hull": "int", "hit": "Rows[CriticalHit]", "last": "CriticalHit"},
        "CriticalHit": {"at": "int", "marks": "Matrix[int]", "path": "Cube[int]"},
    }
    assert "record_types import Cube, Matrix, Rows\n" in text


def test_only_arrays_that_occur_are_imported():
    text = record_stubs("state.py", (fields("row", items=_number(shape=(4,))),))
    assert "record_types import Rows\n" in text


def test_a_record_gives_way_to_another_class_of_its_name():
    found = _annotations(record_stubs("state.py", (SHIP,), {"CriticalHit"}))
    assert found["Ship"]["last"] == "CriticalHitRecord"
    assert list(found) == ["Ship", "CriticalHitRecord"]


def test_at_run_time_every_record_is_any_thing():
    assert record_types.State is record_types.Rules
    with pytest.raises(AttributeError):
        _ = record_types.__path__


# --- the rule sets of this project ----------------------------------------------------------------


def test_every_rule_declares_its_records():
    """So that type checkers and editors know the fields in every rule."""
    for path in (Path(registry.__file__).parent / "rulesets").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in [] if is_generated(text) else ast.parse(text).body:
            if isinstance(node, ast.FunctionDef) and "native" in map(
                ast.unparse, node.decorator_list
            ):
                for each in node.args.args:
                    wanted = {"state": "State", "rules": "Rules"}.get(each.arg)
                    found = each.annotation and ast.unparse(each.annotation)
                    assert wanted in (None, found), f"{path}:{node.lineno}: {each.arg}: {wanted}"
