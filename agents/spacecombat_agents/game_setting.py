"""The setting of a game: a rule set, a scenario, and the delegation to the engine."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from spacecombat_env import registry
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.loading.strict_yaml import parse_strict
from spacecombat_env.core.ruleset import RuleSet, Scenario
from spacecombat_env.env.game import Delegation, open_scenario
from spacecombat_env.env.vector.batch import BatchEnv

__all__ = ["GameSetting", "parse_options"]


@dataclass(frozen=True, eq=False)
class GameSetting:
    """A scenario of a rule set with its options; opens it and makes batches of its games."""

    ruleset: RuleSet
    name: str | Mapping[str, Any]
    """Bundled name, path, or content of the scenario."""
    delegate: Delegation = None
    """Kinds of decision delegated to standing orders; None for the recommended ones."""
    max_turns: int | None = None
    """Turn limit; None for the scenario's."""
    options: Mapping[str, Any] | None = None
    """Options of the scenario's `rules:` section; None for the scenario's own."""

    @classmethod
    def of(
        cls,
        ruleset: str | RuleSet,
        scenario: str | Mapping[str, Any] | None = None,
        delegate: Delegation | str = None,
        max_turns: int | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> GameSetting:
        """Build a setting from names; `delegate` may be "recommended", "none" or "a,b"."""
        rules = registry.ruleset(ruleset)
        name = rules.default_scenario if scenario is None else scenario
        return cls(rules, name, parse_delegate(delegate), max_turns, options or None)

    @functools.cached_property
    def scenario(self) -> Scenario:
        """The scenario, ready to play; raises ScenarioError or ConfigError."""
        return open_scenario(self.ruleset, self.name, self.delegate, self.max_turns, self.options)

    def known_to(self, seat: int) -> GameSetting:
        """Return the setting as a seat may know it (`Scenario.known_to`)."""
        if not self.scenario.seat_scenarios:
            return self
        return GameSetting(self.ruleset, self.scenario.known_to(seat).source, self.delegate)

    @property
    def delegated(self) -> list[str]:
        """Kinds of decision that at least one seat delegates to the engine."""
        return sorted(
            {kind for seat_delegation in self.scenario.delegate for kind in seat_delegation}
        )

    def batch(
        self,
        games: int,
        *,
        threads: int | None = None,
        auto_reset: bool = False,
        reward: str = "terminal",
        keep_visible: bool = True,
    ) -> BatchEnv:
        """Return an environment of many games, for scripted players and search."""
        return BatchEnv(
            self.ruleset,
            self.name,
            num_envs=games,
            threads=threads,
            delegate=self.delegate,
            max_turns=self.max_turns,
            options=self.options,
            reward=reward,
            auto_reset=auto_reset,
            keep_visible=keep_visible,
        )


def parse_delegate(delegate: Delegation | str) -> Delegation:
    """Parse a delegation: "recommended", "none", or kinds separated by commas."""
    if not isinstance(delegate, str):
        return delegate
    if delegate == "recommended":
        return None
    names = () if delegate == "none" else delegate.split(",")
    return tuple(kind.strip() for kind in names if kind.strip())


def parse_options(given: Iterable[str]) -> dict[str, Any]:
    """Parse options written KEY=VALUE; values are those of scenario files: true, 3, twos."""
    options: dict[str, Any] = {}
    for text in given:
        key, sign, value = text.partition("=")
        key = key.strip()
        if not sign or not key:
            raise ConfigError.at("option", text, "is not written KEY=VALUE")
        if key in options:
            raise ConfigError.at("option", key, "is given twice")
        try:
            options[key] = parse_strict(value)
        except yaml.YAMLError:
            raise ConfigError.at("option", key, f"{value!r} is not a valid value") from None
    return options
