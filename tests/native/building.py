"""Small rule functions as native code, and Python's result to compare with.

A function that is a case names the kinds of its arguments in its annotations:

    def half(a: Argument(INT, st.integers())):
        return a // 2

All cases of a module are written to one C++ file and compiled once. `Library.compare` calls a case
in Python and in native code on equal arguments; the results must be equal, and then so must be
the bytes of all records and rows. Integers of Python are cut to the 64 bits of native ones. `Library.check_on_examples` does so on random arguments.
"""

from __future__ import annotations

import ctypes
import inspect
import math
import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spacecombat_env.native
from spacecombat_env.native.emit.program import Program
from spacecombat_env.native.emit.types import (
    Array,
    Nothing,
    Range,
    Scalar,
    Span,
    Struct,
    Tuple,
    Type,
    variable,
)

COMPILER = shlex.split(os.environ.get("CXX", "c++"))
HAS_COMPILER = shutil.which(COMPILER[0]) is not None
RUNTIME = Path(spacecombat_env.native.__file__).parent / "runtime"
FLAGS = (
    *("-std=c++20", "-O1", "-g1", "-fwrapv", "-fno-strict-aliasing", "-fPIC", "-shared"),
    *("-fvisibility=hidden", "-ffp-contract=off", f"-I{RUNTIME}"),
)
C_TYPES: dict[str, Any] = {
    **{
        f"{kind}{size}_t": getattr(ctypes, f"c_{kind}{size}")
        for kind in ("int", "uint")
        for size in (8, 16, 32, 64)
    },
    **{"bool": ctypes.c_bool, "double": ctypes.c_double, "float": ctypes.c_float},
}


class Argument(NamedTuple):
    """A parameter: its type, the values to try, and the record of NumPy if it is one."""

    kind: Type | str
    values: st.SearchStrategy[Any]
    dtype: Any = None


def records(name: str, dtype: np.dtype, **fields: st.SearchStrategy[int]) -> Argument:
    """Return a record of any bytes; some fields may be limited."""

    def made(content: bytes, limited: dict[str, int]) -> np.ndarray:
        found = np.frombuffer(content, dtype).copy()
        for field, value in limited.items():
            found[field] = value
        return found

    content = st.binary(min_size=dtype.itemsize, max_size=dtype.itemsize)
    return Argument(name, st.builds(made, content, st.fixed_dictionaries(fields)), dtype)


def rows(name: str, items: st.SearchStrategy[Any], least: int = 1, most: int = 6) -> Argument:
    """Return a row of numbers."""
    dtype = np.dtype(C_TYPES[name])
    values = st.lists(items, min_size=least, max_size=most).map(lambda row: np.array(row, dtype))
    return Argument(Span(Scalar(name)), values)


def matrices(name: str, items: st.SearchStrategy[Any], columns: int) -> Argument:
    """Return a matrix of numbers with up to four rows."""
    dtype = np.dtype(C_TYPES[name])
    row = st.lists(items, min_size=columns, max_size=columns)
    values = st.lists(row, min_size=1, max_size=4).map(lambda matrix: np.array(matrix, dtype))
    return Argument(Span(Scalar(name), 2), values)


def cases_of(names: dict[str, Any]) -> list[Callable[..., Any]]:
    """Return the functions of a module whose parameters are all kinds of arguments."""
    functions = [each for each in names.values() if inspect.isfunction(each)]
    return [
        each
        for each in functions
        if each.__module__ == names["__name__"]
        and each.__annotations__
        and all(isinstance(kind, Argument) for kind in each.__annotations__.values())
    ]


def language_tests(
    names: dict[str, Any], most: int, apart: tuple[Callable[..., Any], ...] = ()
) -> tuple[list[Callable[..., Any]], Callable[..., None]]:
    """Return the cases of a module, and the test that compares each except those `apart`."""
    cases = cases_of(names)
    compared = [case for case in cases if case not in apart]

    @pytest.mark.filterwarnings("ignore:.*overflow encountered:RuntimeWarning")
    @pytest.mark.parametrize("case", compared, ids=lambda case: case.__name__)
    def test_native_equals_python(library: Library, case: Callable[..., Any]) -> None:
        library.check_on_examples(case, most)

    return cases, test_native_equals_python


class Library:
    """The cases of a module, compiled."""

    def __init__(self, functions: list[Callable[..., Any]]) -> None:
        self.program = Program("tests")
        self.parameters = {each: list(each.__annotations__.values()) for each in functions}
        self.results: dict[Callable[..., Any], Type] = {}
        for function, parameters in self.parameters.items():
            kinds = tuple(self._kind(each) for each in parameters)
            self.program.entry(f"case_{function.__name__}", function, kinds)
            result = self.program.functions[function, kinds].result
            assert result is not None
            self.results[function] = result
        self._library = compiled(self.program.text())

    def _kind(self, argument: Argument) -> Type:
        """Return the type of an argument; records are declared when they are first met."""
        if isinstance(argument.kind, str):
            return self.program.record(argument.dtype, argument.kind)
        return argument.kind

    def compare(self, function: Callable[..., Any], values: list[Any]) -> None:
        """Call a case in Python and in native code, and compare results and memory."""
        given, mine = [_copied(each) for each in values], [_copied(each) for each in values]
        expected = function(*map(_for_python, mine))
        result = self.results[function]
        made = self.call(function, given)
        assert _read(made, result) == _normal(expected, result), (function.__name__, values)
        for own, other in zip(mine, given, strict=True):
            if isinstance(own, np.ndarray):
                assert own.tobytes() == other.tobytes(), (function.__name__, own, other)
        if isinstance(result, Struct | Array | Span) and _normal(expected, result):
            assert _location(made, given) == _location(expected, mine), function.__name__

    def check_on_examples(self, function: Callable[..., Any], most: int) -> None:
        """Compare a case on at most `most` random examples of its arguments."""
        parameters = self.parameters[function]

        @settings(max_examples=most if parameters else 1, deadline=None, database=None)
        @given(st.tuples(*(each.values for each in parameters)))
        def compare(values: tuple[Any, ...]) -> None:
            self.compare(function, list(values))

        compare()

    def call(self, function: Callable[..., Any], values: list[Any]) -> Any:
        """Call the native code of a case."""
        called = getattr(self._library, f"case_{function.__name__}")
        called.restype = c_type(self.results[function])
        kinds = [self._kind(each) for each in self.parameters[function]]
        return called(*(_for_c(value, kind) for value, kind in zip(values, kinds, strict=True)))


