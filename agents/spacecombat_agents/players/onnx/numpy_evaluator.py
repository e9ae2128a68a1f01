"""Evaluate a policy's ONNX file with NumPy alone, with every operator that a policy may use.

The base install plays with it, and tests compare other runtimes with it. float32 in, float32 out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from spacecombat_agents.players.onnx.onnx_model import TENSOR_DTYPES, OnnxNode, read_onnx_model

__all__ = ["NumpyEvaluator", "OPERATORS"]

Array = np.ndarray
Operator = Callable[..., Any]
"""(attributes, *inputs) -> an output, or a list of them. Trailing optional inputs are omitted,
others are None.
"""


class NumpyEvaluator:
    """Evaluates a policy."""

    def __init__(self, data: bytes) -> None:
        """Read an ONNX file; ValueError if it is invalid or needs other operators."""
        model = read_onnx_model(data)
        self._nodes, self._weights = model.nodes, model.weights
        for node in self._nodes:
            if node.operator not in OPERATORS:
                raise ValueError(f"{node.operator} is not a supported operator")

    def run(self, outputs: list[str], given: dict[str, Array]) -> list[Array]:
        """Return the named outputs for inputs by name."""
        known: dict[str, Any] = {**self._weights, **given, "": None}
        with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
            for node in self._nodes:
                found = _compute_node(node, known)
                known.update(zip(node.outputs, found, strict=False))
        return [known[name] for name in outputs]


def _compute_node(node: OnnxNode, known: dict[str, Any]) -> list[Array]:
    """Return a node's outputs."""
    found = OPERATORS[node.operator](node.attributes, *(known[name] for name in node.inputs))
    return found if isinstance(found, list) else [found]


def _axes(attributes: dict[str, Any], given: Array | None) -> tuple[int, ...] | None:
    """Return axes: an input since opset 18, an attribute before."""
    axes = attributes.get("axes") if given is None else given.tolist()
    return None if axes is None else tuple(axes)


def _cast(attributes: dict[str, Any], x: Array) -> Array:
    return x.astype(TENSOR_DTYPES[attributes["to"]])


def _clip(
    _: dict[str, Any], x: Array, low: Array | None = None, high: Array | None = None
) -> Array:
    x = x if low is None else np.maximum(x, low)
    return x if high is None else np.minimum(x, high)


def _constant(attributes: dict[str, Any]) -> Array:
    if "value" in attributes:
        return np.asarray(attributes["value"])
    name, value = next(iter(attributes.items()))
    return np.array(value, np.float32 if "float" in name else np.int64)


def _expand(_: dict[str, Any], x: Array, shape: Array) -> Array:
    return np.broadcast_to(x, np.broadcast_shapes(x.shape, tuple(shape.tolist())))


def _flatten(attributes: dict[str, Any], x: Array) -> Array:
    axis = attributes.get("axis", 1) % (x.ndim + 1)
    return x.reshape(int(np.prod(x.shape[:axis])), -1)


def _gemm(attributes: dict[str, Any], a: Array, b: Array, c: Array | None = None) -> Array:
    a = a.T if attributes.get("transA") else a
    b = b.T if attributes.get("transB") else b
    product = np.float32(attributes.get("alpha", 1.0)) * (a @ b)
    return product if c is None else product + np.float32(attributes.get("beta", 1.0)) * c


def _layer_norm(
    attributes: dict[str, Any], x: Array, scale: Array, bias: Array | None = None
) -> Array:
    axes = tuple(range(attributes.get("axis", -1) % x.ndim, x.ndim))
    centred = x - x.mean(axis=axes, keepdims=True)
    spread = np.square(centred).mean(axis=axes, keepdims=True)
    normed = centred / np.sqrt(spread + np.float32(attributes.get("epsilon", 1e-5))) * scale
    return normed if bias is None else normed + bias


