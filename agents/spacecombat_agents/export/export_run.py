"""Export a training run as an opponent file: which states of the learner become which levels."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np
from torch import nn

from spacecombat_agents.atomic_files import staged_file
from spacecombat_agents.export.checkpoint_sources import (
    describe_checkpoint,
    describe_mean,
    find_checkpoint,
    find_checkpoints,
    is_mean,
    mean_network,
    other_run,
    public_source,
)
from spacecombat_agents.export.golden_vectors import record_decisions
from spacecombat_agents.export.json_form import JSON, ONNX, write_as_json
from spacecombat_agents.export.onnx_export import LevelAgent
from spacecombat_agents.export.quantization import MANTISSA_BITS, quantize
from spacecombat_agents.export.write_opponent import (
    ActionFunction,
    Origin,
    ParityCheck,
    check_parity,
    write_opponent,
)
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.bundles.builtin import SUFFIX, opponent_file
from spacecombat_agents.players.bundles.bundle import Bundle, read_bundle, steps_file
from spacecombat_agents.players.bundles.levels import (
    DEFAULT_POLICY,
    StrengthLevel,
    level_named,
    split_level,
    strongest_level,
)
from spacecombat_agents.players.bundles.runtimes import NUMPY
from spacecombat_agents.players.net_agent import WEIGHTS_FILE, NetAgent
from spacecombat_agents.players.onnx_agent import OnnxAgent
from spacecombat_agents.players.sb3_agent import Sb3Agent
from spacecombat_agents.players.warm_start import load_initial_weights
from spacecombat_agents.search.search_factory import SEARCH, search_settings_text
from spacecombat_agents.training.config import TrainConfig, config_to_dict, load_config, setting_of
from spacecombat_agents.training.rollout.opponent_pool import CHECKPOINT_FOLDER, load_checkpoint
from spacecombat_agents.yaml_config import build_dataclass
from spacecombat_env.core.errors import ConfigError

__all__ = ["Sb3TrainedNet", "export_run", "parse_level", "public_configuration"]

MODEL_SOURCE = "model"
"""Source of a level: the learner at the end of the run."""
BEST_LEVEL = "admiral"
"""The level of every export: the learner at the end, with sampled actions."""
TEMPERATURE, MIN_P = 0.6, 0.02
"""Defaults of levels."""


class TrainedNet(Protocol):
    """The trained network in a run folder, of any learner."""

    algorithm: str
    """The learning algorithm, for the manifest."""
    network: nn.Module
    """The network, as onnx_export.py requires it."""

    def load_checkpoint(self, file: Path) -> nn.Module:
        """Return the network with a checkpoint's weights; ConfigError if the file is not one."""

    def greedy_actions(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return the likeliest actions as computed by the training library."""


class Sb3TrainedNet:
    """A network trained by MaskablePPO."""

    algorithm = "MaskablePPO, self-play in either seat against a pool"

    def __init__(self, run: Path, setting: GameSetting) -> None:
        self._agent = Sb3Agent.load(run / "model.zip", setting.scenario)
        self.network: nn.Module = cast(Any, self._agent.actor_critic)

    def load_checkpoint(self, file: Path) -> nn.Module:
        """Return the network with the weights of a checkpoint."""
        return with_checkpoint(self.network, file)

    def greedy_actions(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return sb3-contrib's own actions, which do not use our network."""
        model = self._agent.model
        description, _ = model.predict(observations, deterministic=True, action_masks=masks)
        return np.asarray(description)


class FastTrainedNet:
    """A network trained by the fast learner."""

    algorithm = "regularised self-play PPO, in both seats and against a pool"

    def __init__(self, run: Path, setting: GameSetting) -> None:
        self._agent = NetAgent.load(run / WEIGHTS_FILE, setting.scenario)
        self.network: nn.Module = cast(Any, self._agent.actor_critic)

    def load_checkpoint(self, file: Path) -> nn.Module:
        """Return the network with the weights of a checkpoint."""
        return with_checkpoint(self.network, file)

    def greedy_actions(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return the likeliest actions."""
        return self._agent.forward(observations, masks)[0].argmax(axis=1)


def with_checkpoint(network: nn.Module, file: Path) -> nn.Module:
    """Return a network with the weights of a checkpoint; ConfigError if the file is not one."""
    network = copy.deepcopy(network)
    load_checkpoint(network, file)  # type: ignore[arg-type]
    return network.eval()


def open_trained(run: Path, setting: GameSetting) -> TrainedNet:
    """Return the trained network of a run folder."""
    return (
        FastTrainedNet(run, setting)
        if (run / WEIGHTS_FILE).is_file()
        else Sb3TrainedNet(run, setting)
    )


@dataclass(frozen=True)
class LevelRequest:
    """A level as requested on the command line."""

    id: str
    source: str
    """`model`, a checkpoint file, a mean of several (checkpoint_sources.py), or FILE.opp@LEVEL."""
    level: StrengthLevel


def parse_level(text: str) -> LevelRequest:
    """Parse `cadet=000000350000.npz`, optionally with `,temperature=1.2,min_p=0`; ConfigError.

    The source may be `model`, a `mean` of checkpoints (checkpoint_sources.py), or a level of an
    opponent file: `cadet=a.opp@cadet`.

    `,search` makes it a level with search, with the defaults of `search/search_settings.py`;
    `,worlds=64` and so on change them.
    """
    first, *others = text.split(",")
    name, sign, source = first.partition("=")
    if not sign or not name.strip() or not source.strip():
        raise ConfigError.at("level", text, "is not of the form ID=FILE or ID=model")
    pairs = [
        (option.strip(), value) for option, _, value in (each.partition("=") for each in others)
    ]
    options: dict[str, Any] = {"temperature": TEMPERATURE, "min_p": MIN_P}
    for option, value in pairs:
        if option not in options:
            continue
        try:
            options[option] = float(value)
        except ValueError:
            raise ConfigError.at("level", text, f"{value!r} is not a number") from None
    search = [pair for pair in pairs if pair[0] not in options]
    if search:
        options["search"] = search_settings_text(
            [pair for pair in search if pair != (SEARCH, "")], text
        )
    level: StrengthLevel = build_dataclass(
        StrengthLevel, {"id": name.strip(), **options}, "level", text
    )
    return LevelRequest(level.id, source.strip(), level)


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

    `levels` are levels besides `admiral`, weakest first, as `parse_level` returns them; those with
    search come last. `mantissa` is the number of mantissa bits that weights keep (quantization.py),
    `weights` one of `FORMS` (json_form.py). The comparison uses the networks as they are in the
    file. It raises nothing when they differ: the caller compares `same` with `checked`.
    """
    config = load_config(run / "config.yaml")
    setting = setting_of(config)
    result = _read_result(run)
    trained = open_trained(run, setting)
    policies, levels_made = _build_levels(
        run, trained, [parse_level(text) for text in levels], setting
    )
    policies = {file: quantize(network, mantissa) for file, network in policies.items()}
    levels_made = _in_order(
        levels_made,
        StrengthLevel(
            BEST_LEVEL, DEFAULT_POLICY, temperature, min_p, made_of=_describe_end(result)
        ),
    )
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
        for runtime in (NUMPY, None):
            bundle = OnnxAgent.load(new, setting.ruleset, setting.scenario, runtime=runtime).bundle
        parity = ParityCheck(0, 0, 0.0)
        if check:
            tell(f"Comparing {check} decisions ...")
            parity = _compare_policies(bundle, setting, policies, likeliest, check)
    return {
        "path": str(path),
        "bytes": path.stat().st_size,
        "bundle_hash": manifest["bundle_hash"],
        "levels": [level.id for level in levels_made],
        "checked": parity.decisions,
        "same": parity.same,
        "largest_difference": parity.largest_difference,
    }


def _in_order(levels_made: Sequence[StrengthLevel], best: StrengthLevel) -> list[StrengthLevel]:
    """Return levels weakest first, the best after those without search."""
    alone = [level for level in levels_made if level.search is None and level.id != BEST_LEVEL]
    return [*alone, best, *(level for level in levels_made if level.search is not None)]


def _compare_policies(
    bundle: Bundle,
    setting: GameSetting,
    policies: Mapping[str, nn.Module],
    likeliest: Mapping[str, ActionFunction],
    check: int,
) -> ParityCheck:
    """Play the strongest level and compare all policies of the file in `check` decisions."""
    usual = strongest_level(bundle.levels)
    player = LevelAgent(policies[usual.policy], usual)
    decisions = record_decisions(setting, player, check, seed=1)
    return check_parity(bundle, policies, decisions, likeliest)


def _build_levels(
    run: Path, trained: TrainedNet, requests: Sequence[LevelRequest], setting: GameSetting
) -> tuple[dict[str, nn.Module], list[StrengthLevel]]:
    """Return networks by file, and levels; levels with the same network share its file."""
    policies: dict[str, nn.Module] = {DEFAULT_POLICY: trained.network}
    files: dict[tuple[Path, str], str] = {}
    levels = []
    for each in requests:
        policy, made_of = DEFAULT_POLICY, "the learner at the end"
        if each.source != MODEL_SOURCE:
            place, network, made_of = _source_network(run, trained, each.source, setting)
            policy = files.setdefault(place, f"policy_{each.id}.onnx")
            policies.setdefault(policy, network)
        levels.append(replace(each.level, policy=policy, made_of=made_of))
    return policies, levels


def _source_network(
    run: Path, trained: TrainedNet, source: str, setting: GameSetting
) -> tuple[tuple[Path, str], nn.Module, str]:
    """Return the origin of a level's network, the network, and a description of it."""
    if is_mean(source):
        files = find_checkpoints(run, source)
        return (
            (run / CHECKPOINT_FOLDER, source),
            mean_network(map(trained.load_checkpoint, files)),
            describe_mean(files),
        )
    name, level = split_level(source)
    if not name.endswith(SUFFIX):
        file = find_checkpoint(run, source)
        other = other_run(run, file)
        made_of = f"{other}: {describe_checkpoint(file)}" if other else describe_checkpoint(file)
        return (file.resolve(), ""), trained.load_checkpoint(file), made_of
    bundle = read_bundle(opponent_file(name))
    taken = level_named(bundle.levels, level, str(bundle.path))
    network = copy.deepcopy(trained.network)
    load_initial_weights(network, source, setting)
    description = f"{taken.id} of {bundle.path.name}: {taken.made_of}"
    return (bundle.path.resolve(), taken.policy), network.eval(), description


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
