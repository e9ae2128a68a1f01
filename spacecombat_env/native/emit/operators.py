"""Operators of rules as C++: arithmetic, conditions, comparisons, tuples."""

from __future__ import annotations

import ast

from spacecombat_env.native.emit.basics import Value
from spacecombat_env.native.emit.elements import Elements
from spacecombat_env.native.emit.messages import (
    comparison_remedy,
    describe,
    described,
)
from spacecombat_env.native.emit.types import (
    BOOL,
    FLOAT,
    INT,
    Array,
    Range,
    Scalar,
    Span,
    Tuple,
    Type,
    held,
    is_integers,
    is_reference,
    stored,
    together,
)

ARITHMETIC = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
BITS = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
DIVISIONS = {ast.FloorDiv: "floor_divide", ast.Mod: "modulo", ast.Pow: "power"}
SHIFTS = {ast.LShift: "shift_left", ast.RShift: "shift_right"}
COMPARISONS = {
    **{ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<"},
    **{ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="},
}


class Operators(Elements):
    """Expressions made of an operator and its operands."""

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
                raise self.error(node, f"`{ast.unparse(node)}`: {comparison_remedy(op)}")
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
