"""The source of a level of an opponent file: a checkpoint of a training run, or a mean of several.

A checkpoint is named by its path, or by its file name in `RUN/opponents`. The source `mean` is the
mean of all checkpoints after the start of the run, `mean:16000000..21500000` that of a range of
decisions. `mixture` and `mixture:FIRST..LAST` name the same checkpoints as policies of which one is
drawn for each game, `mixture:SOURCE+SOURCE` any others. In the duel, where self-play cycles, means
of a run played better than its last state (docs/lab/opponents.md).
"""

from __future__ import annotations

import copy
import math
import re
from collections.abc import Iterable
from pathlib import Path

import torch
from torch import nn

from spacecombat_agents.players.bundles.builtin import SUFFIX
from spacecombat_agents.players.bundles.levels import split_level
from spacecombat_agents.training.rollout.opponent_pool import CHECKPOINT_FOLDER
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.loading.reading import closest_name

__all__ = [
    "describe_checkpoint",
    "describe_mean",
    "describe_mixture",
    "find_checkpoint",
    "find_checkpoints",
    "is_mean",
    "is_mixture",
    "mean_network",
    "mixed_sources",
    "other_run",
    "public_source",
]

MEAN = "mean"
"""Source of a level: the mean of the weights of checkpoints."""
MIXTURE = "mixture"
"""Source of a level: several policies, of which one is drawn for each game."""
MIXTURE_SIGN = "+"
"""Separates the sources of a mixture."""
RANGE = re.compile(r"(\d+)\.\.(\d+)")
"""FIRST..LAST in decisions, both included."""


def find_checkpoint(run: Path, source: str) -> Path:
    """Return the file of a checkpoint, by path or by name in `opponents/`; ConfigError."""
    folder = run / CHECKPOINT_FOLDER
    for file in (Path(source), folder / source, folder / f"{source}.npz"):
        if file.is_file():
            return file
    names = sorted(file.name for file in folder.glob("*.npz"))
    reason = f"is not a checkpoint{closest_name(source, names)}{_list_text(names)}"
    raise ConfigError.at(source, "file", reason)


def is_mean(source: str) -> bool:
    """Return whether a level is a mean of several checkpoints."""
    return source.partition(":")[0] == MEAN


def is_mixture(source: str) -> bool:
    """Return whether a level is a mixture of several policies."""
    return source.partition(":")[0] == MIXTURE


def mixed_sources(run: Path, source: str) -> list[str]:
    """Return the sources of a mixture; ConfigError.

    They are listed, as in `mixture:a.npz+b.opp@admiral`, or checkpoints as of `mean`: all, or those
    of `mixture:FIRST..LAST`. A source that is listed twice has twice the share of the games.
    """
    listed = source.removeprefix(MIXTURE).removeprefix(":")
    if not listed or RANGE.fullmatch(listed):
        return [str(file) for file in find_checkpoints(run, source)]
    sources = listed.split(MIXTURE_SIGN)
    if "" in sources or any(map(is_mixture, sources)):
        raise ConfigError.at("level", source, f"is not of the form {MIXTURE}:SOURCE+SOURCE")
    return sources


def find_checkpoints(run: Path, source: str) -> list[Path]:
    """Return the files of `mean` or `mean:FIRST..LAST`, or of a mixture; ConfigError."""
    first, last = _parse_range(source)
    folder = (run / CHECKPOINT_FOLDER).glob("*.npz")
    numbered = sorted(file for file in folder if file.stem.isdigit())
    found = [file for file in numbered if first <= int(file.stem) <= last]
    if not found:
        reason = f"has no checkpoint{_list_text([file.name for file in numbered])}"
        raise ConfigError.at("level", source, reason)
    return found


@torch.no_grad()
def mean_network(networks: Iterable[nn.Module]) -> nn.Module:
    """Return a network with the mean of the weights of networks of one architecture."""
    same_form = list(networks)
    states = [network.state_dict() for network in same_form]
    mean = copy.deepcopy(same_form[0])
    means = {
        name: torch.stack([state[name].double() for state in states]).mean(0).to(weight.dtype)
        for name, weight in states[0].items()
    }
    mean.load_state_dict(means)
    return mean.eval()


def public_source(run: Path, source: str) -> str:
    """Return the source of a level without paths of this machine."""
    if is_mean(source.partition(",")[0]):
        return source
    if is_mixture(source.partition(",")[0]):
        return _public_mixture(run, source)
    file = Path(source)
    is_opponent = split_level(source.partition(",")[0])[0].endswith(SUFFIX)
    other = None if is_opponent else other_run(run, file)
    return f"{other}/{CHECKPOINT_FOLDER}/{file.name}" if other else file.name


def _public_mixture(run: Path, source: str) -> str:
    """Return the source of a mixture without paths of this machine."""
    policies, comma, options = source.partition(",")
    kind, sign, listed = policies.partition(":")
    parts = [public_source(run, part) for part in listed.split(MIXTURE_SIGN)]
    return f"{kind}{sign}{MIXTURE_SIGN.join(parts)}{comma}{options}"


def other_run(run: Path, checkpoint: Path) -> str | None:
    """Return the name of the other run that kept a checkpoint; None if it is this run."""
    folder = checkpoint.resolve().parent
    is_its_own = folder.name != CHECKPOINT_FOLDER or folder == (run / CHECKPOINT_FOLDER).resolve()
    return None if is_its_own else folder.parent.name


def describe_checkpoint(file: Path) -> str:
    """Return a description of a checkpoint."""
    if not file.stem.isdigit():
        return f"the learner in {file.name}"
    return f"the learner after {int(file.stem):,} decisions"


def describe_mean(files: list[Path]) -> str:
    """Return a description of a mean of checkpoints."""
    first, last = int(files[0].stem), int(files[-1].stem)
    return f"the mean weights of {len(files)} checkpoints, after {first:,} to {last:,} decisions"


def describe_mixture(policies: list[str]) -> str:
    """Return a description of a mixture of policies."""
    return f"one of {len(policies)} for each game: {'; '.join(policies)}"


def _parse_range(source: str) -> tuple[int, float]:
    """Return the first and last decisions of a range of checkpoints; ConfigError."""
    kind, sign, decisions = source.partition(":")
    if not sign:
        return 1, math.inf
    match = RANGE.fullmatch(decisions)
    if match is None:
        raise ConfigError.at(
            "level", source, f"is not of the form {kind}:FIRST..LAST, in decisions"
        )
    return int(match[1]), int(match[2])


def _list_text(names: list[str]) -> str:
    """Return a list of the checkpoints, for an error."""
    return f"; there are: {', '.join(names)}" if names else "; the run keeps none"
