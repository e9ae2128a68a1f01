"""Golden vectors: questions, answers and drawn words that every runtime must give again."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from spacecombat_agents.players.base import Agent, ask, unit_lots
from spacecombat_agents.players.bundle import LOGITS, VALUE, WDL, stem_of
from spacecombat_agents.players.bundle_checks import (
    GOLDEN_GAME,
    UNCLEAR,
    golden_words,
    words_key,
)
from spacecombat_agents.players.drawing import counted_lots, word_weights
from spacecombat_agents.players.levels import Level
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_agents.players.runtimes import Answers
from spacecombat_agents.setting import Setting
from spacecombat_env.core.ruleset import TALLY
from spacecombat_env.core.seeds import derived_seed

ROWS = 64
SEEDS = (1, 2**32 + 7, 2**64 - 1)
"""Of the bot: small, with both halves, the largest."""
NEAR_TIE = 1e-3
"""Logits that lie closer are a tie to golden words: other machines may round them over. So is, over
the temperature, a lot so near to the border between two words, or a word so near `min_p`."""
GAMES = 64
"""Played side by side while questions are recorded."""


@dataclass(frozen=True)
class Decisions:
    """Recorded questions: what seats were shown, and what they could say."""

    observations: np.ndarray
    """float32 (n, O)."""
    masks: np.ndarray
    """int8 (n, A)."""


def record_decisions(setting: Setting, player: Agent, count: int, seed: int = 0) -> Decisions:
    """Play a player against random in all seats and record the questions put to it."""
    env = setting.batch(GAMES, threads=1, auto_reset=True)
    random = RandomAgent(derived_seed(seed, "player"))
    env.start(np.random.default_rng([seed, 5]).integers(2**62, size=GAMES))
    observations, masks, got = [], [], 0
    words = np.full(GAMES, -1, np.int64)
    while got < count:
        side = (np.arange(GAMES) + env.out.tally[:, TALLY.games]) % 2
        mine = np.flatnonzero(env.out.seat == side)
        theirs = np.flatnonzero(env.out.seat != side)
        observations.append(env.floats(mine))
        masks.append(env.out.mask[mine].copy())
        got += len(mine)
        for agent, rows in ((player, mine), (random, theirs)):
            if rows.size:
                words[rows] = ask(agent, env, rows)
        env.step(words)
    env.close()
    return Decisions(np.concatenate(observations)[:count], np.concatenate(masks)[:count])


def golden_rows(logits: np.ndarray) -> np.ndarray:
    """Return which of some questions become golden, int64 (64,) or fewer.

    Those where the best word is clearly the best, spread evenly; others where these are too few.
    """
    clear = np.flatnonzero(_lead(logits) > NEAR_TIE)
    kept = clear if len(clear) >= ROWS else np.arange(len(logits))
    return kept[np.linspace(0, len(kept) - 1, min(ROWS, len(kept))).astype(int)]


def golden_arrays(
    asked: Decisions, answered: Mapping[str, Answers], levels: Sequence[Level]
) -> dict[str, np.ndarray]:
    """Return the content of golden.npz; `answered` are each policy's answers to what was asked."""
    arrays = {"observations": asked.observations, "masks": asked.masks}
    for policy, found in answered.items():
        stem = stem_of(policy)
        for name, array in zip((LOGITS, VALUE, WDL), found, strict=True):
            if array is not None:
                arrays[f"{stem}.{name}"] = array
    logits = {policy: found.logits for policy, found in answered.items()}
    return arrays | level_words(asked.masks, logits, levels)


def level_words(
    masks: np.ndarray, logits: Mapping[str, np.ndarray], levels: Sequence[Level]
) -> dict[str, np.ndarray]:
    """Return the seeds and each level's golden words; `UNCLEAR` where rounding may decide."""
    seeds = np.array(SEEDS, np.uint64)
    arrays = {"seeds": seeds}
    for level in levels:
        its = logits[level.policy]
        words = golden_words(level, its, masks, seeds)
        unclear = np.stack([unclear_words(level, its, masks, int(seed)) for seed in seeds])
        arrays[words_key(level)] = np.where(unclear, UNCLEAR, words)
    return arrays


def unclear_words(level: Level, logits: np.ndarray, masks: np.ndarray, seed: int) -> np.ndarray:
    """Return for each row, bool (n,), whether rounding may decide which word is spoken.

    Row r is decision r of the game `GOLDEN_GAME` of the bot seed `seed`.
    """
    if level.temperature <= 0.0:
        return _lead(logits) <= NEAR_TIE
    near = NEAR_TIE / min(level.temperature, 1.0)
    weights = word_weights(logits, masks, level.temperature)
    cut = (np.abs(weights - level.min_p) < near * weights).any(axis=1)
    sums = word_weights(logits, masks, level.temperature, level.min_p).cumsum(axis=1)
    lots = unit_lots(counted_lots(seed, GOLDEN_GAME, np.arange(len(logits))))
    borders = sums / sums[:, -1:]
    return cut | (np.abs(borders - lots[:, None]).min(axis=1) < near)


def _lead(logits: np.ndarray) -> np.ndarray:
    """Return how far the best of each row lies above the second, (n,)."""
    best = np.partition(logits, -2, axis=1)
    return best[:, -1] - best[:, -2]


def npz_bytes(arrays: Mapping[str, np.ndarray]) -> bytes:
    """Return arrays as the content of an .npz file without pickles."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    return buffer.getvalue()
