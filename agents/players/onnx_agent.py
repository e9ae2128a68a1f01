"""An exported opponent at play, on one of its levels: needs nothing it was trained with."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np

from spacecombat_agents.players.base import Needs
from spacecombat_agents.players.bundle import Bundle, read_bundle
from spacecombat_agents.players.bundle_checks import (
    check_compatible,
    check_golden,
    check_operators,
)
from spacecombat_agents.players.levels import SIGN, Level, level_named
from spacecombat_agents.players.runtimes import Answers, Forward, open_policy
from spacecombat_env.core.errors import BundleError, ConfigError
from spacecombat_env.core.ruleset import Games, RuleSet, Scenario


class OnnxAgent:
    """Speaks the likeliest word of an exported policy, or draws one, as its level says."""

    takes_lots = True

    def __init__(self, bundle: Bundle, level: Level, forward: Forward) -> None:
        self.bundle = bundle
        self.level = level
        alone = len(bundle.levels) == 1
        self.name = bundle.name if alone else f"{bundle.name}{SIGN}{level.id}"
        self.needs = Needs.OBSERVATIONS
        self._answer = forward
        self._rng = np.random.default_rng(0)

    @classmethod
    def load(
        cls,
        path: Path,
        ruleset: RuleSet,
        scenario: Scenario,
        *,
        level: str | None = None,
        threads: int = 1,
        runtime: str | None = None,
        searching: bool = False,
    ) -> OnnxAgent:
        """Open a bundle for a scenario; BundleError says what is wrong with it, if anything.

        `level` None is the strongest one of the net alone; `runtime` as in `open_policy`. With
        `searching` the level may be one that searches, for whoever makes a search of its net.
        """
        bundle = read_bundle(path)
        check_compatible(bundle, ruleset, scenario)
        check_operators(bundle)
        forwards = {each: open_policy(bundle, each, threads, runtime) for each in bundle.policies}
        check_golden(bundle, forwards)
        chosen = _chosen(bundle, level, searching)
        return cls(bundle, chosen, forwards[chosen.policy])

    @property
    def digest(self) -> str:
        """SHA-256 of the opponent file's content, as it says itself."""
        return str(self.bundle.manifest["bundle_hash"])

    def __deepcopy__(self, memo: dict[int, Any]) -> OnnxAgent:
        """Return one with dice of its own; what never changes is shared."""
        new = copy.copy(self)
        new._rng = copy.deepcopy(self._rng, memo)
        return new

    def reset(self, seed: int) -> None:
        """Start the dice anew."""
        self._rng = np.random.default_rng(seed)

    def answers(self, observations: np.ndarray, masks: np.ndarray) -> Answers:
        """Return what the level's policy makes of some questions."""
        return self._answer(observations, masks)

    def forward(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return logits float32 (n, A), illegal words at -1e8, and values float32 (n,)."""
        return self._answer(observations, masks)[:2]

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        seen: Games | None = None,
        seats: np.ndarray | None = None,
        lots: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return a word for each row, drawn by its lot (uint64) where lots are given."""
        if observations is None:
            raise ValueError("an exported opponent reads observations: pass them")
        if lots is None:
            lots = self._rng.integers(2**64, size=len(masks), dtype=np.uint64)
        return self.level.words(self._answer(observations, masks).logits, masks, lots)


def _chosen(bundle: Bundle, name: str | None, searching: bool) -> Level:
    """Return the level of a name; BundleError where there is none, or this player cannot."""
    try:
        level = level_named(bundle.levels, name, str(bundle.path))
    except ConfigError as cause:
        raise BundleError(str(cause)) from None
    if level.search is not None and not searching:
        reason = f"{level.id!r} searches with the rules engine; this player has the net alone"
        raise bundle.refuse("level", reason)
    return level
