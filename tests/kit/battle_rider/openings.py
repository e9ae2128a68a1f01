"""Scenario mappings of a few ships, and the position they lay."""

from __future__ import annotations

from typing import Any

import numpy as np
import yaml

from spacecombat_env.rulesets.battle_rider.scenario import FOLDER, load

DUEL = yaml.safe_load((FOLDER / "duel.yaml").read_text(encoding="utf-8"))


def opening(scenario: Any, **options: Any) -> np.record:
    """The opening position of a scenario."""
    return load(scenario, **options).table.opening[0]


def fleet(*ships: Any, tactics: int = 4, **more: Any) -> dict[str, Any]:
    """A scenario whose red side has these ships; blue has a Rapier."""
    red = {"fleet_tactics": tactics, "ships": list(ships), **more}
    return {"sides": {"red": red, "blue": {"fleet_tactics": 1, "ships": ["Rapier"]}}}
