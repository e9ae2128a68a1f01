"""The form in which environments hand over what a seat sees: bare or in a dict, the mask where."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.ruleset import Scenario

Observation = dict[str, np.ndarray] | np.ndarray
"""An observation in any form."""
MASK_PLACES = ("both", "observation", "info")
"""Where a mask can stand."""


class ObservationFormat(NamedTuple):
    """What an observation consists of, and which infos hold a mask; made by `observation_format`."""

    flat: bool
    """Observations are float32 (O,) alone, not a dict."""
    in_view: bool
    """Observations hold the mask as "action_mask"."""
    in_info: bool
    """Infos hold the mask as "action_mask"."""

    def space(self, scenario: Scenario, columns: int = 0) -> spaces.Space[Any]:
        """Return the space of observations with some more columns than the scenario's."""
        view = flat_observation_space(scenario, columns)
        if self.flat:
            return view
        parts: dict[str, spaces.Space[Any]] = {"observation": view}
        if self.in_view:
            parts["action_mask"] = spaces.Box(0, 1, (scenario.actions.size,), np.int8)
        return spaces.Dict(parts)

    def view(self, observation: np.ndarray, mask: np.ndarray) -> Any:
        """Return an observation of this form, of one game or of a batch."""
        if self.flat:
            return observation
        parts = {"observation": observation}
        return {**parts, "action_mask": mask} if self.in_view else parts

    def info(self, mask: np.ndarray) -> dict[str, Any]:
        """Return the part of an info that holds the mask."""
        return {"action_mask": mask} if self.in_info else {}


def observation_format(flat: bool = False, mask: str = "both") -> ObservationFormat:
    """Return the form of two settings.

    `mask` is "both", "observation" or "info". A flat observation has no room for one: there "both"
    is "info", and "observation" a ConfigError.
    """
    if mask not in MASK_PLACES:
        raise ConfigError(f"mask={mask!r}: there are {', '.join(MASK_PLACES)}")
    if flat and mask == "observation":
        raise ConfigError("mask='observation': a flat observation holds no mask; use 'info'")
    return ObservationFormat(flat, not flat and mask != "info", mask != "observation")


def flat_observation_space(scenario: Scenario, columns: int = 0) -> spaces.Box:
    """Return the space of the observation alone: float32 (O + columns,)."""
    return spaces.Box(-1.0, 1.0, (scenario.observation.size + columns,), np.float32)
