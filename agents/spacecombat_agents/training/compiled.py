"""Compile numeric kernels with Numba, for learning.

Rules and players are native code (spacecombat_env.native) and need no Numba. With
`NUMBA_DISABLE_JIT=1` kernels are plain functions.

Numba caches compiled code under the file of each function and compiles again after an edit of that
file, not of others. So a kernel calls only kernels of its own file.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import numba

__all__ = ["compiled", "inlined"]

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile `function` at its first call, without the GIL, and cache the code on disk.

    Division follows NumPy: no ZeroDivisionError. Nothing is cached where no folder is writable.
    """
    return _compile(function)


def inlined(function: Function) -> Function:
    """Compile as `compiled` does, as a part of the kernels that call it.

    For small functions that are called in loops.
    """
    return _compile(function, forceinline=True)


def _compile(function: Function, **options: bool) -> Function:
    """Compile with Numba's options."""
    njit: Any = partial(numba.njit, nogil=True, error_model="numpy", **options)
    try:
        kernel: Function = njit(cache=True)(function)
    except RuntimeError:
        kernel = njit()(function)
    return kernel
