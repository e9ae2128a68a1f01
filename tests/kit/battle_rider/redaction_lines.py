"""Redaction with one line taken out, for the proof that the leak test would notice."""

from __future__ import annotations

import ast
import copy
import functools
import types
from collections.abc import Callable
from pathlib import Path

from spacecombat_env.rulesets.battle_rider.visibility import (
    redacted_advanced_fields,
    redacted_fields,
    redaction,
    redaction_advanced,
)
from spacecombat_env.rulesets.battle_rider.visibility.field_functions import REDACTIONS

PARTS = (
    (redaction, "redact_state"),
    (redaction_advanced, "redact_advanced"),
    (redaction_advanced, "redact_points"),
    (redaction_advanced, "redact_double_blind"),
    *(
        (redacted_fields if row.under is None else redacted_advanced_fields, row.name)
        for row in REDACTIONS
    ),
)
"""Modules that hide, and the functions that others call in them."""


def hiding_lines() -> list[tuple[str, str, str]]:
    """Return every assignment or call that hides: module, function, statement's place and text."""
    return list(
        dict.fromkeys(
            (module.__name__, function.name, f"{node.lineno} {ast.unparse(node)}")
            for module, called in PARTS
            for function in _reached(module, called)
            for node in ast.walk(function)
            if _hides(node)
        )
    )


def _reached(module: types.ModuleType, called: str) -> list[ast.FunctionDef]:
    """Return a function of a module, and those of the same module that it comes to."""
    functions = {f.name: f for f in _parsed(module).body if isinstance(f, ast.FunctionDef)}
    found = [functions[called]]
    for function in found:
        names = {n.id for n in ast.walk(function) if isinstance(n, ast.Name)}
        found += [
            functions[name] for name in functions if name in names and functions[name] not in found
        ]
    return found


def _hides(node: ast.AST) -> bool:
    """Whether a statement writes into the record, or calls a function that does."""
    if isinstance(node, ast.Assign):
        return isinstance(node.targets[0], (ast.Attribute, ast.Subscript))
    return isinstance(node, ast.AugAssign) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    )


def hide_without(module_name: str, line: str) -> Callable[..., None]:
    """Return `redaction.redact_state`, interpreted, with one statement of a module left out."""
    namespaces = {}
    for module in dict.fromkeys(module for module, _ in PARTS):
        tree = _parsed(module)
        if module.__name__ == module_name:
            tree = _LeaveOut(line).visit(copy.deepcopy(tree))
        changed = types.ModuleType(module.__name__)
        changed.__file__ = module.__file__
        exec(compile(ast.fix_missing_locations(tree), str(module.__file__), "exec"), vars(changed))
        namespaces[module.__name__] = changed
    for module, called in PARTS:
        for caller in namespaces.values():
            if hasattr(caller, called):
                setattr(caller, called, getattr(namespaces[module.__name__], called))
    return namespaces[redaction.__name__].redact_state


@functools.cache
def _parsed(module: types.ModuleType) -> ast.Module:
    """Return a module's text as a tree."""
    return ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))


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
