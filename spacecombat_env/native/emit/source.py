"""The source of a rule function as a syntax tree, with places for messages."""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

from spacecombat_env.core.kernels import codegen

ROOT = Path(__file__).resolve().parents[3]
"""The folder that holds the packages."""
PACKAGES = ("spacecombat_env", "spacecombat_agents", "agents")


class Source(NamedTuple):
    """The text of a function: its tree, file and first line."""

    tree: ast.FunctionDef
    file: str
    line: int

    def place(self, node: ast.AST) -> str:
        """Return file and line of a node, for messages."""
        return f"{self.file}:{self.line_of(node)}"

    def line_of(self, node: ast.AST) -> int:
        """Return the line of a node in the file."""
        return int(self.line + getattr(node, "lineno", 1) - 1)


class LanguageError(Exception):
    """A function uses what the native language does not have: file, line, reason, remedy."""


class Unresolved(Exception):
    """A type is not known yet: it depends on a statement that comes later."""


def plain(function: Callable[..., Any]) -> FunctionType:
    """Return the Python function behind a decorator."""
    found: Any = function
    return getattr(found, "py_func", found)  # type: ignore[no-any-return]


def _shown(file: str) -> str:
    """Return a file as messages and debuggers show it: those of our packages from their folder."""
    path = Path(file)
    is_ours = any(path.is_relative_to(ROOT / name) for name in PACKAGES)
    return path.relative_to(ROOT).as_posix() if is_ours else file


@functools.cache
def source_of(function: FunctionType) -> Source:
    """Return the source of a function. Raise LanguageError if there is none."""
    file, line = _shown(function.__code__.co_filename), function.__code__.co_firstlineno
    try:
        text = codegen.generated_source(function)
    except KeyError:
        try:
            text = textwrap.dedent(inspect.getsource(function))
        except OSError as cause:
            raise LanguageError(f"{file}:{line}: {function.__name__} has no source") from cause
    tree = ast.parse(text).body[0]
    if not isinstance(tree, ast.FunctionDef):
        raise LanguageError(f"{file}:{line}: {function.__name__} is no function of its own")
    return Source(tree, file, line)
