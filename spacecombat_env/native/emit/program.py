"""All functions that some entry points reach, with their records and constants, as one C++ file."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from types import FunctionType
from typing import Any

import numpy as np

from spacecombat_env.native.emit.functions import Function
from spacecombat_env.native.emit.source import LanguageError
from spacecombat_env.native.emit.types import (
    Array,
    Nothing,
    Scalar,
    Span,
    Struct,
    Tuple,
    Type,
    identifier,
    is_integers,
    literal,
    of_dtype,
    safe,
    stored,
    variable,
)

INTRINSICS = {"prefetch": "py::prefetch(&{}, {})"}
"""Functions that do nothing in Python, and what they are in C++."""


class Program:
    """The functions of one library, each once for arguments of each type."""

    def __init__(self, namespace: str) -> None:
        self.namespace = namespace
        self.functions: dict[tuple[FunctionType, tuple[Type, ...]], Function] = {}
        self.order: list[Function] = []
        self._records: dict[np.dtype, Struct] = {}
        self._constants: dict[tuple[str, str], str] = {}
        self._types: dict[str, str] = {}
        self._entries: list[str] = []
        self._names: dict[str, int] = {}

    # --- what functions ask for -------------------------------------------------------------------

    def function(
        self,
        called: FunctionType,
        signature: tuple[Type, ...],
        caller: Function | None,
        node: ast.AST,
    ) -> Function:
        """Return a function for arguments of these types, inferred unless it is under way."""
        key = (called, signature)
        found = self.functions.get(key)
        if found is None:
            for kind in signature:
                self.declare(kind)
            try:
                found = Function(self, called, signature, self._function_name(called))
                self.functions[key] = found
                found.infer()
            except LanguageError as cause:
                self.functions.pop(key, None)
                if caller is None:
                    raise
                place = caller.source.place(node)
                raise LanguageError(f"{cause}\n  called from {place}") from cause
            self.order.append(found)
            for type_ in (*found.types.values(), found.result):
                self.declare(type_)
        elif not found.is_done:
            place = (caller or found).source.place(node)
            raise LanguageError(f"{place}: `{called.__name__}` calls itself: write a loop")
        return found

    def special(self, called: FunctionType) -> str | None:
        """Return the C++ form of a function that is built in; None for a rule."""
        return INTRINSICS.get(getattr(called, "intrinsic", ""))

    def _function_name(self, called: FunctionType) -> str:
        """Return a name for a function that no other has."""
        module = called.__module__.rpartition(".")[2]
        name = f"{module}__{called.__name__}".replace("<", "_").replace(">", "_")
        self._names[name] = self._names.get(name, 0) + 1
        return name if self._names[name] == 1 else f"{name}__{self._names[name]}"

    # --- types ------------------------------------------------------------------------------------

    def record(self, dtype: np.dtype, name: str) -> Struct:
        """Declare a record of NumPy, and the records inside it, and return it.

        Raises LanguageError for a field of a type that the language has not.
        """
        base = dtype.base
        if base in self._records:
            return self._records[base]
        assert base.names is not None and base.fields is not None
        fields: list[tuple[str, Type]] = []
        for field in base.names:
            inside = base.fields[field][0]
            if inside.base.names is not None:
                self.record(inside, f"{name}_{field}")
            try:
                fields.append((field, of_dtype(inside, self._records)))
            except TypeError as cause:
                raise LanguageError(f"field `{field}` of record `{name}`: {cause}") from cause
        found = Struct(f"{self.namespace}_{name}", tuple(fields), size=base.itemsize)
        if found in self._records.values():
            raise ValueError(f"two records are called {found.name}")
        self._records[base] = found
        self.declare(found)
        return found

    def element(self, dtype: np.dtype, name: str) -> Type:
        """Return the type of the elements of an array: numbers, or records, which are declared."""
        if dtype.names is not None:
            return self.record(dtype, f"{name}_{len(self._records)}")
        return of_dtype(dtype, self._records)

    def named(self, name: str, fields: Iterable[tuple[str, Type]]) -> Struct:
        """Declare a named tuple that callers fill, such as the buffers of a batch."""
        found = Struct(f"{self.namespace}_{name}", tuple(fields), is_constant=True)
        self.declare(found)
        return found

    def declare(self, type_: Type | None) -> None:
        """Write the declaration of a type, after those of the types inside it."""
        if isinstance(type_, Struct):
            self._declare_struct(type_)
        elif isinstance(type_, Array):
            self.declare(type_.element)
            name = identifier(type_)
            self._types.setdefault(name, f"using {name} = {stored(type_.element)}[{type_.length}];")
        elif isinstance(type_, Span):
            self.declare(type_.element)
        elif isinstance(type_, Tuple) and not is_integers(type_):
            for item in type_.items:
                self.declare(item)
            items = " ".join(f"{variable(item)} item{n};" for n, item in enumerate(type_.items))
            self._types.setdefault(identifier(type_), f"struct {identifier(type_)} {{ {items} }};")

    def _declare_struct(self, type_: Struct) -> None:
        """Write the declaration of a record; its size is that of NumPy."""
        if type_.name in self._types:
            return
        for _, inside in type_.fields:
            self.declare(inside)
        lines = [f"struct {type_.name} {{"]
        lines += [f"  {stored(inside)} {safe(name)};" for name, inside in type_.fields]
        lines.append("};")
        if type_.size:
            lines.append(f"static_assert(sizeof({type_.name}) == {type_.size});")
        self._types[type_.name] = "\n".join(lines)

    # --- constants --------------------------------------------------------------------------------

    def constant(self, value: Any, type_: Type) -> str:
        """Return the name of a constant table."""
        self.declare(type_)
        text = _braces(value, type_)
        key = (identifier(type_), text)
        if key not in self._constants:
            self._constants[key] = f"TABLE_{len(self._constants) + 1}"
        return self._constants[key]

    # --- entry points -----------------------------------------------------------------------------

    def entry(self, name: str, called: Callable[..., Any], signature: tuple[Type, ...]) -> None:
        """Add a C function of that name; records and rows are passed by their address."""
        assert isinstance(called, FunctionType)
        function = self.function(called, signature, None, ast.Pass())
        assert function.result is not None
        parameters, given = [], []
        for n, kind in enumerate(signature):
            if isinstance(kind, Span | Tuple):
                parameters.append(f"{stored(kind)}* argument{n}")
                given.append(f"*argument{n}")
            else:
                parameters.append(f"{variable(kind)} argument{n}")
                given.append(f"argument{n}")
        call = f"{function.name}({', '.join(given)});"
        result = variable(function.result)
        give = "" if isinstance(function.result, Nothing) else "return "
        head = f'extern "C" PY_EXPORTED PY_DEVICE {result} {name}({", ".join(parameters)})'
        self._entries.append(f"{head} {{ {give}{call} }}")

    # --- text -------------------------------------------------------------------------------------

    def text(self) -> str:
        """Return the whole file."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield '#include "runtime.hpp"'
        yield from self._types.values()
        for (type_name, text), name in self._constants.items():
            yield f"PY_DEVICE static constexpr {type_name} {name} = {text};"
        yield from (f"{function.declaration};" for function in self.order)
        yield from (function.definition for function in self.order)
        yield '#line 1 "entries"'
        yield from self._entries


def _braces(value: Any, type_: Type) -> str:
    """Return a constant as C++ initialises it."""
    if isinstance(type_, Scalar):
        if type_.is_float:
            return literal(float(value))
        return f"{int(value)}" if abs(int(value)) < 2**31 else literal(int(value))
    if isinstance(type_, Struct):
        signature = [inside for _, inside in type_.fields]
    else:
        assert isinstance(type_, Array)
        signature = [type_.element] * type_.length
    items = [_braces(item, kind) for item, kind in zip(value, signature, strict=True)]
    return "{" + ", ".join(items) + "}"
