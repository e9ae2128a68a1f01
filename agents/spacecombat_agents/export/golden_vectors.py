"""Golden vectors: inputs, outputs and sampled actions that every runtime must reproduce."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent, query_agent, unit_uniforms
from spacecombat_agents.players.bundles.bundle import LOGITS, VALUE, WDL, policy_stem
from spacecombat_agents.players.bundles.bundle_checks import (
    GOLDEN_GAME,
    UNCLEAR,
    actions_key,
    golden_actions,
    golden_policy,
)
from spacecombat_agents.players.bundles.levels import StrengthLevel
from spacecombat_agents.players.bundles.runtimes import NetOutputs
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_agents.players.sampling import action_weights, decision_random_bits
from spacecombat_env.core.model.seeds import derived_seed
from spacecombat_env.core.ruleset import TALLY

__all__ = [
    "GOLDEN_SEEDS",
    "RecordedDecisions",
    "golden_arrays",
    "golden_rows",
    "level_actions",
    "npz_bytes",
    "record_decisions",
    "unclear_actions",
]

GOLDEN_ROWS = 64
GOLDEN_SEEDS = (1, 2**32 + 7, 2**64 - 1)
"""Seeds of the bot: a small one, one that uses both halves, and the largest."""
NEAR_TIE = 1e-3
"""Closer logits count as a tie for golden actions, because other machines may round differently.

Divided by the temperature, it is also the margin for random bits near the border between two
actions and for actions near `min_p`.
"""
GAMES = 64
"""Games played in parallel while decisions are recorded."""


@dataclass(frozen=True)
class RecordedDecisions:
    """Recorded decisions: observations and masks."""

    observations: np.ndarray
    """float32 (n, O)."""
    masks: np.ndarray
    """int8 (n, A)."""


def record_decisions(
    setting: GameSetting, player: Agent, count: int, seed: int = 0
) -> RecordedDecisions:
    """Play a player against random in all seats and record its decisions."""
    env = setting.batch(GAMES, threads=1, auto_reset=True)
    random = RandomAgent(derived_seed(seed, "player"))
    env.start(np.random.default_rng([seed, 5]).integers(2**62, size=GAMES))
    observations, masks, recorded = [], [], 0
    actions = np.full(GAMES, -1, np.int64)
    while recorded < count:
        side = (np.arange(GAMES) + env.out.tally[:, TALLY.games]) % 2
        own_rows = np.flatnonzero(env.out.seat == side)
        opponent_rows = np.flatnonzero(env.out.seat != side)
        observations.append(env.floats(own_rows))
        masks.append(env.out.mask[own_rows].copy())
        recorded += len(own_rows)
        for agent, rows in ((player, own_rows), (random, opponent_rows)):
            if rows.size:
                actions[rows] = query_agent(agent, env, rows)
        env.step(actions)
    env.close()
    return RecordedDecisions(np.concatenate(observations)[:count], np.concatenate(masks)[:count])


def golden_rows(logits: np.ndarray) -> np.ndarray:
    """Return which decisions become golden, int64 (64,) or fewer.

    They are spread evenly over those with a clear best action, or over all if there are too few.
    """
    clear = np.flatnonzero(_top_margin(logits) > NEAR_TIE)
    kept = clear if len(clear) >= GOLDEN_ROWS else np.arange(len(logits))
    return kept[np.linspace(0, len(kept) - 1, min(GOLDEN_ROWS, len(kept))).astype(int)]


def golden_arrays(
    decisions: RecordedDecisions, outputs: Mapping[str, NetOutputs], levels: Sequence[StrengthLevel]
) -> dict[str, np.ndarray]:
    """Return the content of golden.npz; `outputs` are each policy's outputs for the decisions."""
    arrays = {"observations": decisions.observations, "masks": decisions.masks}
    for policy, found in outputs.items():
        stem = policy_stem(policy)
        for name, array in zip((LOGITS, VALUE, WDL), found, strict=True):
            if array is not None:
                arrays[f"{stem}.{name}"] = array
    logits = {policy: found.logits for policy, found in outputs.items()}
    return arrays | level_actions(decisions.masks, logits, levels)


def level_actions(
    masks: np.ndarray, logits: Mapping[str, np.ndarray], levels: Sequence[StrengthLevel]
) -> dict[str, np.ndarray]:
    """Return the seeds and each level's golden actions; `UNCLEAR` where rounding may decide."""
    seeds = np.array(GOLDEN_SEEDS, np.uint64)
    arrays = {"seeds": seeds}
    for level in levels:
        actions = golden_actions(level, logits, masks, seeds)
        unclear = [
            unclear_actions(level, logits[golden_policy(level, seed)], masks, seed)
            for seed in GOLDEN_SEEDS
        ]
        arrays[actions_key(level)] = np.where(unclear, UNCLEAR, actions)
    return arrays


def unclear_actions(
    level: StrengthLevel, logits: np.ndarray, masks: np.ndarray, seed: int
) -> np.ndarray:
    """Return for each row, bool (n,), whether rounding may change the action.

    Row r is decision r of the game `GOLDEN_GAME` of the bot seed `seed`.
    """
    if level.temperature <= 0.0:
        return _top_margin(logits) <= NEAR_TIE
    near = NEAR_TIE / min(level.temperature, 1.0)
    weights = action_weights(logits, masks, level.temperature)
    cut = (np.abs(weights - level.min_p) < near * weights).any(axis=1)
    sums = action_weights(logits, masks, level.temperature, level.min_p).cumsum(axis=1)
    random_bits = unit_uniforms(decision_random_bits(seed, GOLDEN_GAME, np.arange(len(logits))))
    boundaries = sums / sums[:, -1:]
    return cut | (np.abs(boundaries - random_bits[:, None]).min(axis=1) < near)


def _top_margin(logits: np.ndarray) -> np.ndarray:
    """Return the margin of the best logit of each row over the second, (n,)."""
    best = np.partition(logits, -2, axis=1)
    return best[:, -1] - best[:, -2]


def npz_bytes(arrays: Mapping[str, np.ndarray]) -> bytes:
    """Return arrays as the content of an .npz file without pickles."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    return buffer.getvalue()
