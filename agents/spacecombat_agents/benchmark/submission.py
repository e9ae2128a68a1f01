"""The folder of an entry: `entry.json` and a folder for each of its policies."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from spacecombat_agents.benchmark.tracks import BUDGETS, FORMAT, SEEDS, UNTRAINED, Track, track
from spacecombat_agents.terminal import write_json
from spacecombat_agents.yaml_config import build_dataclass, choice_field, number_field, read_text
from spacecombat_env.core.errors import ConfigError

__all__ = ["ENTRY_FILE", "Entry", "Policy", "add_policy", "read_entry"]

ENTRY_FILE = "entry.json"
ENTRY_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
PLAYER = re.compile(r"(?P<kind>(sb3:|net:)?)(?P<file>[^:@]+\.(opp|zip|safetensors|py))(?P<rest>.*)")
"""A player that is a file: `1/policy.opp`, `sb3:1/model.zip`, `1/player.py:Player`."""
SKIPPED = ("__pycache__",)
"""Folders that belong to no policy."""


@dataclass(frozen=True)
class Policy:
    """One policy of an entry, on one track, with one budget, of one seed."""

    track: str
    player: str
    """A player's name (docs/commands.md); a file is relative to the entry's folder."""
    seed: int = number_field(0, 0, max(SEEDS))
    """The seed that it was trained with; 0 for a player that is not trained."""
    budget: str = choice_field(UNTRAINED, *(name for name in BUDGETS if name != UNTRAINED))
    actions: int = number_field(0, 0)
    """Actions that its training used: of all seats that learn, or that it simulated."""
    minutes: float = number_field(0.0, 0.0)
    """Wall-clock time of its training."""


@dataclass(frozen=True)
class Entry:
    """The content of `entry.json`."""

    format: str
    name: str
    """Of results and of its example: lower-case letters, digits, `_` and `-`."""
    title: str
    command: str = ""
    """The command that trains it again."""
    open: bool = False
    """Whether it used weights or data from elsewhere that its actions do not count."""
    versions: Mapping[str, str] = field(default_factory=dict)
    """Pinned versions of libraries."""
    hardware: str = ""
    policies: tuple[Policy, ...] = ()


def read_entry(folder: Path, tracks: Sequence[str] = (), budgets: Sequence[str] = ()) -> Entry:
    """Read and check the entry of a folder; ConfigError names file, field and reason.

    Only the policies for these tracks and budgets are returned, and must be complete; all if none
    is named.
    """
    file = folder / ENTRY_FILE
    try:
        content = json.loads(read_text(file))
    except ValueError as cause:
        raise ConfigError.at(file, "file", f"not valid JSON: {cause}") from None
    entry: Entry = build_dataclass(Entry, content, str(file))
    if entry.format != FORMAT:
        raise ConfigError.at(file, "format", f"{entry.format!r} is not {FORMAT!r}")
    if not ENTRY_NAME.fullmatch(entry.name):
        reason = f"{entry.name!r} is not 1 to 32 lower-case letters, digits, _ and -"
        raise ConfigError.at(file, "name", reason)
    for number, policy in enumerate(entry.policies, start=1):
        _check_policy(folder, policy, f"policies[{number}]")
    if not entry.policies:
        raise ConfigError.at(file, "policies", "is empty")
    chosen = tuple(
        each
        for each in entry.policies
        if each.track in (tracks or [each.track]) and each.budget in (budgets or [each.budget])
    )
    _check_seeds(file, chosen)
    return dataclasses.replace(entry, policies=chosen)


def _check_policy(folder: Path, policy: Policy, path: str) -> None:
    """Raise ConfigError if a policy's numbers or its files are wrong."""
    file = folder / ENTRY_FILE
    try:
        limit = track(policy.track).budget(policy.budget)
    except ConfigError as cause:
        reason = str(cause).removeprefix("benchmark: track: ")
        raise ConfigError.at(file, f"{path}.track", reason) from None
    if policy.actions > limit:
        reason = f"{policy.actions:,} is more than the {limit:,} of budget {policy.budget!r}"
        raise ConfigError.at(file, f"{path}.actions", reason)
    if bool(policy.seed) != (policy.budget != UNTRAINED):
        reason = f"{policy.seed} does not fit budget {policy.budget!r}: a trained policy has "
        reason += f"a seed from {SEEDS[0]} to {SEEDS[-1]}, another player 0"
        raise ConfigError.at(file, f"{path}.seed", reason)
    if policy.seed and not policy.actions:
        raise ConfigError.at(file, f"{path}.actions", "is 0 for a trained policy")
    found = PLAYER.fullmatch(policy.player)
    if found and not (folder / found["file"]).is_file():
        raise ConfigError.at(file, f"{path}.player", f"{found['file']}: there is no such file")
    if found and Path(found["file"]).parent == Path():
        reason = f"{found['file']}: put each policy into a folder of its own, with all its files"
        raise ConfigError.at(file, f"{path}.player", reason)


def _check_seeds(file: Path, policies: Sequence[Policy]) -> None:
    """Raise ConfigError unless each track and budget has its five seeds, each once."""
    seeds: dict[tuple[str, str], list[int]] = {}
    for policy in policies:
        seeds.setdefault((policy.track, policy.budget), []).append(policy.seed)
    for (name, budget), found in seeds.items():
        expected = [0] if budget == UNTRAINED else list(SEEDS)
        if sorted(found) != expected:
            reason = f"track {name}, budget {budget}: seeds {sorted(found)} are not {expected}"
            raise ConfigError.at(file, "policies", reason)


def player_name(folder: Path, policy: Policy) -> str:
    """Return a policy's name as a player in any current folder."""
    found = PLAYER.fullmatch(policy.player)
    return f"{found['kind']}{folder / found['file']}{found['rest']}" if found else policy.player


def policy_digest(folder: Path, policy: Policy) -> str:
    """Return the SHA-256 of a policy: its name, and all files in its folder."""
    digest = hashlib.sha256(policy.player.encode())
    found = PLAYER.fullmatch(policy.player)
    if found:
        place = (folder / found["file"]).parent
        for path in sorted(path for path in place.rglob("*") if path.is_file()):
            if not set(SKIPPED) & set(path.parts):
                digest.update(path.relative_to(place).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def add_policy(folder: Path, about: Mapping[str, Any], policy: Policy) -> None:
    """Add a policy to the entry of a folder, in place of an older one.

    `about` holds the other fields of `Entry`, except format and policies.
    """
    file = folder / ENTRY_FILE
    older: Sequence[Mapping[str, Any]] = ()
    if file.exists():
        older = json.loads(read_text(file))["policies"]
    place = policy.track, policy.budget, policy.seed
    kept = [each for each in older if (each["track"], each["budget"], each["seed"]) != place]
    policies = [*kept, dataclasses.asdict(policy)]
    folder.mkdir(parents=True, exist_ok=True)
    write_json(file, {"format": FORMAT, **about, "policies": policies})


def unfinished_seeds(folder: Path, of: Track, budget: str) -> list[int]:
    """Return the seeds of a track and budget that the entry of a folder lacks."""
    file = folder / ENTRY_FILE
    older = json.loads(read_text(file))["policies"] if file.exists() else []
    done = [each["seed"] for each in older if (each["track"], each["budget"]) == (of.name, budget)]
    return [seed for seed in SEEDS if seed not in done]
