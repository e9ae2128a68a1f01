"""Rollout loops of SB3 and of this package, with the engine and with an idle environment."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.vec_env import VecEnv

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.training.config import config_from
from spacecombat_agents.training.rollout.opponent_pool import OpponentPool
from spacecombat_agents.training.rollout.selfplay_env import SelfPlayEnv
from spacecombat_agents.training.sb3.selfplay_ppo import build_model
from spacecombat_agents.training.torch_tools import set_threads
from spacecombat_env.core.ruleset import TALLY
from spacecombat_env.env.vector.sb3 import sb3_vec_env
from spacecombat_env.env.vector.seat_batch import SeatVecEnv

__all__ = ["collectors"]

GAMES, STEPS = 256, 16


class IdleVecEnv(VecEnv):
    """Returns the same arrays at every step, which leaves the cost of the loop."""

    def __init__(self, like: VecEnv, observations: np.ndarray, masks: np.ndarray) -> None:
        super().__init__(like.num_envs, like.observation_space, like.action_space)
        self._observations, self._masks = observations, masks
        self._rewards = np.zeros(self.num_envs, np.float32)
        self._dones = np.zeros(self.num_envs, bool)
        self._infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]

    def reset(self) -> np.ndarray:
        """Return the observations."""
        return self._observations

    def step_async(self, actions: np.ndarray) -> None:
        """Do nothing."""

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Return the same arrays as before."""
        return self._observations, self._rewards, self._dones, self._infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kw: Any) -> Any:
        """Return the masks."""
        return self._masks

    def has_attr(self, attr_name: str) -> bool:
        """Claim to have masks."""
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return nothing."""
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Do nothing."""

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Claim to have every wrapper."""
        return [True] * self.num_envs

    def close(self) -> None:
        """Do nothing."""


class _NoopCallback(BaseCallback):
    """Lets training continue."""

    def _on_step(self) -> bool:
        return True


def collectors(
    setting: GameSetting, threads: int
) -> tuple[dict[str, Callable[[], float]], Callable[[], float]]:
    """Return the loops to measure, and the opponent's actions per action of the learner."""
    set_threads(threads)
    seats = SeatVecEnv(
        setting.ruleset,
        setting.name,
        num_envs=GAMES,
        delegate=setting.delegate,
        max_turns=setting.max_turns,
        options=setting.options,
    )
    ours = sb3_vec_env(seats)
    ours.seed(1)
    observations = ours.reset()
    idle = IdleVecEnv(ours, observations.copy(), np.array(ours.env_method("action_masks")))
    counts = {"ours": 0.0, "theirs": 0.0}
    count_actions = _counting(seats, counts)
    works = {
        "ours": _collecting(ours),
        "idle": _collecting(idle),
        "selfplay": _self_play(setting, threads, still=False),
        "selfplay_idle": _self_play(setting, threads, still=True),
    }

    def opponent_actions() -> float:
        count_actions()
        return counts["theirs"] / max(counts["ours"], 1.0)

    return works, opponent_actions


def _counting(seats: SeatVecEnv, counts: dict[str, float]) -> Callable[[], None]:
    """Return a function that plays on a little and counts the actions of both sides."""

    def count() -> None:
        rng = np.random.default_rng(1)
        for _ in range(100):
            masks = seats.masks()
            step = seats.step((rng.random(masks.shape) * masks).argmax(axis=1))
            for row, result in step.finished.items():
                actions = int(seats.batch.out.tally[row, TALLY.decisions])
                counts["ours"] += result["length"]
                counts["theirs"] += actions - result["length"]

    return count


def _collecting(env: VecEnv) -> Callable[[], float]:
    """Return work that gathers one rollout with MaskablePPO's own loop."""
    torch.manual_seed(1)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=STEPS,
        batch_size=GAMES * STEPS,
        policy_kwargs={"net_arch": [128, 128]},
        device="cpu",
    )
    model.set_logger(Logger(folder=None, output_formats=[]))
    _, callback = model._setup_learn(10**9, _NoopCallback())
    callback.on_training_start({}, {})

    def work() -> float:
        model.collect_rollouts(env, callback, model.rollout_buffer, STEPS)
        return float(GAMES * STEPS)

    return work


def _self_play(setting: GameSetting, threads: int, *, still: bool) -> Callable[[], float]:
    """Return work that gathers a rollout as training does; with `still` the engine does nothing."""
    config = config_from(
        {
            "ruleset": setting.ruleset.name,
            "rollout": {"games": 2 * GAMES, "decisions": GAMES * STEPS},
            "opponents": {"weights": {"random": 1.0}},
        }
    )
    model = build_model(config, setting.scenario)
    model.set_logger(Logger(folder=None, output_formats=[]))
    pool = OpponentPool(config.opponents, setting, model.actor_critic, Path(), seed=1)
    env = setting.batch(2 * GAMES, threads=threads, auto_reset=True)
    model.attach(SelfPlayEnv(env, pool, seed=1), config, lambda: 0.0)
    _, callback = model._setup_learn(10**9, _NoopCallback())
    callback.on_training_start({}, {})
    for _ in range(200):
        env.step(env.sample_random())
    if still:
        env.out.done[:] = 0
        env.step = lambda actions: env.out  # type: ignore[method-assign]

    def work() -> float:
        before = model.num_timesteps
        assert model.env is not None
        model.collect_rollouts(model.env, callback, model.rollout_buffer, GAMES * STEPS)
        return float(model.num_timesteps - before)

    return work
