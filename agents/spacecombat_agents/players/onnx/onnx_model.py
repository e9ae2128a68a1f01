"""Read a whole ONNX file without the onnx package: its operators in order, and its weights."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from spacecombat_agents.players.onnx.onnx_graph import as_bytes, fields, read_varint

__all__ = [
    "OnnxModel",
    "OnnxNode",
    "PARAMETER_PREFIX",
    "TENSOR_DTYPES",
    "TRANSPOSED_SUFFIX",
    "read_onnx_model",
]

# Field numbers of onnx.proto.
_MODEL_GRAPH, _MODEL_OPSET = 7, 8
_OPSET_DOMAIN, _OPSET_VERSION = 1, 2
_GRAPH_NODE, _GRAPH_INITIALIZER, _GRAPH_OUTPUT, _VALUE_NAME = 1, 5, 12, 1
_NODE_INPUT, _NODE_OUTPUT, _NODE_OPERATOR, _NODE_ATTRIBUTE = 1, 2, 4, 5
_ATTRIBUTE_NAME, _ATTRIBUTE_FLOAT, _ATTRIBUTE_INT, _ATTRIBUTE_STRING = 1, 2, 3, 4
_ATTRIBUTE_TENSOR, _ATTRIBUTE_FLOATS, _ATTRIBUTE_INTS = 5, 7, 8
_TENSOR_DIM, _TENSOR_TYPE, _TENSOR_NAME, _TENSOR_RAW = 1, 2, 8, 9
_TENSOR_FLOATS, _TENSOR_INTS, _TENSOR_LONGS = 4, 5, 7

TENSOR_DTYPES: dict[int, type[np.generic]] = {
    1: np.float32,
    6: np.int32,
    7: np.int64,
    9: np.bool_,
    11: np.float64,
}
"""Numbers of the ONNX element types that policies use."""
PARAMETER_PREFIX = "network."
"""Prefix of an exported network's own parameters (export/onnx_export.py)."""
TRANSPOSED_SUFFIX = ".turned"
"""Suffix of transposed parameters."""


@dataclass
class OnnxNode:
    """An operator with its inputs and outputs."""

    operator: str = ""
    inputs: list[str] = field(default_factory=list)
    """Names; an empty one is an omitted optional input."""
    outputs: list[str] = field(default_factory=list)
    attributes: dict[str, Any] = field(default_factory=dict)


@dataclass
class OnnxModel:
    """The computation of an ONNX file."""

    opset: int = 0
    nodes: list[OnnxNode] = field(default_factory=list)
    """In topological order."""
    weights: dict[str, np.ndarray] = field(default_factory=dict)
    outputs: list[str] = field(default_factory=list)


def read_onnx_model(data: bytes) -> OnnxModel:
    """Read an ONNX file; ValueError if it is invalid or has content that policies do not."""
    model = OnnxModel()
    for number, value in fields(data):
        if number == _MODEL_GRAPH:
            _read_graph(as_bytes(value), model)
        elif number == _MODEL_OPSET:
            content = dict(fields(as_bytes(value)))
            if content.get(_OPSET_DOMAIN, b"") in (b"", b"ai.onnx"):
                model.opset = int(content.get(_OPSET_VERSION, 0))
    return model


def _read_graph(data: bytes, model: OnnxModel) -> None:
    """Read operators, weights and outputs."""
    for number, value in fields(data):
        if number == _GRAPH_NODE:
            model.nodes.append(_node(as_bytes(value)))
        elif number == _GRAPH_INITIALIZER:
            name, weight = _tensor(as_bytes(value))
            model.weights[name] = weight
        elif number == _GRAPH_OUTPUT:
            model.outputs.append(as_bytes(dict(fields(as_bytes(value)))[_VALUE_NAME]).decode())


def _node(data: bytes) -> OnnxNode:
    """Return an operator."""
    node = OnnxNode()
    for number, value in fields(data):
        if number == _NODE_OPERATOR:
            node.operator = as_bytes(value).decode()
        elif number == _NODE_INPUT:
            node.inputs.append(as_bytes(value).decode())
        elif number == _NODE_OUTPUT:
            node.outputs.append(as_bytes(value).decode())
        elif number == _NODE_ATTRIBUTE:
            name, content = _attribute(as_bytes(value))
            node.attributes[name] = content
    return node


def _attribute(data: bytes) -> tuple[str, Any]:
    """Return name and value of an attribute: number, text, tensor, or a list of numbers."""
    name, found = "", None
    numbers: list[float] = []
    for number, value in fields(data):
        if number == _ATTRIBUTE_NAME:
            name = as_bytes(value).decode()
        elif number == _ATTRIBUTE_FLOAT:
            found = struct.unpack("<f", as_bytes(value))[0]
        elif number == _ATTRIBUTE_INT:
            found = _signed(int(value))
        elif number == _ATTRIBUTE_STRING:
            found = as_bytes(value).decode()
        elif number == _ATTRIBUTE_TENSOR:
            found = _tensor(as_bytes(value))[1]
        elif number == _ATTRIBUTE_INTS:
            numbers += _whole_numbers(value)
        elif number == _ATTRIBUTE_FLOATS:
            numbers += np.frombuffer(as_bytes(value), "<f4").tolist()
    return name, numbers if found is None else found


def _tensor(data: bytes) -> tuple[str, np.ndarray]:
    """Return name and content of a tensor; ValueError for types that policies do not use."""
    name, kind, raw = "", 0, None
    shape: list[int] = []
    whole: list[int] = []
    parts: list[bytes] = []
    for number, value in fields(data):
        if number == _TENSOR_DIM:
            shape += _whole_numbers(value)
        elif number == _TENSOR_TYPE:
            kind = int(value)
        elif number == _TENSOR_NAME:
            name = as_bytes(value).decode()
        elif number == _TENSOR_RAW:
            raw = as_bytes(value)
        elif number == _TENSOR_FLOATS:
            parts.append(as_bytes(value))
        elif number in (_TENSOR_INTS, _TENSOR_LONGS):
            whole += _whole_numbers(value)
    if kind not in TENSOR_DTYPES:
        raise ValueError(f"unsupported tensor type {kind}")
    if raw is None and not whole:
        raw = b"".join(parts)
    dtype = np.dtype(TENSOR_DTYPES[kind])
    numbers = np.array(whole, dtype) if raw is None else np.frombuffer(raw, dtype)
    if numbers.size != math.prod(shape):
        raise ValueError(f"{numbers.size} numbers for a tensor of shape {shape}")
    return name, numbers.reshape(shape)


def _whole_numbers(value: int | bytes) -> list[int]:
    """Return a repeated integer field: one number, or packed ones."""
    if isinstance(value, int):
        return [_signed(value)]
    found, at = [], 0
    while at < len(value):
        one, at = read_varint(value, at)
        found.append(_signed(one))
    return found


def _signed(value: int) -> int:
    """Return a 64-bit number as signed."""
    return value - 2**64 if value >= 2**63 else value
