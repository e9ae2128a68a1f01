"""Export a training run as an opponent file: which states of the learner become which levels."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from torch import nn

from spacecombat_agents.atomic_files import staged_file
from spacecombat_agents.export.checkpoint_sources import public_source
from spacecombat_agents.export.golden_vectors import record_decisions
from spacecombat_agents.export.json_form import JSON, ONNX, write_as_json
from spacecombat_agents.export.onnx_export import LevelAgent
from spacecombat_agents.export.quantization import MANTISSA_BITS, quantize
from spacecombat_agents.export.run_levels import (
    BEST_LEVEL,
    MIN_P,
    TEMPERATURE,
    build_levels,
    in_order,
    parse_level,
)
from spacecombat_agents.export.trained_nets import open_trained
from spacecombat_agents.export.write_opponent import (
    ActionFunction,
    Origin,
    ParityCheck,
    check_parity,
    write_opponent,
)
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.bundles.bundle import Bundle, read_bundle, steps_file
from spacecombat_agents.players.bundles.levels import (
    DEFAULT_POLICY,
    StrengthLevel,
    strongest_level,
)
from spacecombat_agents.players.bundles.runtimes import NUMPY
from spacecombat_agents.players.onnx_agent import OnnxAgent
from spacecombat_agents.training.config import TrainConfig, config_to_dict, load_config, setting_of

__all__ = ["export_run", "public_configuration"]


def export_run(
    run: Path,
    path: Path,
    *,
    name: str,
    check: int = 1000,
    levels: Sequence[str] = (),
    temperature: float = TEMPERATURE,
    min_p: float = MIN_P,
    mantissa: int = MANTISSA_BITS,
    weights: str = ONNX,
    author: str = "",
    license: str = "",
    tell: Callable[[str], None] = lambda description: None,
) -> dict[str, Any]:
    """Export the opponent of a run folder, load the file, and compare all its policies.

    `levels` are levels besides `admiral`, or instead of it, weakest first, as `parse_level` reads
    them; those with search come last. `mantissa` is the number of mantissa bits that weights keep
    (quantization.py), `weights` one of `FORMS` (json_form.py). The comparison uses the networks as
    they are in the file. It raises nothing when they differ: the caller compares `same` with
    `checked`.
    """
    config = load_config(run / "config.yaml")
    setting = setting_of(config)
    result = _read_result(run)
    trained = open_trained(run, setting)
    policies, levels_made = build_levels(
        run, trained, [parse_level(text) for text in levels], setting
    )
    best = StrengthLevel(
        BEST_LEVEL, DEFAULT_POLICY, temperature, min_p, made_of=_describe_end(result)
    )
    levels_made = in_order(levels_made, best)
    policies = _played_policies(policies, levels_made, mantissa)
    options = [f"--temperature {temperature:g}", f"--min-p {min_p:g}", f"--mantissa {mantissa}"]
    options += [f"--weights {weights}"] if weights != ONNX else []
    origin = Origin(
        trained.algorithm,
        public_configuration(config),
        result,
        _lineage(config, result),
        author,
        license,
        _commands(run, path.name, options, levels),
    )
    with staged_file(path) as new:
        tell("Writing the network ...")
        manifest = write_opponent(new, setting, policies, levels_made, name, origin)
        likeliest = {DEFAULT_POLICY: trained.greedy_actions} if mantissa == MANTISSA_BITS else {}
        if weights == JSON:
            manifest = write_as_json(read_bundle(new), new)
            policies = {steps_file(file): network for file, network in policies.items()}
            likeliest = {steps_file(file): actions for file, actions in likeliest.items()}
        if check:
            tell(f"Comparing {check} decisions ...")
        parity = _compare_policies(_open_written(new, setting), setting, policies, likeliest, check)
    return {
        "path": str(path),
        "bytes": path.stat().st_size,
        "bundle_hash": manifest["bundle_hash"],
        "levels": [level.id for level in levels_made],
        "checked": parity.decisions,
        "same": parity.same,
        "largest_difference": parity.largest_difference,
    }


def _played_policies(
    policies: Mapping[str, nn.Module], levels: Sequence[StrengthLevel], mantissa: int
) -> dict[str, nn.Module]:
    """Return the networks that levels play, as they are in the file."""
    played = {policy for level in levels for policy in level.policies}
    return {
        file: quantize(network, mantissa) for file, network in policies.items() if file in played
    }


def _open_written(path: Path, setting: GameSetting) -> Bundle:
    """Load a new file with NumPy and with the usual runtime; return it as the latter reads it."""
    OnnxAgent.load(path, setting.ruleset, setting.scenario, runtime=NUMPY)
    return OnnxAgent.load(path, setting.ruleset, setting.scenario).bundle


def _compare_policies(
    bundle: Bundle,
    setting: GameSetting,
    policies: Mapping[str, nn.Module],
    likeliest: Mapping[str, ActionFunction],
    check: int,
) -> ParityCheck:
    """Play the strongest level and compare all policies of the file in `check` decisions."""
    if not check:
        return ParityCheck(0, 0, 0.0)
    usual = strongest_level(bundle.levels)
    player = LevelAgent(policies[usual.policy], usual)
    decisions = record_decisions(setting, player, check, seed=1)
    return check_parity(bundle, policies, decisions, likeliest)


def public_configuration(config: TrainConfig) -> dict[str, Any]:
    """Return the configuration without paths of this machine."""
    content = config_to_dict(config)
    content["start"] = _public_start(config)
    return content


def _public_start(config: TrainConfig) -> str | None:
    """Return the source of the run's initial weights, without paths of this machine."""
    return None if config.start is None else "/".join(Path(config.start).parts[-2:])


def _commands(run: Path, file: str, options: Sequence[str], levels: Sequence[str]) -> list[str]:
    """Return the commands that reproduce this file from the configuration."""
    parts = ["spacecombat export run", file, *options]
    for text in levels:
        name, _, source = text.partition("=")
        parts.append(f"--level {name}={public_source(run, source)}")
    return ["spacecombat train --config configuration.yaml --out run", " ".join(parts)]


def _describe_end(result: dict[str, Any]) -> str:
    """Return a description of the learner's last state."""
    decisions = result.get("decisions")
    return "the learner at the end" + (f", after {decisions:,} decisions" if decisions else "")


def _read_result(run: Path) -> dict[str, Any]:
    """Return the measured results of a run; empty if it did not finish."""
    path = run / "result.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def _lineage(config: TrainConfig, result: dict[str, Any]) -> dict[str, Any]:
    """Return the origin of the learner and its opponents."""
    weights = config.opponents.weights
    total = sum(weights.values())
    return {
        "parent": _public_start(config),
        "decisions": result.get("decisions"),
        "whole_lineage": result.get("whole_lineage"),
        "games": result.get("games"),
        "opponents": {name: share / total for name, share in weights.items() if share > 0},
        "saw": sorted(name for name, share in weights.items() if share > 0 and name != "self"),
        "imitated": config.imitation.agent,
        "advised": config.kickstart.agent,
        "control": None,
    }
