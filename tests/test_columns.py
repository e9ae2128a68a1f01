"""Writers of observations name the columns they fill: no numbers, no place counted on."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

RULESETS = Path(__file__).parents[1] / "spacecombat_env" / "rulesets"
FILES = [
    path
    for path in sorted(RULESETS.glob("*/visibility/*.py"))
    if "model.observation import" in path.read_text(encoding="utf-8")
]


def has_number(node: ast.expr) -> bool:
    """Whether a sum has a number in it."""
    if isinstance(node, ast.BinOp):
        return has_number(node.left) or has_number(node.right)
    return isinstance(node, ast.Constant)


def is_place(node: ast.expr) -> bool:
    """Whether an expression is a name for where a row begins."""
    return isinstance(node, ast.Name) and node.id in ("at", "here", "start")


def numbered(source: str) -> Iterator[int]:
    """Yield the lines that count on from a place, or write into a row by number."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.AugAssign) and is_place(node.target):
            yield node.lineno
        elif isinstance(node, ast.BinOp) and is_place(node.left) and has_number(node.right):
            yield node.lineno
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            into_row = isinstance(node.value, ast.Name) and node.value.id in ("row", "observation")
            if into_row and not isinstance(node.slice, ast.Slice) and has_number(node.slice):
                yield node.lineno


@pytest.mark.parametrize(
    "line",
    ["at += 1", "at += WIDTH", "row[at + 3] = 1", "here = at + 2", "row[4] = 1", "row[1 + at] = 1"],
)
def test_the_check_finds_numbers(line):
    assert set(numbered(line)) == {1}


def test_the_check_lets_names_pass():
    assert not list(numbered("row[at + OWN.armor] = 3\nrow[at + FIRST + k] = 1\nrow[:] = 0"))


def test_the_writers_are_looked_at():
    assert {path.name for path in FILES} >= {
        "observe.py",
        "observe_pieces.py",
        "observe_advanced.py",
    }
    assert len({path.parts[-3] for path in FILES}) == 3


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_columns_are_written_by_name(path):
    lines = list(numbered(path.read_text(encoding="utf-8")))
    assert not lines, f"{path}: lines {lines}: name the column"
