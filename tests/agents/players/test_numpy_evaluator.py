"""The NumPy evaluator against ONNX's own reference and onnxruntime, operator by operator."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

onnx = pytest.importorskip("onnx")
onnxruntime = pytest.importorskip("onnxruntime")

from onnx import TensorProto, helper, numpy_helper  # noqa: E402
from onnx.reference import ReferenceEvaluator  # noqa: E402

from spacecombat_agents.players.onnx.numpy_evaluator import OPERATORS, NumpyEvaluator  # noqa: E402
from spacecombat_agents.players.onnx.onnx_model import read_onnx_model  # noqa: E402

LUCK = np.random.default_rng(3)
X = LUCK.normal(0, 2, (3, 4, 6)).astype(np.float32)
FLAT = LUCK.normal(0, 2, (3, 6)).astype(np.float32)
LONG = np.array([[2, -5, 7], [4, 0, -1]], np.int64)


def longs(*values: int) -> np.ndarray:
    """An int64 vector."""
    return np.array(values, np.int64)


CASES: list[tuple[str, list[np.ndarray | None], dict[str, Any], int]] = [
    ("Add", [X, FLAT[0]], {}, 1),
    ("Cast", [X], {"to": TensorProto.INT64}, 1),
    ("Cast", [LONG], {"to": TensorProto.BOOL}, 1),
    ("Clip", [X, np.array(-0.5, np.float32), np.array(1, np.float32)], {}, 1),
    ("Clip", [X, None, np.array(1, np.float32)], {}, 1),
    ("Concat", [X, X * 2], {"axis": -1}, 1),
    ("Constant", [], {"value": numpy_helper.from_array(FLAT)}, 1),
    ("Constant", [], {"value_floats": [1.5, -2.0]}, 1),
    ("Constant", [], {"value_ints": [-1, 4]}, 1),
    ("Constant", [], {"value_int": -7}, 1),
    ("Div", [X, FLAT[0]], {}, 1),
    ("Div", [np.abs(LONG), longs(2)], {}, 1),
    ("Equal", [LONG, longs(4, 0, 7)], {}, 1),
    ("Expand", [FLAT, longs(2, 1, 6)], {}, 1),
    ("Flatten", [X], {"axis": 2}, 1),
    ("Flatten", [X], {}, 1),
    ("Gather", [X, LONG.clip(-3, 2)], {"axis": 1}, 1),
    ("Gather", [X, np.array(1, np.int64)], {}, 1),
    ("Gemm", [FLAT, FLAT, LUCK.normal(size=3).astype(np.float32)], {"transB": 1, "beta": 0.5}, 1),
    ("Gemm", [FLAT, FLAT], {"transA": 1, "alpha": 2.0}, 1),
    ("Greater", [X, FLAT[0]], {}, 1),
    ("Identity", [X], {}, 1),
    ("LayerNormalization", [X, FLAT[0], FLAT[1]], {"axis": -1, "epsilon": 1e-3}, 1),
    ("LayerNormalization", [X, X[0]], {"axis": 1}, 1),
    ("MatMul", [X, X.transpose(0, 2, 1).copy()], {}, 1),
    ("Max", [X, FLAT[0], np.array(0.3, np.float32)], {}, 1),
    ("Mul", [X, FLAT[0]], {}, 1),
    ("ReduceMax", [X, longs(1)], {"keepdims": 0}, 1),
    ("ReduceMax", [X, longs(-1, 0)], {}, 1),
    ("ReduceMax", [X], {}, 1),
    ("ReduceMax", [X], {"noop_with_empty_axes": 1}, 1),
    ("Relu", [X], {}, 1),
    ("Reshape", [X, longs(0, -1)], {}, 1),
    ("Shape", [X], {"start": 1}, 1),
    ("Shape", [X], {"end": -1}, 1),
    ("Sigmoid", [X * 10], {}, 1),
    ("Slice", [X, longs(1, -4), longs(3, 2**62), longs(1, 2)], {}, 1),
    ("Slice", [X, longs(-1), longs(-(2**62)), longs(2), longs(-2)], {}, 1),
    ("Slice", [X, longs(1), longs(2)], {}, 1),
    ("Softmax", [X * 20], {"axis": 1}, 1),
    ("Softmax", [X], {}, 1),
    ("Split", [X, longs(1, 3, 2)], {"axis": 2}, 3),
    ("Split", [X], {"num_outputs": 2}, 2),
    ("Squeeze", [X[:1, :, :1], longs(-1, 0)], {}, 1),
    ("Squeeze", [X[:1, :, :1]], {}, 1),
    ("Sub", [X, FLAT[0]], {}, 1),
    ("Tanh", [X], {}, 1),
    ("Transpose", [X], {"perm": [2, 0, 1]}, 1),
    ("Transpose", [X], {}, 1),
    ("Unsqueeze", [FLAT, longs(0, -1)], {}, 1),
    ("Where", [X > 0, X, FLAT[0]], {}, 1),
]


def model_of(
    operator: str,
    given: dict[str, np.ndarray],
    names: list[str],
    attributes: dict[str, Any],
    outputs: int,
    opset: int = 18,
) -> bytes:
    """An ONNX file of one operator."""
    kinds = helper.np_dtype_to_tensor_dtype
    inputs = [
        helper.make_tensor_value_info(name, kinds(array.dtype), array.shape)
        for name, array in given.items()
    ]
    made = [f"y{k}" for k in range(outputs)]
    node = helper.make_node(operator, names, made, **attributes)
    told = [onnx.ValueInfoProto(name=name) for name in made]
    graph = helper.make_graph([node], "one", inputs, told)
    graph = onnx.shape_inference.infer_shapes(
        helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)]), data_prop=True
    )
    graph.ir_version = 8
    for told_, made_ in zip(graph.graph.output, made, strict=True):
        assert told_.name == made_
    return bytes(graph.SerializeToString())


def test_every_operator_is_compared() -> None:
    assert {operator for operator, *_ in CASES} == set(OPERATORS)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_an_operator_is_what_onnx_says(case: Any) -> None:
    operator, arrays, attributes, outputs = case
    names = ["" if array is None else f"x{k}" for k, array in enumerate(arrays)]
    given = {name: array for name, array in zip(names, arrays, strict=True) if array is not None}
    data = model_of(operator, given, names, attributes, outputs)
    made = [f"y{k}" for k in range(outputs)]
    ours = NumpyEvaluator(data).run(made, given)
    others = [ReferenceEvaluator(onnx.load_from_string(data)).run(made, given)]
    others.append(
        onnxruntime.InferenceSession(data, providers=["CPUExecutionProvider"]).run(made, given)
    )
    for theirs in others:
        for mine, its in zip(ours, theirs, strict=True):
            assert mine.dtype == its.dtype
            assert mine.shape == its.shape
            np.testing.assert_allclose(mine, its, rtol=2e-6, atol=2e-6)


def test_axes_of_a_maximum_may_be_an_attribute() -> None:
    """As in operator sets before 18."""
    data = model_of("ReduceMax", {"x": X}, ["x"], {"axes": [1], "keepdims": 0}, 1, opset=17)
    assert (NumpyEvaluator(data).run(["y0"], {"x": X})[0] == X.max(axis=1)).all()


@pytest.mark.parametrize("packed", [False, True])
def test_weights_are_read_however_they_are_written(packed: bool) -> None:
    floats, whole = FLAT, LONG
    graph = helper.make_graph([], "none", [], [])
    for name, array in (("f", floats), ("l", whole), ("b", X > 0)):
        if packed:
            tensor = numpy_helper.from_array(array, name)
        else:
            kind = helper.np_dtype_to_tensor_dtype(array.dtype)
            tensor = helper.make_tensor(name, kind, array.shape, array.ravel().tolist())
        graph.initializer.append(tensor)
    weights = read_onnx_model(helper.make_model(graph).SerializeToString()).weights
    assert (weights["f"] == floats).all() and weights["f"].dtype == np.float32
    assert (weights["l"] == whole).all() and weights["l"].dtype == np.int64
    assert (weights["b"] == (X > 0)).all() and weights["b"].dtype == np.bool_


def test_other_operators_and_broken_weights_are_refused() -> None:
    with pytest.raises(ValueError, match="Sin is not a supported operator"):
        NumpyEvaluator(model_of("Sin", {"x": X}, ["x"], {}, 1))
    graph = helper.make_graph([], "none", [], [])
    tensor = numpy_helper.from_array(FLAT, "f")
    tensor.raw_data = tensor.raw_data[:-4]
    graph.initializer.append(tensor)
    with pytest.raises(ValueError, match="17 numbers for a tensor of shape"):
        NumpyEvaluator(helper.make_model(graph).SerializeToString())
