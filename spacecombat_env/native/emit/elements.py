"""Names, fields and elements of rules as C++."""

from __future__ import annotations

import ast

from spacecombat_env.native.emit.basics import Basics, Value, is_constant
from spacecombat_env.native.emit.messages import describe
from spacecombat_env.native.emit.source import Unresolved
from spacecombat_env.native.emit.types import (
    INT,
    Array,
    Range,
    Span,
    Struct,
    Tuple,
    is_integers,
    is_reference,
    safe,
)


class Elements(Basics):
    """Variables, fields of records, elements and parts of rows."""

    def _name(self, node: ast.Name) -> Value:
        """A local variable."""
        if node.id not in self.function.locals:
            raise self.error(
                node,
                f"`{node.id}` is neither a variable of the function nor a name of its module: "
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