def compiled(text: str) -> ctypes.CDLL:
    """Compile C++ to a library and load it."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "cases.cpp", Path(folder) / "cases.so"
        source.write_text(text, encoding="utf-8")
        done = subprocess.run(
            [*COMPILER, *FLAGS, str(source), "-o", str(target)], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr[:4000]
        return ctypes.CDLL(str(target))


# --- values to C and back -------------------------------------------------------------------------


def c_type(type_: Type) -> Any:
    """Return the type of ctypes of a result."""
    if isinstance(type_, Nothing):
        return None
    if isinstance(type_, Scalar):
        return C_TYPES[variable(type_)]
    if isinstance(type_, Struct | Array):
        return ctypes.c_void_p
    names = [("data", ctypes.c_void_p), ("length", ctypes.c_int64)]
    if isinstance(type_, Range):
        names = [(name, ctypes.c_int64) for name in ("low", "high", "step")]
    if isinstance(type_, Tuple):
        is_integers = all(isinstance(item, Scalar) and not item.is_float for item in type_.items)
        kinds = [ctypes.c_int64 if is_integers else c_type(item) for item in type_.items]
        names = [(f"item{n}", kind) for n, kind in enumerate(kinds)]
    return type("Result", (ctypes.Structure,), {"_fields_": names})


def _copied(value: Any) -> Any:
    """Return a copy of what a function may change."""
    return value.copy() if isinstance(value, np.ndarray) else value


def _for_python(value: Any) -> Any:
    """Return an argument as rules see it: a record, not an array of one record."""
    is_record = isinstance(value, np.ndarray) and value.dtype.names is not None
    return value[0] if is_record else value


def _for_c(value: Any, kind: Type) -> Any:
    """Return an argument for ctypes."""
    if isinstance(kind, Scalar):
        return C_TYPES[variable(kind)](value)
    if isinstance(kind, Struct):
        return ctypes.c_void_p(value.ctypes.data)
    if isinstance(kind, Tuple):
        return (ctypes.c_int64 * len(value))(*value)
    if isinstance(kind, Range):
        return c_type(kind)(value.start, value.stop, value.step)
    shape = (value.ctypes.data, *value.shape)
    return (ctypes.c_int64 * len(shape))(*shape)


def _read(value: Any, type_: Type) -> Any:
    """Return a native result for comparison."""
    if isinstance(type_, Tuple):
        return tuple(_read(getattr(value, f"item{n}"), item) for n, item in enumerate(type_.items))
    if isinstance(type_, Range):
        return list(range(value.low, value.high, value.step))
    if isinstance(type_, Struct):
        return ctypes.string_at(value, type_.size)
    if isinstance(type_, Array | Span):
        length = value.length if isinstance(type_, Span) else type_.length
        start = value.data if isinstance(type_, Span) else value
        element: Any = type_.element
        size = element.size if isinstance(element, Struct) else ctypes.sizeof(C_TYPES[element.name])
        return ctypes.string_at(start, length * size) if length else b""
    return _number(value)


def _normal(value: Any, type_: Type) -> Any:
    """Return a result of Python for comparison."""
    if isinstance(type_, Tuple):
        return tuple(_normal(item, kind) for item, kind in zip(value, type_.items, strict=True))
    if isinstance(type_, Range):
        return list(value)
    if isinstance(type_, Array | Span) and isinstance(value, tuple):
        element: Any = type_.element
        return np.array(value, C_TYPES[element.name]).tobytes()
    if isinstance(type_, Struct | Array | Span):
        return value.tobytes()
    is_float = isinstance(type_, Scalar) and type_.is_float
    return _number(float(value) if is_float else value)


def _number(value: Any) -> Any:
    """Return a number so that equal ones compare equal: all NaN are, and 0.0 is not -0.0."""
    if value is None:
        return None
    if isinstance(value, float | np.floating):
        exact = float(value)
        return "nan" if math.isnan(exact) else (exact, math.copysign(1, exact) if exact == 0 else 0)
    return (int(value) + 2**63) % 2**64 - 2**63


def _location(value: Any, arguments: list[Any]) -> tuple[int, int] | None:
    """Return the argument into which a result points, and where; None for constants."""
    address = getattr(value, "data", value)
    if isinstance(value, np.void):
        address = value.__array_interface__["data"][0]
    elif isinstance(value, np.ndarray):
        address = value.ctypes.data
    for n, argument in enumerate(arguments):
        if isinstance(argument, np.ndarray) and isinstance(address, int):
            offset = address - argument.ctypes.data
            if 0 <= offset < argument.nbytes:
                return n, offset
    return None
