"""Statements of rules as C++."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from spacecombat_env.native.emit.basics import MISSING, Value, is_constant, kept
from spacecombat_env.native.emit.expressions import Expressions
from spacecombat_env.native.emit.messages import describe, described, not_available
from spacecombat_env.native.emit.own_arrays import is_own_array, own_array
from spacecombat_env.native.emit.source import Unresolved
from spacecombat_env.native.emit.types import (
    INT,
    NOTHING,
    Array,
    Range,
    Scalar,
    Span,
    Struct,
    Tuple,
    Type,
    file_in_c,
    held,
    is_integers,
    safe,
    stored,
    variable,
)

if TYPE_CHECKING:
    from spacecombat_env.native.emit.functions import Function


class Statements:
    """The statements of one function."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.expressions = Expressions(function)

    def block(self, body: list[ast.stmt], depth: int) -> Iterator[str]:
        """Yield the lines of statements; what has no type yet is left for the next round."""
        for statement in body:
            line = self.function.source.line_of(statement)
            try:
                lines = list(self.statement(statement, depth))
            except Unresolved as unknown:
                self.function.unresolved.append(unknown)
                continue
            if lines:
                yield f'#line {line} "{file_in_c(self.function.source.file)}"'
                yield from lines

    def statement(self, node: ast.stmt, depth: int) -> Iterator[str]:
        """Yield the lines of a statement. Raise LanguageError for what the language lacks."""
        visit: Callable[[Any], Iterator[str]] | None
        visit = getattr(self, f"_{type(node).__name__.lower()}", None)
        if visit is None:
            raise self.expressions.error(node, not_available(node))
        for line in visit(node):
            yield line if line.startswith("#") else f"{'  ' * depth}{line}"

    def _nested(self, body: list[ast.stmt]) -> Iterator[str]:
        """Yield the lines of an inner block."""
        return self.block(body, 1)

    # --- control ----------------------------------------------------------------------------------

    def _pass(self, node: ast.Pass) -> Iterator[str]:
        yield from ()

    def _break(self, node: ast.Break) -> Iterator[str]:
        yield "break;"

    def _continue(self, node: ast.Continue) -> Iterator[str]:
        yield "continue;"

    def _expr(self, node: ast.Expr) -> Iterator[str]:
        """A call for its effect; the docstring is left out."""
        if not isinstance(node.value, ast.Constant):
            yield f"{self.expressions.value(node.value).text};"

    def _return(self, node: ast.Return) -> Iterator[str]:
        """Return a value."""
        if node.value is None:
            self.function.returned(node, NOTHING)
            yield "return;"
            return
        value = self.expressions.valued(node.value)
        result = self.function.returned(node, held(value.type))
        yield f"return {self.expressions.converted(node, value, result)};"

    def _if(self, node: ast.If) -> Iterator[str]:
        """A condition that is known before play leaves one branch."""
        constant = self.expressions.is_static_true(node.test)
        if constant is not None:
            for line in self._nested(node.body if constant else node.orelse):
                yield line.removeprefix("  ")
            return
        yield f"if ({self.expressions.condition(node.test).text}) {{"
        yield from self._nested(node.body)
        if node.orelse:
            yield "} else {"
            yield from self._nested(node.orelse)
        yield "}"

    def reaches_end(self, body: list[ast.stmt]) -> bool:
        """Whether play may come to the end of statements without a return."""
        return all(self._is_passed(statement) for statement in body)

    def _is_passed(self, node: ast.stmt) -> bool:
        """Whether play may come to what follows a statement."""
        if isinstance(node, ast.If):
            constant = self.expressions.is_static_true(node.test)
            if constant is not None:
                return self.reaches_end(node.body if constant else node.orelse)
            return self.reaches_end(node.body) or self.reaches_end(node.orelse)
        if isinstance(node, ast.While) and self.expressions.is_static_true(node.test):
            return any(isinstance(each, ast.Break) for each in ast.walk(node))
        return not isinstance(node, ast.Return | ast.Break | ast.Continue)

    def _while(self, node: ast.While) -> Iterator[str]:
        self._check_no_else(node)
        yield f"while ({self.expressions.condition(node.test).text}) {{"
        yield from self._nested(node.body)
        yield "}"

    # --- loops ------------------------------------------------------------------------------------

    def _check_no_else(self, node: ast.For | ast.While) -> None:
        """Raise LanguageError for the `else` of a loop."""
        if node.orelse:
            raise self.expressions.error(node.orelse[0], "a loop has no `else`: use a flag")

    def _for(self, node: ast.For) -> Iterator[str]:
        """A loop over a range, a row or several values."""
        self._check_no_else(node)
        if isinstance(node.iter, ast.Call) and self._is_range(node.iter):
            yield from self._over_range(node, node.iter)
            return
        row = self.expressions.value(node.iter)
        n = f"{self.function.temporary()}_"
        if isinstance(row.type, Range):
            yield f"for (py::Range range{n} = {row.text}; range{n}.has_more(); range{n}.next()) {{"
            yield from self._assigned(node.target, Value(INT, f"range{n}.low"), inside=True)
        else:
            yield from self._over_row(node, row, n)
        yield from self._nested(node.body)
        yield "}"

    def _is_range(self, node: ast.Call) -> bool:
        """Whether a call is that of the builtin `range`."""
        called = node.func
        is_named = isinstance(called, ast.Name) and called.id == "range"
        return is_named and self.expressions.static(called) is MISSING

    def _over_range(self, node: ast.For, call: ast.Call) -> Iterator[str]:
        """Yield a loop over `range(...)`, whose limits are evaluated once."""
        self.expressions.value(call)
        parts = [self.expressions.integer(each).text for each in call.args]
        low, high = ("0_i", parts[0]) if len(parts) == 1 else (parts[0], parts[1])
        step = self.expressions.static(call.args[2]) if len(parts) == 3 else 1
        if not isinstance(step, int) or step == 0:
            raise self.expressions.error(
                node, "the step of a range must be a constant, not 0: write a while loop"
            )
        n = f"{self.function.temporary()}_"
        sign = "<" if step > 0 else ">"
        yield (
            f"for (int64_t at{n} = {low}, end{n} = {high}; at{n} {sign} end{n}; at{n} += {step}) {{"
        )
        yield from self._assigned(node.target, Value(INT, f"at{n}"), inside=True)
        yield from self._nested(node.body)
        yield "}"

    def _over_row(self, node: ast.For, row: Value, n: str) -> Iterator[str]:
        """Yield the head of a loop over the elements of a row, an array or a tuple."""
        if isinstance(row.type, Tuple) and is_integers(row.type):
            element: Type = INT
        elif isinstance(row.type, Array | Span):
            element = row.type.element
        else:
            raise self.expressions.error(
                node,
                f"no loop over `{ast.unparse(node.iter)}`: only over a range, a row, a table or "
                "a tuple of integers",
            )
        if isinstance(row.type, Span) and row.type.dimensions == 2:
            raise self.expressions.error(node, "no loop over a matrix: loop over its indices")
        line, whole = kept(row, f"row{n}")
        length = self.expressions._length(whole).text
        yield line
        yield f"for (int64_t at{n} = 0; at{n} < {length}; ++at{n}) {{"
        yield from self._assigned(node.target, Value(element, f"{whole.text}[at{n}]"), inside=True)

    # --- assignment -------------------------------------------------------------------------------

    def _annassign(self, node: ast.AnnAssign) -> Iterator[str]:
        """`a: int = b`; the annotation is for readers."""
        if node.value is not None:
            yield from self._assigned(node.target, self.expressions.valued(node.value))

    def _assign(self, node: ast.Assign) -> Iterator[str]:
        """`a = b`, `a, b = c, d`, `a = b = c`."""
        if len(node.targets) > 1:
            yield from self._assigned_to_all(node)
        elif isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from self._exchanged(node.targets[0], node.value)
        elif isinstance(node.targets[0], ast.Name) and is_own_array(self.expressions, node.value):
            assert isinstance(node.value, ast.Call)
            array = own_array(self.expressions, node.targets[0].id, node.value)
            yield from self._assigned(node.targets[0], array)
        else:
            yield from self._assigned(node.targets[0], self.expressions.valued(node.value))

    def _assigned_to_all(self, node: ast.Assign) -> Iterator[str]:
        """Yield the assignment of one value to several targets."""
        value = self.expressions.valued(node.value)
        line, value = kept(value, f"all{self.function.temporary()}_")
        yield line
        for target in node.targets:
            yield from self._assigned(target, value)

    def _exchanged(self, targets: ast.Tuple, values: ast.Tuple) -> Iterator[str]:
        """Yield assignments in parallel: all values are evaluated before the first assignment."""
        found = []
        self._check_length(targets, len(values.elts))
        for node in values.elts:
            value = self.expressions.valued(node)
            line, value = kept(value, f"each{self.function.temporary()}_")
            yield line
            found.append(value)
        for target, value in zip(targets.elts, found, strict=True):
            yield from self._assigned(target, value)

    def _augassign(self, node: ast.AugAssign) -> Iterator[str]:
        """`x += y`: the target is evaluated once, and read before y."""
        load = _as_load(node.target)
        old = self.expressions.value(load)
        if not isinstance(old.type, Scalar):
            raise self.expressions.error(
                node, f"`{ast.unparse(node.target)}` is not a number: change its items one by one"
            )
        value = self.expressions.number(node.value)
        if isinstance(node.target, ast.Name):
            number = self.expressions.widened(load, old)
            yield from self._assigned(node.target, self.expressions.operation(node, number, value))
            return
        self._check_changes(node.target)
        self.function.writes = True
        n = f"{self.function.temporary()}_"
        number = self.expressions.widened(load, Value(held(old.type), f"old{n}"))
        result = self.expressions.operation(node, number, value)
        yield f"{{ {stored(old.type)}& place{n} = {old.text};"
        yield f"{variable(old.type)} old{n} = place{n};"
        yield f"place{n} = {old.type.name}({result.text}); }}"

    def _assigned(self, target: ast.expr, value: Value, inside: bool = False) -> Iterator[str]:
        """Yield the assignment of a value to a variable, a field, an element or several."""
        for line in self._assignments(target, value):
            yield f"  {line}" if inside else line

    def _assignments(self, target: ast.expr, value: Value) -> Iterator[str]:
        """Yield the lines of an assignment."""
        if isinstance(target, ast.Tuple):
            yield from self._unpacked(target, value)
        elif isinstance(target, ast.Name):
            type_ = self.function.assigned(target, held(value.type))
            yield f"{safe(target.id)} = {self.expressions.converted(target, value, type_)};"
        else:
            self._check_changes(target)
            self.function.writes = True
            place = self.expressions.value(_as_load(target))
            if not isinstance(place.type, Scalar) and (place.writes or value.writes):
                line, value = kept(value, f"kept{self.function.temporary()}_")
                yield line
            yield from self._stored(target, place, value)

    def _check_changes(self, target: ast.expr) -> None:
        """Raise LanguageError if a target is a constant."""
        if not isinstance(target, ast.Attribute | ast.Subscript):
            raise self.expressions.error(target, not_available(target))
        owner = self.expressions.value(_as_load(target.value))
        if is_constant(owner.type) or isinstance(owner.type, Tuple):
            raise self.expressions.error(
                target,
                f"`{ast.unparse(target.value)}` does not change: keep it in a record or a row",
            )

    def _stored(self, target: ast.expr, place: Value, value: Value) -> Iterator[str]:
        """Yield the assignment to a place in memory."""
        if isinstance(place.type, Scalar) and isinstance(value.type, Scalar):
            yield f"{place.text} = {place.type.name}({value.text});"
        elif isinstance(place.type, Array | Span) and isinstance(value.type, Scalar):
            yield f"py::fill({place.text}, {value.text});"
        elif isinstance(place.type, Array | Span) and _can_be_copied(value.type):
            yield f"py::copy({place.text}, {value.text});"
        elif isinstance(place.type, Struct) and place.type == value.type:
            yield f"{place.text} = {value.text};"
        else:
            raise self.expressions.error(
                target,
                f"`{ast.unparse(target)}` is {described(place.type)}, and the value "
                f"{described(value.type)}: assign a value of the same type, or item by item",
            )

    def _unpacked(self, target: ast.Tuple, value: Value) -> Iterator[str]:
        """Yield the assignment of the items of a value to several targets."""
        if isinstance(value.type, Tuple):
            self._check_length(target, len(value.type.items))
        elif isinstance(value.type, Array):
            self._check_length(target, value.type.length)
        n = f"{self.function.temporary()}_"
        line, whole = kept(value, f"items{n}")
        yield line
        items = [self._item(target, whole, place) for place in range(len(target.elts))]
        if isinstance(value.type, Array | Span) and isinstance(items[0].type, Scalar):
            for place, item in enumerate(items):  # all are read before the first is assigned
                kind = held(item.type)
                yield f"{stored(kind)} item{n}{place}_ = {item.text};"
                items[place] = Value(kind, f"item{n}{place}_")
        for each, item in zip(target.elts, items, strict=True):
            yield from self._assignments(each, item)

    def _check_length(self, targets: ast.Tuple, length: int) -> None:
        """Raise LanguageError unless there is one target for each item."""
        if len(targets.elts) != length:
            raise self.expressions.error(
                targets, f"{len(targets.elts)} targets for {length} items: name each item"
            )

    def _item(self, node: ast.AST, whole: Value, place: int) -> Value:
        """Return one item of a value of several."""
        if isinstance(whole.type, Tuple) and not is_integers(whole.type):
            return Value(whole.type.items[place], self.expressions._item(whole, place))
        if isinstance(whole.type, Tuple):
            return Value(INT, f"{whole.text}[{place}]")
        if isinstance(whole.type, Array | Span):
            return Value(whole.type.element, f"{whole.text}[{place}]")
        raise self.expressions.error(
            node, f"{describe(whole.type)} cannot be unpacked: assign a tuple, a row or a table"
        )


def _can_be_copied(type_: Type) -> bool:
    """Whether the items of a value can be copied to a row."""
    return isinstance(type_, Array | Span) or (isinstance(type_, Tuple) and is_integers(type_))


def _as_load(target: ast.expr) -> ast.expr:
    """Return a target as an expression that reads it."""
    new = ast.parse(ast.unparse(target), mode="eval").body
    for node in ast.walk(new):
        if hasattr(target, "lineno"):
            ast.copy_location(node, target)
    return new
