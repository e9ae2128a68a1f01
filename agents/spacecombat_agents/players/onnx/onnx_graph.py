"""Inspect an ONNX file without the onnx package: its operators, and fields that are not allowed.

An ONNX file is a Protocol Buffers message. Every field in it must be on the allow-list below. So
a runtime meets no subgraphs, no functions, no sparse or external weights, and nothing that a later
version of the format adds.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

__all__ = ["OPERATORS", "as_bytes", "fields", "read_onnx_graph", "read_varint", "whole_numbers"]

OPERATORS = {
    *("Add", "Cast", "Clip", "Concat", "Constant", "Div", "Equal", "Expand", "Flatten"),
    *("Gather", "Gemm", "Greater", "Identity", "LayerNormalization", "MatMul", "Max"),
    *("Mul", "ReduceMax", "Relu", "Reshape", "Shape", "Sigmoid", "Slice", "Softmax"),
    *("Split", "Squeeze", "Sub", "Tanh", "Transpose", "Unsqueeze", "Where"),
}
"""The operators that a policy may use: plain arithmetic that every runtime has."""

_TEXTS = {1: "", 2: ""}
ALLOWED_FIELDS: dict[str, dict[int, str]] = {
    "model": {**dict.fromkeys((1, 2, 3, 4, 5, 6), ""), 7: "graph", 8: "opset_import", 14: "entry"},
    "opset_import": _TEXTS,
    "entry": _TEXTS,
    "graph": {
        **{1: "node", 2: "", 5: "tensor", 10: ""},
        **{11: "value_info", 12: "value_info", 13: "value_info", 16: "entry"},
    },
    "node": {**dict.fromkeys((1, 2, 3, 4, 6, 7), ""), 5: "attribute", 9: "entry"},
    "attribute": {
        **dict.fromkeys((1, 2, 3, 4, 7, 8, 9, 13, 20), ""),
        **{5: "tensor", 10: "tensor"},
    },
    "tensor": {**dict.fromkeys((1, 2, 4, 5, 7, 8, 9, 10, 11, 12, 14), ""), 16: "entry"},
    "value_info": {1: "", 2: "type", 3: "", 4: "entry"},
    "type": {1: "tensor_type", 6: ""},
    "tensor_type": {1: "", 2: "shape"},
    "shape": {1: "dimension"},
    "dimension": {1: "", 2: "", 3: ""},
}
"""Messages of onnx.proto by name: the numbers of the fields allowed, and the message each holds.

Left out among others: of a model functions (25); of a graph sparse_initializer (15). Of an
attribute graphs (6, 11) and sparse tensors (22, 23); of a tensor external_data (13).
"""
_NODE_OPERATOR, _NODE_DOMAIN = 4, 7
_TENSOR_DIM, _TENSOR_LOCATION = 1, 14
_TENSOR_DATA = (4, 5, 7, 9, 10, 11)
_OPSET_DOMAIN, _OPSET_VERSION = 1, 2


@dataclass
class OnnxGraph:
    """The requirements of an ONNX file."""

    opsets: dict[str, int] = field(default_factory=dict)
    """Operator set: domain -> version; the standard domain is "ai.onnx"."""
    operators: set[str] = field(default_factory=set)
    """Operators; those outside the standard domain as `domain::name`."""
    refused: set[str] = field(default_factory=set)
    """Fields that are not allowed, such as `graph field 15`."""


def read_onnx_graph(data: bytes) -> OnnxGraph:
    """Read the outline of an ONNX file; ValueError if the bytes are no such message."""
    graph = OnnxGraph()
    _read_message("model", data, graph)
    return graph


def _read_message(kind: str, data: bytes, graph: OnnxGraph) -> None:
    """Record a message and the messages in it."""
    allowed = ALLOWED_FIELDS[kind]
    for number, value in fields(data):
        if number not in allowed:
            graph.refused.add(f"{kind} field {number}")
        elif allowed[number]:
            _read_message(allowed[number], as_bytes(value), graph)
    if kind == "node":
        _read_node(data, graph)
    elif kind == "tensor":
        _read_tensor(data, graph)
    elif kind == "opset_import":
        _read_opset(data, graph)


def _read_opset(data: bytes, graph: OnnxGraph) -> None:
    """Record an imported operator set."""
    domain, version = "ai.onnx", 0
    for number, value in fields(data):
        if number == _OPSET_DOMAIN:
            domain = as_bytes(value).decode() or "ai.onnx"
        elif number == _OPSET_VERSION and isinstance(value, int):
            version = value
    graph.opsets[domain] = version


def _read_node(data: bytes, graph: OnnxGraph) -> None:
    """Record an operator."""
    operator, domain = "", ""
    for number, value in fields(data):
        if number == _NODE_OPERATOR:
            operator = as_bytes(value).decode()
        elif number == _NODE_DOMAIN:
            domain = as_bytes(value).decode()
    graph.operators.add(operator if domain in ("", "ai.onnx") else f"{domain}::{operator}")


def _read_tensor(data: bytes, graph: OnnxGraph) -> None:
    """Record a tensor in another file; ValueError for one with more entries than data."""
    shape: list[int] = []
    held = 0
    for number, value in fields(data):
        if number == _TENSOR_DIM:
            shape += whole_numbers(value)
        elif number in _TENSOR_DATA:
            held += len(value) if isinstance(value, bytes) else 1
        elif number == _TENSOR_LOCATION and value != 0:
            graph.refused.add(f"tensor field {number}")
    if math.prod(shape) > held:
        raise ValueError(f"a tensor of shape {shape} with {held} bytes")


def whole_numbers(value: int | bytes) -> list[int]:
    """Return a repeated integer field: one number, or packed ones."""
    if isinstance(value, int):
        return [value]
    found, at = [], 0
    while at < len(value):
        one, at = read_varint(value, at)
        found.append(one)
    return found


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
