"""Every switch of a rule set turned, read from its own list: a new one is in without an edit."""

from __future__ import annotations

from importlib import import_module
from typing import Any

HIDING = {
    "hidden_damage": True,
    "black_globes": True,
    "semi_independent_missiles": True,
    "facing": True,
    "surprise": True,
    "multiple_batteries": True,
    "powered_down": True,
    "boarding": True,
}
"""Rules of Battle Rider with something of their own to hide, at once."""


def every_switch(name: str) -> dict[str, Any]:
    """Return the `rules:` section that writes the last value of each switch: on, where it is one."""
    switches = import_module(f"spacecombat_env.rulesets.{name}.scenario").SWITCHES
    return {switch: declared.values[-1] for switch, declared in switches.items()}
