"""Initial weights of a network, from a training run or an opponent file."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.bundles.builtin import SUFFIX, opponent_file
from spacecombat_agents.players.bundles.bundle import Bundle, read_bundle
from spacecombat_agents.players.bundles.bundle_checks import check_compatible, check_operators
from spacecombat_agents.players.bundles.levels import level_named, split_level
from spacecombat_agents.players.bundles.runtimes import policy_steps
from spacecombat_agents.players.net_agent import check_weights, load_weights


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
    _load_policy(net, bundle, policy)


def _load_policy(net: nn.Module, bundle: Bundle, policy: str) -> None:
    """Load the weights of a policy into a network; all of its own must be there."""
    own, found = net.state_dict(), policy_steps(bundle, policy).weights
    known = {name: torch.from_numpy(each) for name, each in found.items() if name in own}
    try:
        net.load_state_dict(known)
    except RuntimeError as cause:
        reason = f"not the weights of this network: {' '.join(str(cause).split())[:120]}"
        raise bundle.refuse(policy, reason) from None
    check_weights(known, bundle.path)
