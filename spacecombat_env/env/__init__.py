"""Rule sets as environments: PettingZoo, Gymnasium, Stable-Baselines3, and thousands at once.

    AEC        aec.SpaceCombatAEC          one game, seats act in turn (PettingZoo)
    parallel   parallel.SpaceCombatParallel  the same game, every seat answers each step
    seat       seat.SeatEnv                one seat; callables play the others (Gymnasium)
    batch      vector.batch.BatchEnv             many games in one call, every seat's decisions
    seats      vector.seat_batch.SeatVecEnv      many games, the learner in one seat of each
    adapters   vector.seat_batch.GymVectorEnv, vector.sb3.sb3_vec_env

Nothing here knows a rule. Every rule set is registered with Gymnasium and, where it has a registry
(1.27), PettingZoo, as soon as `spacecombat_env` is imported.
"""

from __future__ import annotations

import importlib
from typing import Any

_PUBLIC = {
    "BatchEnv": "vector.batch",
    "GymVectorEnv": "vector.seat_batch",
    "SeatEnv": "seat",
    "SeatVecEnv": "vector.seat_batch",
    "SpaceCombatAEC": "aec",
    "SpaceCombatParallel": "parallel",
    "check_ruleset": "conformance",
    "sb3_vec_env": "vector.sb3",
}

__all__ = sorted(_PUBLIC)


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name not in _PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_PUBLIC[name]}"), name)
