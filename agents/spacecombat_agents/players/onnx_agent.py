"""An exported opponent as a player, on one of its levels, without the training libraries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from spacecombat_agents.players.base import game_uniforms
from spacecombat_agents.players.bundles.bundle import Bundle, read_bundle
from spacecombat_agents.players.bundles.bundle_checks import (
    check_compatible,
    check_golden,
    check_operators,
)
from spacecombat_agents.players.bundles.levels import LEVEL_SEPARATOR, StrengthLevel, level_named
from spacecombat_agents.players.bundles.runtimes import Forward, NetOutputs, open_policy
from spacecombat_agents.players.game_streams import GameStreams
from spacecombat_agents.players.sampling import action_weights
from spacecombat_agents.players.stochastic_agent import NetPolicyAgent
from spacecombat_env.core.errors import BundleError, ConfigError
from spacecombat_env.core.ruleset import RuleSet, Scenario

MASKED_LOGIT = -1e8
"""The logit of an action that is not legal."""


class OnnxAgent(NetPolicyAgent):
    """Plays the likeliest action of an exported policy, or a sampled one, as its level says."""

    def __init__(
        self, bundle: Bundle, level: StrengthLevel, forwards: Mapping[str, Forward]
    ) -> None:
        """`forwards` are the functions of its policies, by their files."""
        self.bundle = bundle
        self.level = level
        self.draws_by_game = bool(level.mixture)
        alone = len(bundle.levels) == 1
        super().__init__(bundle.name if alone else f"{bundle.name}{LEVEL_SEPARATOR}{level.id}")
        self._forwards = [forwards[policy] for policy in level.policies]
        self._stream = GameStreams(0)

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
        return cls(bundle, chosen, forwards)

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the opponent file, as recorded in it."""
        return str(self.bundle.manifest["bundle_hash"])

    def reset(self, seed: int) -> None:
        """Reseed the generator."""
        super().reset(seed)
        self._stream = GameStreams(seed)

    def random_bits(self, count: int, given: np.ndarray | None) -> np.ndarray:
        """Return random bits for `count` rows: those given, or own ones.

        A mixture has own ones of one stream, so that it plays one policy until it is reset.
        """
        if given is not None or not self.draws_by_game:
            return super().random_bits(count, given)
        return self._stream.bits_of(0, count)

    def evaluate(self, observations: np.ndarray, masks: np.ndarray) -> NetOutputs:
        """Return the outputs of the level's policy for some decisions; of a mixture, their mean."""
        outputs = [forward(observations, masks) for forward in self._forwards]
        for each in outputs:
            self.finite(each.logits)
        return outputs[0] if len(outputs) == 1 else mean_outputs(outputs, masks, self.level.weights)

    def forward(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return logits float32 (n, A), illegal actions at -1e8, and values float32 (n,)."""
        return self.evaluate(observations, masks)[:2]

    def choose_actions(
        self, observations: np.ndarray, masks: np.ndarray, random_bits: np.ndarray
    ) -> np.ndarray:
        """Return an action for each row by its random bits, with the level's settings."""
        if len(self._forwards) == 1:
            logits = self.evaluate(observations, masks).logits
            return self.level.choose_actions(logits, masks, random_bits)
        drawn = self.level.drawn(game_uniforms(random_bits))
        actions = np.zeros(len(masks), np.int64)
        for number, forward in enumerate(self._forwards):
            rows = np.flatnonzero(drawn == number)
            if rows.size:
                logits = self.finite(forward(observations[rows], masks[rows]).logits)
                actions[rows] = self.level.choose_actions(logits, masks[rows], random_bits[rows])
        return actions


def mean_outputs(
    outputs: Sequence[NetOutputs], masks: np.ndarray, weights: Sequence[float]
) -> NetOutputs:
    """Return the mean probabilities of several policies, as logits, and their mean values."""
    logits, values, wdl = zip(*outputs, strict=True)
    probs = [action_weights(each, masks, 1.0) for each in logits]
    shares = [each / each.sum(axis=1, keepdims=True) for each in probs]
    mean = np.average(shares, axis=0, weights=weights)
    with np.errstate(divide="ignore"):
        mixed = np.where(masks > 0, np.maximum(np.log(mean), MASKED_LOGIT), MASKED_LOGIT)
    has_wdl = all(each is not None for each in wdl)
    return NetOutputs(
        mixed.astype(np.float32),
        np.average(values, axis=0, weights=weights).astype(np.float32),
        np.average(wdl, axis=0, weights=weights).astype(np.float32) if has_wdl else None,
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
