"""An ONNX policy as plain steps on rows of numbers (players/steps.py), for one question at a time.

With one question every shape is known. Entries of all values are numbered; operators that only
move entries (reshape, slice, concatenate, ...) move these numbers here and leave at most a `take`
in the file, and what follows from shapes alone is computed now. Arithmetic alone is left.

NumPy alone is needed.
"""

from __future__ import annotations

import base64
import json
import math
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from spacecombat_agents.players.onnx_model import Node, read_model
from spacecombat_agents.players.onnx_numpy import OPERATORS
from spacecombat_agents.players.steps import FLOAT16, FLOAT32, FORM, INPUTS, KINDS, Policy

Array = np.ndarray
HALF_BIT = 2.0**-25
"""How far from float32 a number in float16 may lie: as numbers below 2^-14 do that were rounded to
ten bits of mantissa or fewer."""
MOVING = {
    "Cast",
    "Concat",
    "Expand",
    "Flatten",
    "Gather",
    "Identity",
    "Reshape",
    "Slice",
    "Split",
    "Squeeze",
    "Transpose",
    "Unsqueeze",
}
"""Operators that compute nothing."""
SINGLE = {"Relu": "relu", "Sigmoid": "sigmoid", "Tanh": "tanh"}
PAIRED = {
    "Add": "add",
    "Div": "divide",
    "Equal": "equal",
    "Greater": "greater",
    "Max": "maximum",
    "Mul": "multiply",
    "Sub": "subtract",
}


class Entries(NamedTuple):
    """A value that a question decides: which entries it is made of."""

    ids: Array
    """int64, of the value's shape, its first axis the one question."""


def policy_json(onnx: bytes, observations: int, words: int, outputs: Sequence[str]) -> bytes:
    """Return an ONNX policy as a JSON policy, of so many observations and words.

    ValueError where it computes what steps do not.
    """
    model = read_model(onnx)
    lowering = _Lowering(model.weights, {"obs": observations, "action_mask": words})
    for node in model.nodes:
        lowering.lower(node)
    for name in outputs:
        lowering.name_output(name)
    content = {
        "form": FORM,
        "inputs": dict(zip(INPUTS, (observations, words), strict=True)),
        "steps": lowering.steps,
        "weights": {name: _written(array) for name, array in lowering.weights.items()},
    }
    data = json.dumps(content, separators=(",", ":")).encode()
    Policy(data)
    return data


def _written(array: Array) -> dict[str, Any]:
    """Return a weight as JSON: in float16 where that says the same."""
    array = np.asarray(array, np.float32)
    with np.errstate(over="ignore"):
        half = array.astype(np.float16)
    short = bool((np.abs(half.astype(np.float32) - array) <= HALF_BIT).all())
    kind = FLOAT16 if short else FLOAT32
    numbers = base64.b64encode(array.astype(KINDS[kind]).tobytes()).decode()
    return {"shape": list(array.shape), kind: numbers}


