"""Write trained networks as one opponent file that needs none of the training libraries."""

from __future__ import annotations

import datetime
import json
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
from torch import nn

from spacecombat_agents.export.golden_vectors import (
    RecordedDecisions,
    golden_arrays,
    golden_rows,
    npz_bytes,
    record_decisions,
)
from spacecombat_agents.export.model_card import card_text, level_rows
from spacecombat_agents.export.onnx_export import (
    LevelAgent,
    evaluate_network,
    onnx_bytes,
    output_names,
)
from spacecombat_agents.export.traced_steps import traced_steps
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.bundles.bundle import (
    CARD_JSON,
    CARD_TEXT,
    GOLDEN,
    SCHEMA,
    VALUE,
    WDL,
    Bundle,
    layouts_identity,
    rules_identity,
    steps_file,
    write_bundle,
)
from spacecombat_agents.players.bundles.levels import StrengthLevel, read_levels, strongest_level
from spacecombat_agents.players.bundles.runtimes import open_policy
from spacecombat_env import __version__
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.model.layout import Layout

__all__ = ["ActionFunction", "Origin", "ParityCheck", "check_parity", "write_opponent"]

RECORDED_DECISIONS = 1024
"""Decisions to choose golden rows from."""
DECISION = {
    "rng": "philox4x32-10",
    "key": ["bot_seed, lower 32 bits", "bot_seed, upper 32 bits"],
    "counter": ["game", "decision", "draw", 0],
    "lot": "word 0 + 2^32 x word 1; u = floor(lot / 2^11) / 2^53",
    "method": "inverse-cdf-f64",
    "min_p": "share of the likeliest action's probability, at the level's temperature",
    "ties": "lowest",
}
PACKAGES = ("torch", "stable-baselines3", "sb3-contrib", "onnx", "numpy")
ActionFunction = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""(observations, masks) -> the likeliest actions."""


@dataclass(frozen=True)
class Origin:
    """The origin of policies, for manifest and card."""

    algorithm: str = ""
    configuration: Mapping[str, Any] = field(default_factory=dict)
    """The training configuration."""
    result: Mapping[str, Any] = field(default_factory=dict)
    """The run's result.json: counts, evaluations."""
    lineage: Mapping[str, Any] = field(default_factory=dict)
    """Parent's hash, opponents in training, the score of its control."""
    author: str = ""
    license: str = ""
    commands: Sequence[str] = ()
    """Commands that reproduce it from the configuration."""


@dataclass(frozen=True)
class ParityCheck:
    """Agreement between exported policies and those in training."""

    decisions: int
    """Over all policies together."""
    same: int
    """Decisions with the same action."""
    largest_difference: float
    """Of logits."""


def check_parity(
    bundle: Bundle,
    networks: Mapping[str, nn.Module],
    decisions: RecordedDecisions,
    likeliest: Mapping[str, ActionFunction] | None = None,
) -> ParityCheck:
    """Compare the actions of policies in training with those of the exported ones.

    `likeliest` gives policies' actions by the library that trained them, if it has its own method.
    """
    same, largest = 0, 0.0
    for policy, network in networks.items():
        exported = open_policy(bundle, policy)(decisions.observations, decisions.masks).logits
        own_logits = evaluate_network(network, decisions.observations, decisions.masks).logits
        reference = (likeliest or {}).get(policy)
        expected = own_logits.argmax(axis=1)
        if reference is not None:
            expected = reference(decisions.observations, decisions.masks)
        same += int((exported.argmax(axis=1) == expected).sum())
        largest = max(largest, float(np.abs(exported - own_logits).max()))
    return ParityCheck(len(networks) * len(decisions.masks), same, largest)


def write_opponent(
    path: Path,
    setting: GameSetting,
    policies: Mapping[str, nn.Module],
    levels: Sequence[StrengthLevel],
    name: str,
    origin: Origin | None = None,
) -> dict[str, Any]:
    """Write networks as an opponent file and return its manifest.

    `policies` are networks (see onnx_export.py) by file name, `policy.onnx` first; `levels` are
    ordered weakest first and refer to them. ConfigError if they do not fit together.
    """
    origin = origin or Origin()
    read_levels([level.as_json() for level in levels], list(policies), str(path))
    sizes = setting.scenario.observation.size, setting.scenario.actions.size
    outputs = _common_outputs(path, policies, sizes)
    usual = strongest_level(levels)
    decisions = record_decisions(
        setting, LevelAgent(policies[usual.policy], usual), RECORDED_DECISIONS
    )
    rows = golden_rows(
        evaluate_network(policies[usual.policy], decisions.observations, decisions.masks).logits
    )
    decisions = RecordedDecisions(decisions.observations[rows], decisions.masks[rows])
    outputs_of = {
        policy: evaluate_network(network, decisions.observations, decisions.masks)
        for policy, network in policies.items()
    }
    card = _card(setting, name, levels, policies, origin)
    files = {policy: onnx_bytes(network, *sizes) for policy, network in policies.items()}
    for policy, network in policies.items():
        files[steps_file(policy)] = traced_steps(network, *sizes, outputs)
    files[GOLDEN] = npz_bytes(golden_arrays(decisions, outputs_of, levels))
    files[CARD_JSON] = json.dumps(card, indent=1).encode()
    files[CARD_TEXT] = card_text(card).encode()
    manifest = _manifest(setting, name, list(policies), levels, outputs, origin)
    return write_bundle(path, manifest, files)


