"""Initial weights of a network, from a training run or an opponent file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import nn

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.bundles.builtin import SUFFIX, opponent_file
from spacecombat_agents.players.bundles.bundle import Bundle, read_bundle
from spacecombat_agents.players.bundles.bundle_checks import check_compatible, check_operators
from spacecombat_agents.players.bundles.levels import level_named, split_level
from spacecombat_agents.players.bundles.runtimes import JSON_SUFFIX
from spacecombat_agents.players.net_agent import load_weights
from spacecombat_agents.players.onnx.onnx_model import (
    PARAMETER_PREFIX,
    TRANSPOSED_SUFFIX,
    OnnxModel,
    read_onnx_model,
)


def load_initial_weights(net: nn.Module, name: str, setting: GameSetting) -> None:
    """Load the weights of `policy.safetensors`, FILE.opp or FILE.opp@LEVEL into a network.

    ConfigError or BundleError if they are invalid or belong to another network. An opponent file
    may hold rounded weights.
    """
    file, level = split_level(name)
    if not file.endswith(SUFFIX):
        load_weights(net, Path(name))
        return
    bundle = read_bundle(opponent_file(file))
    check_compatible(bundle, setting.ruleset, setting.scenario)
    check_operators(bundle)
    policy = level_named(bundle.levels, level, str(bundle.path)).policy
    if policy.endswith(JSON_SUFFIX):
        raise bundle.refuse(policy, "JSON policies do not name their weights: use an ONNX file")
    _load_policy(net, bundle, policy)


def _load_policy(net: nn.Module, bundle: Bundle, policy: str) -> None:
    """Load the weights of an ONNX policy into a network; all of its own must be there."""
    own = net.state_dict()
    found = _parameters(read_onnx_model(bundle.files[policy]))
    known = {name: torch.from_numpy(each.copy()) for name, each in found.items() if name in own}
    try:
        net.load_state_dict(known)
    except RuntimeError as cause:
        reason = f"not the weights of this network: {' '.join(str(cause).split())[:120]}"
        raise bundle.refuse(policy, reason) from None


def _parameters(model: OnnxModel) -> dict[str, np.ndarray]:
    """Return a network's parameters from an ONNX file, by the network's own names."""
    own = {name: each for name, each in model.weights.items() if name.startswith(PARAMETER_PREFIX)}
    found = {
        _parameter_name(name): each.T if name.endswith(TRANSPOSED_SUFFIX) else each
        for name, each in own.items()
    }
    # The exporter omits a zero bias, or stores it under the name of another zero bias.
    for weight, bias in _linear_layers(model):
        if weight in own:
            name = _parameter_name(weight)
            number = np.zeros(len(found[name]), np.float32) if bias is None else model.weights[bias]
            found.setdefault(name.removesuffix("weight") + "bias", number)
    return found


def _parameter_name(kept: str) -> str:
    """Return the network's name of a parameter in an ONNX file."""
    return kept.removeprefix(PARAMETER_PREFIX).removesuffix(TRANSPOSED_SUFFIX)


def _linear_layers(model: OnnxModel) -> Iterator[tuple[str, str | None]]:
    """Yield the names of the weights and the bias, if any, of each linear layer."""
    added = {
        name: other
        for node in model.nodes
        if node.operator == "Add"
        for name, other in (node.inputs, node.inputs[::-1])
        if other in model.weights
    }
    for node in model.nodes:
        if node.operator == "Gemm":
            yield node.inputs[1], node.inputs[2] if len(node.inputs) > 2 else None
        elif node.operator == "MatMul":
            yield node.inputs[1], added.get(node.outputs[0])
