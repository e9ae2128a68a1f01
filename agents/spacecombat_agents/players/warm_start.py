"""Initial weights of a network, from a training run or an opponent file."""

from __future__ import annotations

import json
from typing import Any

import torch
from torch import nn

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.bundles.builtin import SUFFIX, opponent_file
from spacecombat_agents.players.bundles.bundle import Bundle, layouts_identity, read_bundle
from spacecombat_agents.players.bundles.bundle_checks import check_compatible, check_operators
from spacecombat_agents.players.bundles.levels import StrengthLevel, level_named, split_level
from spacecombat_agents.players.bundles.old_files import read_layout
from spacecombat_agents.players.bundles.runtimes import policy_steps
from spacecombat_agents.players.net_agent import (
    NET_FORM,
    NetAgent,
    check_weights,
    load_weights,
    weights_file,
)
from spacecombat_agents.players.nets.architectures import OUTCOME_CLASSES, Net, build_net
from spacecombat_agents.players.nets.net_config import Network
from spacecombat_agents.players.nets.transfer import Spaces, Transfer, transfer_weights
from spacecombat_agents.yaml_config import build_dataclass, read_text
from spacecombat_env.core.errors import ConfigError

__all__ = ["load_initial_weights", "make_transferred", "warm_start"]


def load_initial_weights(net: nn.Module, name: str, setting: GameSetting) -> None:
    """Load the weights of a run or its `policy.safetensors`, FILE.opp or FILE.opp@LEVEL.

    ConfigError or BundleError if they are invalid or belong to another network. An opponent file
    may hold rounded weights.
    """
    file, _ = split_level(name)
    if not file.endswith(SUFFIX):
        load_weights(net, weights_file(name))
        return
    bundle, level = _open_level(name)
    check_compatible(bundle, setting.ruleset, setting.scenario)
    _load_policy(net, bundle, level.policy)


def warm_start(net: Net, network: Network, name: str, setting: GameSetting) -> Transfer | None:
    """Load weights as `load_initial_weights` does, or those made for another scenario by name.

    Return what was known by name; None if the weights are for the setting's own spaces. ConfigError
    or BundleError if they belong to another architecture than `network`, or nothing is known.
    """
    own = Spaces(setting.scenario.observation, setting.scenario.actions)
    theirs = _source_spaces(name, setting)
    if theirs is None:
        load_initial_weights(net, name, setting)
        return None
    if () in (network.layers, network.policy_layers, network.value_layers):
        raise ConfigError.at(name, "network", "weights by name need hidden layers")
    with torch.random.fork_rng(devices=[]):
        source = build_net(network, *theirs, net.value.out_features)
    if split_level(name)[0].endswith(SUFFIX):
        bundle, level = _open_level(name)
        _load_policy(source, bundle, level.policy)
    else:
        load_weights(source, weights_file(name))
    found = transfer_weights(net, own, source, theirs)
    for kind, blocks in found._asdict().items():
        if not any(known for known, _ in blocks.values()):
            reason = f"none is called as in {setting.scenario.name} of {setting.ruleset.name}"
            raise ConfigError.at(name, kind, reason)
    return found


def make_transferred(name: str, setting: GameSetting) -> NetAgent:
    """Return a level of an opponent file as a player of another scenario, without training.

    It keeps its name, temperature and min_p. Errors are those of `warm_start`.
    """
    bundle, level = _open_level(name)
    network = _network_of(bundle)
    spaces = setting.scenario.observation, setting.scenario.actions
    outcomes = OUTCOME_CLASSES if len(bundle.outputs) == 3 else 1
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)  # of the weights that are new
        net = build_net(network, *spaces, outcomes)
    warm_start(net, network, name, setting)
    return NetAgent(net, f"transfer:{bundle.name}@{level.id}", level.temperature, level.min_p)


def _open_level(name: str) -> tuple[Bundle, StrengthLevel]:
    """Return an opponent file and one of its levels, checked without its compatibility."""
    file, level = split_level(name)
    bundle = read_bundle(opponent_file(file))
    check_operators(bundle)
    return bundle, level_named(bundle.levels, level, str(bundle.path))


def _network_of(bundle: Bundle) -> Network:
    """Return the architecture that a bundle was trained with."""
    field = "training.configuration.network"
    content: Any = bundle.manifest
    for key in field.split("."):
        content = content.get(key) if isinstance(content, dict) else None
    if content is None:
        raise bundle.refuse(f"manifest.json {field}", "is missing")
    network: Network = build_dataclass(Network, content, str(bundle.path), field)
    return network


def _source_spaces(name: str, setting: GameSetting) -> Spaces | None:
    """Return the spaces of weights that are for another scenario; None if not, or not known."""
    file, _ = split_level(name)
    own, keys = layouts_identity(setting.scenario), ("observation", "actions")
    if file.endswith(SUFFIX):
        made = read_bundle(opponent_file(file)).manifest["layouts"]
        if all(made[key].get("hash") == own[key]["hash"] for key in keys):
            return None
        return Spaces(*(read_layout(made[key]) for key in keys))
    form_file = weights_file(name).with_name(NET_FORM)
    if not form_file.is_file():
        return None
    try:
        form = json.loads(read_text(form_file))
        if all(form[key] == own[key]["hash"] for key in keys) or "layouts" not in form:
            return None
        return Spaces(*(read_layout(form["layouts"][key]) for key in keys))
    except (ValueError, KeyError, TypeError, RecursionError) as cause:
        raise ConfigError.at(form_file, "layouts", f"not those of a network: {cause!r}") from None


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
