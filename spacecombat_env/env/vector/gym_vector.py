"""`SeatVecEnv` as a Gymnasium vector environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from spacecombat_env.core.ruleset import RuleSet
from spacecombat_env.env.arguments import read_reset_mask
from spacecombat_env.env.formats import observation_format
from spacecombat_env.env.vector.seat_batch import SeatVecEnv

__all__ = ["GymVectorEnv"]


class GymVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """`SeatVecEnv` as a Gymnasium vector environment, with the same keywords.

    Observations are {"observation": float32 (n, O), "action_mask": int8 (n, A)}, or the first alone
    with `flat=True`. Masks are also in infos["action_mask"], unless `mask` is "observation"; with
    "info" they are only there (see `formats.observation_format`). infos["seat"] has the learner's
    seat in each game.

    Games restart in the step that ends them. The keys infos["final_obs"], ["final_info"] and
    ["_final_info"] hold the old games, as in Gymnasium's own environments.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        ruleset: str | RuleSet,
        scenario: str | Mapping[str, Any] | None = None,
        *,
        num_envs: int = 64,
        flat: bool = False,
        mask: str = "both",
        **settings: Any,
    ) -> None:
        self.closed = True  # nothing to close if a setting is refused
        self.seats = SeatVecEnv(ruleset, scenario, num_envs=num_envs, **settings)
        self.closed = False
        self.num_envs = num_envs
        self._format = observation_format(flat, mask)
        self.single_observation_space = self._format.space(self.seats.scenario)
        self.single_action_space = self.seats.single_action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        size = self.seats.scenario.observation.size * len(self.seats.ruleset.seats)
        self.single_state_space = gymnasium.spaces.Box(-1.0, 1.0, (size,), np.float32)
        """The space of a row of `state()`."""
        self.state_space = batch_space(self.single_state_space, num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,  # type: ignore[override]
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Start a game in every row, or in those of options["reset_mask"], bool (n,).

        `seed` may be a list with a seed or None for each row. Other options raise ValueError.
        """
        first = self.seats.reset(seed, read_reset_mask(options, self.num_envs))
        view = self._format.view(first.observations, first.masks)
        return view, self._infos(first.masks)

    def step(self, actions: np.ndarray) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict]:
        """Apply an action in each game, int (n,); an illegal one loses its game."""
        seat_step = self.seats.step(actions)
        infos = self._infos(seat_step.masks)
        for row, result in seat_step.finished.items():
            view = result.pop("observation")
            empty = np.zeros_like(seat_step.masks[row])
            infos = self._add_info(
                infos, {"final_obs": self._format.view(view, empty), "final_info": result}, row
            )
        cut = np.zeros(self.num_envs, bool)
        views = self._format.view(seat_step.observations, seat_step.masks)
        return views, seat_step.rewards, seat_step.dones, cut, infos

    def _infos(self, masks: np.ndarray) -> dict[str, Any]:
        """Return the masks and the learner's seat in each game, int8 (n,)."""
        return {**self._format.info(masks.copy()), "seat": self.seats.seats.copy()}

    def state(self) -> np.ndarray:
        """Return the observations of all seats in each game, concatenated: float32 (n, seats * O).

        This is privileged information for central critics: it holds what the opponent knows. No
        seat may get it. It describes the same moment as the observations of the last `step`.
        """
        return self.seats.state()

    def action_masks(self) -> np.ndarray:
        """Return the action masks: int8 (n, A)."""
        return self.seats.masks()

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self.seats.close()
