"""Levels of an export: which states of the learner, or mixtures of them, become which levels."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from torch import nn

from spacecombat_agents.export.checkpoint_sources import (
    describe_checkpoint,
    describe_mean,
    describe_mixture,
    find_checkpoint,
    find_checkpoints,
    is_mean,
    is_mixture,
    mean_network,
    mixed_sources,
    other_run,
)
from spacecombat_agents.export.trained_nets import TrainedNet
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.bundles.builtin import SUFFIX, opponent_file
from spacecombat_agents.players.bundles.bundle import read_bundle
from spacecombat_agents.players.bundles.levels import (
    DEFAULT_POLICY,
    PolicyShare,
    StrengthLevel,
    level_named,
    split_level,
)
from spacecombat_agents.players.warm_start import load_initial_weights
from spacecombat_agents.search.search_factory import SEARCH, search_settings_text
from spacecombat_agents.training.rollout.opponent_pool import CHECKPOINT_FOLDER
from spacecombat_agents.yaml_config import build_dataclass
from spacecombat_env.core.errors import ConfigError

__all__ = ["BEST_LEVEL", "MIN_P", "TEMPERATURE", "build_levels", "in_order", "parse_level"]

MODEL_SOURCE = "model"
"""Source of a level: the learner at the end of the run."""
BEST_LEVEL = "admiral"
"""The level of every export: the learner at the end, with sampled actions."""
TEMPERATURE, MIN_P = 0.6, 0.02
"""Defaults of levels."""


@dataclass(frozen=True)
class LevelRequest:
    """A level as requested on the command line."""

    id: str
    source: str
    """`model`, a checkpoint file, a mean or mixture of several (checkpoint_sources.py), or
    FILE.opp@LEVEL.
    """
    level: StrengthLevel


def parse_level(text: str) -> LevelRequest:
    """Parse `cadet=000000350000.npz`, optionally with `,temperature=1.2,min_p=0`; ConfigError.

    The source may be `model`, a `mean` or `mixture` of checkpoints (checkpoint_sources.py), or a
    level of an opponent file: `cadet=a.opp@cadet`.

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


def in_order(levels_made: Sequence[StrengthLevel], best: StrengthLevel) -> list[StrengthLevel]:
    """Return levels weakest first, the best after those without search unless it was requested."""
    alone = [level for level in levels_made if level.search is None]
    if best.id not in [level.id for level in alone]:
        alone.append(best)
    return [*alone, *(level for level in levels_made if level.search is not None)]


def build_levels(
    run: Path, trained: TrainedNet, requests: Sequence[LevelRequest], setting: GameSetting
) -> tuple[dict[str, nn.Module], list[StrengthLevel]]:
    """Return networks by file, and levels; levels with the same network share its file."""
    policies: dict[str, nn.Module] = {DEFAULT_POLICY: trained.network}
    files: dict[tuple[Path, str], str] = {}

    def add_policy(source: str, name: str) -> tuple[str, str]:
        if source == MODEL_SOURCE:
            return DEFAULT_POLICY, "the learner at the end"
        place, network, made_of = _source_network(run, trained, source, setting)
        policy = files.setdefault(place, f"policy_{name}.onnx")
        policies.setdefault(policy, network)
        return policy, made_of

    levels = []
    for each in requests:
        if is_mixture(each.source):
            sources = Counter(mixed_sources(run, each.source))
            names = [f"{each.id}_{number}" for number in range(1, len(sources) + 1)]
            added = list(map(add_policy, sources, names))
            shares = zip(added, sources.values(), strict=True)
            mixture = tuple(PolicyShare(policy, float(count)) for (policy, _), count in shares)
            made_of = describe_mixture([text for _, text in added])
            level = replace(each.level, policy=added[-1][0], mixture=mixture, made_of=made_of)
        else:
            policy, made_of = add_policy(each.source, each.id)
            level = replace(each.level, policy=policy, made_of=made_of)
        levels.append(level)
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
    if taken.mixture:
        raise ConfigError.at("level", source, "is a mixture, which has no weights of its own")
    network = copy.deepcopy(trained.network)
    load_initial_weights(network, source, setting)
    description = f"{taken.id} of {bundle.path.name}: {taken.made_of}"
    return (bundle.path.resolve(), taken.policy), network.eval(), description
