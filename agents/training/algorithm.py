"""sb3-contrib's MaskablePPO over an arena of games: its update, its files, our way of gathering.

Saved models are plain MaskablePPO models: `sb3_contrib.MaskablePPO.load` opens them without this
package.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from spacecombat_agents.players.policy import Head, draw
from spacecombat_agents.training.buffer import DecisionBuffer
from spacecombat_agents.training.config import TrainConfig
from spacecombat_agents.training.games import Arena
from spacecombat_agents.training.networks import (
    evaluate_actions,
    fast_products,
    policy_kwargs,
)
from spacecombat_env.core.ruleset import Scenario
from spacecombat_env.env.forms import flat_space


class SelfPlayPPO(MaskablePPO):
    """MaskablePPO that gathers experience from an arena, where no game waits for another."""

    arena: Arena
    head: Head
    """The policy's nets alone."""
    share_used: Callable[[], float]
    """The share of the run's budget that is used up: drives learning rate and entropy."""
    entropy_span: tuple[float, float]
    gathering = False
    """A rollout is under way, up to `goal`; it may have been begun before an interruption."""
    goal = 0
    """The count of decisions at which the rollout is full."""

    def enter(self, arena: Arena, config: TrainConfig, share_used: Callable[[], float]) -> None:
        """Connect the model to its games and its budget."""
        self.arena = arena
        self.share_used = share_used
        self.entropy_span = (config.ppo.entropy, config.ppo.final_entropy)
        games, scales = arena.env.num_envs, arena.env.scenario.observation.scales
        buffer = self.rollout_buffer
        assert isinstance(buffer, DecisionBuffer)
        buffer.reserve(self.n_steps + 3 * games, games, scales)
        quick = functools.partial(evaluate_actions, self.policy)
        self.policy.evaluate_actions = quick  # type: ignore[method-assign, assignment]

    def collect_rollouts(
        self,
        env: VecEnv,
        callback: BaseCallback,
        rollout_buffer: Any,
        n_rollout_steps: int,
        use_masking: bool = True,
    ) -> bool:
        """Play until the learner has made `n_rollout_steps` new decisions; False to stop."""
        self.policy.set_training_mode(False)
        buffer: DecisionBuffer = rollout_buffer
        if not self.gathering:
            buffer.carry_over()
            self.gathering, self.goal = True, self.num_timesteps + n_rollout_steps
        callback.on_rollout_start()
        while self.num_timesteps < self.goal:
            with fast_products():
                self.num_timesteps += self._play_on(buffer)
            if not callback.on_step():
                return False
        buffer.finish()
        callback.on_rollout_end()
        self.gathering = False
        return True

    def state(self) -> dict[str, Any]:
        """Return what `restore` takes: learner, optimiser, and the rollout under way."""
        buffer = self.rollout_buffer
        assert isinstance(buffer, DecisionBuffer)
        counts = [self.num_timesteps, self._n_updates, self.goal]
        kept = {"parameters": self.get_parameters(), "buffer": buffer.state()}
        return {**kept, "counts": counts, "gathering": self.gathering}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on with a `state`, read back; after `enter`."""
        buffer = self.rollout_buffer
        assert isinstance(buffer, DecisionBuffer)
        self.set_parameters(state["parameters"], device="cpu")
        buffer.restore(state["buffer"])
        self.num_timesteps, self._n_updates, self.goal = state["counts"]
        self.gathering = state["gathering"]

    def _play_on(self, buffer: DecisionBuffer) -> int:
        """Move every game by one word; return how many of them were the learner's."""
        rows = self.arena.turn()
        words = self._decide(rows, buffer) if rows.size else rows
        buffer.end(self.arena.step(rows, words))
        return len(rows)

    def train(self) -> None:
        """Learn from the rollout: MaskablePPO's own update."""
        with fast_products():
            super().train()

    def _decide(self, rows: np.ndarray, buffer: DecisionBuffer) -> np.ndarray:
        """Draw the learner's words in some games and store the decisions."""
        out = self.arena.env.out
        masks = out.mask[rows]
        with torch.inference_mode():
            floats = buffer.as_floats(out.observation, rows)
            logits, values = self.head(floats, torch.from_numpy(masks))
            words = draw(torch.softmax(logits, dim=1))
            chances = torch.log_softmax(logits, dim=1).gather(1, words[:, None])
        spoken = words.numpy()
        guesses, held = values.numpy()[:, 0], chances.numpy()[:, 0]
        chains = self.arena.chains(rows)
        buffer.append(chains, out.observation[rows], masks, spoken, guesses, held)
        return spoken

    def _update_current_progress_remaining(self, num_timesteps: int, total_timesteps: int) -> None:
        """Take progress from the budget, which may be one of time."""
        used = min(max(self.share_used(), 0.0), 1.0)
        self._current_progress_remaining = 1.0 - used
        start, end = self.entropy_span
        self.ent_coef = start + (end - start) * used

    def _excluded_save_params(self) -> list[str]:
        """Leave out of the file what plain MaskablePPO does not know."""
        ours = ["arena", "share_used", "entropy_span", "head", "rollout_buffer_class"]
        return [*super()._excluded_save_params(), *ours, "gathering", "goal"]


class Spaces(VecEnv):
    """Stands where MaskablePPO wants an environment: it is asked for its spaces alone."""

    def __init__(self, scenario: Scenario) -> None:
        words = gymnasium.spaces.Discrete(scenario.actions.size)
        super().__init__(1, flat_space(scenario), words)

    def reset(self) -> np.ndarray:
        """Return what nobody reads."""
        return np.zeros((1, *self.observation_space.shape), np.float32)  # type: ignore[misc]

    def step_async(self, actions: np.ndarray) -> None:
        """Nothing to step."""

    def step_wait(self) -> Any:
        """Nothing to step."""
        raise NotImplementedError("the learner's games are in its arena")

    def close(self) -> None:
        """Nothing to close."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute, as VecEnv asks for it."""
        return [getattr(self, attr_name, None)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Nothing to set."""

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kw: Any) -> list[Any]:
        """Nothing to call."""
        raise NotImplementedError("the learner's games are in its arena")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Wrapped in nothing."""
        return [False]


def linear(start: float, end: float) -> Callable[[float], float]:
    """Return a schedule of the share of the budget that remains."""

    def value(remaining: float) -> float:
        return end + (start - end) * remaining

    return value


def build_model(config: TrainConfig, scenario: Scenario) -> SelfPlayPPO:
    """Return an untrained learner."""
    torch.distributions.Distribution.set_default_validate_args(False)
    ppo = config.ppo
    model = SelfPlayPPO(
        "MlpPolicy",
        Spaces(scenario),
        learning_rate=linear(ppo.learning_rate, ppo.final_learning_rate),
        n_steps=config.rollout.decisions,
        batch_size=ppo.batch,
        n_epochs=ppo.epochs,
        gamma=ppo.gamma,
        gae_lambda=ppo.gae_lambda,
        clip_range=ppo.clip,
        ent_coef=ppo.entropy,
        vf_coef=ppo.value,
        max_grad_norm=ppo.max_grad_norm,
        target_kl=ppo.target_kl,
        rollout_buffer_class=DecisionBuffer,
        policy_kwargs=policy_kwargs(config.network),
        seed=config.seed,
        device="cpu",
    )
    model.head = Head(model.policy)
    return model
