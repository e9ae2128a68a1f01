"""What a level of an opponent file is made of: a past self of a training run, or a mean of several.

A past self is called by the path of its file, or by the file's name in `RUN/opponents`. A mean is
`mean`, of all that the run kept after its start, or `mean:16000000..21500000`, of those after so
many decisions. In the duel, where self-play goes in circles, means of a run played better than what
it ended with (docs/lab/opponents.md).
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

MEAN = "mean"
"""As the source of a level: the mean of the weights of past selves."""
RANGE = re.compile(r"(\d+)\.\.(\d+)")
"""FIRST..LAST, in decisions, both counted in."""


def find_checkpoint(run: Path, source: str) -> Path:
    """Return the file of a past self, by path or by name in `opponents/`; ConfigError."""
    folder = run / CHECKPOINT_FOLDER
    for file in (Path(source), folder / source, folder / f"{source}.npz"):
        if file.is_file():
            return file
    names = sorted(file.name for file in folder.glob("*.npz"))
    reason = f"is no past self{closest_name(source, names)}{_list_text(names)}"
    raise ConfigError.at(source, "file", reason)


def is_mean(source: str) -> bool:
    """Return whether a level is made of several past selves."""
    return source.partition(":")[0] == MEAN


def find_checkpoints(run: Path, source: str) -> list[Path]:
    """Return the files that `mean` or `mean:FIRST..LAST` is made of, oldest first; ConfigError."""
    first, last = _parse_range(source)
    folder = (run / CHECKPOINT_FOLDER).glob("*.npz")
    numbered = sorted(file for file in folder if file.stem.isdigit())
    found = [file for file in numbered if first <= int(file.stem) <= last]
    if not found:
        reason = f"of no past self{_list_text([file.name for file in numbered])}"
        raise ConfigError.at("level", source, reason)
    return found


@torch.no_grad()
def mean_network(networks: Iterable[nn.Module]) -> nn.Module:
    """Return a network with the mean of the weights of others of its form."""
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
    """Return what a level is made of, without places on this machine."""
    if is_mean(source.partition(",")[0]):
        return source
    file = Path(source)
    is_opponent = split_level(source.partition(",")[0])[0].endswith(SUFFIX)
    other = None if is_opponent else other_run(run, file)
    return f"{other}/{CHECKPOINT_FOLDER}/{file.name}" if other else file.name


def other_run(run: Path, checkpoint: Path) -> str | None:
    """Return what another run is called that kept a past self; None where it is this one's."""
    folder = checkpoint.resolve().parent
    is_its_own = folder.name != CHECKPOINT_FOLDER or folder == (run / CHECKPOINT_FOLDER).resolve()
    return None if is_its_own else folder.parent.name


def describe_checkpoint(file: Path) -> str:
    """Return which past self a file is, in words."""
    if not file.stem.isdigit():
        return f"the learner in {file.name}"
    return f"the learner after {int(file.stem):,} decisions"


def describe_mean(files: list[Path]) -> str:
    """Return which past selves a mean is of, in words."""
    first, last = int(files[0].stem), int(files[-1].stem)
    return f"the mean weights of {len(files)} past selves, after {first:,} to {last:,} decisions"


def _parse_range(source: str) -> tuple[int, float]:
    """Return the decisions from which and to which past selves count; ConfigError."""
    if source == MEAN:
        return 1, math.inf
    match = RANGE.fullmatch(source.removeprefix(f"{MEAN}:"))
    if match is None:
        raise ConfigError.at("level", source, f"is not written {MEAN}:FIRST..LAST, in decisions")
    return int(match[1]), int(match[2])


def _list_text(names: list[str]) -> str:
    """Return which past selves there are, for an error."""
    return f"; there are: {', '.join(names)}" if names else "; the run keeps none"
