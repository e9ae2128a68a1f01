"""Choose actions from a policy's logits: the one rule of all sampling players and runtimes.

    weight of a legal action = exp((logit - largest legal logit) / temperature)      float64, 0 to 1
    weights below min_p are 0; sums run over the actions from the first to the last
    the action taken is the first one whose sum is above u x the last sum

So `min_p` is a share of the likeliest action's probability. It removes blunders where the policy is
sure and nothing where many actions are about equal, and never the likeliest action. At temperature
0 the likeliest action is taken, the first of equals.

u, in [0, 1), comes from 64 random bits. Built-in matches derive them from game and seat
(`query_agent` in base.py). A front end takes them from Philox4x32-10 (Salmon and others 2011), a
counter-based generator: key and counter give the number, so that any decision of any game can be
sampled again.
"""

from __future__ import annotations

import numpy as np

from spacecombat_agents.players.base import unit_uniforms

__all__ = [
    "action_weights",
    "decision_random_bits",
    "greedy_actions",
    "philox4x32",
    "sample_actions",
    "sample_indices",
]

ROUNDS = 10
MULTIPLIERS = np.array([0xD2511F53, 0xCD9E8D57], np.uint64)
WEYL = np.array([0x9E3779B9, 0xBB67AE85], np.uint64)
"""Increments of the two halves of the key in each round."""
LOW_32, SHIFT_32 = np.uint64(0xFFFFFFFF), np.uint64(32)


def greedy_actions(logits: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """Return the likeliest legal action of each row, int64 (n,); the first of equals."""
    return np.where(masks > 0, logits, -np.inf).argmax(axis=1)


def action_weights(
    logits: np.ndarray, masks: np.ndarray, temperature: float, min_p: float = 0.0
) -> np.ndarray:
    """Return the weight of each action, float64 (n, A), 1 for the likeliest of a row.

    `logits` (n, A), `masks` (n, A) with at least one 1 per row, `temperature` above 0.
    """
    is_legal = masks > 0
    legal = np.flatnonzero(is_legal)  # few of all actions: skip the others
    largest = logits.max(axis=1, where=is_legal, initial=-np.inf)[legal // masks.shape[1]]
    probs = np.exp((logits.ravel()[legal].astype(np.float64) - largest) / temperature)
    weights = np.zeros(logits.shape)
    weights.ravel()[legal] = np.where(probs < min_p, 0.0, probs)
    return weights


def sample_actions(
    logits: np.ndarray,
    masks: np.ndarray,
    random_bits: np.ndarray,
    temperature: float,
    min_p: float = 0.0,
) -> np.ndarray:
    """Return a legal action for each row, int64 (n,), sampled by its random bits, uint64 (n,)."""
    if temperature <= 0.0:
        return greedy_actions(logits, masks)
    return sample_indices(action_weights(logits, masks, temperature, min_p), random_bits)


def sample_indices(weights: np.ndarray, random_bits: np.ndarray) -> np.ndarray:
    """Return an index for each row, int64 (n,), by weights (n, A) and random bits, uint64 (n,).

    An index of weight 0 is never returned.
    """
    sums = weights.cumsum(axis=1)
    return (sums > unit_uniforms(random_bits)[:, None] * sums[:, -1:]).argmax(axis=1)


def decision_random_bits(
    seed: int, game: int, decisions: np.ndarray | int, draw: np.ndarray | int = 0
) -> np.ndarray:
    """Return the random bits of some decisions of a bot's game, uint64.

    `seed` 0 to 2^64 - 1, the others 0 to 2^32 - 1. `draw` distinguishes several draws in one
    decision.
    """
    decisions, draw = np.broadcast_arrays(decisions, draw)
    counters = np.zeros((decisions.size, 4), np.uint32)
    counters[:, 0] = game
    counters[:, 1], counters[:, 2] = decisions.ravel(), draw.ravel()
    key = np.array([seed & 0xFFFFFFFF, seed >> 32], np.uint32)
    blocks = philox4x32(counters, key).astype(np.uint64)
    return (blocks[:, 0] | blocks[:, 1] << SHIFT_32).reshape(decisions.shape)


def philox4x32(counters: np.ndarray, key: np.ndarray) -> np.ndarray:
    """Return Philox4x32-10 of counters, uint32 (n, 4), and a key, uint32 (2,): uint32 (n, 4)."""
    a, b, c, d = counters.astype(np.uint64).T
    keys = key.astype(np.uint64)
    for _ in range(ROUNDS):
        first, second = MULTIPLIERS[0] * a, MULTIPLIERS[1] * c
        a, b = (second >> SHIFT_32) ^ b ^ keys[0], second & LOW_32
        c, d = (first >> SHIFT_32) ^ d ^ keys[1], first & LOW_32
        keys = (keys + WEYL) & LOW_32
    return np.stack([a, b, c, d], axis=1).astype(np.uint32)
