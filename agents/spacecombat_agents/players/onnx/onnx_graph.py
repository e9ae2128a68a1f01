"""Inspect an ONNX file without the onnx package: its operators and imports.

An ONNX file is a Protocol Buffers message. Only the fields that matter for trust are read:
operators (also in nested graphs and functions), operator set, and whether weights are external.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

__all__ = ["OPERATORS", "as_bytes", "fields", "read_onnx_graph", "read_varint"]

OPERATORS = {
    *("Add", "Cast", "Clip", "Concat", "Constant", "Div", "Equal", "Expand", "Flatten"),
    *("Gather", "Gemm", "Greater", "Identity", "LayerNormalization", "MatMul", "Max"),
    *("Mul", "ReduceMax", "Relu", "Reshape", "Shape", "Sigmoid", "Slice", "Softmax"),
    *("Split", "Squeeze", "Sub", "Tanh", "Transpose", "Unsqueeze", "Where"),
}
"""The operators that a policy may use: plain arithmetic that every runtime has."""

# Field numbers of onnx.proto.
_MODEL_GRAPH, _MODEL_OPSET, _MODEL_FUNCTION = 7, 8, 25
_GRAPH_NODE, _GRAPH_INITIALIZER = 1, 5
_NODE_OPERATOR, _NODE_ATTRIBUTE, _NODE_DOMAIN = 4, 5, 7
_ATTRIBUTE_TENSOR, _ATTRIBUTE_GRAPH, _ATTRIBUTE_GRAPHS = 5, 6, 11
_TENSOR_EXTERNAL, _TENSOR_LOCATION = 13, 14
_FUNCTION_NODE = 7
_OPSET_DOMAIN, _OPSET_VERSION = 1, 2


@dataclass
class OnnxGraph:
    """The requirements of an ONNX file."""

    opsets: dict[str, int] = field(default_factory=dict)
    """Operator set: domain -> version; the standard domain is "ai.onnx"."""
    operators: set[str] = field(default_factory=set)
    """Operators; those outside the standard domain as `domain::name`."""
    external: bool = False
    """True if weights are stored in another file."""
    functions: int = 0
    """Operators that the file defines itself."""


def read_onnx_graph(data: bytes) -> OnnxGraph:
    """Read the outline of an ONNX file; ValueError if the bytes are no such message."""
    graph = OnnxGraph()
    for number, value in fields(data):
        if number == _MODEL_GRAPH:
            _read_graph(as_bytes(value), graph)
        elif number == _MODEL_OPSET:
            _read_opset(as_bytes(value), graph)
        elif number == _MODEL_FUNCTION:
            graph.functions += 1
            for inner, node in fields(as_bytes(value)):
                if inner == _FUNCTION_NODE:
                    _read_node(as_bytes(node), graph)
    return graph


def _read_opset(data: bytes, graph: OnnxGraph) -> None:
    """Record an imported operator set."""
    domain, version = "ai.onnx", 0
    for number, value in fields(data):
        if number == _OPSET_DOMAIN:
            domain = as_bytes(value).decode() or "ai.onnx"
        elif number == _OPSET_VERSION and isinstance(value, int):
            version = value
    graph.opsets[domain] = version


def _read_graph(data: bytes, graph: OnnxGraph) -> None:
    """Record the nodes and weights of a graph."""
    for number, value in fields(data):
        if number == _GRAPH_NODE:
            _read_node(as_bytes(value), graph)
        elif number == _GRAPH_INITIALIZER:
            _read_tensor(as_bytes(value), graph)


def _read_node(data: bytes, graph: OnnxGraph) -> None:
    """Record an operator, and the graphs and weights in its attributes."""
    operator, domain = "", ""
    for number, value in fields(data):
        if number == _NODE_OPERATOR:
            operator = as_bytes(value).decode()
        elif number == _NODE_DOMAIN:
            domain = as_bytes(value).decode()
        elif number == _NODE_ATTRIBUTE:
            for inner, part in fields(as_bytes(value)):
                if inner == _ATTRIBUTE_TENSOR:
                    _read_tensor(as_bytes(part), graph)
                elif inner in (_ATTRIBUTE_GRAPH, _ATTRIBUTE_GRAPHS):
                    _read_graph(as_bytes(part), graph)
    graph.operators.add(operator if domain in ("", "ai.onnx") else f"{domain}::{operator}")


def _read_tensor(data: bytes, graph: OnnxGraph) -> None:
    """Record weights that are stored in another file."""
    for number, value in fields(data):
        if number == _TENSOR_EXTERNAL or (number == _TENSOR_LOCATION and value == 1):
            graph.external = True


def as_bytes(value: int | bytes) -> bytes:
    """Return a field that must contain bytes."""
    if isinstance(value, int):
        raise ValueError("a number where a message was expected")
    return value


def fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Yield field number and content of a message: a number, or bytes."""
    at = 0
    while at < len(data):
        key, at = read_varint(data, at)
        number, kind = key >> 3, key & 7
        if kind == 0:
            value, at = read_varint(data, at)
            yield number, value
            continue
        if kind == 2:
            length, at = read_varint(data, at)
        elif kind in (1, 5):
            length = 8 if kind == 1 else 4
        else:
            raise ValueError(f"wire type {kind}")
        if at + length > len(data):
            raise ValueError("unexpected end")
        yield number, data[at : at + length]
        at += length


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a variable-length integer and the position after it."""
    value = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise ValueError("unexpected end in a number")
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at
