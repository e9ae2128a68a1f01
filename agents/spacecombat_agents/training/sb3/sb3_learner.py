"""MaskablePPO as a learner; its files open without this package."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger
from torch import nn

from spacecombat_agents.atomic_files import atomic_write
from spacecombat_agents.players.nets.policy_net import ActorCritic
from spacecombat_agents.players.nets.transfer import Transfer
from spacecombat_agents.training.config import TrainConfig
from spacecombat_agents.training.learner import TrainingCallback
from spacecombat_agents.training.rollout.selfplay_env import SelfPlayEnv
from spacecombat_agents.training.sb3.selfplay_ppo import build_model
from spacecombat_agents.training.torch_tools import check_finite
from spacecombat_env.core.ruleset import Scenario

__all__ = ["Sb3Learner"]

MODEL_FILE = "model.zip"
UNLIMITED_STEPS = 2**62
SB3_METRICS = {
    "loss": ("train/loss", 1.0),
    "policy_loss": ("train/policy_gradient_loss", 1.0),
    "value_loss": ("train/value_loss", 1.0),
    "entropy": ("train/entropy_loss", -1.0),
    "kl": ("train/approx_kl", 1.0),
    "clip_fraction": ("train/clip_fraction", 1.0),
    "explained_variance": ("train/explained_variance", 1.0),
    "learning_rate": ("train/learning_rate", 1.0),
}
"""A run's name of a metric, SB3's name, and the sign between them."""


class Sb3Learner:
    """Learns by sb3-contrib's MaskablePPO."""

    def __init__(self, config: TrainConfig, scenario: Scenario) -> None:
        self.config = config
        self.model = build_model(config, scenario)
        self.model.set_logger(Logger(folder=None, output_formats=[]))
        self.metrics: dict[str, float] = {}
        self.transfer: Transfer | None = None

    @property
    def decisions(self) -> int:
        """Number of decisions made so far."""
        return self.model.num_timesteps

    @property
    def actor_critic(self) -> nn.Module:
        """The network in training."""
        return self.model.actor_critic

    @property
    def player(self) -> ActorCritic:
        """The network that plays: the one in training."""
        return self.model.actor_critic

    def attach(self, self_play: SelfPlayEnv, budget_used: Callable[[], float]) -> None:
        """Connect the learner to its games and its budget."""
        self.model.attach(self_play, self.config, budget_used)

    def sync_player(self) -> None:
        """Do nothing: the network in training plays."""

    def learn(self, callback: TrainingCallback) -> None:
        """Collect and update until the callback stops it."""
        self.model.learn(
            UNLIMITED_STEPS, callback=_LearnerCallback(self, callback), reset_num_timesteps=False
        )

    def state(self) -> dict[str, Any]:
        """Return what `restore` takes."""
        return {"model": self.model.state()}

    def restore(self, state: dict[str, Any]) -> None:
        """Resume from a saved `state`; call `attach` first."""
        self.model.restore(state["model"])

    def write(self, folder: Path) -> None:
        """Write a plain MaskablePPO model."""
        with atomic_write(folder / MODEL_FILE) as file:
            self.model.save(file)

    def read_metrics(self) -> None:
        """Copy the metrics of the last update; NonFiniteError if it went wrong."""
        logged = self.model.logger.name_to_value
        self.metrics = {
            ours: sign * float(logged[theirs])
            for ours, (theirs, sign) in SB3_METRICS.items()
            if theirs in logged
        }
        check_finite("the loss is", torch.tensor(self.metrics.get("loss", 0.0)))
        check_finite("weights are", *self.model.policy.parameters())
        self.metrics["tau"] = float(self.model.ent_coef)


class _LearnerCallback(BaseCallback):
    """Forwards SB3's callbacks to the run."""

    def __init__(self, learner: Sb3Learner, callback: TrainingCallback) -> None:
        super().__init__()
        self._learner, self._callback = learner, callback
        self._update_pending = False

    def _on_rollout_start(self) -> None:
        """Called after an update, or at the start."""
        self._report_update()
        self._callback.before_rollout()

    def _on_step(self) -> bool:
        return self._callback.on_step()

    def _on_rollout_end(self) -> None:
        self._callback.after_rollout()
        self._update_pending = True

    def _on_training_end(self) -> None:
        """Called after the last update."""
        self._report_update()

    def _report_update(self) -> None:
        """Report the last update, unless that was done already."""
        if self._update_pending:
            self._update_pending = False
            self._learner.read_metrics()
            self._callback.after_update()
