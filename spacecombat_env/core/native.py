"""Marks of the functions that the native engine has as machine code (spacecombat_env/native).

Called from Python, a marked function runs as Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])
LINE = 64
"""Bytes that a processor reads at once."""


def native(function: Function) -> Function:
    """Mark a function of the native language."""
    return function


def inlined(function: Function) -> Function:
    """Mark a small function that is called in loops, to be part of its callers' code."""
    function.is_inlined = True  # type: ignore[attr-defined]
    return function


def prefetch(record: Any, at: int) -> None:
    """Begin to read byte `at` of a record, which is needed soon. In Python, do nothing.

    The processor reads the memory while it works on something else.
    """


prefetch.intrinsic = "prefetch"  # type: ignore[attr-defined]
