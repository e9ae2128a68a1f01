"""Compiled code says `side_range(pieces, side)` for one side's slots, and never spells the loop out."""

import ast
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from spacecombat_env.core.model.record import INT8, allocate, record, side_range
from spacecombat_env.core.native import native

RULESETS = Path(__file__).parents[1] / "spacecombat_env" / "rulesets"
PRESENTATION = "presentation"
"""The folder in which nothing is compiled: names there count their own slots."""


def factor(node: ast.expr) -> str:
    """Return what a product is a multiple of, or what is added to a name; else nothing."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Add)):
        return ast.unparse(node.right)
    return ""


def spelled_out(source: str) -> Iterator[int]:
    """Yield the lines that count over `side * slots` .. `(side + 1) * slots`, however written."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "range" and len(node.args) == 2:
            first, last = node.args
            if factor(last) and factor(last) == factor(first):
                yield node.lineno
            elif isinstance(last, ast.BinOp) and "slots" in factor(last):
                yield node.lineno


@pytest.mark.parametrize(
    "loop",
    [
        "range(side * craft_slots(state), (side + 1) * craft_slots(state))",
        "range((1 - seat) * slots, (2 - seat) * slots)",
        "range(first, first + force_slots(state))",
        "range(unit_slots(state), 2 * unit_slots(state))",
    ],
)
def test_the_check_finds_every_spelling(loop):
    assert list(spelled_out(f"for k in {loop}: pass")) == [1]
    assert not list(spelled_out("for k in half(state.craft, side): pass\nrange(1, slots)"))


@pytest.mark.parametrize("path", sorted(RULESETS.rglob("*.py")), ids=lambda p: p.name)
def test_no_loop_over_one_sides_slots_is_spelled_out(path):
    if PRESENTATION in path.parts:
        return
    lines = list(spelled_out(path.read_text(encoding="utf-8")))
    assert not lines, f"{path}: lines {lines}: write half(pieces, side)"


@native
def mark(pieces, side, marks):
    """Add one to the slots of a side."""
    for k in side_range(pieces, side):
        marks[k] += 1


def test_half_of_an_array_belongs_to_each_side():
    pieces, marks = allocate(record([("count", INT8)]), 200), np.zeros(200, np.int64)
    mark(pieces, np.int8(1), marks)
    assert marks.tolist() == [0] * 100 + [1] * 100
    mark(pieces, np.int8(0), marks)
    assert marks.tolist() == [1] * 200
