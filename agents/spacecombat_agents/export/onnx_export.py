"""Export a trained network of any learner as an ONNX file.

The network is a torch module. Its `forward(obs, action_mask)`, float32 (n, O) and (n, A), returns
masked logits (n, A), value (n, 1) or (n,), and optionally probabilities of win, draw and loss (n,
3).
"""

from __future__ import annotations

import logging
import warnings
from typing import Any

import numpy as np
import torch
from torch import nn

from spacecombat_agents.players.bundles.bundle import LOGITS, VALUE, WDL
from spacecombat_agents.players.bundles.bundle_checks import unsupported_reason
from spacecombat_agents.players.bundles.levels import StrengthLevel
from spacecombat_agents.players.bundles.runtimes import NetOutputs
from spacecombat_agents.players.stochastic_agent import NetPolicyAgent
from spacecombat_env.core.errors import ConfigError

__all__ = ["LevelAgent", "evaluate_network", "onnx_bytes", "output_names"]

OPSET = 18
BATCH_SIZE = 512
"""Decisions in a batch of a network."""
OUTPUT_NAMES = [LOGITS, VALUE, WDL]


def output_names(module: nn.Module, observations: int, action_count: int) -> list[str]:
    """Return the names of a network's outputs; ConfigError if they are not a policy's."""
    count = 2
    with torch.inference_mode():
        found = module.eval()(*_example_inputs(observations, action_count))
    shapes = [tuple(each.shape) for each in found]
    if shapes[:1] != [(count, action_count)] or shapes[1:2] not in ([(count, 1)], [(count,)]):
        raise ConfigError.at("network", "outputs", f"shapes {shapes}, not logits and value")
    if shapes[2:] not in ([], [(count, 3)]):
        raise ConfigError.at("network", "outputs", f"shapes {shapes}: the third is not wdl")
    return OUTPUT_NAMES[: len(shapes)]


def onnx_bytes(module: nn.Module, observations: int, action_count: int) -> bytes:
    """Return a network as an ONNX file: masked logits, value and maybe wdl, any batch size.

    ConfigError if it needs an operator that opponent files may not have.
    """
    names = output_names(module, observations, action_count)
    batch = torch.export.Dim("batch", min=1, max=1 << 20)
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        program = torch.onnx.export(
            _ColumnValue(module).eval(),
            _example_inputs(observations, action_count),
            dynamo=True,
            verbose=False,
            opset_version=OPSET,
            external_data=False,
            input_names=["obs", "action_mask"],
            output_names=names,
            dynamic_shapes=({0: batch}, {0: batch}),
        )
    assert program is not None
    data: bytes = _strip_metadata(program.model_proto).SerializeToString()
    reason = unsupported_reason(data)
    if reason is not None:
        raise ConfigError.at("network", *reason)
    return data


def _strip_metadata(model: Any) -> Any:
    """Return an ONNX model without metadata, in which exporters record source files."""
    graph = model.graph
    del graph.value_info[:]
    for part in (model, graph, *graph.node, *graph.input, *graph.output, *graph.initializer):
        del part.metadata_props[:]
        part.ClearField("doc_string")
    return model


class _ColumnValue(nn.Module):
    """A network whose value is a column, (n, 1), as files have it."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, obs: torch.Tensor, action_mask: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Return logits, value and maybe wdl."""
        logits, value, *wdl = self.network(obs, action_mask)
        return (logits, value if value.ndim > 1 else value.unsqueeze(1), *wdl)


def evaluate_network(module: nn.Module, observations: np.ndarray, masks: np.ndarray) -> NetOutputs:
    """Return a network's outputs for observations (n, O) and masks (n, A)."""
    parts = []
    with torch.inference_mode():
        for start in range(0, len(masks), BATCH_SIZE):
            rows = slice(start, start + BATCH_SIZE)
            legal = torch.from_numpy(masks[rows].astype(np.float32))
            parts.append(module.eval()(torch.from_numpy(observations[rows]), legal))
    logits, values, *wdl = (torch.cat(each).numpy() for each in zip(*parts, strict=True))
    return NetOutputs(logits, values.reshape(-1), wdl[0] if wdl else None)


def _example_inputs(observations: int, action_count: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the inputs of two decisions."""
    return torch.zeros(2, observations), torch.ones(2, action_count)


class LevelAgent(NetPolicyAgent):
    """A network as a player of a level, before export."""

    def __init__(self, network: nn.Module, level: StrengthLevel) -> None:
        super().__init__(level.id)
        self._network, self._level = network, level

    def choose_actions(
        self, observations: np.ndarray, masks: np.ndarray, random_bits: np.ndarray
    ) -> np.ndarray:
        """Return an action for each row by its random bits, with the level's settings."""
        return self._level.choose_actions(
            evaluate_network(self._network, observations, masks).logits, masks, random_bits
        )
