"""Redaction with one line taken out, for the proof that the leak test would notice."""

from __future__ import annotations

import ast
import types
from collections.abc import Callable, Iterator
from pathlib import Path

from spacecombat_env.rulesets.battle_rider.pieces import players, referee
from spacecombat_env.rulesets.battle_rider.sight import (
    redaction,
    redaction_advanced,
    redaction_tasks,
)

PARTS = (
    (redaction, ""),
    (redaction_advanced, "hide_advanced"),
    (redaction_advanced, "hide_points"),
    (redaction_tasks, "hide_attempt"),
    (redaction_tasks, "hide_volley"),
    (players, "hide_players"),
    (referee, "blind_seat"),
)
"""Modules that hide, and the function that `redaction.hide` calls in them."""
LEFT_OUT = (
    "tell_readers",
    "hide_log",
    "hide_event",
    "hide_reported",
    "hide_enemy_task",
    "hide_enemy_cards",
)
"""Functions about the log, which is compared by its own tests."""


def hiding_lines() -> Iterator[tuple[str, str]]:
    """Yield (module, statement's place and text) of every assignment or call that hides."""
    for module, called in PARTS:
        tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
        functions = {f.name: f for f in tree.body if isinstance(f, ast.FunctionDef)}
        wanted = {called} if called else set(functions) - set(LEFT_OUT)
        for name in list(wanted):
            wanted |= _called_by(functions[name], functions) if called else set()
        for name in sorted(wanted):
            for node in ast.walk(functions[name]):
                if _hides(node):
                    yield module.__name__, f"{node.lineno} {ast.unparse(node)}"


def _called_by(function: ast.FunctionDef, functions: dict[str, ast.FunctionDef]) -> set[str]:
    """Functions of the same module that hide on behalf of one."""
    names = (
        n.func.id for n in ast.walk(function) if isinstance(n, ast.Call) and hasattr(n.func, "id")
    )
    return {
        name for name in names if name in functions and name.startswith(("hide", "blank", "blind"))
    }


def _hides(node: ast.AST) -> bool:
    """Whether a statement writes into the record, or calls a function that does."""
    if isinstance(node, ast.Assign):
        return isinstance(node.targets[0], (ast.Attribute, ast.Subscript))
    return isinstance(node, ast.AugAssign) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    )


def hide_without(module_name: str, line: str) -> Callable[..., None]:
    """Return `redaction.hide`, interpreted, with one statement of a module left out."""
    namespaces = {}
    for module, called in PARTS:
        if called and module.__name__ != module_name:
            continue
        source = Path(module.__file__).read_text(encoding="utf-8")
        tree = ast.parse(source)
        if module.__name__ == module_name:
            _LeaveOut(line).visit(tree)
        changed = types.ModuleType(module.__name__)
        changed.__file__ = module.__file__
        exec(compile(ast.fix_missing_locations(tree), str(module.__file__), "exec"), vars(changed))
        namespaces[called] = changed
    main = namespaces[""]
    for called, changed in namespaces.items():
        if called:
            setattr(main, called, getattr(changed, called))
    return main.hide


class _LeaveOut(ast.NodeTransformer):
    """Replaces the statement at a line by `pass`."""

    def __init__(self, line: str) -> None:
        number, self.text = line.split(" ", 1)
        self.number = int(number)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if _hides(node) and node.lineno == self.number and ast.unparse(node) == self.text:
            return ast.copy_location(ast.Pass(), node)
        return node
