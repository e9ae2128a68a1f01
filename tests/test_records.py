"""Records and kernels of every rule set, as machines with narrower memory want them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from kit.determinizing import shipped
from kit.records import misplaced

import spacecombat_env
from spacecombat_env import registry
from spacecombat_env.core.model.record import int64_from

PACKAGE = Path(spacecombat_env.__file__).parent
ALLOCATING = {"zeros", "ones", "empty", "full", "array", "arange", "copy", "zeros_like", "astype"}


@pytest.mark.parametrize("ruleset", sorted({name for name, _ in shipped()}))
def test_every_number_stands_at_a_multiple_of_its_size(ruleset: str) -> None:
    """State and rules of every shipped scenario; the unseen actions begin at an action."""
    game = registry.ruleset(ruleset)
    for name in game.scenarios():
        table = game.load(name).table
        assert list(misplaced(table.opening.dtype)) == []
        assert list(misplaced(table.rules.dtype)) == []
        assert int64_from(table.opening.dtype, "log_count") > 0


def compiled_functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield file and tree of every function that is compiled."""
    for path in sorted((*PACKAGE.glob("rulesets/**/*.py"), *PACKAGE.glob("core/*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                marks = {getattr(mark, "id", "") for mark in node.decorator_list}
                if marks & {"native", "inlined"}:
                    yield path.relative_to(PACKAGE).as_posix(), node


def test_kernels_allocate_nothing() -> None:
    """No array is made while games are played: rows to count in are fields or arguments."""
    visible, allocating = 0, []
    for file, function in compiled_functions():
        visible += 1
        for node in ast.walk(function):
            called = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
            if called and node.func.attr in ALLOCATING:
                allocating.append(f"{file}:{node.lineno} {ast.unparse(node)}")
    assert visible > 1000
    assert allocating == []