class _Lowering:
    """Steps in the making."""

    def __init__(self, weights: dict[str, Array], inputs: dict[str, int]) -> None:
        self.steps: list[dict[str, Any]] = []
        self.weights: dict[str, Array] = {}
        self._known: dict[str, Array | Entries | None] = {**weights, "": None}
        self._weight_names = {_content(array): name for name, array in weights.items()}
        self._weight_ids: dict[str, Array] = {}
        self._sources: list[tuple[int, str, int]] = []
        """First id, name and size of each value that can be named in a step."""
        self._next = 0
        for name, size in inputs.items():
            self._known[name] = self._source(name, (1, size))

    def lower(self, node: Node) -> None:
        """Take a node in: as steps, as moved entries, or computed now."""
        given = [self._known[name] for name in node.inputs]
        if not any(isinstance(each, Entries) for each in given):
            found = OPERATORS[node.operator](node.attributes, *given)
        elif node.operator == "Shape":
            found = OPERATORS["Shape"](node.attributes, self.ids(given[0]))
        elif node.operator in MOVING:
            found = self._moved(node, given)
        elif node.operator in SINGLE:
            found = self.each(SINGLE[node.operator], given, node.outputs[0])
        elif node.operator in PAIRED:
            found = self._folded(PAIRED[node.operator], given, node.outputs[0])
        else:
            rule = _RULES.get(node.operator)
            if rule is None:
                raise ValueError(f"{node.operator}: no step does what it does")
            found = rule(self, node, given)
        parts = found if isinstance(found, list) else [found]
        self._known.update(zip(node.outputs, parts, strict=False))

    def name_output(self, name: str) -> None:
        """See to it that a step makes the value of that name, and it alone."""
        found = self._known.get(name)
        if not isinstance(found, Entries):
            raise ValueError(f"{name}: does not depend on the question")
        if self._named(found.ids.ravel()) != name:
            self._take(found.ids.ravel(), name)

    # -- entries and their names ------------------------------------------------------------------

    def _source(self, name: str, shape: tuple[int, ...]) -> Entries:
        """Number the entries of a new value."""
        size = math.prod(shape)
        ids = np.arange(self._next, self._next + size).reshape(shape)
        self._sources.append((self._next, name, size))
        self._next += size
        return Entries(ids)

    def ids(self, value: Any, moved: Callable[[Array], Array] = np.asarray) -> Array:
        """Return the entries of any value; a constant becomes a weight, moved before it is kept."""
        if isinstance(value, Entries):
            return moved(value.ids)
        array = np.ascontiguousarray(moved(np.asarray(value, np.float32)))
        content = _content(array)
        if content not in self._weight_names:
            self._weight_names[content] = self._fresh("constant")
        name = self._weight_names[content]
        if name not in self._weight_ids:
            self.weights[name] = array
            self._weight_ids[name] = self._source(name, array.shape).ids
        return self._weight_ids[name]

    def _fresh(self, name: str) -> str:
        """Return a name that nothing has yet."""
        taken = {*self._known, *(each for _, each, _ in self._sources)}
        number = 1
        while f"{name}_{number}" in taken:
            number += 1
        return f"{name}_{number}"

    def _named(self, ids: Array) -> str | None:
        """Return the name of the value that has just these entries, if one has."""
        first, name, size = self._source_of(int(ids[0]))
        whole = len(ids) == size and np.array_equal(ids, np.arange(first, first + size))
        return name if whole else None

    def _source_of(self, entry: int) -> tuple[int, str, int]:
        """Return the value that an entry is one of."""
        return self._sources[bisect_right(self._sources, (entry, "\U0010ffff", 0)) - 1]

    def _gathered(self, ids: Array) -> tuple[list[str], list[int]]:
        """Return the values that some entries are of, and their places in all of these."""
        offsets: dict[str, int] = {}
        places, total = [], 0
        for entry in ids.tolist():
            first, name, size = self._source_of(entry)
            if name not in offsets:
                offsets[name] = total
                total += size
            places.append(offsets[name] + entry - first)
        return list(offsets), places

    def operand(self, ids: Array) -> str:
        """Return the name of a row with these entries; they are taken together where none is."""
        return self._named(ids.ravel()) or self._take(ids.ravel(), self._fresh("take"))

    def _take(self, ids: Array, name: str) -> str:
        """Add a step that brings entries together under a name; return the name."""
        of, places = self._gathered(ids)
        self.steps.append({"do": "take", "of": of, "places": places, "out": name})
        self._source(name, (len(places),))
        return name

    def _step(self, do: str, rows: Sequence[Array], out: str, size: int, **more: Any) -> Array:
        """Add a step on rows of entries, and return the entries that it makes, flat."""
        of = [self.operand(row) for row in rows]
        if any(out == name for _, name, _ in self._sources):
            out = self._fresh(out)
        self.steps.append({"do": do, "of": of, **more, "out": out})
        return self._source(out, (size,)).ids

    # -- operators --------------------------------------------------------------------------------

    def _moved(self, node: Node, given: Sequence[Any]) -> Any:
        """Return entries at other places; what says where to must be known now."""
        if node.operator == "Cast" and node.attributes["to"] not in (1, 9, 11):
            raise ValueError("Cast: to whole numbers, which no step does")
        if node.operator == "Cast":
            return given[0]
        if node.operator == "Concat":
            parts = [self.ids(each) for each in given]
            return Entries(OPERATORS["Concat"](node.attributes, *parts))
        if any(isinstance(each, Entries) for each in given[1:]):
            raise ValueError(f"{node.operator}: where to depends on the question")
        if not isinstance(given[0], Entries):
            raise ValueError(f"{node.operator}: of weights, by what a question holds")
        found = OPERATORS[node.operator](node.attributes, given[0].ids, *given[1:])
        return [Entries(part) for part in found] if isinstance(found, list) else Entries(found)

    def each(self, do: str, given: Sequence[Any], out: str) -> Entries:
        """Add a step that works entry by entry; operands that repeat are kept short."""
        rows = [self.ids(value) for value in given]
        whole = np.broadcast_shapes(*(row.shape for row in rows))
        size = math.prod(whole)
        short = [_shortest(row, np.broadcast_to(row, whole)) for row in rows]
        if max(row.size for row in short) < size:
            short[0] = np.broadcast_to(rows[0], whole)
        return Entries(self._step(do, short, out, size).reshape(whole))

    def _folded(self, do: str, given: Sequence[Any], out: str) -> Any:
        """Add steps of two for any number of operands."""
        found = given[0]
        for other in given[1:]:
            found = self.each(do, [found, other], out)
        return found

    def by_runs(self, do: str, value: Entries, axes: Sequence[int], out: str, **more: Any) -> Array:
        """Add a step on runs along some axes, moved to the end; return its entries, flat."""
        ids = value.ids
        rest = [axis for axis in range(ids.ndim) if axis not in axes]
        width = math.prod(ids.shape[axis] for axis in axes)
        size = ids.size // width if do == "largest" else ids.size
        return self._step(do, [ids.transpose(*rest, *axes)], out, size, width=width, **more)

    def product(self, a: Array, b: Array, out: str, bias: Sequence[Array] = ()) -> Array:
        """Add a product of rows with rows, (n, width) and (m, width); return entries (n, m)."""
        size = a.shape[0] * b.shape[0]
        found = self._step("product", [a, b, *bias], out, size, width=a.shape[1])
        return found.reshape(a.shape[0], b.shape[0])


