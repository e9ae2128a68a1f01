"""Expressions of rules as C++, with their types."""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from spacecombat_env.native.emit.source import LanguageError, Unresolved
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
    identifier,
    is_integers,
    is_reference,
    literal,
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


BUILTINS = {
    **{"int": (1, 1), "bool": (1, 1), "float": (1, 1), "len": (1, 1), "abs": (1, 1)},
    **{"round": (1, 1), "min": (2, 99), "max": (2, 99), "range": (1, 3)},
}
"""The builtin functions of the language: their least and greatest number of arguments."""
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
            raise self.error(node, f"`{ast.unparse(node)}` is {_describe_constant(value)}")
        try:
            text = literal(value) if isinstance(type_, Scalar) else None
            return Value(type_, text or self.program.constant(value, type_))
        except OverflowError as cause:
            raise self.error(node, f"`{ast.unparse(node)}`: {cause}") from cause

    # --- names, fields, elements ------------------------------------------------------------------

    def _name(self, node: ast.Name) -> Value:
        """A local variable."""
        if node.id not in self.function.locals:
            raise self.error(
                node,
                f"`{node.id}` is no variable of the function and no name of its module: "
                "define it there, or pass it",
            )
        type_ = self.function.types.get(node.id)
        if type_ is None:
            raise Unresolved(f"{self.function.source.place(node)}: `{node.id}` has no type yet")
        name = safe(node.id)
        return Value(type_, f"(*{name})" if is_reference(type_) else name)

    def _attribute(self, node: ast.Attribute) -> Value:
        """A field of a record."""
        owner = self.value(node.value)
        if node.attr == "shape" and isinstance(owner.type, Array | Span):
            if owner.writes:
                raise self.error(node, "the shape of a result: assign the result first")
            return self._shape(owner)
        if not isinstance(owner.type, Struct):
            raise self.error(
                node, f"`{ast.unparse(node.value)}` is {describe(owner.type)}: no fields"
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
            if isinstance(index, ast.Slice) and index is not indices[-1]:
                raise self.error(node, "a part comes last: `m[i, low:high]`, or loop over the rows")
            owner = self._element(node, owner, index)
        return owner

    def _element(self, node: ast.Subscript, owner: Value, index: ast.expr) -> Value:
        """The element at an index, or the part between two."""
        if isinstance(index, ast.Slice):
            return self._part(node, owner, index)
        constant = self._index(node, index)
        at = self.integer(index)
        writes, reads = owner.writes or at.writes, owner.reads or at.reads
        if isinstance(owner.type, Tuple):
            if constant is not None and constant >= len(owner.type.items):
                raise self.error(node, f"the tuple has only {len(owner.type.items)} items")
            if is_integers(owner.type):
                return Value(INT, f"py::at({owner.text}, {at.text})", writes, reads)
            if constant is None:
                raise self.error(
                    node, "the index of a tuple of different things must be constant: unpack it"
                )
            return Value(owner.type.items[constant], self._item(owner, constant), writes, reads)
        if isinstance(owner.type, Span) and owner.type.dimensions == 2:
            row = Span(owner.type.element)
            return Value(row, f"{owner.text}.row({at.text})", writes, reads)
        if isinstance(owner.type, Array | Span):
            reads = reads or not is_constant(owner.type)
            return Value(owner.type.element, f"py::at({owner.text}, {at.text})", writes, reads)
        raise self.error(
            node, f"`{ast.unparse(node.value)}` is {describe(owner.type)}: no elements"
        )

    def _index(self, node: ast.expr, index: ast.expr) -> int | None:
        """Return a constant index; None if it is computed. Raise LanguageError if negative."""
        constant = self.static(index)
        if not isinstance(constant, int):
            return None
        if constant < 0:
            raise self.error(node, "negative index: count from the front, `x[len(x) - 1]`")
        return int(constant)

    def _item(self, owner: Value, n: int) -> str:
        """Return the text of an item of a tuple of different things."""
        assert isinstance(owner.type, Tuple)
        text = f"{owner.text}.item{n}"
        return f"(*{text})" if is_reference(owner.type.items[n]) else text

    def _part(self, node: ast.Subscript, owner: Value, part: ast.Slice) -> Value:
        """The elements from one index to another."""
        is_row = isinstance(owner.type, Array) or owner.type == Span(
            getattr(owner.type, "element", INT)
        )
        if part.step is not None or not is_row:
            raise self.error(
                node, "a part needs a row and two indices without a step: write a loop"
            )
        limits = [each for each in (part.lower, part.upper) if each is not None]
        for each in limits:
            self._index(node, each)
        assert isinstance(owner.type, Array | Span)
        low = self.integer(part.lower) if part.lower else Value(INT, "0_i")
        if part.upper is None:
            return self._ordered(Span(owner.type.element), "py::rest({}, {})", [owner, low])
        parts = [owner, low, self.integer(part.upper)]
        return self._ordered(Span(owner.type.element), "py::part({}, {}, {})", parts)

    def _length(self, owner: Value) -> Value:
        """The number of elements."""
        if isinstance(owner.type, Array | Tuple):
            length = owner.type.length if isinstance(owner.type, Array) else len(owner.type.items)
            text = f"({owner.text}, {length}_i)" if owner.writes else f"{length}_i"
            return owner._replace(type=INT, text=text)
        if isinstance(owner.type, Range):
            return owner._replace(type=INT, text=f"{owner.text}.length()")
        if isinstance(owner.type, Span):
            return owner._replace(
                type=INT, text=f"{owner.text}.{'rows' if owner.type.dimensions == 2 else 'length'}"
            )
        raise TypeError(f"{describe(owner.type)} has no length")

    # --- operators --------------------------------------------------------------------------------

    def _binop(self, node: ast.BinOp) -> Value:
        """Arithmetic: integers have 64 bits; // and % are Python's."""
        return self.operation(node, self.number(node.left), self.number(node.right))

    def operation(self, node: ast.BinOp | ast.AugAssign, left: Value, right: Value) -> Value:
        """Return the result of an operator on two widened numbers."""
        kind, parts = type(node.op), [left, right]
        if kind in BITS or kind in SHIFTS:
            return self._bits(node, parts)
        if kind is ast.Div:
            return self._ordered(FLOAT, "py::divide(double({}), double({}))", parts)
        if kind not in ARITHMETIC and kind not in DIVISIONS:
            raise self.error(node, f"`{ast.unparse(node)}`: this operator is not available")
        if kind is ast.Pow:
            self._check_exponent(node)
        parts, result = self._alike(parts)
        if kind in DIVISIONS:
            return self._ordered(result, f"py::{DIVISIONS[kind]}({{}}, {{}})", parts)
        return self._ordered(result, f"({{}} {ARITHMETIC[kind]} {{}})", parts)

    def _bits(self, node: ast.BinOp | ast.AugAssign, parts: list[Value]) -> Value:
        """`&`, `|`, `^`, `<<`, `>>`; of two flags `&` and `|` are a flag."""
        are_flags = isinstance(node.op, ast.BitAnd | ast.BitOr) and all(
            part.type == BOOL for part in parts
        )
        sides = [node.target, node.value] if isinstance(node, ast.AugAssign) else []
        sides = [node.left, node.right] if isinstance(node, ast.BinOp) else sides
        parts = [self.as_integer(each, part) for each, part in zip(sides, parts, strict=True)]
        kind = type(node.op)
        if kind in SHIFTS:
            return self._ordered(INT, f"py::{SHIFTS[kind]}({{}}, {{}})", parts)
        text = f"({{}} {BITS[kind]} {{}})"
        return self._ordered(
            BOOL if are_flags else INT, f"bool{text}" if are_flags else text, parts
        )

    def _check_exponent(self, node: ast.BinOp | ast.AugAssign) -> None:
        """Raise LanguageError for a negative exponent: Python's result is then a float."""
        exponent = self.static(node.right if isinstance(node, ast.BinOp) else node.value)
        if isinstance(exponent, int) and exponent < 0:
            raise self.error(node, "negative exponent: divide, or write the exponent as a float")

    def _alike(self, parts: list[Value]) -> tuple[list[Value], Type]:
        """Return numbers in one type, and this type: floats if one is a float, else integers."""
        wide = FLOAT if any(part.type == FLOAT for part in parts) else INT
        alike = [
            part
            if part.type == wide
            else part._replace(type=wide, text=f"{wide.name}({part.text})")
            for part in parts
        ]
        return alike, wide

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        """`-x`, `~x`, `not x`."""
        if isinstance(node.op, ast.Not):
            return self.condition(node)
        value = self.number(node.operand)
        if isinstance(node.op, ast.Invert) or value.type != FLOAT:
            value = self.as_integer(node.operand, value)
        sign = {ast.USub: "-", ast.Invert: "~"}.get(type(node.op), "")
        return value._replace(text=f"({sign}{value.text})") if sign else value

    def _boolop(self, node: ast.BoolOp) -> Value:
        """`and`, `or`: of flags a flag, else the value that decides, as in Python."""
        parts = [self.number(each) for each in node.values]
        if all(part.type == BOOL for part in parts):
            return self.condition(node)
        result, text = parts[-1].type, parts[-1].text
        for part in reversed(parts[:-1]):
            shared = together(part.type, result)
            assert shared is not None
            result, name = shared, f"first{self.function.temporary()}_"
            chosen = (name, text) if isinstance(node.op, ast.Or) else (text, name)
            text = (
                f"({{ {stored(held(result))} {name} = {part.text}; "
                f"{name} ? {chosen[0]} : {chosen[1]}; }})"
            )
        return self._joined(result, text, parts)

    def _compare(self, node: ast.Compare) -> Value:
        """Comparisons; a chain evaluates each operand once."""
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            return self._membership(node)
        for op in node.ops:
            if type(op) not in COMPARISONS:
                raise self.error(node, f"`{ast.unparse(node)}`: {_comparison_remedy(op)}")
        sides = [self.value(each) for each in (node.left, *node.comparators)]
        if len(sides) == 2 and all(isinstance(side.type, Tuple) for side in sides):
            return self._compare_tuples(node, sides)
        operands = [
            self.widened(each, side)
            for each, side in zip((node.left, *node.comparators), sides, strict=True)
        ]
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

    def _compare_tuples(self, node: ast.Compare, sides: list[Value]) -> Value:
        """`==` and `!=` of two tuples of as many integers."""
        signature = [side.type for side in sides]
        lengths = {
            len(kind.items) for kind in signature if isinstance(kind, Tuple) and is_integers(kind)
        }
        is_equality = isinstance(node.ops[0], ast.Eq | ast.NotEq)
        if len(lengths) != 1 or not all(map(is_integers, signature)) or not is_equality:  # type: ignore[arg-type]
            raise self.error(
                node,
                f"`{ast.unparse(node)}`: only tuples of as many integers compare, by == and !=: "
                "compare the items",
            )
        return self._ordered(BOOL, f"({{}} {COMPARISONS[type(node.ops[0])]} {{}})", sides)

    def _membership(self, node: ast.Compare) -> Value:
        """`x in (A, B)`, `x in table`."""
        sign = "!" if isinstance(node.ops[0], ast.NotIn) else ""
        left, right = self.number(node.left), node.comparators[0]
        if isinstance(right, ast.Tuple) and right.elts:
            items, _ = self._alike([left, *(self.number(each) for each in right.elts)])
            blanks = ", ".join(["{}"] * len(items))
            return self._ordered(BOOL, f"{sign}py::is_one_of({blanks})", items)
        row = self.value(right)
        kind = row.type
        is_row = isinstance(kind, Array | Span) and isinstance(kind.element, Scalar)
        is_row = is_row and getattr(kind, "dimensions", 1) == 1
        is_known = isinstance(kind, Range) or (isinstance(kind, Tuple) and is_integers(kind))
        if not is_row and not is_known:
            raise self.error(
                node,
                f"`{ast.unparse(right)}` is {describe(row.type)}: `in` needs a row, a table, "
                "a range or integers",
            )
        left = left if left.type == FLOAT else self.as_integer(node.left, left)
        return self._ordered(BOOL, f"{sign}py::contains({{1}}, {{0}})", [left, row])

    def _ifexp(self, node: ast.IfExp) -> Value:
        """`a if test else b`."""
        constant = self.is_static_true(node.test)
        if constant is not None:
            return self.value(node.body if constant else node.orelse)
        test = self.condition(node.test)
        ways = [self.value(each) for each in (node.body, node.orelse)]
        if all(isinstance(way.type, Scalar) for way in ways):
            sides = zip((node.body, node.orelse), ways, strict=True)
            ways = [self.widened(each, way) for each, way in sides]
        shared = together(ways[0].type, ways[1].type)
        if shared is None:
            raise self.error(
                node,
                f"`{ast.unparse(node)}` is {described(ways[0].type)} or "
                f"{described(ways[1].type)}: write if and else",
            )
        if is_reference(shared):
            text = f"(*({test.text} ? &{ways[0].text} : &{ways[1].text}))"
        else:
            texts = [self.converted(node, way, shared) for way in ways]
            text = f"({test.text} ? {texts[0]} : {texts[1]})"
        return self._joined(shared, text, [test, *ways])

    def _tuple(self, node: ast.Tuple) -> Value:
        """Several values; C++ evaluates the items of a list in braces from left to right."""
        if not node.elts:
            raise self.error(node, "an empty tuple: leave it out")
        items = [self.valued(each) for each in node.elts]
        type_ = Tuple(tuple(held(item.type) for item in items))
        texts = [
            self.converted(each, item, required)
            for each, item, required in zip(node.elts, items, type_.items, strict=True)
        ]
        if is_integers(type_):
            texts = [f"int64_t({text})" for text in texts]
        self.program.declare(type_)
        return self._joined(type_, f"{stored(type_)}{{{', '.join(texts)}}}", items)

    def converted(self, node: ast.AST, value: Value, required: Type) -> str:
        """Return the text of a value for a variable, a parameter or a result of some type."""
        if is_reference(required):
            return f"&{value.text}"
        if isinstance(required, Span) and isinstance(value.type, Array):
            return f"py::span({value.text})"
        if isinstance(required, Scalar) and isinstance(value.type, Scalar):
            return (
                value.text if value.type.name == required.name else f"{required.name}({value.text})"
            )
        if isinstance(required, Tuple) and isinstance(value.type, Tuple) and required != value.type:
            if not (is_integers(required) and is_integers(value.type)):
                raise self.error(
                    node,
                    f"`{ast.unparse(node)}`: tuples with different types of items: "
                    "convert them with int(...) or float(...)",
                )
        return value.text

    # --- calls ------------------------------------------------------------------------------------

    def _call(self, node: ast.Call) -> Value:
        """A rule, a builtin, or an enum that only names a number."""
        name = ast.unparse(node.func)
        if node.keywords:
            raise self.error(node, f"`{name}`: arguments are given by place, not by name")
        called = self.static(node.func)
        if called is MISSING and isinstance(node.func, ast.Name):
            if node.func.id in BUILTINS and node.func.id not in self.function.locals:
                return self._call_builtin(node, node.func.id)
        if isinstance(called, type) and issubclass(called, enum.IntEnum) and len(node.args) == 1:
            return self.integer(node.args[0])
        if called is np.int32 and len(node.args) == 1:
            value = self.integer(node.args[0])
            return value._replace(type=INT32, text=f"int32_t({value.text})")
        if isinstance(called, FunctionType):
            return self._call_rule(node, called)
        raise self.error(
            node,
            f"`{name}` is no function of the language: call a function of a module, or one of "
            f"{', '.join(BUILTINS)}",
        )

    def _call_builtin(self, node: ast.Call, name: str) -> Value:
        """A builtin function, after a check of the number of its arguments."""
        least, most = BUILTINS[name]
        if not least <= len(node.args) <= most:
            few = "two or more" if name in ("min", "max") else f"{least} to {most}"
            few = "one argument" if least == most else f"{few} arguments"
            raise self.error(node, f"`{ast.unparse(node)}`: {name} takes {few} here")
        found: Value = getattr(self, f"_call_{name}")(node)
        return found

    def _call_rule(self, node: ast.Call, called: FunctionType) -> Value:
        """Call another function of the language."""
        given = [self.valued(each) for each in node.args]
        special = self.program.special(called)
        if special is not None:
            return self._ordered(NOTHING, special, given)._replace(writes=False)
        signature = tuple(
            INT if isinstance(each.type, Scalar) and not each.type.is_float else held(each.type)
            for each in given
        )
        callee = self.program.function(called, signature, self.function, node)
        result = callee.result
        if result is None:
            raise Unresolved(
                f"{self.function.source.place(node)}: {called.__name__} has no type yet"
            )
        self.function.calls.add(callee)
        texts = [
            value._replace(text=self.converted(each, value, kind), type=kind)
            for each, value, kind in zip(node.args, given, signature, strict=True)
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
        return self.as_integer(node.args[0], value)

    def _call_bool(self, node: ast.Call) -> Value:
        return self.condition(node.args[0])

    def _call_float(self, node: ast.Call) -> Value:
        value = self.number(node.args[0])
        return value._replace(type=FLOAT, text=f"double({value.text})")

    def _call_len(self, node: ast.Call) -> Value:
        try:
            return self._length(self.value(node.args[0]))
        except TypeError as cause:
            raise self.error(node, f"`{ast.unparse(node)}`: {cause}") from cause

    def _call_abs(self, node: ast.Call) -> Value:
        value = self.number(node.args[0])
        value = value if value.type == FLOAT else self.as_integer(node.args[0], value)
        return value._replace(text=f"py::absolute({value.text})")

    def _call_round(self, node: ast.Call) -> Value:
        value = self.number(node.args[0])
        if value.type != FLOAT:
            return self.as_integer(node.args[0], value)
        return value._replace(type=INT, text=f"py::rounded({value.text})")

    def _call_min(self, node: ast.Call) -> Value:
        return self._extreme(node, "least")

    def _call_max(self, node: ast.Call) -> Value:
        return self._extreme(node, "greatest")

    def _extreme(self, node: ast.Call, name: str) -> Value:
        """`min` and `max` of two or more numbers."""
        parts, wide = self._alike([self.number(each) for each in node.args])
        blanks = ", ".join(["{}"] * len(parts))
        return self._ordered(wide, f"py::{name}({blanks})", parts)

    def _call_range(self, node: ast.Call) -> Value:
        parts = [self.integer(each) for each in node.args]
        if len(parts) == 3 and self.static(node.args[2]) == 0:
            raise self.error(node, "the step of a range must not be 0")
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


def is_constant(type_: Type) -> bool:
    """Whether a value, or the elements of an array, never change."""
    element = type_
    while isinstance(element, Array | Span):
        element = element.element
    return isinstance(element, Scalar | Struct) and element.is_constant


def _describe_constant(value: Any) -> str:
    """Return what a value that is no constant of the language is, and what to write instead."""
    if isinstance(value, FunctionType):
        return "a function: call it, functions are no values"
    if isinstance(value, str):
        return "a string: use a number, or a member of an enum"
    if value is None:
        return "None: use a number that stands for nothing"
    if isinstance(value, ModuleType | type):
        return f"a {'module' if isinstance(value, ModuleType) else 'class'}: name one of its values"
    return (
        f"a {type(value).__name__}, no constant of the language: use a number, an enum, a tuple "
        "of equal types, or a table of NumPy"
    )


def _comparison_remedy(op: ast.cmpop) -> str:
    """Return what to write instead of a comparison."""
    if isinstance(op, ast.Is | ast.IsNot):
        return f"write {'==' if isinstance(op, ast.Is) else '!='}"
    return "`in` is no part of a chain: write `and`"


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
