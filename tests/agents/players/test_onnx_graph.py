"""The readers of ONNX files that need no onnx."""

import numpy as np
import pytest

from spacecombat_agents.players.onnx.onnx_graph import ALLOWED_FIELDS, read_onnx_graph
from spacecombat_agents.players.onnx.onnx_weights import read_onnx_weights

onnx = pytest.importorskip("onnx")
MESSAGES = {
    "model": onnx.ModelProto,
    "graph": onnx.GraphProto,
    "node": onnx.NodeProto,
    "attribute": onnx.AttributeProto,
    "tensor": onnx.TensorProto,
    "value_info": onnx.ValueInfoProto,
    "type": onnx.TypeProto,
    "tensor_type": onnx.TypeProto.Tensor,
}


def test_graphs_inside_graphs_are_refused() -> None:
    body = onnx.helper.make_graph([onnx.helper.make_node("Loop", ["a"], ["b"])], "g", [], [])
    node = onnx.helper.make_node("If", ["c"], ["d"], then_branch=body, domain="")
    strange = onnx.helper.make_node("Run", ["d"], ["e"], domain="evil")
    model = onnx.helper.make_model(onnx.helper.make_graph([node, strange], "m", [], []))
    outline = read_onnx_graph(model.SerializeToString())
    assert outline.operators == {"If", "evil::Run"}
    assert outline.refused == {"attribute field 6"}


def test_functions_are_refused() -> None:
    model = onnx.helper.make_model(onnx.helper.make_graph([], "m", [], []))
    model.functions.add(name="Mine", domain="evil")
    assert read_onnx_graph(model.SerializeToString()).refused == {"model field 25"}


def test_every_field_that_is_allowed_is_the_one_that_onnx_has() -> None:
    """The fields left out are those that hold graphs, files, functions, or text as data."""
    found = {
        field.name
        for kind, message in MESSAGES.items()
        for field in message.DESCRIPTOR.fields
        if field.number not in ALLOWED_FIELDS[kind]
    }
    assert {"sparse_initializer", "functions", "g", "graphs", "external_data"} <= found
    assert not found & {"node", "initializer", "input", "output", "op_type", "dims", "raw_data"}


@pytest.mark.parametrize("packed", [False, True])
def test_weights_are_read_however_they_are_written(packed: bool) -> None:
    floats = np.random.default_rng(3).normal(size=(3, 6)).astype(np.float32)
    graph = onnx.helper.make_graph([], "none", [], [])
    for name, array in (("f", floats), ("places", np.arange(4))):
        if packed:
            tensor = onnx.numpy_helper.from_array(array, name)
        else:
            kind = onnx.helper.np_dtype_to_tensor_dtype(array.dtype)
            tensor = onnx.helper.make_tensor(name, kind, array.shape, array.ravel().tolist())
        graph.initializer.append(tensor)
    weights = read_onnx_weights(onnx.helper.make_model(graph).SerializeToString())
    assert list(weights) == ["f"] and weights["f"].dtype == np.float32
    assert (weights["f"] == floats).all()
    graph.initializer[0].dims[0] = 4
    with pytest.raises(ValueError, match="f: 72 bytes for a tensor of shape"):
        read_onnx_weights(onnx.helper.make_model(graph).SerializeToString())
