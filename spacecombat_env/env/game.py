"""Open a scenario for a game (`core.game.Game`) of any rule set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.game import SEED_LIMIT, Game, game_seed
from spacecombat_env.core.ruleset import RuleSet, Scenario

__all__ = ["Delegation", "Game", "SEED_LIMIT", "game_seed", "open_scenario"]

Delegation = tuple[str, ...] | Mapping[str, tuple[str, ...]] | None
"""Kinds of decision that standing orders make: for all seats, by seat, or None (recommended)."""


def delegated_kinds(ruleset: RuleSet, delegate: Delegation) -> tuple[tuple[str, ...], ...]:
    """Return the delegated kinds of decision of each seat. Raise ConfigError for an unknown one."""
    if delegate is None:
        delegate = ruleset.recommended
    if isinstance(delegate, str) or not isinstance(delegate, Iterable):
        raise ConfigError(f"delegate={delegate!r}: must be a tuple of names")
    if isinstance(delegate, Mapping):
        strangers = set(delegate) - set(ruleset.seats)
        if strangers:
            seats = ", ".join(ruleset.seats)
            raise ConfigError(f"delegate: no seat is called {min(strangers)!r}; there are {seats}")
        delegated = tuple(tuple(delegate.get(s, ruleset.recommended)) for s in ruleset.seats)
    else:
        delegated = (tuple(delegate),) * len(ruleset.seats)
    for kind in (kind for seat in delegated for kind in seat):
        if kind not in ruleset.delegates:
            known = ", ".join(ruleset.delegates) or "none"
            raise ConfigError(f"delegate: {kind!r} cannot be delegated; known kinds: {known}")
    return delegated


def open_scenario(
    ruleset: RuleSet,
    scenario: str | Mapping[str, Any] | None,
    delegate: Delegation = None,
    max_turns: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> Scenario:
    """Load a scenario by shipped name, path or content; None for the default scenario."""
    delegated = delegated_kinds(ruleset, delegate)
    if options is not None and not isinstance(options, Mapping):
        raise ConfigError(f"options={options!r}: must be a mapping of names to values")
    if scenario is None:
        scenario = ruleset.default_scenario
    return ruleset.load(scenario, delegate=delegated, max_turns=max_turns, options=options)
