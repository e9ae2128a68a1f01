"""Functions that the native language refuses: the message for each, and the line that it names.

Everything outside the language is refused with file, line, reason and remedy. A table of refusals
is a text. A part of each message stands on a line of its own, and the function's body below it:

    row arithmetic is refused
        b = row * 2  # here
        return b

The message names the line that is marked, else the only line, else the head. The names of
parameters say their types.
"""

from __future__ import annotations

import ast
import importlib.util
import inspect
import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from native.record_kinds import SHIP_DTYPE, SMALL_DTYPE

from spacecombat_env.native.emit.program import Program
from spacecombat_env.native.emit.source import LanguageError
from spacecombat_env.native.emit.types import INT, Scalar, Span, Tuple, Type

MARK = "  # here"
HEAD = "from native.refused_names import *\n\n\n"


def refusals_in(table: str) -> list[Any]:
    """Return the messages of a table and the bodies, as parameters of a test."""
    found = re.findall(r"^(\S.*)\n((?: +.*\n)+)", table, re.MULTILINE)
    return [
        pytest.param(message, textwrap.dedent(body), id=body.split("\n")[0].strip())
        for message, body in found
    ]


def check_refusal(message: str, body: str, folder: Path) -> None:
    """Check that a function of this body is refused with a message, at the line that it names."""
    file, lines = folder / "rules.py", body.splitlines()
    names = {node.id for node in ast.walk(ast.parse(body)) if isinstance(node, ast.Name)}
    parameters = ", ".join(name for name in kinds(Program("tests")) if name in names)
    file.write_text(f"{HEAD}def refused({parameters}):\n{textwrap.indent(body, '    ')}")
    marked = [n for n, line in enumerate(lines, 1) if line.endswith(MARK) or len(lines) == 1]
    place = 1 + HEAD.count("\n") + (marked[0] if marked else 0)
    found, _, told = message_of(function_in(file)).partition(": ")
    assert found == f"{file}:{place}", told
    assert message in told, told


def function_in(file: Path) -> Callable[..., Any]:
    """Return the function of a file."""
    spec = importlib.util.spec_from_file_location("rules", file)
    assert spec is not None and spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Callable[..., Any] = module.refused
    return found


def kinds(program: Program) -> dict[str, Type]:
    """Return the types of parameters by their names; all others are integers."""
    return {
        "a": INT,
        "ship": program.record(SHIP_DTYPE, "ship"),
        "game": program.record(SMALL_DTYPE, "game"),
        "row": Span(Scalar("int8_t")),
        "pair": Tuple((INT, INT)),
        "floats": Span(Scalar("float")),
        "matrix": Span(Scalar("int8_t"), 2),
    }


def message_of(function: Callable[..., Any]) -> str:
    """Return the message with which a function is refused."""
    program = Program("tests")
    known, names = kinds(program), inspect.signature(function).parameters
    with pytest.raises(LanguageError) as caught:
        program.entry("case", function, tuple(known.get(name, INT) for name in names))
        program.text()
    return str(caught.value)
