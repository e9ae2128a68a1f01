"""Register every rule set with `gymnasium.make` and `pettingzoo.make` without importing it."""

from __future__ import annotations

import importlib.util

import gymnasium
import pettingzoo

from spacecombat_env import registry

__all__ = ["register_all"]

NAMESPACE = "spacecombat"
VERSION = 0
"""Version of the environments. A rule set with a higher version names it in its `<name>_vN` module.
"""


def gym_id(name: str, version: int = VERSION) -> str:
    """Return the id of a rule set in both registries: `spacecombat/BattleRider-v0`."""
    camel = "".join(part.capitalize() for part in name.split("_"))
    return f"{NAMESPACE}/{camel}-v{version}"


def register_all() -> None:
    """Register each rule set that ships an environment module (`<name>_v0.py`); idempotent."""
    for name in registry.names():
        module = f"spacecombat_env.{name}_v{VERSION}"
        if importlib.util.find_spec(module) is not None:
            _register(name, module)


def _register(name: str, module: str) -> None:
    """Register one rule set with Gymnasium, and with PettingZoo where it has a registry."""
    identity = gym_id(name)
    if identity not in gymnasium.registry:
        gymnasium.register(
            id=identity,
            entry_point="spacecombat_env.env.seat:SeatEnv",
            vector_entry_point="spacecombat_env.env.vector.seat_batch:GymVectorEnv",
            kwargs={"ruleset": name},
            disable_env_checker=True,
        )
    if not hasattr(pettingzoo, "register"):  # PettingZoo 1.26
        return
    if identity not in pettingzoo.aec_registry:
        pettingzoo.register("aec", identity, f"{module}:env")
    if identity not in pettingzoo.parallel_registry:
        pettingzoo.register("parallel", identity, f"{module}:parallel_env")
