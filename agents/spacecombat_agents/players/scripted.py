"""A rule set's scripted captain as a player; `scripted/` lists what captains offer."""

from __future__ import annotations

import copy
import importlib
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from spacecombat_agents.players.base import InPlaceAgent, Needs
from spacecombat_agents.scripted.engine import captain_function
from spacecombat_agents.scripted.parameters import parameters_of, read_style, style_argument
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import Games, Scenario, source_digest
from spacecombat_env.replay import Overlay

__all__ = ["ScriptedAgent", "belief_overlay", "captain_module", "captain_player"]

CAPTAIN = "captain"
"""Doctrine that acts for a seat that delegates or is late; else the first doctrine."""
TO_31_BITS = np.uint64(33)
"""Shift from random bits to the 31 bits that a captain takes."""


class ScriptedAgent(InPlaceAgent):
    """A doctrine of a rule set's scripted captain; any randomness follows from the seed.

    `doctrine` may set parameters: `captain(pickets=off, open_fire_range=8)`.
    """

    takes_random_bits = is_stateless = True

    def __init__(self, scenario: Scenario, doctrine: str) -> None:
        module = captain_module(scenario.ruleset)
        style = read_style(module, doctrine)
        self.name = f"scripted:{style.canonical_name(parameters_of(module))}"
        self.needs = Needs.RECORDS
        self._module = module
        self._choose = captain_function(module.__name__, "choose")
        self._doctrine = style_argument(module, style)
        self._table = scenario.table
        prepared = getattr(self._choose, "prepared", _unchanged)
        self._constants = prepared(self._table), prepared(self._doctrine)
        self._rng = (
            np.random.default_rng(0) if getattr(module, "NEEDS_RANDOM_BITS", False) else None
        )

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the captain's sources."""
        file = Path(str(self._module.__file__))
        if file.name == "__init__.py":
            return source_digest([file.parent])
        return source_digest([file.parent], (file.name,))

    def __deepcopy__(self, memo: dict[int, Any]) -> ScriptedAgent:
        """Return a copy with its own random generator; constant parts are shared."""
        new = copy.copy(self)
        new._rng = copy.deepcopy(self._rng, memo)
        return new

    def reset(self, seed: int) -> None:
        """Reseed the generator; there is no other state."""
        if self._rng is not None:
            self._rng = np.random.default_rng([seed, 0x5C])

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        visible: Games | None = None,
        seats: np.ndarray | None = None,
        random_bits: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return the captain's action for each row, with random bits (uint64) if given."""
        if visible is None:
            raise ValueError("a scripted captain reads the redacted records: pass `visible`")
        return self.act_in_place(visible, masks, np.arange(len(masks)), random_bits)

    def act_in_place(
        self,
        visible: Games,
        masks: np.ndarray,
        rows: np.ndarray,
        random_bits: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return the captain's action for some of the rows, int64 (n,), by their random bits."""
        actions = np.full(len(rows), -1, np.int64)
        extra: tuple[np.ndarray, ...] = ()
        if self._rng is not None:
            numbers = (
                self._rng.integers(2**31, size=len(rows))
                if random_bits is None
                else random_bits >> TO_31_BITS
            )
            extra = (numbers.astype(np.int64),)
        table, doctrine = self._constants
        self._choose(visible, table, masks, doctrine, rows, actions, *extra)
        return actions


def _unchanged(argument: Any) -> Any:
    """Return an argument of a function in Python, which takes it as it is."""
    return argument


def belief_overlay(ruleset: str, agent: str) -> Overlay:
    """Return the overlay of a scripted agent's belief; ConfigError if it has none to show."""
    kind, _, doctrine = agent.partition(":")
    module = captain_module(ruleset)
    known = [f"scripted:{name}" for name in module.DOCTRINES] if hasattr(module, "overlay") else []
    if kind != "scripted" or doctrine not in module.DOCTRINES or not known:
        listed = ", ".join(known) or "none in this rule set"
        raise ConfigError.at("belief", agent, f"has no belief to draw; there are: {listed}")
    extra: Overlay = module.overlay
    return extra


def captain_player(ruleset: str) -> str:
    """Return the player that acts for a seat that delegates or is late.

    It is the captain, else the rule set's first doctrine, else the random player.
    """
    try:
        doctrines = list(captain_module(ruleset).DOCTRINES)
    except ConfigError:
        return "random"
    return f"scripted:{CAPTAIN if CAPTAIN in doctrines else doctrines[0]}"


def captain_module(ruleset: str) -> ModuleType:
    """Return the module of a rule set's captains; ConfigError if it has none."""
    name = f"spacecombat_agents.scripted.{ruleset}"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as cause:
        if cause.name != name:
            raise
        raise ConfigError.at("scripted", ruleset, "this rule set has no scripted captain") from None
