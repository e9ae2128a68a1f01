"""A rule set's scripted captain as a player; what captains offer is said in `scripted/`."""

from __future__ import annotations

import copy
import importlib
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from spacecombat_agents.players.base import Needs, ReadsInPlace
from spacecombat_agents.scripted.parameters import parameters_of, read_style, style_argument
from spacecombat_env import registry
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import Games, Scenario, make_games, source_digest
from spacecombat_env.replay import Overlay
from spacecombat_env.warming import mark_of, prepare_doors

HIGHEST = np.uint64(33)
"""Bits of a lot below the 31 that a captain takes."""


class ScriptedAgent(ReadsInPlace):
    """A doctrine of a rule set's scripted captain; its luck, if it wants any, follows the seed.

    `doctrine` may set parameters: `captain(pickets=off, open_fire_range=8)`.
    """

    takes_lots = is_stateless = True

    def __init__(self, scenario: Scenario, doctrine: str) -> None:
        module = captains(scenario.ruleset)
        style = read_style(module, doctrine)
        self.name = f"scripted:{style.named(parameters_of(module))}"
        self.needs = Needs.SEEN
        self._module = module
        self._choose = module.choose
        self._doctrine = style_argument(module, style)
        self._table = scenario.table
        self._luck = np.random.default_rng(0) if getattr(module, "LUCK", False) else None
        self._prepare(scenario)

    def _prepare(self, scenario: Scenario) -> None:
        """Compile what the captain thinks with, where that has not been done on this machine."""
        title = f"the scripted player of {registry.ruleset(scenario.ruleset).title}"
        doors = [(self._choose, self.example(scenario))]
        prepare_doors(title, file_of(self._module), scenario, doors)

    def example(self, scenario: Scenario) -> tuple[Any, ...]:
        """Return arguments of the types that `choose` is called with."""
        seen = make_games(scenario.table.opening.dtype, 1)
        masks, words = np.zeros((1, scenario.actions.size), np.int8), np.zeros(1, np.int64)
        drawn = (words,) if self._luck is not None else ()
        return seen, self._table, masks, self._doctrine, words, words, *drawn

    @property
    def digest(self) -> str:
        """SHA-256 of the captain's sources."""
        file = Path(str(self._module.__file__))
        if file.name == "__init__.py":
            return source_digest([file.parent])
        return source_digest([file.parent], (file.name,))

    def __deepcopy__(self, memo: dict[int, Any]) -> ScriptedAgent:
        """Return one with dice of its own; what never changes is shared."""
        new = copy.copy(self)
        new._luck = copy.deepcopy(self._luck, memo)
        return new

    def reset(self, seed: int) -> None:
        """Begin the luck anew; there is nothing else to forget."""
        if self._luck is not None:
            self._luck = np.random.default_rng([seed, 0x5C])

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        seen: Games | None = None,
        seats: np.ndarray | None = None,
        lots: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return the captain's word for each row; with a lot (uint64) for its luck where given."""
        if seen is None:
            raise ValueError("a scripted captain reads the redacted records: pass `seen`")
        return self.act_in_place(seen, masks, np.arange(len(masks)), lots)

    def act_in_place(
        self, seen: Games, masks: np.ndarray, rows: np.ndarray, lots: np.ndarray | None = None
    ) -> np.ndarray:
        """Return the captain's word for some of the rows, int64 (n,), with a lot for each."""
        words = np.full(len(rows), -1, np.int64)
        drawn: tuple[np.ndarray, ...] = ()
        if self._luck is not None:
            own = self._luck.integers(2**31, size=len(rows)) if lots is None else lots >> HIGHEST
            drawn = (own.astype(np.int64),)
        self._choose(seen, self._table, masks, self._doctrine, rows, words, *drawn)
        return words


def believed(ruleset: str, agent: str) -> Overlay:
    """Return what draws the belief of a scripted agent; ConfigError where it has none to show."""
    kind, _, doctrine = agent.partition(":")
    module = captains(ruleset)
    known = [f"scripted:{name}" for name in module.DOCTRINES] if hasattr(module, "overlay") else []
    if kind != "scripted" or doctrine not in module.DOCTRINES or not known:
        listed = ", ".join(known) or "nobody in this rule set"
        raise ConfigError.at("belief", agent, f"no such belief to draw; there are: {listed}")
    drawn: Overlay = module.overlay
    return drawn


def file_of(module: ModuleType) -> Path:
    """Return the file of a module of captains; of one that has none, no file."""
    return Path(getattr(module, "__file__", None) or "")


def is_prepared(scenario: Scenario) -> bool:
    """Whether the captains of a scenario can think without being compiled first."""
    module = captains(scenario.ruleset)
    mark = mark_of(file_of(module), scenario)
    return mark is None or mark.exists()


def captains(ruleset: str) -> ModuleType:
    """Return the module of a rule set's captains; ConfigError where it has none."""
    name = f"spacecombat_agents.scripted.{ruleset}"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as cause:
        if cause.name != name:
            raise
        raise ConfigError.at("scripted", ruleset, "this rule set has no scripted captain") from None