def _common_outputs(
    path: Path, policies: Mapping[str, nn.Module], sizes: tuple[int, int]
) -> list[str]:
    """Return the outputs of all policies; ConfigError if they differ."""
    found = {policy: output_names(network, *sizes) for policy, network in policies.items()}
    outputs = next(iter(found.values()))
    for policy, names in found.items():
        if names != outputs:
            raise ConfigError.at(path, policy, f"answers {names}, another policy {outputs}")
    return outputs


# -- manifest -------------------------------------------------------------------------------------


def _manifest(
    setting: GameSetting,
    name: str,
    policies: list[str],
    levels: Sequence[StrengthLevel],
    outputs: list[str],
    origin: Origin,
) -> dict[str, Any]:
    """Return everything a loader needs, except the files' hashes."""
    scenario = setting.scenario
    axes = {"obs": scenario.observation.size, "action_mask": scenario.actions.size}
    widths = {VALUE: 1, WDL: 3}
    searching = any(level.search is not None for level in levels)
    return {
        "schema": SCHEMA,
        "kind": "net+engine" if searching else "net",
        "name": name,
        "author": origin.author,
        "license": origin.license,
        "created": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "rules": rules_identity(setting.ruleset),
        "layouts": _layouts(setting),
        "scenario": {
            "name": scenario.name,
            "digest": scenario.digest,
            "source": json.loads(json.dumps(dict(scenario.source), default=str)),
        },
        "delegate": [list(names) for names in scenario.delegate],
        "seats": list(setting.ruleset.seats),
        "mask": "action_mask > 0.5 means legal; logits of illegal actions are -1e8",
        "inputs": [_tensor(key, size) for key, size in axes.items()],
        "outputs": [_tensor(key, widths.get(key, scenario.actions.size)) for key in outputs],
        "state": None,
        "policies": policies,
        "levels": [level.as_json() for level in levels],
        "decision": DECISION,
        "exploitability": None,
        "lineage": dict(origin.lineage),
        "training": _provenance(origin),
    }


def _layouts(setting: GameSetting) -> dict[str, Any]:
    """Return sizes, hashes and blocks of observations and actions."""
    identity, scenario = layouts_identity(setting.scenario), setting.scenario
    for key, layout in (("observation", scenario.observation), ("actions", scenario.actions)):
        identity[key]["blocks"] = _blocks(layout)
    return identity


def _blocks(layout: Layout) -> list[dict[str, Any]]:
    """Return a layout's blocks; entry = offset + place in the shape, the last axis fastest."""
    return [
        {
            "name": block.name,
            "offset": layout.offsets[block.name],
            "shape": list(block.shape),
            "columns": None if block.columns is None else list(block.columns),
            "scale": list(block.scale) if isinstance(block.scale, tuple) else block.scale,
            "doc": block.doc,
        }
        for block in layout.blocks
    ]


def _tensor(name: str, size: int) -> dict[str, Any]:
    """Describe an input or output."""
    return {"name": name, "dtype": "float32", "shape": ["batch", size]}


def _provenance(origin: Origin) -> dict[str, Any]:
    """Return the origin of the policies."""
    quoted = ("decisions", "games", "updates", "seconds")
    versions = {"spacecombat-env": __version__, "python": platform.python_version()}
    for package in PACKAGES:
        try:
            versions[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return {
        "algorithm": origin.algorithm,
        "versions": versions,
        "configuration": dict(origin.configuration),
        **{key: origin.result[key] for key in quoted if key in origin.result},
    }


def _card(
    setting: GameSetting,
    name: str,
    levels: Sequence[StrengthLevel],
    policies: Mapping[str, nn.Module],
    origin: Origin,
) -> dict[str, Any]:
    """Return the card; measured values are copied from the run's result."""
    quoted = ("decisions", "games", "seconds")
    weights = [sum(each.numel() for each in net.parameters()) for net in policies.values()]
    return {
        "name": name,
        "ruleset": setting.ruleset.name,
        "title": setting.ruleset.title,
        "scenario": setting.scenario.name,
        "delegate": setting.delegated,
        "parameters": dict(zip(policies, weights, strict=True)),
        "training": {key: origin.result[key] for key in quoted if key in origin.result},
        "lineage": dict(origin.lineage),
        "levels": level_rows(levels),
        "usual_level": strongest_level(levels).id,
        "calibration": None,
        "evaluations": list(origin.result.get("evaluations", ())),
        "configuration": dict(origin.configuration),
        "commands": list(origin.commands),
        "exploitability": None,
    }
