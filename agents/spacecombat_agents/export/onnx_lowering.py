"""Lower an ONNX policy to plain steps on rows of numbers (players/bundles/json_policy.py).

The steps evaluate one decision at a time, so every shape is known. All entries of all values are
numbered. Operators that only move entries (reshape, slice, concatenate, ...) move these numbers and
leave at most a `take` in the file. Values that depend on shapes alone are computed here, so only
arithmetic is left.

It needs NumPy only.
"""

from __future__ import annotations

import base64
import json
import math
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from spacecombat_agents.players.bundles.json_policy import (
    FLOAT16,
    FLOAT32,
    INPUTS,
    JSON_FORM,
    WEIGHT_DTYPES,
    JsonPolicy,
)
from spacecombat_agents.players.onnx.numpy_evaluator import OPERATORS
from spacecombat_agents.players.onnx.onnx_model import OnnxNode, read_onnx_model

__all__ = ["policy_json"]

Array = np.ndarray
FLOAT16_TOLERANCE = 2.0**-25
"""Largest error of a float16 against float32, for numbers below 2^-14 that were rounded to ten bits
of mantissa or fewer.
"""
MOVE_OPERATORS = {
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
UNARY_STEPS = {"Relu": "relu", "Sigmoid": "sigmoid", "Tanh": "tanh"}
BINARY_STEPS = {
    "Add": "add",
    "Div": "divide",
    "Equal": "equal",
    "Greater": "greater",
    "Max": "maximum",
    "Mul": "multiply",
    "Sub": "subtract",
}


class SymbolicArray(NamedTuple):
    """A value that depends on the input: the entries it consists of."""

    ids: Array
    """int64, in the value's shape; the first axis is the batch of one."""


def policy_json(onnx: bytes, observations: int, action_count: int, outputs: Sequence[str]) -> bytes:
    """Return an ONNX policy as a JSON policy with these numbers of observations and actions.

    ValueError if it needs operations that steps do not have.
    """
    model = read_onnx_model(onnx)
    lowering = _Lowering(model.weights, {"obs": observations, "action_mask": action_count})
    for node in model.nodes:
        lowering.lower(node)
    for name in outputs:
        lowering.name_output(name)
    content = {
        "form": JSON_FORM,
        "inputs": dict(zip(INPUTS, (observations, action_count), strict=True)),
        "steps": lowering.steps,
        "weights": {name: _weight_json(array) for name, array in lowering.weights.items()},
    }
    data = json.dumps(content, separators=(",", ":")).encode()
    JsonPolicy(data)
    return data


def _weight_json(array: Array) -> dict[str, Any]:
    """Return a weight as JSON, in float16 if that loses nothing."""
    array = np.asarray(array, np.float32)
    with np.errstate(over="ignore"):
        half = array.astype(np.float16)
    short = bool((np.abs(half.astype(np.float32) - array) <= FLOAT16_TOLERANCE).all())
    kind = FLOAT16 if short else FLOAT32
    numbers = base64.b64encode(array.astype(WEIGHT_DTYPES[kind]).tobytes()).decode()
    return {"shape": list(array.shape), kind: numbers}


class _Lowering:
    """A list of steps under construction."""

    def __init__(self, weights: dict[str, Array], inputs: dict[str, int]) -> None:
        self.steps: list[dict[str, Any]] = []
        self.weights: dict[str, Array] = {}
        self._known: dict[str, Array | SymbolicArray | None] = {**weights, "": None}
        self._weight_names = {_content_key(array): name for name, array in weights.items()}
        self._weight_ids: dict[str, Array] = {}
        self._sources: list[tuple[int, str, int]] = []
        """First id, name and size of each value that a step can name."""
        self._next = 0
        for name, size in inputs.items():
            self._known[name] = self._source(name, (1, size))

    def lower(self, node: OnnxNode) -> None:
        """Lower a node to steps, moved entries, or a constant."""
        operands = [self._known[name] for name in node.inputs]
        if not any(isinstance(each, SymbolicArray) for each in operands):
            result = OPERATORS[node.operator](node.attributes, *operands)
        elif node.operator == "Shape":
            result = OPERATORS["Shape"](node.attributes, self.ids(operands[0]))
        elif node.operator in MOVE_OPERATORS:
            result = self._lower_move(node, operands)
        elif node.operator in UNARY_STEPS:
            result = self.each(UNARY_STEPS[node.operator], operands, node.outputs[0])
        elif node.operator in BINARY_STEPS:
            result = self._lower_fold(BINARY_STEPS[node.operator], operands, node.outputs[0])
        else:
            rule = _RULES.get(node.operator)
            if rule is None:
                raise ValueError(f"{node.operator}: no step computes this operator")
            result = rule(self, node, operands)
        parts = result if isinstance(result, list) else [result]
        self._known.update(zip(node.outputs, parts, strict=False))

    def name_output(self, name: str) -> None:
        """Ensure that exactly one step makes the value of that name."""
        result = self._known.get(name)
        if not isinstance(result, SymbolicArray):
            raise ValueError(f"{name}: does not depend on the input")
        if self._name_of(result.ids.ravel()) != name:
            self._take(result.ids.ravel(), name)

    # -- entries and their names ------------------------------------------------------------------

    def _source(self, name: str, shape: tuple[int, ...]) -> SymbolicArray:
        """Number the entries of a new value."""
        size = math.prod(shape)
        ids = np.arange(self._next, self._next + size).reshape(shape)
        self._sources.append((self._next, name, size))
        self._next += size
        return SymbolicArray(ids)

    def ids(self, value: Any, moved: Callable[[Array], Array] = np.asarray) -> Array:
        """Return the entries of any value; a constant becomes a weight, `moved` first."""
        if isinstance(value, SymbolicArray):
            return moved(value.ids)
        array = np.ascontiguousarray(moved(np.asarray(value, np.float32)))
        content = _content_key(array)
        if content not in self._weight_names:
            self._weight_names[content] = self._fresh_name("constant")
        name = self._weight_names[content]
        if name not in self._weight_ids:
            self.weights[name] = array
            self._weight_ids[name] = self._source(name, array.shape).ids
        return self._weight_ids[name]

    def _fresh_name(self, name: str) -> str:
        """Return an unused name."""
        taken = {*self._known, *(each for _, each, _ in self._sources)}
        number = 1
        while f"{name}_{number}" in taken:
            number += 1
        return f"{name}_{number}"

    def _name_of(self, ids: Array) -> str | None:
        """Return the name of the value with exactly these entries, or None."""
        first, name, size = self._source_of(int(ids[0]))
        whole = len(ids) == size and np.array_equal(ids, np.arange(first, first + size))
        return name if whole else None

    def _source_of(self, entry: int) -> tuple[int, str, int]:
        """Return the value that contains an entry."""
        return self._sources[bisect_right(self._sources, (entry, "\U0010ffff", 0)) - 1]

    def _gather_sources(self, ids: Array) -> tuple[list[str], list[int]]:
        """Return the values that contain some entries, and the entries' places in them."""
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
        """Return the name of a row with these entries; add a `take` if there is none."""
        return self._name_of(ids.ravel()) or self._take(ids.ravel(), self._fresh_name("take"))

    def _take(self, ids: Array, name: str) -> str:
        """Add a step that gathers entries under a name; return the name."""
        of, places = self._gather_sources(ids)
        self.steps.append({"do": "take", "of": of, "places": places, "out": name})
        self._source(name, (len(places),))
        return name

    def _step(self, do: str, rows: Sequence[Array], out: str, size: int, **more: Any) -> Array:
        """Add a step on rows of entries, and return the new entries, flat."""
        of = [self.operand(row) for row in rows]
        if any(out == name for _, name, _ in self._sources):
            out = self._fresh_name(out)
        self.steps.append({"do": do, "of": of, **more, "out": out})
        return self._source(out, (size,)).ids

    # -- operators --------------------------------------------------------------------------------

    def _lower_move(self, node: OnnxNode, operands: Sequence[Any]) -> Any:
        """Return moved entries; the target positions must be constant."""
        if node.operator == "Cast" and node.attributes["to"] not in (1, 9, 11):
            raise ValueError("Cast: no step casts to integers")
        if node.operator == "Cast":
            return operands[0]
        if node.operator == "Concat":
            parts = [self.ids(each) for each in operands]
            return SymbolicArray(OPERATORS["Concat"](node.attributes, *parts))
        if any(isinstance(each, SymbolicArray) for each in operands[1:]):
            raise ValueError(f"{node.operator}: target positions depend on the input")
        if not isinstance(operands[0], SymbolicArray):
            raise ValueError(f"{node.operator}: indexes weights by the input")
        result = OPERATORS[node.operator](node.attributes, operands[0].ids, *operands[1:])
        return (
            [SymbolicArray(part) for part in result]
            if isinstance(result, list)
            else SymbolicArray(result)
        )

    def each(self, do: str, operands: Sequence[Any], out: str) -> SymbolicArray:
        """Add an elementwise step; operands that repeat stay short."""
        rows = [self.ids(value) for value in operands]
        whole = np.broadcast_shapes(*(row.shape for row in rows))
        size = math.prod(whole)
        short = [_shortest_period(row, np.broadcast_to(row, whole)) for row in rows]
        if max(row.size for row in short) < size:
            short[0] = np.broadcast_to(rows[0], whole)
        return SymbolicArray(self._step(do, short, out, size).reshape(whole))

    def _lower_fold(self, do: str, operands: Sequence[Any], out: str) -> Any:
        """Fold any number of operands with binary steps."""
        result = operands[0]
        for other in operands[1:]:
            result = self.each(do, [result, other], out)
        return result

    def by_runs(
        self, do: str, value: SymbolicArray, axes: Sequence[int], out: str, **more: Any
    ) -> Array:
        """Add a step on runs along some axes, moved to the end; return its entries, flat."""
        ids = value.ids
        rest = [axis for axis in range(ids.ndim) if axis not in axes]
        width = math.prod(ids.shape[axis] for axis in axes)
        size = ids.size // width if do == "largest" else ids.size
        return self._step(do, [ids.transpose(*rest, *axes)], out, size, width=width, **more)

    def product(self, a: Array, b: Array, out: str, bias: Sequence[Array] = ()) -> Array:
        """Add a product of rows with rows, (n, width) and (m, width); return entries (n, m)."""
        size = a.shape[0] * b.shape[0]
        result = self._step("product", [a, b, *bias], out, size, width=a.shape[1])
        return result.reshape(a.shape[0], b.shape[0])


def _content_key(array: Array) -> bytes:
    """Return a key that identifies a constant by its content."""
    return array.tobytes() + repr((array.shape, array.dtype.kind)).encode()


def _shortest_period(row: Array, whole: Array) -> Array:
    """Return the period of a row that repeats, else `whole`."""
    flat, once = whole.ravel(), row.ravel()
    again = np.array_equal(flat, np.tile(once, flat.size // once.size))
    return once if again else flat


def _swap_last_axes(value: Array) -> Array:
    """Return matrices transposed."""
    return value.swapaxes(-1, -2)


def _matmul(self: _Lowering, node: OnnxNode, operands: Sequence[Any]) -> SymbolicArray:
    """Lower a matrix product; the products of one weight with many rows are one step."""
    left = self.ids(operands[0])
    right = self.ids(operands[1], _swap_last_axes)  # rows with rows
    if min(left.ndim, right.ndim) < 2:
        raise ValueError("MatMul: a vector operand; add an axis")
    out = node.outputs[0]
    n, m = left.shape[-2], right.shape[-2]
    lead = np.broadcast_shapes(left.shape[:-2], right.shape[:-2])
    if right.size == m * right.shape[-1]:
        wide = np.broadcast_to(left, (*lead, *left.shape[-2:])).reshape(-1, left.shape[-1])
        return SymbolicArray(self.product(wide, right.reshape(m, -1), out).reshape(*lead, n, m))
    lefts = np.broadcast_to(left, (*lead, *left.shape[-2:])).reshape(-1, *left.shape[-2:])
    rights = np.broadcast_to(right, (*lead, *right.shape[-2:])).reshape(-1, *right.shape[-2:])
    parts = [self.product(a, b, out) for a, b in zip(lefts, rights, strict=True)]
    return SymbolicArray(np.stack(parts).reshape(*lead, n, m))


def _gemm(self: _Lowering, node: OnnxNode, operands: Sequence[Any]) -> SymbolicArray:
    """Lower a b + c, with its attributes."""
    its = node.attributes
    if its.get("alpha", 1.0) != 1.0 or its.get("beta", 1.0) != 1.0:
        raise ValueError("Gemm: alpha or beta is not 1")
    a = self.ids(operands[0], _swap_last_axes if its.get("transA") else np.asarray)
    b = self.ids(operands[1], np.asarray if its.get("transB") else _swap_last_axes)
    c = operands[2] if len(operands) > 2 else None
    out = node.outputs[0]
    if c is not None and not isinstance(c, SymbolicArray) and np.size(c) == b.shape[0]:
        return SymbolicArray(self.product(a, b, out, [self.ids(c)]))
    result = SymbolicArray(self.product(a, b, out))
    return result if c is None else self.each("add", [result, c], out)


def _axes(node: OnnxNode, operands: Sequence[Any], count: int) -> list[int]:
    """Return the axes of a reduction, counted from 0, from an input or an attribute; all by
    default.
    """
    named = (
        operands[1]
        if len(operands) > 1 and operands[1] is not None
        else node.attributes.get("axes", ())
    )
    return sorted(int(axis) % count for axis in named) or list(range(count))


def _reduce_max(self: _Lowering, node: OnnxNode, operands: Sequence[Any]) -> SymbolicArray:
    """Lower a maximum along some axes."""
    value = operands[0]
    axes = _axes(node, operands, value.ids.ndim)
    kept = [1 if axis in axes else size for axis, size in enumerate(value.ids.shape)]
    if not node.attributes.get("keepdims", 1):
        kept = [size for axis, size in enumerate(value.ids.shape) if axis not in axes]
    return SymbolicArray(self.by_runs("largest", value, axes, node.outputs[0]).reshape(kept))


def _softmax(self: _Lowering, node: OnnxNode, operands: Sequence[Any]) -> SymbolicArray:
    """Lower a softmax along an axis."""
    value = operands[0]
    axis = node.attributes.get("axis", -1) % value.ids.ndim
    moved = np.moveaxis(value.ids, axis, -1)
    result = self.by_runs("softmax", value, [axis], node.outputs[0])
    return SymbolicArray(np.moveaxis(result.reshape(moved.shape), -1, axis))


def _layer_norm(self: _Lowering, node: OnnxNode, operands: Sequence[Any]) -> SymbolicArray:
    """Lower a normalisation along the last axes, with scale and bias."""
    value, scale, *bias = operands
    axes = list(range(node.attributes.get("axis", -1) % value.ids.ndim, value.ids.ndim))
    epsilon = float(node.attributes.get("epsilon", 1e-5))
    out = node.outputs[0]
    result = self.by_runs("norm", value, axes, f"{out}_norm", epsilon=epsilon)
    scaled = self.each("multiply", [SymbolicArray(result.reshape(value.ids.shape)), scale], out)
    return self.each("add", [scaled, bias[0]], out) if bias and bias[0] is not None else scaled


def _clip(self: _Lowering, node: OnnxNode, operands: Sequence[Any]) -> SymbolicArray:
    """Lower a clip to two bounds."""
    result = operands[0]
    for do, bound in zip(("maximum", "minimum"), operands[1:], strict=False):
        if bound is not None:
            result = self.each(do, [result, bound], node.outputs[0])
    return result


def _where(self: _Lowering, node: OnnxNode, operands: Sequence[Any]) -> SymbolicArray:
    """Lower a selection."""
    return self.each("where", operands, node.outputs[0])


_RULES: dict[str, Callable[[_Lowering, OnnxNode, Sequence[Any]], SymbolicArray]] = {
    "Clip": _clip,
    "Gemm": _gemm,
    "LayerNormalization": _layer_norm,
    "MatMul": _matmul,
    "ReduceMax": _reduce_max,
    "Softmax": _softmax,
    "Where": _where,
}
