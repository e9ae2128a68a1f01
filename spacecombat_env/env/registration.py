"""Register every rule set with `gymnasium.make` and `pettingzoo.make` without importing it."""

from __future__ import annotations

import re
from pathlib import Path

import gymnasium
import pettingzoo

from spacecombat_env import registry

__all__ = ["module_of", "register_all"]

NAMESPACE = "spacecombat"
FOLDER = Path(__file__).parents[1]


def module_of(name: str) -> str:
    """Return the name of a rule set's latest environment module, `battle_rider_v0`; "" without."""
    versions = (re.fullmatch(rf"{name}_v(\d+)", path.stem) for path in FOLDER.glob(f"{name}_v*.py"))
    numbers = [int(found[1]) for found in versions if found]
    return f"{name}_v{max(numbers)}" if numbers else ""


def gym_id(name: str, version: int) -> str:
    """Return the id of a rule set in both registries: `spacecombat/BattleRider-v0`."""
    camel = "".join(part.capitalize() for part in name.split("_"))
    return f"{NAMESPACE}/{camel}-v{version}"


def register_all() -> None:
    """Register the latest environment module (`<name>_v0.py`) of each rule set; idempotent."""
    for name in registry.names():
        if module := module_of(name):
            _register(name, f"spacecombat_env.{module}")


def _register(name: str, module: str) -> None:
    """Register one rule set with Gymnasium, and with PettingZoo where it has a registry."""
    identity = gym_id(name, int(module.rpartition("_v")[2]))
    if identity not in gymnasium.registry:
        gymnasium.register(
            id=identity,
            entry_point="spacecombat_env.env.seat:SeatEnv",
            vector_entry_point="spacecombat_env.env.vector.gym_vector:GymVectorEnv",
            kwargs={"ruleset": name},
            disable_env_checker=True,
        )
    if not hasattr(pettingzoo, "register"):  # PettingZoo 1.26
        return
    if identity not in pettingzoo.aec_registry:
        pettingzoo.register("aec", identity, f"{module}:env")
    if identity not in pettingzoo.parallel_registry:
        pettingzoo.register("parallel", identity, f"{module}:parallel_env")