def _reduce_max(attributes: dict[str, Any], x: Array, given: Array | None = None) -> Array:
    axes, keep = _axes(attributes, given), bool(attributes.get("keepdims", 1))
    if not axes and attributes.get("noop_with_empty_axes"):
        return x
    return x.max(axis=axes or None, keepdims=keep)


def _reshape(attributes: dict[str, Any], x: Array, shape: Array) -> Array:
    sizes = shape.tolist()
    if not attributes.get("allowzero"):
        sizes = [size or x.shape[at] for at, size in enumerate(sizes)]
    return x.reshape(sizes)


def _shape(attributes: dict[str, Any], x: Array) -> Array:
    return np.array(x.shape[attributes.get("start", 0) : attributes.get("end")], np.int64)


def _slice(
    _: dict[str, Any],
    x: Array,
    starts: Array,
    ends: Array,
    axes: Array | None = None,
    steps: Array | None = None,
) -> Array:
    places = list(range(len(starts))) if axes is None else axes.tolist()
    strides = [1] * len(starts) if steps is None else steps.tolist()
    cut = [slice(None)] * x.ndim
    for axis, start, end, step in zip(places, starts.tolist(), ends.tolist(), strides, strict=True):
        before_first = step < 0 and end < -x.shape[axis]
        cut[axis] = slice(start, None if before_first else end, step)
    return x[tuple(cut)]


def _softmax(attributes: dict[str, Any], x: Array) -> Array:
    axis = attributes.get("axis", -1)
    grown = np.exp(x - x.max(axis=axis, keepdims=True))
    return grown / grown.sum(axis=axis, keepdims=True)


def _split(attributes: dict[str, Any], x: Array, sizes: Array | None = None) -> list[Array]:
    axis = attributes.get("axis", 0)
    if sizes is not None:
        return np.split(x, np.cumsum(sizes)[:-1], axis)
    parts = attributes["num_outputs"]
    size = -(-x.shape[axis] // parts)  # the last part is smaller
    return np.split(x, [size * part for part in range(1, parts)], axis)


def _squeeze(attributes: dict[str, Any], x: Array, given: Array | None = None) -> Array:
    return np.squeeze(x, _axes(attributes, given))


def _unsqueeze(_: dict[str, Any], x: Array, axes: Array) -> Array:
    return np.expand_dims(x, tuple(axes.tolist()))


OPERATORS: dict[str, Operator] = {
    "Add": lambda _, a, b: a + b,
    "Cast": _cast,
    "Clip": _clip,
    "Concat": lambda its, *parts: np.concatenate(parts, its["axis"]),
    "Constant": _constant,
    "Div": lambda _, a, b: a / b if a.dtype.kind == "f" else a // b,
    "Equal": lambda _, a, b: a == b,
    "Expand": _expand,
    "Flatten": _flatten,
    "Gather": lambda its, x, at: np.take(x, at, its.get("axis", 0)),
    "Gemm": _gemm,
    "Greater": lambda _, a, b: a > b,
    "Identity": lambda _, x: x,
    "LayerNormalization": _layer_norm,
    "MatMul": lambda _, a, b: a @ b,
    "Max": lambda _, *parts: np.stack(np.broadcast_arrays(*parts)).max(axis=0),
    "Mul": lambda _, a, b: a * b,
    "ReduceMax": _reduce_max,
    "Relu": lambda _, x: np.maximum(x, x.dtype.type(0)),
    "Reshape": _reshape,
    "Shape": _shape,
    "Sigmoid": lambda _, x: np.float32(1) / (np.float32(1) + np.exp(-x)),
    "Slice": _slice,
    "Softmax": _softmax,
    "Split": _split,
    "Squeeze": _squeeze,
    "Sub": lambda _, a, b: a - b,
    "Tanh": lambda _, x: np.tanh(x),
    "Transpose": lambda its, x: np.transpose(x, its.get("perm")),
    "Unsqueeze": _unsqueeze,
    "Where": lambda _, condition, a, b: np.where(condition, a, b),
}
"""The operators that a policy may use: plain arithmetic that every runtime has."""
