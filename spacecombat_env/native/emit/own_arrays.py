"""Arrays that a function makes for itself: `np.zeros(n)`, `np.empty((rows, columns), dtype)`.

They live until the function returns. So it makes none in a loop and returns none, and no part of
one.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import numpy as np

from spacecombat_env.native.emit.basics import Value
from spacecombat_env.native.emit.expressions import Expressions
from spacecombat_env.native.emit.source import LanguageError
from spacecombat_env.native.emit.types import Nothing, Scalar, Span, Tuple, Type

if TYPE_CHECKING:
    from spacecombat_env.native.emit.functions import Function

MAKERS = {np.zeros: "zeros", np.empty: "empty"}
"""The functions that make arrays, and the names of their twins in the runtime."""


def is_own_array(expressions: Expressions, node: ast.expr) -> bool:
    """Whether an expression is `np.zeros(...)` or `np.empty(...)`."""
    return isinstance(node, ast.Call) and expressions.static(node.func) in list(MAKERS)


def own_array(expressions: Expressions, name: str, call: ast.Call) -> Value:
    """Return a new array for a variable. Raise LanguageError where there can be none."""
    function = expressions.function
    if _is_repeated(function, call):
        raise expressions.error(call, "no new array inside a loop: make it before")
    if call.keywords or not 1 <= len(call.args) <= 2:
        raise expressions.error(call, "a new array takes a shape and a dtype, by place")
    shape = call.args[0]
    lengths = shape.elts if isinstance(shape, ast.Tuple) else [shape]
    if not 1 <= len(lengths) <= 2:
        raise expressions.error(call, "a new array has one or two dimensions")
    texts = ", ".join(expressions.integer(length).text for length in lengths)
    element = _element_type(expressions, call, name)
    function.own_arrays[name] = element
    maker = MAKERS[expressions.static(call.func)]
    return Value(Span(element, len(lengths)), f"memory_of_{name}.{maker}({texts})")


def _is_repeated(function: Function, call: ast.Call) -> bool:
    """Whether a call stands in a loop."""
    loops = (
        each for each in ast.walk(function.source.tree) if isinstance(each, ast.For | ast.While)
    )
    return any(each is call for loop in loops for each in ast.walk(loop))


def _element_type(expressions: Expressions, call: ast.Call, name: str) -> Type:
    """Return the type of the elements: numbers, or a record of NumPy."""
    given = expressions.static(call.args[1]) if len(call.args) == 2 else np.float64
    try:
        dtype = np.dtype(given)
    except TypeError:
        raise expressions.error(call, "the dtype of a new array must be a constant") from None
    try:
        return expressions.program.element(dtype, name)
    except TypeError as cause:
        raise expressions.error(call, str(cause)) from cause


def check_returned(function: Function) -> None:
    """Raise LanguageError if a function returns an array of its own, or a part of one."""
    if _is_numbers(function.result):
        return
    for node in ast.walk(function.source.tree):
        if isinstance(node, ast.Return) and node.value is not None:
            names = {each.id for each in ast.walk(node.value) if isinstance(each, ast.Name)}
            for name in sorted(names & function.own_arrays.keys()):
                raise LanguageError(
                    f"{function.source.place(node)}: the array `{name}` ends with the function: "
                    "let the caller make it"
                )


def _is_numbers(type_: Type | None) -> bool:
    """Whether a value holds no reference."""
    if isinstance(type_, Tuple):
        return all(_is_numbers(item) for item in type_.items)
    return type_ is None or isinstance(type_, Scalar | Nothing)
