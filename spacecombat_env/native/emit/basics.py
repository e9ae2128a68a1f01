"""The value of an expression, constants, and the order of evaluation."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from spacecombat_env.native.emit.messages import (
    describe,
    describe_constant,
    not_available,
)
from spacecombat_env.native.emit.source import LanguageError
from spacecombat_env.native.emit.types import (
    BOOL,
    FLOAT,
    INT,
    NOTHING,
    Array,
    Scalar,
    Span,
    Struct,
    Type,
    held,
    is_reference,
    literal,
    of_constant,
    variable,
)

if TYPE_CHECKING:
    from spacecombat_env.native.emit.functions import Function


MISSING = object()


class Value(NamedTuple):
    """An expression: its type, its C++ text, and how its evaluation depends on others.

    The text of a record or an array of fixed length is a place in memory.
    """

    type: Type
    text: str
    writes: bool = False
    """Whether its evaluation changes memory."""
    reads: bool = False
    """Whether it depends on memory, which another expression may change."""


class Basics:
    """The parts that all expressions of one function share."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.program = function.program

    # --- entry ------------------------------------------------------------------------------------

    def value(self, node: ast.expr) -> Value:
        """Return an expression as C++. Raise LanguageError for what the language lacks."""
        constant = MISSING if isinstance(node, ast.Tuple) else self.static(node)
        if constant is not MISSING:
            return self._known(node, constant)
        visit: Callable[[Any], Value] | None = getattr(
            self, f"_{type(node).__name__.lower()}", None
        )
        if visit is None:
            raise self.error(node, f"`{ast.unparse(node)}`: {not_available(node)}")
        return visit(node)

    def valued(self, node: ast.expr) -> Value:
        """Return an expression that has a value, not a call of a function without a result."""
        value = self.value(node)
        if value.type == NOTHING:
            raise self.error(
                node, f"`{ast.unparse(node)}` returns nothing: call it on its own line"
            )
        return value

    def number(self, node: ast.expr) -> Value:
        """Return an expression that is a number, widened."""
        return self.widened(node, self.value(node))

    def widened(self, node: ast.expr, value: Value) -> Value:
        """Return a number in the type in which it is calculated with."""
        if not isinstance(value.type, Scalar):
            raise self.error(
                node,
                f"`{ast.unparse(node)}` is {describe(value.type)}, no number: "
                "use its items one by one",
            )
        wide = held(value.type)
        if value.type == wide or value.type.name == wide.name:  # type: ignore[union-attr]
            return value._replace(type=wide)
        return value._replace(type=wide, text=f"{wide.name}({value.text})")  # type: ignore[union-attr]

    def integer(self, node: ast.expr) -> Value:
        """Return an expression that is an integer; a flag counts as 0 or 1."""
        return self.as_integer(node, self.number(node))

    def as_integer(self, node: ast.expr, value: Value) -> Value:
        """Return a widened number as an integer. Raise LanguageError if it is a float."""
        if value.type == FLOAT:
            raise self.error(
                node, f"`{ast.unparse(node)}` is a float, not an integer: write int(...)"
            )
        return (
            value if value.type == INT else value._replace(type=INT, text=f"int64_t({value.text})")
        )

    def condition(self, node: ast.expr) -> Value:
        """Return an expression as a truth value."""
        if isinstance(node, ast.BoolOp):
            sign = " && " if isinstance(node.op, ast.And) else " || "
            parts = [self.condition(each) for each in node.values]
            return self._joined(BOOL, f"({sign.join(part.text for part in parts)})", parts)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self.condition(node.operand)
            return inner._replace(text=f"!{inner.text}")
        value = self.number(node)
        if value.type == BOOL:
            return value
        return value._replace(type=BOOL, text=f"({value.text} != 0)")

    def error(self, node: ast.AST, reason: str) -> LanguageError:
        """Return an error that names file and line."""
        return LanguageError(f"{self.function.source.place(node)}: {reason}")

    # --- what is known before play ----------------------------------------------------------------

    def static(self, node: ast.expr) -> Any:
        """Return the Python value of a constant expression; MISSING if it is none."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            if node.id in self.function.locals:
                return MISSING
            return self.function.globals.get(node.id, MISSING)
        if isinstance(node, ast.Attribute):
            owner = self.static(node.value)
            if owner is MISSING or isinstance(owner, np.ndarray):
                return MISSING
            return getattr(owner, node.attr, MISSING)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            value = self.static(node.operand)
            return -value if isinstance(value, int | float) else MISSING
        if isinstance(node, ast.Tuple):
            items = [self.static(each) for each in node.elts]
            return MISSING if any(item is MISSING for item in items) else tuple(items)
        return MISSING

    def is_static_true(self, node: ast.expr) -> bool | None:
        """Return the truth of a condition that is known before play; None if it is not."""
        constant = self.static(node)
        if constant is MISSING:
            return None
        if isinstance(constant, np.ndarray):
            raise self.error(node, f"`{ast.unparse(node)}` is an array, no condition")
        return bool(constant)

    def _known(self, node: ast.expr, value: Any) -> Value:
        """Return a constant as C++. Raise LanguageError if it is no constant of the language."""
        type_ = of_constant(value)
        if type_ is None:
            raise self.error(node, f"`{ast.unparse(node)}` is {describe_constant(value)}")
        try:
            text = literal(value) if isinstance(type_, Scalar) else None
            return Value(type_, text or self.program.constant(value, type_))
        except OverflowError as cause:
            raise self.error(node, f"`{ast.unparse(node)}`: {cause}") from cause

    # --- order of evaluation ----------------------------------------------------------------------

    def _joined(self, type_: Type, text: str, parts: list[Value]) -> Value:
        """Return an expression whose parts C++ evaluates in the order of Python."""
        return Value(
            type_, text, any(part.writes for part in parts), any(part.reads for part in parts)
        )

    def _ordered(
        self, type_: Type, form: str, parts: list[Value], is_passed: bool = False
    ) -> Value:
        """Return an expression of parts, evaluated from left to right where it matters.

        C++ leaves the order of operands open. It matters where one of them writes.
        """
        writers = sum(part.writes for part in parts)
        mixed = writers and sum(part.writes or part.reads for part in parts) > 1
        if not mixed:
            return self._joined(type_, form.format(*(part.text for part in parts)), parts)
        names = [f"part{self.function.temporary()}_" for _ in parts]
        held_parts = [kept(part, name, is_passed) for part, name in zip(parts, names, strict=True)]
        lines = "".join(f"{line} " for line, _ in held_parts)
        whole = form.format(*(part.text for _, part in held_parts))
        return self._joined(type_, f"({{ {lines}{whole}; }})", parts)


def kept(value: Value, name: str, is_passed: bool = False) -> tuple[str, Value]:
    """Return the line that keeps a value in a temporary, and the value as it is read there.

    A value that `is_passed` is written as the callee takes it.
    """
    is_pointer = is_reference(value.type) and not is_passed
    line = f"{variable(value.type)} {name} = {'&' if is_pointer else ''}{value.text};"
    return line, Value(held(value.type), f"(*{name})" if is_pointer else name)


def is_constant(type_: Type) -> bool:
    """Whether a value, or the elements of an array, never change."""
    element = type_
    while isinstance(element, Array | Span):
        element = element.element
    return isinstance(element, Scalar | Struct) and element.is_constant
