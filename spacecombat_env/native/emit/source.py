"""The source of a rule function as a syntax tree, with places for messages."""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import NamedTuple

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


DECORATORS = frozenset({"inlined", "native"})
"""The decorators that a rule function may have; they do not change what it computes."""


class LanguageError(Exception):
    """A function uses what the native language does not have: file, line, reason, remedy."""


class Unresolved(Exception):
    """A type is not known yet: it depends on a statement that comes later."""


def _shown(file: str) -> str:
    """Return a file as messages and debuggers show it: those of our packages from their folder."""
    path = Path(file)
    is_ours = any(path.is_relative_to(ROOT / name) for name in PACKAGES)
    return path.relative_to(ROOT).as_posix() if is_ours else file


@functools.cache
def source_of(function: FunctionType) -> Source:
    """Return the source of a function. Raise LanguageError if it has none that can be written."""
    file, line = _shown(function.__code__.co_filename), function.__code__.co_firstlineno
    try:
        text = textwrap.dedent(inspect.getsource(function))
        tree = ast.parse(text).body[0]
    except OSError as cause:
        raise LanguageError(f"{file}:{line}: {function.__name__} has no source") from cause
    except SyntaxError:
        tree = ast.Pass()
    if not isinstance(tree, ast.FunctionDef):
        raise LanguageError(
            f"{file}:{line}: `{function.__name__}` is not a separate function: write it with `def`"
        )
    source = Source(tree, file, line)
    for node, reason in _objections(tree, function):
        raise LanguageError(f"{source.place(node)}: `{function.__name__}` {reason}")
    return source


def _objections(tree: ast.FunctionDef, function: FunctionType) -> Iterator[tuple[ast.AST, str]]:
    """Yield what the head of a function has that the language lacks, and what to write instead."""
    for node in tree.decorator_list:
        name = ast.unparse(node)
        if name not in DECORATORS:
            yield node, f"has the decorator `{name}`: only {', '.join(sorted(DECORATORS))} count"
    arguments = tree.args
    for default in (*arguments.defaults, *filter(None, arguments.kw_defaults)):
        yield default, "has a default argument: pass every argument"
    for argument in filter(None, (arguments.vararg, arguments.kwarg)):
        yield argument, f"takes any number of arguments as `{argument.arg}`: name each"
    for argument in (*arguments.kwonlyargs, *arguments.posonlyargs):
        yield argument, f"takes `{argument.arg}` in one way only: leave out `*` and `/`"
    for name in function.__code__.co_freevars:
        yield tree, f"is a closure over `{name}`: pass it as an argument"
