"""Messages of the emitter about types, constants and constructs."""

from __future__ import annotations

import ast
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from spacecombat_env.native.emit.types import (
    Array,
    Nothing,
    Range,
    Scalar,
    Span,
    Struct,
    Tuple,
    Type,
    identifier,
)

_LOOP, _MODULE = "write a loop", "define it in the module"
_FLAG = "return a number that says what happened"
REMEDIES = {
    **{"ListComp": _LOOP, "SetComp": _LOOP, "DictComp": _LOOP, "GeneratorExp": _LOOP},
    **{"Lambda": _MODULE, "FunctionDef": _MODULE, "ClassDef": _MODULE, "AsyncFunctionDef": _MODULE},
    **{"Import": "import in the module", "ImportFrom": "import in the module"},
    **{"Try": _FLAG, "Raise": _FLAG, "Assert": f"leave it to a test, or {_FLAG}", "With": _FLAG},
    **{"Global": "return the value, or keep it in a record", "Nonlocal": "return the value"},
    **{"Dict": "use a table", "Set": "use a tuple", "List": "use a tuple, or a row of a record"},
    **{"Delete": "leave it out", "NamedExpr": "assign on a line of its own"},
    **{"Starred": "write the items one by one", "JoinedStr": "text belongs to presentation"},
    **{"Yield": "fill a row", "YieldFrom": "fill a row", "Await": "call the function"},
    **{"Match": "write if and elif", "AsyncFor": _LOOP, "TryStar": _FLAG, "TypeAlias": _MODULE},
}
"""The remedy for each construct."""


def describe_constant(value: Any) -> str:
    """Return what a value that is no constant of the language is, and what to write instead."""
    if isinstance(value, FunctionType):
        return "a function: call it, functions are not values"
    if isinstance(value, str):
        return "a string: use a number, or a member of an enum"
    if value is None:
        return "None: use a number that stands for nothing"
    if isinstance(value, ModuleType | type):
        return f"a {'module' if isinstance(value, ModuleType) else 'class'}: name one of its values"
    name = f"a {type(value).__name__}"
    if isinstance(value, np.ndarray):
        name = f"an array of {'records' if value.dtype.names else value.dtype.name}"
    return (
        f"{name}, no constant of the language: use a number, an enum, a tuple "
        "of equal types, or a table of NumPy"
    )


def comparison_remedy(op: ast.cmpop) -> str:
    """Return what to write instead of a comparison."""
    if isinstance(op, ast.Is | ast.IsNot):
        return f"write {'==' if isinstance(op, ast.Is) else '!='}"
    return "`in` is not part of a chain: write `and`"


def not_available(node: ast.AST) -> str:
    """Return that a construct is not available, and what to write instead."""
    name = type(node).__name__
    return f"{name} is not available: {REMEDIES.get(name, 'see docs/native.md')}"


def described(type_: Type) -> str:
    """Return a type in words and its name in C++, for messages about two types."""
    return f"{describe(type_)} (`{identifier(type_)}`)"


def describe(type_: Type) -> str:
    """Return a type in words."""
    names: dict[type, str] = {
        Scalar: "a number",
        Struct: "a record",
        Array: "an array",
        Span: "a row",
        Tuple: "a tuple",
        Range: "a range",
        Nothing: "nothing",
    }
    return names[type(type_)]
