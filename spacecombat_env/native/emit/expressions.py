"""Expressions of rules as C++, with their types."""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from spacecombat_env.native.emit.source import LanguageError, Unresolved, plain
from spacecombat_env.native.emit.types import (
    BOOL,
    FLOAT,
    INT,
    INT32,
    NOTHING,
    RANGE,
    Array,
    Nothing,
    Range,
    Scalar,
    Span,
    Struct,
    Tuple,
    Type,
    held,
    is_integers,
    is_reference,
    of_constant,
    safe,
    stored,
    together,
    variable,
)

if TYPE_CHECKING:
    from spacecombat_env.native.emit.functions import Function

MISSING = object()
ARITHMETIC = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
BITS = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
DIVISIONS = {ast.FloorDiv: "floor_divide", ast.Mod: "modulo", ast.Pow: "power"}
SHIFTS = {ast.LShift: "shift_left", ast.RShift: "shift_right"}
COMPARISONS = {
    **{ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<"},
    **{ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="},
}


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


class Expressions:
    """The expressions of one function."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.program = function.program

    # --- entry ------------------------------------------------------------------------------------

    def value(self, node: ast.expr) -> Value:
        """Return an expression as C++. Raise LanguageError for what the language lacks."""
        constant = MISSING if isinstance(node, ast.Tuple) else self.static(node)
        if constant is not MISSING and not isinstance(constant, ModuleType | type):
            found = self._constant(constant)
            if found is not None:
                return found
        visit: Callable[[Any], Value] | None = getattr(
            self, f"_{type(node).__name__.lower()}", None
        )
        if visit is None:
            raise self.error(node, f"`{ast.unparse(node)}`: {type(node).__name__} is not available")
        return visit(node)

    def number(self, node: ast.expr) -> Value:
        """Return an expression that is a number, widened."""
        return self.widened(node, self.value(node))

    def widened(self, node: ast.expr, value: Value) -> Value:
        """Return a number in the type in which it is calculated with."""
        if not isinstance(value.type, Scalar):
            raise self.error(node, f"`{ast.unparse(node)}` is {_describe(value.type)}, no number")
        wide = held(value.type)
        if value.type == wide or value.type.name == wide.name:  # type: ignore[union-attr]
            return value._replace(type=wide)
        return value._replace(type=wide, text=f"{wide.name}({value.text})")  # type: ignore[union-attr]

    def integer(self, node: ast.expr) -> Value:
        """Return an expression that is an integer; a flag counts as 0 or 1."""
        value = self.number(node)
        if value.type == FLOAT:
            raise self.error(node, f"`{ast.unparse(node)}` is a float, not an integer")
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

    def _constant(self, value: Any) -> Value | None:
        """Return a constant as C++; None if it is no constant of the language."""
        type_ = of_constant(value)
        if type_ is None:
            return None
        if isinstance(type_, Scalar):
            return Value(type_, _literal(value))
        return Value(type_, self.program.constant(value, type_))

    # --- names, fields, elements ------------------------------------------------------------------

    def _name(self, node: ast.Name) -> Value:
        """A local variable."""
        if node.id not in self.function.locals:
            raise self.error(node, f"`{node.id}` is not a constant, a function or a local variable")
        type_ = self.function.types.get(node.id)
        if type_ is None:
            raise Unresolved(f"{self.function.source.place(node)}: `{node.id}` has no type yet")
        name = safe(node.id)
        return Value(type_, f"(*{name})" if is_reference(type_) else name)

    def _attribute(self, node: ast.Attribute) -> Value:
        """A field of a record."""
        owner = self.value(node.value)
        if node.attr == "shape" and isinstance(owner.type, Array | Span):
            return self._shape(owner)
        if not isinstance(owner.type, Struct):
            raise self.error(
                node, f"`{ast.unparse(node.value)}` is {_describe(owner.type)}: no fields"
            )
        type_ = owner.type.field(node.attr)
        if type_ is None:
            raise self.error(node, f"{owner.type.name} has no field `{node.attr}`")
        reads = owner.reads or not owner.type.is_constant
        return Value(type_, f"{owner.text}.{safe(node.attr)}", owner.writes, reads)

    def _shape(self, owner: Value) -> Value:
        """The lengths of an array or a matrix."""
        if isinstance(owner.type, Span) and owner.type.dimensions == 2:
            lengths = [f"{owner.text}.rows", f"{owner.text}.columns"]
        else:
            lengths, inner, text = [], owner.type, owner.text
            while isinstance(inner, Array | Span):
                lengths.append(self._length(Value(inner, text)).text)
                inner, text = inner.element, f"{text}[0]"
        items = Tuple((INT,) * len(lengths))
        return Value(items, f"py::Integers<{len(lengths)}>{{{', '.join(lengths)}}}")

    def _subscript(self, node: ast.Subscript) -> Value:
        """An element, or a part of a row."""
        owner = self.value(node.value)
        indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for index in indices:
            owner = self._element(node, owner, index)
        return owner

    def _element(self, node: ast.Subscript, owner: Value, index: ast.expr) -> Value:
        """The element at an index, or the part between two."""
        if isinstance(index, ast.Slice):
            return self._part(node, owner, index)
        constant = self.static(index)
        if isinstance(constant, int) and constant < 0:
            raise self.error(node, "negative index: count from the front, `x[len(x) - 1]`")
        at = self.integer(index)
        writes, reads = owner.writes or at.writes, owner.reads or at.reads
        if isinstance(owner.type, Tuple):
            if is_integers(owner.type):
                return Value(INT, f"py::at({owner.text}, {at.text})", writes, reads)
            if not isinstance(constant, int):
                raise self.error(node, "the index of a tuple of different things must be constant")
            return Value(owner.type.items[constant], self._item(owner, constant), writes, reads)
        if isinstance(owner.type, Span) and owner.type.dimensions == 2:
            row = Span(owner.type.element)
            return Value(row, f"{owner.text}.row({at.text})", writes, reads)
        if isinstance(owner.type, Array | Span):
            reads = reads or not _is_constant(owner.type)
            return Value(owner.type.element, f"py::at({owner.text}, {at.text})", writes, reads)
        raise self.error(
            node, f"`{ast.unparse(node.value)}` is {_describe(owner.type)}: no elements"
        )

    def _item(self, owner: Value, n: int) -> str:
        """Return the text of an item of a tuple of different things."""
        assert isinstance(owner.type, Tuple)
        text = f"{owner.text}.item{n}"
        return f"(*{text})" if is_reference(owner.type.items[n]) else text

    def _part(self, node: ast.Subscript, owner: Value, part: ast.Slice) -> Value:
        """The elements from one index to another."""
        if part.step is not None or not isinstance(owner.type, Array | Span):
            raise self.error(node, "a part needs a row and two indices without a step")
        whole = self._length(owner).text
        low = self.integer(part.lower) if part.lower else Value(INT, "0_i")
        high = self.integer(part.upper) if part.upper else Value(INT, whole)
        text = f"py::part({owner.text}, {low.text}, {high.text})"
        return self._joined(Span(owner.type.element), text, [owner, low, high])

    def _length(self, owner: Value) -> Value:
        """The number of elements."""
        if isinstance(owner.type, Array):
            return Value(INT, f"{owner.type.length}_i")
        if isinstance(owner.type, Tuple):
            return Value(INT, f"{len(owner.type.items)}_i")
        if isinstance(owner.type, Span):
            return owner._replace(
                type=INT, text=f"{owner.text}.{'rows' if owner.type.dimensions == 2 else 'length'}"
            )
        raise TypeError("no elements")

    # --- operators --------------------------------------------------------------------------------

    def _binop(self, node: ast.BinOp) -> Value:
        """Arithmetic: integers have 64 bits; // and % are Python's."""
        kind = type(node.op)
        if kind in BITS:
            parts = [self.integer(node.left), self.integer(node.right)]
            both = isinstance(node.op, ast.BitAnd | ast.BitOr) and all(
                self.number(each).type == BOOL for each in (node.left, node.right)
            )
            text = f"({{}} {BITS[kind]} {{}})"
            return (
                self._ordered(BOOL, f"bool{text}", parts)
                if both
                else self._ordered(INT, text, parts)
            )
        if kind in SHIFTS:
            parts = [self.integer(node.left), self.integer(node.right)]
            return self._ordered(INT, f"py::{SHIFTS[kind]}({{}}, {{}})", parts)
        parts = [self.number(node.left), self.number(node.right)]
        if kind is ast.Div:
            return self._ordered(FLOAT, "(double({}) / double({}))", parts)
        is_float = any(part.type == FLOAT for part in parts)
        if not is_float:
            parts = [self.integer(node.left), self.integer(node.right)]
        result = FLOAT if is_float else INT
        if kind in DIVISIONS:
            return self._ordered(result, f"py::{DIVISIONS[kind]}({{}}, {{}})", parts)
        return self._ordered(result, f"({{}} {ARITHMETIC[kind]} {{}})", parts)

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        """`-x`, `~x`, `not x`."""
        if isinstance(node.op, ast.Not):
            return self.condition(node)
        value = self.number(node.operand)
        if isinstance(node.op, ast.USub):
            if value.type == FLOAT:
                return value._replace(text=f"(-{value.text})")
            value = self.integer(node.operand)
            return value._replace(text=f"(-{value.text})")
        if isinstance(node.op, ast.Invert):
            value = self.integer(node.operand)
            return value._replace(text=f"(~{value.text})")
        return value

    def _boolop(self, node: ast.BoolOp) -> Value:
        """`and`, `or`: of flags a flag, else the value that decides, as in Python."""
        parts = [self.number(each) for each in node.values]
        if all(part.type == BOOL for part in parts):
            return self.condition(node)
        result, text = parts[-1].type, parts[-1].text
        for part in reversed(parts[:-1]):
            shared = together(part.type, result)
            assert shared is not None
            result = shared
            chosen = ("first_", text) if isinstance(node.op, ast.Or) else (text, "first_")
            text = (
                f"({{ {stored(held(result))} first_ = {part.text}; "
                f"first_ ? {chosen[0]} : {chosen[1]}; }})"
            )
        return self._joined(result, text, parts)

    def _compare(self, node: ast.Compare) -> Value:
        """Comparisons; a chain evaluates each operand once."""
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            return self._membership(node)
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq | ast.NotEq):
            sides = [self.value(node.left), self.value(node.comparators[0])]
            if all(isinstance(side.type, Tuple) for side in sides):
                return self._ordered(BOOL, f"({{}} {COMPARISONS[type(node.ops[0])]} {{}})", sides)
        operands = [self.number(each) for each in (node.left, *node.comparators)]
        for op in node.ops:
            if type(op) not in COMPARISONS:
                raise self.error(node, f"`{ast.unparse(node)}`: this comparison is not available")
        if len(node.ops) == 1:
            return self._ordered(BOOL, f"({{}} {COMPARISONS[type(node.ops[0])]} {{}})", operands)
        if any(each.writes for each in operands):
            raise self.error(
                node, "a chain of comparisons with a function that writes: assign first"
            )
        pairs = [
            f"{a.text} {COMPARISONS[type(op)]} {b.text}"
            for a, op, b in zip(operands, node.ops, operands[1:], strict=False)
        ]
        return self._joined(BOOL, f"({' && '.join(pairs)})", operands)

    def _membership(self, node: ast.Compare) -> Value:
        """`x in (A, B)`, `x in table`."""
        sign = "!" if isinstance(node.ops[0], ast.NotIn) else ""
        left, right = self.integer(node.left), node.comparators[0]
        if isinstance(right, ast.Tuple):
            items = [self.integer(each) for each in right.elts]
            blanks = ", ".join(["{}"] * (len(items) + 1))
            return self._ordered(BOOL, f"{sign}py::is_one_of({blanks})", [left, *items])
        row = self.value(right)
        if isinstance(row.type, Range):
            return self._ordered(BOOL, f"{sign}py::contains({{}}, {{}})", [row, left])
        if not isinstance(row.type, Array | Span):
            raise self.error(node, f"`{ast.unparse(right)}` is {_describe(row.type)}: no elements")
        return self._ordered(BOOL, f"{sign}py::contains({{}}, {{}})", [row, left])

    def _ifexp(self, node: ast.IfExp) -> Value:
        """`a if test else b`."""
        constant = self.static(node.test)
        if constant is not MISSING:
            return self.value(node.body if constant else node.orelse)
        test = self.condition(node.test)
        ways = [self.value(each) for each in (node.body, node.orelse)]
        if all(isinstance(way.type, Scalar) for way in ways):
            ways = [self.number(each) for each in (node.body, node.orelse)]
        shared = together(ways[0].type, ways[1].type)
        if shared is None:
            raise self.error(node, f"`{ast.unparse(node)}`: the two ways are of different types")
        if is_reference(shared):
            text = f"(*({test.text} ? &{ways[0].text} : &{ways[1].text}))"
        else:
            texts = [self.converted(node, way, shared) for way in ways]
            text = f"({test.text} ? {texts[0]} : {texts[1]})"
        return self._joined(shared, text, [test, *ways])

    def _tuple(self, node: ast.Tuple) -> Value:
        """Several values; C++ evaluates the items of a list in braces from left to right."""
        items = [self.value(each) for each in node.elts]
        type_ = Tuple(tuple(held(item.type) for item in items))
        texts = [
            self.converted(each, item, wanted)
            for each, item, wanted in zip(node.elts, items, type_.items, strict=True)
        ]
        if is_integers(type_):
            texts = [f"int64_t({text})" for text in texts]
        self.program.declare(type_)
        return self._joined(type_, f"{stored(type_)}{{{', '.join(texts)}}}", items)

    def converted(self, node: ast.AST, value: Value, wanted: Type) -> str:
        """Return the text of a value for a variable, a parameter or a result of some type."""
        if is_reference(wanted):
            return f"&{value.text}"
        if isinstance(wanted, Span) and isinstance(value.type, Array):
            return f"py::span({value.text})"
        if isinstance(wanted, Scalar) and isinstance(value.type, Scalar):
            return value.text if value.type.name == wanted.name else f"{wanted.name}({value.text})"
        if isinstance(wanted, Tuple) and isinstance(value.type, Tuple) and wanted != value.type:
            if not (is_integers(wanted) and is_integers(value.type)):
                raise self.error(node, "tuples of different types")
        return value.text

    # --- calls ------------------------------------------------------------------------------------

    def _call(self, node: ast.Call) -> Value:
        """A rule, a builtin, or an enum that only names a number."""
        if node.keywords:
            raise self.error(node, "arguments are given by place, not by name")
        called = self.static(node.func)
        if called is MISSING and isinstance(node.func, ast.Name):
            builtin = getattr(self, f"_call_{node.func.id}", None)
            if builtin is not None:
                found: Value = builtin(node)
                return found
        if isinstance(called, type) and issubclass(called, enum.IntEnum):
            return self.integer(node.args[0])
        if called is np.int32:
            value = self.integer(node.args[0])
            return value._replace(type=INT32, text=f"int32_t({value.text})")
        if callable(called) and isinstance(plain(called), FunctionType):
            return self._call_rule(node, plain(called))
        raise self.error(node, f"`{ast.unparse(node.func)}` is not a function of the language")

    def _call_rule(self, node: ast.Call, called: FunctionType) -> Value:
        """Call another function of the language."""
        given = [self.value(each) for each in node.args]
        special = self.program.special(called)
        if special is not None:
            return self._ordered(NOTHING, special, given)._replace(writes=False)
        kinds = tuple(
            INT if isinstance(each.type, Scalar) and not each.type.is_float else held(each.type)
            for each in given
        )
        callee = self.program.function(called, kinds, self.function, node)
        result = callee.result
        if result is None:
            raise Unresolved(
                f"{self.function.source.place(node)}: {called.__name__} has no type yet"
            )
        self.function.calls.add(callee)
        texts = [
            value._replace(text=self.converted(each, value, kind), type=kind)
            for each, value, kind in zip(node.args, given, kinds, strict=True)
        ]
        blanks = ", ".join(["{}"] * len(texts))
        call = self._ordered(result, f"{callee.name}({blanks})", texts, is_passed=True)
        if is_reference(result):
            call = call._replace(text=f"(*{call.text})")
        return call._replace(writes=callee.writes or call.writes, reads=True)

    def _call_int(self, node: ast.Call) -> Value:
        value = self.number(node.args[0])
        if value.type == FLOAT:
            return value._replace(type=INT, text=f"int64_t({value.text})")
        return self.integer(node.args[0])

    def _call_bool(self, node: ast.Call) -> Value:
        return self.condition(node.args[0])

    def _call_float(self, node: ast.Call) -> Value:
        value = self.number(node.args[0])
        return value._replace(type=FLOAT, text=f"double({value.text})")

    def _call_len(self, node: ast.Call) -> Value:
        return self._length(self.value(node.args[0]))

    def _call_abs(self, node: ast.Call) -> Value:
        value = self.number(node.args[0])
        value = value if value.type == FLOAT else self.integer(node.args[0])
        return value._replace(text=f"py::absolute({value.text})")

    def _call_round(self, node: ast.Call) -> Value:
        value = self.number(node.args[0])
        return value._replace(type=INT, text=f"py::rounded({value.text})")

    def _call_min(self, node: ast.Call) -> Value:
        return self._extreme(node, "least")

    def _call_max(self, node: ast.Call) -> Value:
        return self._extreme(node, "greatest")

    def _extreme(self, node: ast.Call, name: str) -> Value:
        """`min` and `max` of two or more numbers."""
        parts = [self.number(each) for each in node.args]
        is_float = any(part.type == FLOAT for part in parts)
        wide = FLOAT if is_float else INT
        parts = [
            part
            if part.type == wide
            else part._replace(type=wide, text=f"{wide.name}({part.text})")
            for part in parts
        ]
        blanks = ", ".join(["{}"] * len(parts))
        return self._ordered(wide, f"py::{name}({blanks})", parts)

    def _call_range(self, node: ast.Call) -> Value:
        parts = [self.integer(each) for each in node.args]
        if len(parts) == 1:
            parts.insert(0, Value(INT, "0_i"))
        if len(parts) == 2:
            parts.append(Value(INT, "1_i"))
        texts = ", ".join(part.text for part in parts)
        return self._joined(RANGE, f"py::Range{{{texts}}}", parts)

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
        lines = "".join(
            f"{_holder(part, is_passed)} {name} = {_held_text(part, is_passed)}; "
            for part, name in zip(parts, names, strict=True)
        )
        whole = form.format(
            *(
                f"(*{name})" if is_reference(part.type) and not is_passed else name
                for part, name in zip(parts, names, strict=True)
            )
        )
        return self._joined(type_, f"({{ {lines}{whole}; }})", parts)


def _holder(part: Value, is_passed: bool) -> str:
    """Return the C++ type of a temporary that holds a part."""
    return variable(part.type)


def _held_text(part: Value, is_passed: bool) -> str:
    """Return the text whose value a temporary holds."""
    return f"&{part.text}" if is_reference(part.type) and not is_passed else part.text


def _literal(value: Any) -> str:
    """Return a number as C++ writes it."""
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if isinstance(value, float | np.floating):
        return repr(float(value))
    number = int(value)
    if not -(2**63) < number < 2**64:
        raise LanguageError(f"{number} has more than 64 bits")
    if number >= 2**63:
        return f"int64_t({number}u)"
    return f"{number}_i" if number >= 0 else f"(-{-number}_i)"


def _is_constant(type_: Type) -> bool:
    """Whether the elements of an array never change."""
    element = type_
    while isinstance(element, Array | Span):
        element = element.element
    return isinstance(element, Scalar | Struct) and element.is_constant


def _describe(type_: Type) -> str:
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
