"""Environments for all rule sets: PettingZoo, Gymnasium, Stable-Baselines3, and batches.

    AEC        aec.SpaceCombatAEC             one game, seats act in turn (PettingZoo)
    parallel   parallel.SpaceCombatParallel   one game, every seat returns an action each step
    seat       seat.SeatEnv                   one seat; callables play the others (Gymnasium)
    batch      vector.batch.BatchEnv          many games in one call, all seats' decisions
    seats      vector.seat_batch.SeatVecEnv   many games, the learner in one seat of each
    adapters   vector.gym_vector.GymVectorEnv, vector.sb3.sb3_vec_env

This package contains no rules. Importing `spacecombat_env` registers every rule set with Gymnasium
and, where it has a registry (1.27), with PettingZoo.
"""

from __future__ import annotations

import importlib
from typing import Any

_PUBLIC = {
    "BatchEnv": "vector.batch",
    "GymVectorEnv": "vector.gym_vector",
    "PastSelves": "past_selves",
    "SeatEnv": "seat",
    "SeatVecEnv": "vector.seat_batch",
    "SpaceCombatAEC": "aec",
    "SpaceCombatParallel": "parallel",
    "check_ruleset": "conformance",
    "sb3_vec_env": "vector.sb3",
}

__all__ = sorted(_PUBLIC)


def __getattr__(name: str) -> Any:
    """Import a public name on first use."""
    if name not in _PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_PUBLIC[name]}"), name)
