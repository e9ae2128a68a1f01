"""Functions that the native language refuses: the message for each, and the line that it names.

Everything outside the language is refused with file, line, reason and remedy.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from native.record_kinds import SHIP_DTYPE, SMALL_DTYPE

from spacecombat_env.native.emit.program import Program
from spacecombat_env.native.emit.source import LanguageError
from spacecombat_env.native.emit.types import INT, Scalar, Span, Tuple

KINDS = {
    "row": Span(Scalar("int8_t")),
    "pair": Tuple((INT, INT)),
    "floats": Span(Scalar("float")),
    "matrix": Span(Scalar("int8_t"), 2),
}


def refused_of(names: dict[str, Any]) -> list[Callable[..., Any]]:
    """Return the functions of a module with a line marked `# here`."""
    return [
        function
        for function in names.values()
        if inspect.isfunction(function)
        and function.__module__ == names["__name__"]
        and "# here\n" in inspect.getsource(function).replace("  # noqa", "\n")
    ]


def message_of(function: Callable[..., Any]) -> str:
    """Return the message with which a function is refused; names of parameters say their types."""
    program = Program("tests")
    kinds = {
        "ship": program.record(SHIP_DTYPE, "ship"),
        "game": program.record(SMALL_DTYPE, "game"),
    }
    names = inspect.signature(function).parameters
    with pytest.raises(LanguageError) as caught:
        program.entry("case", function, tuple({**kinds, **KINDS}.get(name, INT) for name in names))
        program.text()
    return str(caught.value)


def check_refusal(function: Callable[..., Any], file: str) -> None:
    """Check that a function of a file is refused for its docstring, at the marked line."""
    found = re.match(r"(.*?:\d+): (.*)", message_of(function), re.DOTALL)
    assert found is not None
    place, reason = found.groups()
    assert str(function.__doc__) in reason
    lines, first = inspect.getsourcelines(function)
    marked = [
        first + n
        for n, line in enumerate(lines)
        if line.rstrip().endswith("# here") or "# here  #" in line
    ]
    if marked:
        assert place == f"{Path(file)}:{marked[0]}"
    else:
        assert place.startswith(f"{Path(file)}:")
