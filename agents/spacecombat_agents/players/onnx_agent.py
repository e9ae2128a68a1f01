"""An exported opponent as a player, on one of its levels, without the training libraries."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from spacecombat_agents.players.bundles.bundle import Bundle, read_bundle
from spacecombat_agents.players.bundles.bundle_checks import (
    check_compatible,
    check_golden,
    check_operators,
)
from spacecombat_agents.players.bundles.levels import LEVEL_SEPARATOR, StrengthLevel, level_named
from spacecombat_agents.players.bundles.runtimes import Forward, NetOutputs, open_policy
from spacecombat_agents.players.stochastic_agent import NetPolicyAgent
from spacecombat_env.core.errors import BundleError, ConfigError
from spacecombat_env.core.ruleset import RuleSet, Scenario


class OnnxAgent(NetPolicyAgent):
    """Plays the likeliest action of an exported policy, or a sampled one, as its level says."""

    def __init__(self, bundle: Bundle, level: StrengthLevel, forward: Forward) -> None:
        self.bundle = bundle
        self.level = level
        alone = len(bundle.levels) == 1
        super().__init__(bundle.name if alone else f"{bundle.name}{LEVEL_SEPARATOR}{level.id}")
        self._forward = forward

    @classmethod
    def load(
        cls,
        path: Path,
        ruleset: RuleSet,
        scenario: Scenario,
        *,
        level: str | None = None,
        runtime: str | None = None,
        searching: bool = False,
    ) -> OnnxAgent:
        """Open a bundle for a scenario; BundleError says what is wrong with it.

        `level` None is the strongest one without search; `runtime` as in `open_policy`. With
        `searching` the level may be one with search, for callers that build a search on its net.
        """
        bundle = read_bundle(path)
        check_compatible(bundle, ruleset, scenario)
        check_operators(bundle)
        forwards = {each: open_policy(bundle, each, runtime) for each in bundle.policies}
        check_golden(bundle, forwards)
        chosen = _choose_level(bundle, level, searching)
        return cls(bundle, chosen, forwards[chosen.policy])

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the opponent file, as recorded in it."""
        return str(self.bundle.manifest["bundle_hash"])

    def evaluate(self, observations: np.ndarray, masks: np.ndarray) -> NetOutputs:
        """Return the outputs of the level's policy for some decisions."""
        outputs = self._forward(observations, masks)
        self.finite(outputs.logits)
        return outputs

    def forward(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return logits float32 (n, A), illegal actions at -1e8, and values float32 (n,)."""
        return self.evaluate(observations, masks)[:2]

    def choose_actions(
        self, observations: np.ndarray, masks: np.ndarray, random_bits: np.ndarray
    ) -> np.ndarray:
        """Return an action for each row by its random bits, with the level's settings."""
        return self.level.choose_actions(
            self.evaluate(observations, masks).logits, masks, random_bits
        )


def _choose_level(bundle: Bundle, name: str | None, searching: bool) -> StrengthLevel:
    """Return the level of a name; BundleError if it is missing or needs search."""
    try:
        level = level_named(bundle.levels, name, str(bundle.path))
    except ConfigError as cause:
        raise BundleError(str(cause)) from None
    if level.search is not None and not searching:
        reason = f"{level.id!r} needs search, which this player does not have"
        raise bundle.refuse("level", reason)
    return level
