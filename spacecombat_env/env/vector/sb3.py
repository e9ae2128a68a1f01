"""`SeatVecEnv` as a VecEnv of Stable-Baselines3, with action masks as sb3-contrib expects.

Stable-Baselines3 is imported when an environment is made, so this package does not depend on it.
"""

from __future__ import annotations

import functools
import importlib
import time
from collections.abc import Iterable
from typing import Any

import numpy as np

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.env.arguments import read_actions, refuse_options
from spacecombat_env.env.vector.seat_batch import SeatVecEnv


def sb3_vec_env(seats: SeatVecEnv) -> Any:
    """Return `seats` as a stable_baselines3 VecEnv for MaskablePPO with an MlpPolicy.

    Observations are float32 (n, O). `env_method("action_masks")` returns the masks, int8 (n, A). A
    row that is done has infos[row]["terminal_observation"], ["result"] and ["episode"]: reward,
    length in the learner's decisions, and seconds since the start, as Monitor writes them. No
    Monitor is needed.
    """
    return _adapter()(seats)


@functools.cache
def _adapter() -> type:
    """Return the class, which is made when Stable-Baselines3 is first needed."""
    try:
        vec_env = importlib.import_module("stable_baselines3.common.vec_env")
    except ImportError as cause:
        raise ConfigError(
            "needs Stable-Baselines3: pip install 'spacecombat-env[train]'"
        ) from cause

    class SB3VecEnv(_Adapter, vec_env.VecEnv):  # type: ignore[misc, name-defined]
        """The VecEnv."""

    return SB3VecEnv


class _Adapter:
    """The methods of the VecEnv."""

    num_envs: int
    _seeds: list[int | None]
    _options: list[dict[str, Any]]

    def __init__(self, seats: SeatVecEnv) -> None:
        self.seats = seats
        self.render_mode = None
        super().__init__(  # type: ignore[call-arg]
            seats.num_envs, seats.single_observation_space, seats.single_action_space
        )
        self._actions = np.zeros(seats.num_envs, np.int64)
        self._masks = seats.masks()
        self._begun = time.perf_counter()

    def reset(self) -> np.ndarray:
        """Start games with the seed of an earlier call of `seed`, if any; options are refused."""
        for options in self._options:
            refuse_options(options)
        first = self.seats.reset(self._seeds[0])
        self._reset_seeds()  # type: ignore[attr-defined]
        self._reset_options()  # type: ignore[attr-defined]
        self._masks = first.masks
        self._begun = time.perf_counter()
        return first.observations

    def step_async(self, actions: np.ndarray) -> None:
        """Store the learner's actions."""
        self._actions[:] = read_actions(actions, self.num_envs)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Apply the actions; return observations, rewards, dones and infos."""
        result_batch = self.seats.step(self._actions)
        self._masks = result_batch.masks
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row, result in result_batch.finished.items():
            infos[row] = self._farewell(result, float(result_batch.rewards[row]))
        return result_batch.observations, result_batch.rewards, result_batch.dones, infos

    def _farewell(self, result: dict[str, Any], reward: float) -> dict[str, Any]:
        """Return the info of a row whose game ended."""
        seconds = round(time.perf_counter() - self._begun, 6)
        return {
            "terminal_observation": result.pop("observation"),
            "episode": {"r": reward, "l": result["length"], "t": seconds},
            "result": result,
            "TimeLimit.truncated": False,
        }

    def action_masks(self) -> np.ndarray:
        """Return the action masks: int8 (n, A)."""
        return self._masks

    def state(self) -> np.ndarray:
        """Return the observations of all seats: privileged, see `SeatVecEnv.state`."""
        return self.seats.state()

    def env_method(
        self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any
    ) -> np.ndarray:
        """Call a method; `action_masks` returns one row for each game."""
        if method_name != "action_masks":
            raise AttributeError(f"this environment has no method {method_name!r} per game")
        if args or kwargs:
            raise TypeError("action_masks takes no arguments")
        return self._masks if indices is None else self._masks[self._rows(indices)]

    def has_attr(self, attr_name: str) -> bool:
        """Whether the environment has an attribute."""
        return attr_name in ("action_masks", "render_mode")

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of the environment, once for each game."""
        if attr_name == "render_mode":
            return [None] * len(self._rows(indices))
        return [getattr(self.seats, attr_name)] * len(self._rows(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of the environment for all games; it has none for some of them."""
        if sorted(self._rows(indices)) != list(range(self.num_envs)):
            raise ValueError(f"indices={indices!r}: {attr_name} is set for all games or none")
        if not hasattr(self.seats, attr_name):
            raise AttributeError(f"this environment has no attribute {attr_name!r}")
        setattr(self.seats, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Return True for Monitor, whose part is done here, and False for every other wrapper."""
        monitored = wrapper_class.__name__ == "Monitor"
        return [monitored] * len(self._rows(indices))

    def close(self) -> None:
        """End the threads."""
        self.seats.close()

    def _rows(self, indices: int | Iterable[int] | None) -> list[int]:
        """Return the selected rows."""
        if indices is None:
            return list(range(self.num_envs))
        return [indices] if isinstance(indices, int) else list(indices)
