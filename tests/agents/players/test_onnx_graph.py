"""The reader of ONNX graphs that needs no onnx."""

import pytest

from spacecombat_agents.players.onnx.onnx_graph import read_onnx_graph

onnx = pytest.importorskip("onnx")


def test_operators_in_nested_graphs_are_seen() -> None:
    body = onnx.helper.make_graph([onnx.helper.make_node("Loop", ["a"], ["b"])], "g", [], [])
    node = onnx.helper.make_node("If", ["c"], ["d"], then_branch=body, domain="")
    strange = onnx.helper.make_node("Run", ["d"], ["e"], domain="evil")
    model = onnx.helper.make_model(onnx.helper.make_graph([node, strange], "m", [], []))
    assert read_onnx_graph(model.SerializeToString()).operators == {"If", "Loop", "evil::Run"}
