"""The compiler decorators of the project.

Compiled code from a wheel comes first (shipped.py), then cached code (kept.py).
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import types

from spacecombat_env.core.engine import shipped
from spacecombat_env.core.engine.capacities import any_capacity
from spacecombat_env.core.engine.folders import SETTINGS
from spacecombat_env.core.engine.inner import (
    DoorCompiler,
    InnerCompiler,
    compile_door,
    compile_inner,
)
from spacecombat_env.core.engine.kept import InnerCache, SourceCache
from spacecombat_env.core.engine.suits import SUITS

DOOR_OPTIONS = {"pipeline_class": DoorCompiler} if SUITS else {}

Function = TypeVar("Function", bound=Callable[..., Any])

if "NUMBA_OPT" not in os.environ:
    SETTINGS.OPT = type(SETTINGS.OPT)(
        1
    )  # an eighth less to wait on the first run; the games step no slower


@functools.cache
def _content_of_record(kind: Any) -> tuple[str, tuple[int, ...]]:
    """Return a record type's part of the names of compiled functions."""
    return "Record", (int(hashlib.sha256(kind.name.encode()).hexdigest()[:15], 16),)


# Numba names a record type by its number in the process. Two processes could then cache code under
# one name for records of different sizes, and a third process would mix them up.
setattr(types.Record, "mangling_args", property(_content_of_record))  # noqa: B010 typed as a method

# Numba prints all types of a function before each pass, with nested fields of records. That takes a
# quarter of the time to compile a rule.
types.Record.__repr__ = functools.cache(types.Record.__repr__)  # type: ignore[method-assign]


def jit(function: Function) -> Function:
    """Compile `function` at its first call, without the GIL, and cache the code on disk.

    With `NUMBA_DISABLE_JIT=1` the plain function is returned. Division follows NumPy (no
    ZeroDivisionError). A function without a source file (typed at a prompt) is compiled, not
    cached.
    """
    return _compiled(function)


def inlined(function: Function) -> Function:
    """Compile as `jit` does, and inline the function into compiled callers.

    For small functions called in loops, whose constant parts are then computed once.
    """
    return _compiled(function, forceinline=True)


def _compiled(function: Function, forceinline: bool = False) -> Function:
    """Return the entry point of a function, with the inner function for compiled callers.

    The option `forceinline` is always given: otherwise Numba would take it from the first caller,
    and it is part of the code's name. Two parallel processes could then cache callers and callee
    under different names, and an entry point would call nothing.
    """
    options: dict[str, Any] = {"forceinline": forceinline}
    if SETTINGS.DISABLE_JIT:
        return function
    door = _dispatcher(function, SourceCache, **DOOR_OPTIONS)
    if SUITS:
        options["pipeline_class"] = InnerCompiler
        compiler = door._compiler
        compiler.compile = functools.partial(compile_door, compiler.compile)
    door.inner = functools.cache(functools.partial(_inner, function, options))
    door.get_call_template = functools.partial(_template_for_callers, door)
    door.get_overload = lambda signature: door.inner().get_overload(signature)
    return door


def _inner(function: Function, options: dict[str, Any]) -> Any:
    """Return the function for compiled callers, made at the first request.

    A function called only from compiled code needs no entry point for Python, which takes long to
    compile for records. If all code is cached, no caller requests it.
    """
    inner = _dispatcher(function, InnerCache, no_cpython_wrapper=True, **options)
    if SUITS:
        inner.compile = functools.partial(compile_inner, inner)
    return inner


def _template_for_callers(door: Any, argument_types: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Return the callee for compiled callers; every integer, flag and enum member becomes int64.

    Otherwise Numba would compile a function for each mix of int8, int16, bool and enum arguments.
    The casts are free, and the compile time is not.
    """
    return door.inner().get_call_template(tuple(widened(kind) for kind in argument_types), named)


def compile_for_callers(function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """Compile `function` for compiled callers with such arguments, and cache it."""
    dispatcher: Any = function
    argument_types = (numba.typeof(argument) for argument in arguments)
    dispatcher.get_call_template(tuple(any_capacity(kind) for kind in argument_types), {})


def compile_for_python(function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """Compile `function` for calls from Python with such arguments, and cache it."""
    dispatcher: Any = function
    dispatcher.compile(tuple(numba.typeof(argument) for argument in arguments))


def is_shipped(function: Callable[..., Any], arguments: tuple[Any, ...]) -> bool:
    """Whether a call of `function` with such arguments uses code from a wheel."""
    cache = getattr(function, "_cache", None)
    if not isinstance(cache, SourceCache):
        return False
    path = cache.shipped_path(tuple(numba.typeof(argument) for argument in arguments))
    return path is not None and shipped.read(path) is not None


def doors_kept() -> Iterator[tuple[Path, Any]]:
    """Yield the cached code of each entry point of the imported modules, and its place in a
    wheel for this machine.
    """
    found = [value for module in list(sys.modules.values()) for value in vars(module).values()]
    for cache in {id(value): getattr(value, "_cache", None) for value in found}.values():
        if isinstance(cache, SourceCache):
            for signature, code in cache.kept():
                yield cache.place_in_wheel(signature), code


def _dispatcher(function: Function, cache: type[SourceCache], **options: Any) -> Any:
    """Return Numba's dispatcher of `function`, with its code cached in our folder."""
    njit: Any = numba.njit  # its type leaves out the options about ways in
    dispatcher = njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, **options)(function)
    if Path(function.__code__.co_filename).is_file():
        dispatcher._cache = cache(function)
    return dispatcher


def widened(kind: Any) -> Any:
    """Return int64 for any integer-like Numba type; other types are returned as they are."""
    whole = (types.Integer, types.Boolean, types.IntEnumMember)
    return types.int64 if isinstance(kind, whole) else kind
