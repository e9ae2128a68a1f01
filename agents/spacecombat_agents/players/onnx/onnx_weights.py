"""Read the weights of an ONNX file without the onnx package."""

from __future__ import annotations

import math

import numpy as np

from spacecombat_agents.players.onnx.onnx_graph import as_bytes, fields, whole_numbers

__all__ = ["read_onnx_weights"]

# Field numbers of onnx.proto.
_MODEL_GRAPH, _GRAPH_INITIALIZER = 7, 5
_TENSOR_DIM, _TENSOR_TYPE, _TENSOR_FLOATS, _TENSOR_NAME, _TENSOR_RAW = 1, 2, 4, 8, 9
_FLOAT = 1
"""The only element type of weights; other tensors are shapes and positions."""


def read_onnx_weights(data: bytes) -> dict[str, np.ndarray]:
    """Return the float32 weights of an ONNX file by name; ValueError if it is invalid."""
    return {
        name: weight
        for number, graph in fields(data)
        if number == _MODEL_GRAPH
        for inner, tensor in fields(as_bytes(graph))
        if inner == _GRAPH_INITIALIZER
        for name, weight in _weight(as_bytes(tensor)).items()
    }


def _weight(data: bytes) -> dict[str, np.ndarray]:
    """Return name and content of a tensor; nothing for another element type."""
    name, kind, shape, numbers = "", 0, [], b""
    for number, value in fields(data):
        if number == _TENSOR_DIM:
            shape += whole_numbers(value)
        elif number == _TENSOR_TYPE:
            kind = int(value)
        elif number == _TENSOR_NAME:
            name = as_bytes(value).decode()
        elif number in (_TENSOR_RAW, _TENSOR_FLOATS):
            numbers += as_bytes(value)
    if kind != _FLOAT:
        return {}
    if len(numbers) != 4 * math.prod(shape):
        raise ValueError(f"{name}: {len(numbers)} bytes for a tensor of shape {shape}")
    return {name: np.frombuffer(numbers, "<f4").reshape(shape)}
