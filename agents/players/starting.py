"""Weights that a network starts from: those of a training run, or of an opponent file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import nn

from spacecombat_agents.players.bundle import Bundle, read_bundle
from spacecombat_agents.players.bundle_checks import check_compatible, check_operators
from spacecombat_agents.players.levels import level_named, split_level
from spacecombat_agents.players.net_agent import load_weights
from spacecombat_agents.players.onnx_model import read_model
from spacecombat_agents.players.runtimes import STEPS
from spacecombat_agents.players.shipped import SUFFIX, opponent_file
from spacecombat_agents.setting import Setting

OURS = "network."
"""How an exported network's own parameters are called in an ONNX file (export/network.py)."""


def start_from(net: nn.Module, name: str, setting: Setting) -> None:
    """Give a network the weights of `policy.safetensors`, or of FILE.opp or FILE.opp@LEVEL.

    ConfigError or BundleError where they are none, or those of another network. An opponent file
    keeps as many bits of them as its maker chose, and has them whole of a `pair` or a `trunk`:
    writing ONNX turns those of `blocks` about.
    """
    file, level = split_level(name)
    if not file.endswith(SUFFIX):
        load_weights(net, Path(name))
        return
    bundle = read_bundle(opponent_file(file))
    check_compatible(bundle, setting.ruleset, setting.scenario)
    check_operators(bundle)
    policy = level_named(bundle.levels, level, str(bundle.path)).policy
    if policy.endswith(STEPS):
        raise bundle.refuse(policy, "plain steps do not tell which weight is which: take ONNX")
    _load(net, bundle, policy)


def _load(net: nn.Module, bundle: Bundle, policy: str) -> None:
    """Give a network the weights of an ONNX policy; all of its own must be there."""
    model = read_model(bundle.files[policy])
    found = {name: weight for name, weight in model.weights.items() if name.startswith(OURS)}
    for node in model.nodes:
        # A bias of zeros is left out by the exporter, or stands under the name of another's zeros.
        if node.operator == "Gemm" and node.inputs[1] in found:
            _, weight, *bias = node.inputs
            zeros = np.zeros(len(found[weight]), np.float32)
            numbers = model.weights[bias[0]] if bias else zeros
            found.setdefault(weight.removesuffix("weight") + "bias", numbers)
    own = net.state_dict()
    named = {name.removeprefix(OURS): weight for name, weight in found.items()}
    known = {name: torch.from_numpy(weight.copy()) for name, weight in named.items() if name in own}
    try:
        net.load_state_dict(known)
    except RuntimeError as cause:
        reason = f"no weights of this network: {' '.join(str(cause).split())[:120]}"
        raise bundle.refuse(policy, reason) from None
