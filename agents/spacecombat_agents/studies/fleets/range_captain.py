"""Players for a firing range: one launches everything at once, the other waits and defends."""

from __future__ import annotations

import numpy as np

from spacecombat_agents.players.base import Needs
from spacecombat_agents.players.scripted import ScriptedAgent
from spacecombat_env.core.ruleset import Games, Scenario
from spacecombat_env.rulesets.battle_rider.model import Decision, Verb

__all__ = ["LAUNCHER", "RangeCaptain", "TARGET"]

SENSOR_ACTIONS = (Verb.CRASH_START, Verb.POWER_UP, Verb.EXTEND, Verb.ACTIVATE, Verb.ALL)
"""Actions of a round on the range."""
LAUNCHER = "captain(active_range=99,launch_range=99,blind_launch_range=99)"
TARGET = "captain(active_range=99,salvoes=0)"


class RangeCaptain:
    """A captain that switches its sensors on and otherwise neither moves nor fires in its rounds.

    Missiles are launched, steered and countered as the captain or the standing orders do it.
    """

    def __init__(self, scenario: Scenario, doctrine: str) -> None:
        self._captain = ScriptedAgent(scenario, doctrine)
        self.name = f"range:{doctrine}"
        self.needs = Needs.RECORDS

    def reset(self, seed: int) -> None:
        """Reset the captain's random numbers."""
        self._captain.reset(seed)

    def act(
        self,
        observations: np.ndarray | None,
        masks: np.ndarray,
        visible: Games | None = None,
        seats: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return the captain's actions, except that its rounds end and its ships drift."""
        actions = self._captain.act(observations, masks, visible, seats)
        assert visible is not None
        decisions = visible.states["decision"]
        idle = (decisions == Decision.ROUND_MENU) & ~np.isin(actions, SENSOR_ACTIONS)
        actions = np.where(idle & (masks[:, Verb.END_ROUND] == 1), Verb.END_ROUND, actions)
        drifts = (decisions == Decision.THRUST) & (masks[:, Verb.GO] == 1)
        return np.where(drifts, Verb.GO, actions)
