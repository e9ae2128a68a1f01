"""sb3-contrib's MaskablePPO with rollouts from a `SelfPlayEnv`: the reference for other learners.

The update is its own. One test compares the fast learner's gradients with it.

Saved models are plain MaskablePPO models: `sb3_contrib.MaskablePPO.load` opens them without this
package.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

from spacecombat_agents.players.nets.policy_net import ActorCritic, sample
from spacecombat_agents.training.config import TrainConfig
from spacecombat_agents.training.rollout.selfplay_env import SelfPlayEnv
from spacecombat_agents.training.sb3.decision_buffer import DecisionBuffer
from spacecombat_env.core.ruleset import Scenario
from spacecombat_env.env.formats import flat_observation_space

__all__ = ["build_model"]

ACTIVATIONS = {"tanh": nn.Tanh, "relu": nn.ReLU}


class SelfPlayPPO(MaskablePPO):
    """MaskablePPO that collects rollouts from a `SelfPlayEnv`, where no game waits for another."""

    self_play: SelfPlayEnv
    actor_critic: ActorCritic
    """The policy's networks alone."""
    budget_used: Callable[[], float]
    """The share of the run's budget used so far; drives learning rate and entropy."""
    entropy_range: tuple[float, float]
    is_collecting = False
    """Whether a rollout is in progress, up to `rollout_end`; it may predate an interruption."""
    rollout_end = 0
    """The count of decisions at which the rollout is full."""

    def attach(
        self, self_play: SelfPlayEnv, config: TrainConfig, budget_used: Callable[[], float]
    ) -> None:
        """Connect the model to its games and its budget."""
        self.self_play = self_play
        self.budget_used = budget_used
        self.entropy_range = (config.ppo.entropy, config.ppo.final_entropy)
        games, scales = self_play.env.num_envs, self_play.env.scenario.observation.scales
        buffer = self.rollout_buffer
        assert isinstance(buffer, DecisionBuffer)
        buffer.allocate(self.n_steps + 3 * games, games, scales)

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
        if not self.is_collecting:
            buffer.carry_over()
            self.is_collecting, self.rollout_end = True, self.num_timesteps + n_rollout_steps
        callback.on_rollout_start()
        while self.num_timesteps < self.rollout_end:
            self.num_timesteps += self._step_games(buffer)
            if not callback.on_step():
                return False
        buffer.compute_advantages()
        callback.on_rollout_end()
        self.is_collecting = False
        return True

    def state(self) -> dict[str, Any]:
        """Return what `restore` takes: learner, optimizer, and the rollout in progress."""
        buffer = self.rollout_buffer
        assert isinstance(buffer, DecisionBuffer)
        counts = [self.num_timesteps, self._n_updates, self.rollout_end]
        saved = {"parameters": self.get_parameters(), "buffer": buffer.state()}
        return {**saved, "counts": counts, "is_collecting": self.is_collecting}

    def restore(self, state: dict[str, Any]) -> None:
        """Resume from a saved `state`; call `attach` first."""
        buffer = self.rollout_buffer
        assert isinstance(buffer, DecisionBuffer)
        self.set_parameters(state["parameters"], device="cpu")
        buffer.restore(state["buffer"])
        self.num_timesteps, self._n_updates, self.rollout_end = state["counts"]
        self.is_collecting = state["is_collecting"]

    def _step_games(self, buffer: DecisionBuffer) -> int:
        """Play one action in every game; return how many were the learner's."""
        rows = self.self_play.learner_rows()
        actions = self._decide(rows, buffer) if rows.size else rows
        buffer.end_trajectories(self.self_play.step(rows, actions))
        return len(rows)

    def _decide(self, rows: np.ndarray, buffer: DecisionBuffer) -> np.ndarray:
        """Sample the learner's actions in some games and store the decisions."""
        out = self.self_play.env.out
        masks = out.mask[rows]
        with torch.inference_mode():
            floats = buffer.as_floats(out.observation, rows)
            logits, values = self.actor_critic(floats, torch.from_numpy(masks))
            actions = sample(torch.softmax(logits, dim=1))
            log_probs = torch.log_softmax(logits, dim=1).gather(1, actions[:, None])
        action_array = actions.numpy()
        value_estimates, log_prob_array = values.numpy()[:, 0], log_probs.numpy()[:, 0]
        trajectory_ids = self.self_play.trajectory_ids(rows)
        buffer.append(
            trajectory_ids,
            out.observation[rows],
            masks,
            action_array,
            value_estimates,
            log_prob_array,
        )
        return action_array

    def _update_current_progress_remaining(self, num_timesteps: int, total_timesteps: int) -> None:
        """Take progress from the budget, which may be in time."""
        used = min(max(self.budget_used(), 0.0), 1.0)
        self._current_progress_remaining = 1.0 - used
        start, end = self.entropy_range
        self.ent_coef = start + (end - start) * used

    def _excluded_save_params(self) -> list[str]:
        """Leave out of the file what plain MaskablePPO does not know."""
        ours = ["self_play", "budget_used", "entropy_range", "actor_critic", "rollout_buffer_class"]
        return [*super()._excluded_save_params(), *ours, "is_collecting", "rollout_end"]


class SpacesOnlyEnv(VecEnv):
    """A placeholder environment for MaskablePPO, which only reads its spaces."""

    def __init__(self, scenario: Scenario) -> None:
        actions = gymnasium.spaces.Discrete(scenario.actions.size)
        super().__init__(1, flat_observation_space(scenario), actions)

    def reset(self) -> np.ndarray:
        """Return an observation that nothing reads."""
        return np.zeros((1, *self.observation_space.shape), np.float32)  # type: ignore[misc]

    def step_async(self, actions: np.ndarray) -> None:
        """Do nothing."""

    def step_wait(self) -> Any:
        """Raise NotImplementedError."""
        raise NotImplementedError("the learner's games are in its arena")

    def close(self) -> None:
        """Do nothing."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute, as VecEnv expects."""
        return [getattr(self, attr_name, None)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Do nothing."""

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kw: Any) -> list[Any]:
        """Raise NotImplementedError."""
        raise NotImplementedError("the learner's games are in its arena")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Return False for each environment."""
        return [False]


def linear_schedule(start: float, end: float) -> Callable[[float], float]:
    """Return a linear schedule over the remaining share of the budget."""

    def value(remaining: float) -> float:
        return end + (start - end) * remaining

    return value


def build_model(config: TrainConfig, scenario: Scenario) -> SelfPlayPPO:
    """Return an untrained learner."""
    torch.distributions.Distribution.set_default_validate_args(False)
    ppo, network = config.ppo, config.network
    layers = {"pi": list(network.policy_layers), "vf": list(network.value_layers)}
    model = SelfPlayPPO(
        "MlpPolicy",
        SpacesOnlyEnv(scenario),
        learning_rate=linear_schedule(ppo.learning_rate, ppo.final_learning_rate),
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
        policy_kwargs={"net_arch": layers, "activation_fn": ACTIVATIONS[network.activation]},
        seed=config.seed,
        device="cpu",
    )
    model.actor_critic = ActorCritic(model.policy)
    return model
