"""Levels of an opponent file: data, not code. Each names a policy and how actions are chosen."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from spacecombat_agents.players.sampling import sample_actions
from spacecombat_agents.yaml_config import build_dataclass, number_field
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.loading.reading import closest_name

__all__ = [
    "ARGMAX",
    "DEFAULT_POLICY",
    "LEVEL_SEPARATOR",
    "PolicyShare",
    "StrengthLevel",
    "level_named",
    "read_levels",
    "split_level",
    "strongest_level",
]

MAX_TEMPERATURE = 100.0
"""Highest temperature; actions are almost uniform long before."""
DEFAULT_POLICY = "policy.onnx"
LEVEL_SEPARATOR = "@"
"""Separates a file and a level in a player's name: `net.opp@cadet`."""
LEVEL_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
"""Pattern of a level's name."""


@dataclass(frozen=True)
class PolicyShare:
    """A policy of a mixture, and its share of the games."""

    policy: str
    """Its file, in the bundle."""
    weight: float = number_field(1.0, 0.0)
    """Its share, relative to those of the others."""


@dataclass(frozen=True)
class StrengthLevel:
    """A way to play an opponent file; unknown fields are refused."""

    id: str
    """Its name: lower-case letters, digits, `_`, `-`."""
    policy: str = DEFAULT_POLICY
    """File of the policy, in the bundle; in a mixture, one of its policies."""
    temperature: float = number_field(0.0, 0.0, MAX_TEMPERATURE)
    """0: the likeliest action. Otherwise actions are sampled, see sampling.py."""
    min_p: float = number_field(0.0, 0.0, 1.0)
    """Actions less likely than this share of the likeliest are not sampled."""
    search: Mapping[str, str] | None = None
    """Settings of a search with the rules engine (search/search_settings.py), as written. The net's
    policy then has the level's `temperature`. None: the net alone.
    """
    mixture: tuple[PolicyShare, ...] = ()
    """Policies of which one is drawn for each game and plays all of it; none: `policy` alone."""
    made_of: str = ""
    """A description of the policy: which state of the training it is."""
    rating: float | None = None
    """Elo, the random player at 0; None if it was not measured."""
    interval: tuple[float, ...] | None = None
    """95 %: the rating's lower and upper end."""
    vs: Mapping[str, Any] = field(default_factory=dict)
    """Anchor -> its score against it with the 95 % interval: score, low, high."""

    @property
    def policies(self) -> tuple[str, ...]:
        """Files of its policies, in the order in which they are drawn."""
        return tuple(share.policy for share in self.mixture) or (self.policy,)

    @property
    def weights(self) -> tuple[float, ...]:
        """The share of the games of each of its policies; they add up to 1."""
        weights = [share.weight for share in self.mixture] or [1.0]
        return tuple(weight / sum(weights) for weight in weights)

    def drawn(self, uniforms: np.ndarray) -> np.ndarray:
        """Return which of its policies plays each game, int64 (n,), by a number in [0, 1) each."""
        sums = np.cumsum([share.weight for share in self.mixture] or [1.0])
        return (sums > uniforms[:, None] * sums[-1]).argmax(axis=1)

    def with_policies(self, names: Mapping[str, str]) -> StrengthLevel:
        """Return a copy whose policies have other names."""
        mixture = (replace(share, policy=names[share.policy]) for share in self.mixture)
        return replace(self, policy=names[self.policy], mixture=tuple(mixture))

    def choose_actions(
        self, logits: np.ndarray, masks: np.ndarray, random_bits: np.ndarray
    ) -> np.ndarray:
        """Return an action for each row, int64 (n,), by its random bits, uint64 (n,)."""
        return sample_actions(logits, masks, random_bits, self.temperature, self.min_p)

    def as_json(self) -> dict[str, Any]:
        """Return the level as a manifest has it; readers from before mixtures refuse the field."""
        content = dataclasses.asdict(self)
        content["interval"] = None if self.interval is None else list(self.interval)
        content["mixture"] = list(content["mixture"])
        return content if self.mixture else {k: v for k, v in content.items() if k != "mixture"}


ARGMAX = StrengthLevel("argmax")
"""The only level of files of `opp/1`."""


def read_levels(content: Any, policies: Sequence[str], file: str) -> tuple[StrengthLevel, ...]:
    """Return the levels of a manifest; ConfigError names the field that is wrong."""
    if not isinstance(content, list) or not content:
        raise ConfigError.at(file, "levels", "is not a list of levels")
    levels: list[StrengthLevel] = []
    for place_number, each in enumerate(content, start=1):
        place = f"levels[{place_number}]"
        level: StrengthLevel = build_dataclass(StrengthLevel, each, file, place)
        if LEVEL_NAME.fullmatch(level.id) is None:
            raise ConfigError.at(
                file, f"{place}.id", f"{level.id!r} is not a valid name of a level"
            )
        if level.id in [other.id for other in levels]:
            raise ConfigError.at(file, f"{place}.id", f"{level.id!r} occurs twice")
        if (level.rating is None) != (level.interval is None) or len(level.interval or "ab") != 2:
            raise ConfigError.at(
                file, f"{place}.interval", "needs a rating, and two numbers: low and high"
            )
        if level.policy not in policies:
            reason = f"{level.policy!r} is none of: {', '.join(policies)}"
            raise ConfigError.at(file, f"{place}.policy", reason)
        if level.mixture:
            _check_mixture(level, policies, file, f"{place}.mixture")
        levels.append(level)
    return tuple(levels)


def _check_mixture(level: StrengthLevel, policies: Sequence[str], file: str, place: str) -> None:
    """Raise ConfigError for a mixture that cannot be drawn from."""
    for number, share in enumerate(level.mixture, start=1):
        if share.policy not in policies:
            reason = f"{share.policy!r} is none of: {', '.join(policies)}"
            raise ConfigError.at(file, f"{place}[{number}].policy", reason)
    if level.policy not in level.policies or len(set(level.policies)) < len(level.policies):
        raise ConfigError.at(file, place, f"does not hold {level.policy} and others once each")
    if not all(share.weight > 0.0 for share in level.mixture):
        raise ConfigError.at(file, place, "has a weight that is not above 0")
    if level.search is not None:
        raise ConfigError.at(file, place, "a level that searches has one policy")


def strongest_level(levels: Sequence[StrengthLevel]) -> StrengthLevel:
    """Return the default level: the strongest one without search.

    Strongest by rating; without ratings the last, as levels are ordered weakest first.
    """
    alone = [level for level in levels if level.search is None] or list(levels)
    ratings = [-math.inf if level.rating is None else level.rating for level in alone]
    return max(zip(ratings, range(len(alone)), alone, strict=True), key=lambda each: each[:2])[2]


def level_named(levels: Sequence[StrengthLevel], name: str | None, file: str) -> StrengthLevel:
    """Return the level of that name, or the default for None; ConfigError lists the levels."""
    if name is None:
        return strongest_level(levels)
    known = [level.id for level in levels]
    if name not in known:
        reason = f"{name!r} is unknown{closest_name(name, known)}; there are: {', '.join(known)}"
        raise ConfigError.at(file, "level", reason)
    return levels[known.index(name)]


def split_level(player: str) -> tuple[str, str | None]:
    """Return file and level of a player's name, such as `net.opp@cadet`; None without a level."""
    file, sign, level = player.rpartition(LEVEL_SEPARATOR)
    return (file, level) if sign and file.endswith(".opp") else (player, None)
