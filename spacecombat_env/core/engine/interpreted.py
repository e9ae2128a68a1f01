"""Interpreted twins of compiled functions, to call rules from Python without compiling.

A view, a check of a scenario or a picture sometimes calls a rule. Calling the compiled function
would compile it, with everything it calls, for that one call. Its twin has the same code, and calls
the twins of its callees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import CodeType, FunctionType
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

_twins: dict[Callable[..., Any], FunctionType] = {}


def interpreted(function: Function) -> Function:
    """Return the interpreted twin of a compiled function; a plain function is returned as it is.

    Arguments are records and numbers as the rule takes them: `interpreted(may_jump)(state, 3)`.
    """
    python = getattr(function, "py_func", None)
    if python is None:
        return function
    twin = _twins.get(python)
    if twin is None:
        names = dict(python.__globals__)
        twin = FunctionType(python.__code__, names, python.__name__, python.__defaults__)
        twin.__doc__, twin.__module__ = python.__doc__, python.__module__
        _twins[python] = twin  # before its callees: a rule may be recursive
        for name in _names(python.__code__):
            if hasattr(names.get(name), "py_func"):
                names[name] = interpreted(names[name])
    return twin  # type: ignore[return-value]


def _names(code: CodeType) -> Iterator[str]:
    """Yield the global names that a code object may use, including its inner functions."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
