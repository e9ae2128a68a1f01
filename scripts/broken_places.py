"""The places where `break_rules.py` breaks a rule: each is a change to one line of a function."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]

COMPARISONS = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
}
SIDES = {"RED": "BLUE", "BLUE": "RED"}


@dataclass(frozen=True)
class Place:
    """One change of one file."""

    file: str
    line: int
    kind: str
    start: int
    """Offset of the first character replaced."""
    end: int
    new: str
    old: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.kind}: {self.old!r} -> {self.new!r}"


# -- places --------------------------------------------------------------------------------------


def places_of(path: Path) -> list[Place]:
    """Return every change known for the functions of a file, in the order of its text."""
    source = path.read_text(encoding="utf-8")
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def offset(line: int, column: int) -> int:
        text = source[starts[line - 1] : starts[line]]
        return starts[line - 1] + len(text.encode()[:column].decode())

    found = []
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in (inner for statement in function.body for inner in ast.walk(statement)):
            for kind, first, last, new in changes_of(node):
                start = offset(first.lineno, first.col_offset)
                end = offset(last.end_lineno or 0, last.end_col_offset or 0)
                old = source[start:end]
                changed = new(old)
                if changed != old:
                    place = path.relative_to(ROOT).as_posix(), first.lineno, kind
                    found.append(Place(*place, start, end, changed, old))
    return sorted(set(found), key=lambda place: (place.start, place.end, place.kind))


def changes_of(node: ast.AST) -> Iterator[tuple]:
    """Yield (kind, first node, last node, change of the text between them)."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARISONS:
        old, new = COMPARISONS[type(node.ops[0])]
        yield "comparison", node, node, _between(node.left, node.comparators[0], node, old, new)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "constant", node, node, lambda old: str(int(old, 0) + 1)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield "constant", node, node, lambda old: str(old == "False")
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and _is_other_side(node):
        yield "side", node, node, lambda old: old.split("-", 1)[1].strip()
    elif isinstance(node, ast.Attribute) and node.attr in SIDES and _named(node.value, "Side"):
        yield "side", node, node, lambda old: f"Side.{SIDES[old.split('.')[1]]}"
    elif isinstance(node, ast.BoolOp):
        yield "and/or", node, node, _other_word(node)
    elif isinstance(node, ast.Call) and _named(node.func, "range"):
        yield "last slot", node.args[-1], node.args[-1], lambda old: f"{old} - 1"
    elif _is_deed(node):
        yield "dropped statement", node, node, lambda old: "pass"


def _between(left: ast.expr, right: ast.expr, whole: ast.Compare, old: str, new: str):  # type: ignore[no-untyped-def]
    """Return a change of the operator between two operands on one line."""
    if whole.lineno != whole.end_lineno:
        return lambda text: text
    first = (left.end_col_offset or 0) - whole.col_offset
    last = right.col_offset - whole.col_offset

    def change(text: str) -> str:
        return text[:first] + text[first:last].replace(old, new, 1) + text[last:]

    return change


def _other_word(node: ast.BoolOp):  # type: ignore[no-untyped-def]
    """Return a change of the first `and` to `or`, or of `or` to `and`."""
    here = isinstance(node.op, ast.And)
    old, new = (" and ", " or ") if here else (" or ", " and ")
    left = node.values[0]
    if left.end_lineno != node.lineno:
        return lambda text: text
    first = (left.end_col_offset or 0) - node.col_offset
    return lambda text: text[:first] + text[first:].replace(old, new, 1)


def _is_other_side(node: ast.BinOp) -> bool:
    """Whether an expression is `1 - seat`, `1 - side` or the like."""
    if not (isinstance(node.left, ast.Constant) and node.left.value == 1):
        return False
    words = ast.unparse(node.right)
    return any(name in words for name in ("seat", "side", "enemy"))


def _is_deed(node: ast.AST) -> bool:
    """Whether a statement changes a record or calls a function; a missing plain name fails at
    once.
    """
    if isinstance(node, ast.Assign):
        return not isinstance(node.targets[0], (ast.Name, ast.Tuple))
    called = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    return isinstance(node, ast.AugAssign) or called


def _named(node: ast.AST, name: str) -> bool:
    """Whether a node is a plain name."""
    return isinstance(node, ast.Name) and node.id == name


def draw_places(files: list[Path], count: int, seed: int) -> list[Place]:
    """Return places drawn evenly over kinds of change, at most one for each line."""
    lot = random.Random(seed)
    by_kind: dict[str, list[Place]] = {}
    for path in files:
        for place in places_of(path):
            by_kind.setdefault(place.kind, []).append(place)
    for places in by_kind.values():
        lot.shuffle(places)
    drawn: list[Place] = []
    taken: set[tuple[str, int]] = set()
    while len(drawn) < count and any(by_kind.values()):
        for kind in sorted(by_kind):
            while by_kind[kind]:
                place = by_kind[kind].pop()
                if (place.file, place.line) not in taken:
                    taken.add((place.file, place.line))
                    drawn.append(place)
                    break
    return drawn[:count]
