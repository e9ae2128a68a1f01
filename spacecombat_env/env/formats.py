"""The format of observations: bare or in a dict, and where the mask is."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import Scenario

__all__ = ["Observation", "flat_observation_space", "observation_format"]

Observation = dict[str, np.ndarray] | np.ndarray
"""An observation in any format."""
MASK_PLACES = ("both", "observation", "info")
"""Valid values of `mask`."""


class ObservationFormat(NamedTuple):
    """Contents of an observation, and whether infos hold the mask.

    Made by `observation_format`.
    """

    flat: bool
    """Observations are float32 (O,) alone, not a dict."""
    in_view: bool
    """Observations hold the mask as "action_mask"."""
    in_info: bool
    """Infos hold the mask as "action_mask"."""

    def space(self, scenario: Scenario, columns: int = 0) -> spaces.Space[Any]:
        """Return the observation space, with some extra columns besides the scenario's."""
        view = flat_observation_space(scenario, columns)
        if self.flat:
            return view
        parts: dict[str, spaces.Space[Any]] = {"observation": view}
        if self.in_view:
            parts["action_mask"] = spaces.Box(0, 1, (scenario.actions.size,), np.int8)
        return spaces.Dict(parts)

    def view(self, observation: np.ndarray, mask: np.ndarray) -> Any:
        """Return an observation in this format, for one game or a batch."""
        if self.flat:
            return observation
        parts = {"observation": observation}
        return {**parts, "action_mask": mask} if self.in_view else parts

    def info(self, mask: np.ndarray) -> dict[str, Any]:
        """Return the part of an info that holds the mask."""
        return {"action_mask": mask} if self.in_info else {}


def observation_format(flat: bool = False, mask: str = "both") -> ObservationFormat:
    """Return the format for two settings.

    `mask` is "both", "observation" or "info". A flat observation has no room for a mask: there
    "both" means "info", and "observation" raises ConfigError.
    """
    if mask not in MASK_PLACES:
        raise ConfigError(f"mask={mask!r}: must be one of {', '.join(MASK_PLACES)}")
    if flat and mask == "observation":
        raise ConfigError("mask='observation': a flat observation holds no mask; use 'info'")
    return ObservationFormat(flat, not flat and mask != "info", mask != "observation")


def flat_observation_space(scenario: Scenario, columns: int = 0) -> spaces.Box:
    """Return the space of the bare observation: float32 (O + columns,)."""
    return spaces.Box(-1.0, 1.0, (scenario.observation.size + columns,), np.float32)