def _content(array: Array) -> bytes:
    """Return what tells one constant from another."""
    return array.tobytes() + repr((array.shape, array.dtype.kind)).encode()


def _shortest(row: Array, whole: Array) -> Array:
    """Return a row once where all of it is that row again and again, else whole."""
    flat, once = whole.ravel(), row.ravel()
    again = np.array_equal(flat, np.tile(once, flat.size // once.size))
    return once if again else flat


def _last(value: Array) -> Array:
    """Return matrices with their two axes exchanged."""
    return value.swapaxes(-1, -2)


def _matmul(self: _Lowering, node: Node, given: Sequence[Any]) -> Entries:
    """Products of matrices; those of a weight with many are one product."""
    left = self.ids(given[0])
    right = self.ids(given[1], _last)  # rows with rows
    if min(left.ndim, right.ndim) < 2:
        raise ValueError("MatMul: of a vector; give it an axis more")
    out = node.outputs[0]
    n, m = left.shape[-2], right.shape[-2]
    lead = np.broadcast_shapes(left.shape[:-2], right.shape[:-2])
    if right.size == m * right.shape[-1]:
        wide = np.broadcast_to(left, (*lead, *left.shape[-2:])).reshape(-1, left.shape[-1])
        return Entries(self.product(wide, right.reshape(m, -1), out).reshape(*lead, n, m))
    lefts = np.broadcast_to(left, (*lead, *left.shape[-2:])).reshape(-1, *left.shape[-2:])
    rights = np.broadcast_to(right, (*lead, *right.shape[-2:])).reshape(-1, *right.shape[-2:])
    parts = [self.product(a, b, out) for a, b in zip(lefts, rights, strict=True)]
    return Entries(np.stack(parts).reshape(*lead, n, m))


def _gemm(self: _Lowering, node: Node, given: Sequence[Any]) -> Entries:
    """a b + c, with what its attributes turn and scale."""
    its = node.attributes
    if its.get("alpha", 1.0) != 1.0 or its.get("beta", 1.0) != 1.0:
        raise ValueError("Gemm: alpha or beta is not 1")
    a = self.ids(given[0], _last if its.get("transA") else np.asarray)
    b = self.ids(given[1], np.asarray if its.get("transB") else _last)
    c = given[2] if len(given) > 2 else None
    out = node.outputs[0]
    if c is not None and not isinstance(c, Entries) and np.size(c) == b.shape[0]:
        return Entries(self.product(a, b, out, [self.ids(c)]))
    found = Entries(self.product(a, b, out))
    return found if c is None else self.each("add", [found, c], out)


def _axes(node: Node, given: Sequence[Any], count: int) -> list[int]:
    """Return axes of a reduction, from 0: an input, or an attribute; all where none is named."""
    named = given[1] if len(given) > 1 and given[1] is not None else node.attributes.get("axes", ())
    return sorted(int(axis) % count for axis in named) or list(range(count))


def _reduce_max(self: _Lowering, node: Node, given: Sequence[Any]) -> Entries:
    """The largest along some axes."""
    value = given[0]
    axes = _axes(node, given, value.ids.ndim)
    kept = [1 if axis in axes else size for axis, size in enumerate(value.ids.shape)]
    if not node.attributes.get("keepdims", 1):
        kept = [size for axis, size in enumerate(value.ids.shape) if axis not in axes]
    return Entries(self.by_runs("largest", value, axes, node.outputs[0]).reshape(kept))


def _softmax(self: _Lowering, node: Node, given: Sequence[Any]) -> Entries:
    """Shares along an axis."""
    value = given[0]
    axis = node.attributes.get("axis", -1) % value.ids.ndim
    moved = np.moveaxis(value.ids, axis, -1)
    found = self.by_runs("softmax", value, [axis], node.outputs[0])
    return Entries(np.moveaxis(found.reshape(moved.shape), -1, axis))


def _layer_norm(self: _Lowering, node: Node, given: Sequence[Any]) -> Entries:
    """Normed along the last axes, scaled and moved."""
    value, scale, *bias = given
    axes = list(range(node.attributes.get("axis", -1) % value.ids.ndim, value.ids.ndim))
    epsilon = float(node.attributes.get("epsilon", 1e-5))
    out = node.outputs[0]
    found = self.by_runs("norm", value, axes, f"{out}_norm", epsilon=epsilon)
    scaled = self.each("multiply", [Entries(found.reshape(value.ids.shape)), scale], out)
    return self.each("add", [scaled, bias[0]], out) if bias and bias[0] is not None else scaled


def _clip(self: _Lowering, node: Node, given: Sequence[Any]) -> Entries:
    """Kept between two bounds."""
    found = given[0]
    for do, bound in zip(("maximum", "minimum"), given[1:], strict=False):
        if bound is not None:
            found = self.each(do, [found, bound], node.outputs[0])
    return found


def _where(self: _Lowering, node: Node, given: Sequence[Any]) -> Entries:
    """One or the other."""
    return self.each("where", given, node.outputs[0])


_RULES: dict[str, Callable[[_Lowering, Node, Sequence[Any]], Entries]] = {
    "Clip": _clip,
    "Gemm": _gemm,
    "LayerNormalization": _layer_norm,
    "MatMul": _matmul,
    "ReduceMax": _reduce_max,
    "Softmax": _softmax,
    "Where": _where,
}
