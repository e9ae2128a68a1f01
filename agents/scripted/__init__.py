"""Scripted captains: compiled players, one module a rule set, that read what their seat may know.

A module `agents.scripted.<ruleset>` offers `DOCTRINES`, a dict from a doctrine's name to its
number, and a compiled `choose(seen, table, masks, doctrine, tokens, lo, hi)` that writes a legal
word into `tokens[lo:hi]` for each row, from redacted records and masks alone.
"""

from __future__ import annotations

import importlib
from types import ModuleType

import numpy as np

from agents.base import Needs
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import Games, Scenario


class ScriptedAgent:
    """A doctrine of a rule set's scripted captain; draws nothing at random."""

    def __init__(self, scenario: Scenario, doctrine: str) -> None:
        module = captains(scenario.ruleset)
        if doctrine not in module.DOCTRINES:
            known = ", ".join(sorted(module.DOCTRINES))
            raise ConfigError.at(f"scripted:{doctrine}", "doctrine", f"unknown; there are: {known}")
        self.name = f"scripted:{doctrine}"
        self.needs = Needs.SEEN
        self._choose = module.choose
        self._doctrine = int(module.DOCTRINES[doctrine])
        self._table = scenario.table

    def reset(self, seed: int) -> None:
        """Nothing to forget: the same question always gets the same answer."""

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        seen: Games | None = None,
        seats: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return the captain's word for each row."""
        if seen is None:
            raise ValueError("a scripted captain reads the redacted records: pass `seen`")
        words = np.full(len(masks), -1, np.int64)
        self._choose(seen, self._table, masks, self._doctrine, words, 0, len(masks))
        return words


def captains(ruleset: str) -> ModuleType:
    """Return the module of a rule set's captains; ConfigError where it has none."""
    name = f"agents.scripted.{ruleset}"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as cause:
        if cause.name != name:
            raise
        raise ConfigError.at("scripted", ruleset, "this rule set has no scripted captain") from None
