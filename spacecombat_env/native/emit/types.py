"""The types of the native language and their names in C++.

Numbers, spans, ranges and tuples are passed by value; records and arrays of fixed length by
reference. A variable that refers to a record or such an array is a pointer in C++.
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Scalar:
    """A number, stored in memory or held in a variable."""

    name: str
    is_constant: bool = False

    @property
    def is_float(self) -> bool:
        """Whether it is a floating point number."""
        return self.name in ("float", "double")


@dataclass(frozen=True)
class Struct:
    """A record, or a named tuple, whose fields do not change."""

    name: str
    fields: tuple[tuple[str, Type], ...] = field(compare=False, repr=False)
    is_constant: bool = False
    size: int = field(default=0, compare=False)

    def field(self, name: str) -> Type | None:
        """Return the type of a field; None if there is none of that name."""
        return dict(self.fields).get(name)


@dataclass(frozen=True)
class Array:
    """Elements of a fixed number, in a record or a constant table."""

    element: Type
    length: int


@dataclass(frozen=True)
class Span:
    """A row of elements somewhere in memory, or with two dimensions the rows of a matrix."""

    element: Type
    dimensions: int = 1


@dataclass(frozen=True)
class Tuple:
    """Several values."""

    items: tuple[Type, ...]


@dataclass(frozen=True)
class Range:
    """Integers from one to another."""


@dataclass(frozen=True)
class Nothing:
    """The result of a function that returns nothing."""


Type = Scalar | Struct | Array | Span | Tuple | Range | Nothing

INT, INT32, BOOL, FLOAT = (Scalar(name) for name in ("int64_t", "int32_t", "bool", "double"))
RANGE, NOTHING = Range(), Nothing()
_C_NAMES = {
    **{f"{kind}{size}": f"{kind}{size}_t" for kind in ("int", "uint") for size in (8, 16, 32)},
    "int64": "int64_t",  # a calculation would take half of the numbers of uint64 for negative ones
    **{"float32": "float", "float64": "double", "bool": "bool"},
}
KEYWORDS = frozenset(
    (
        *("alignas", "alignof", "and", "asm", "auto", "bitand", "bitor", "bool", "case", "catch"),
        *("char", "class", "compl", "const", "decltype", "default", "delete", "do", "double"),
        *("enum", "errno", "explicit", "export", "extern", "false", "float", "friend", "goto"),
        *("inline", "int", "long", "main", "mutable", "namespace", "new", "not", "operator", "or"),
        *("private", "protected", "public", "register", "requires", "short", "signed", "sizeof"),
        *("static", "struct", "switch", "template", "this", "throw", "true", "try", "typedef"),
        *("typename", "union", "unsigned", "using", "virtual", "void", "volatile", "xor"),
    )
)
"""Names that C++ does not allow for variables and fields, though Python does."""
LIBRARY_NAMES = frozenset(
    (
        *("py", "linux", "unix", "stdin", "stdout", "stderr", "module"),
        *("and_eq", "or_eq", "not_eq", "xor_eq", "concept", "consteval", "constexpr", "constinit"),
        *("const_cast", "dynamic_cast", "reinterpret_cast", "static_cast", "co_await", "co_return"),
        *("co_yield", "noexcept", "nullptr", "requires", "static_assert", "thread_local", "typeid"),
        *("decltype", "typeof", "alloca", "offsetof", "i386"),
    )
)
"""Further names that C++ or the headers of its library use, some of them as macros."""


def safe(name: str) -> str:
    """Return the name of a variable or a field in C++.

    Python's name, unless C++ has it (keywords, types, macros, which are all capitals) or it may be
    that of a temporary, which ends with `_`. Different names stay different.
    """
    is_taken = name in KEYWORDS or name in LIBRARY_NAMES or name.isupper()
    return f"{name}_" if is_taken or name.endswith(("_", "_t")) or "__" in name else name


def file_in_c(path: str) -> str:
    """Return a path as it stands in a string of C++."""
    return path.replace("\\", "\\\\").replace('"', '\\"')


def held(type_: Type) -> Type:
    """Return the type of a variable that holds such a value: numbers are widened."""
    if isinstance(type_, Scalar):
        if type_.name in ("bool", "int32_t"):
            return Scalar(type_.name)
        return FLOAT if type_.is_float else INT
    return type_


def is_reference(type_: Type) -> bool:
    """Whether a variable of this type is a pointer in C++."""
    return isinstance(type_, Struct | Array)


def together(a: Type, b: Type) -> Type | None:
    """Return the type of a variable that holds either; None if there is none."""
    if a == b:
        return a
    if isinstance(a, Scalar) and isinstance(b, Scalar):
        return FLOAT if a.is_float or b.is_float else INT
    if isinstance(a, Tuple) and isinstance(b, Tuple) and len(a.items) == len(b.items):
        items = [together(x, y) for x, y in zip(a.items, b.items, strict=True)]
        return Tuple(tuple(items)) if None not in items else None  # type: ignore[arg-type]
    spans = [as_span(each) for each in (a, b)]
    return spans[0] if spans[0] is not None and spans[0] == spans[1] else None


def as_span(type_: Type) -> Span | None:
    """Return the span to which an array of fixed length converts."""
    if isinstance(type_, Array):
        return Span(type_.element)
    return type_ if isinstance(type_, Span) else None


# --- names in C++ --------------------------------------------------------------------------------


def identifier(type_: Type) -> str:
    """Return a name for a type as part of an identifier."""
    if isinstance(type_, Scalar):
        return f"{'const_' if type_.is_constant else ''}{type_.name}"
    if isinstance(type_, Struct):
        return type_.name
    if isinstance(type_, Array):
        return f"{identifier(type_.element)}_{type_.length}"
    if isinstance(type_, Span):
        return f"span{type_.dimensions}_{identifier(type_.element)}"
    if isinstance(type_, Tuple):
        return "_".join(["tuple", *map(identifier, type_.items)])
    return "range" if isinstance(type_, Range) else "void"


def stored(type_: Type) -> str:
    """Return the C++ type of an element or a field in memory."""
    if isinstance(type_, Scalar):
        return f"const {type_.name}" if type_.is_constant else type_.name
    if isinstance(type_, Struct):
        return f"const {type_.name}" if type_.is_constant else type_.name
    if isinstance(type_, Span):
        return (
            f"py::Span{type_.dimensions if type_.dimensions > 1 else ''}<{stored(type_.element)}>"
        )
    if isinstance(type_, Tuple):
        if is_integers(type_):
            return f"py::Integers<{len(type_.items)}>"
        return identifier(type_)
    return "py::Range" if isinstance(type_, Range) else identifier(type_)


def variable(type_: Type) -> str:
    """Return the C++ type of a variable, a parameter or a result."""
    return f"{stored(type_)}*" if is_reference(type_) else stored(held(type_))


def is_integers(type_: Tuple) -> bool:
    """Whether all items of a tuple are integers."""
    return all(isinstance(item, Scalar) and not item.is_float for item in type_.items)


def zero(type_: Type) -> str:
    """Return the value of a variable that nothing has been assigned to yet."""
    return "nullptr" if is_reference(type_) else "{}"


# --- types of Python values ----------------------------------------------------------------------


def of_dtype(dtype: np.dtype, names: dict[np.dtype, Struct]) -> Type:
    """Return the type of a field of NumPy; `names` holds the records that have names.

    Raises TypeError for numbers that the language has not.
    """
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        found = of_dtype(base, names)
        for length in reversed(shape):
            found = Array(found, length)
        return found
    if dtype.names is not None:
        if dtype not in names:
            raise KeyError(f"a record of {dtype.names} has no name")
        return names[dtype]
    if dtype.name not in _C_NAMES:
        raise TypeError(f"{dtype.name} is not a type of the language: use {', '.join(_C_NAMES)}")
    return Scalar(_C_NAMES[dtype.name])


def of_constant(value: Any) -> Type | None:
    """Return the type of a constant of a module; None if the language has none for it."""
    if isinstance(value, bool | np.bool_):
        return BOOL
    if isinstance(value, int | np.integer | enum.IntEnum):
        return INT
    if isinstance(value, float | np.floating):
        return FLOAT
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return _of_named_tuple(value)
    if isinstance(value, np.ndarray):
        if value.dtype.name not in _C_NAMES or value.size == 0:
            return None
        return _of_table(value.shape, Scalar(_C_NAMES[value.dtype.name], is_constant=True))
    if isinstance(value, tuple | list | range) and len(value):
        return _of_sequence(value)
    return None


def _of_named_tuple(value: Any) -> Struct | None:
    """Return the type of a named tuple of constants."""
    items = [(name, of_constant(item)) for name, item in zip(value._fields, value, strict=True)]
    known = [(name, item) for name, item in items if item is not None]
    if len(known) < len(items):
        return None
    shape = "_".join(identifier(item) for _, item in known)
    name = f"{type(value).__name__}_{abs(hash_of(shape + str(value._fields)))}"
    return Struct(name, tuple(known), is_constant=True)


def _of_sequence(value: Any) -> Array | None:
    """Return the type of a tuple or a range of constants of one type."""
    items = [of_constant(item) for item in value]
    if None in items:
        return None
    found: Type = items[0]  # type: ignore[assignment]
    for item in items[1:]:
        shared = together(found, item)  # type: ignore[arg-type]
        if shared is None or isinstance(shared, Span):
            return None
        found = shared
    if isinstance(found, Scalar):
        found = Scalar(held(found).name, is_constant=True)  # type: ignore[union-attr]
    return Array(found, len(value))


def _of_table(shape: tuple[int, ...], element: Scalar) -> Type:
    """Return the type of an array of constants."""
    found: Type = element
    for length in reversed(shape):
        found = Array(found, length)
    return found


def literal(value: Any) -> str:
    """Return a number as C++ writes it. Raise OverflowError if it has more than 64 bits."""
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if isinstance(value, float | np.floating):
        return _float_literal(float(value))
    number = int(value)
    if not -(2**63) <= number < 2**63:
        raise OverflowError(f"{number} does not fit in 64 bits with a sign")
    if number == -(2**63):
        return f"(-{-(number + 1)}_i - 1)"
    return f"{number}_i" if number >= 0 else f"(-{-number}_i)"


def _float_literal(number: float) -> str:
    """Return a float as C++ writes it."""
    if math.isnan(number):
        return "double(NAN)"
    if math.isinf(number):
        return "HUGE_VAL" if number > 0 else "(-HUGE_VAL)"
    return repr(number) if math.copysign(1, number) > 0 else f"({number!r})"


def hash_of(text: str) -> int:
    """Return a short hash of a text, the same in every process."""
    value = 0
    for letter in text:
        value = (value * 131 + ord(letter)) % 1_000_003
    return value
