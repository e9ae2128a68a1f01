"""The interface between a training run and its learner."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from torch import nn

from spacecombat_agents.players.nets.policy_net import PolicyNet
from spacecombat_agents.players.nets.transfer import Transfer
from spacecombat_agents.training.rollout.selfplay_env import SelfPlayEnv

__all__ = ["Learner", "TrainingCallback"]


class TrainingCallback(Protocol):
    """The callbacks of a run that a learner calls."""

    def before_rollout(self) -> None:
        """Called before a rollout starts or resumes."""

    def on_step(self) -> bool:
        """Called after each action in all games; return False to stop."""
        ...

    def after_rollout(self) -> None:
        """Called before an update; a state saved here must lead to that update."""

    def after_update(self) -> None:
        """Called after an update."""


class Learner(Protocol):
    """Learns from the games of a `SelfPlayEnv`."""

    metrics: dict[str, float]
    """Metrics of the last update: `loss`, `entropy`, `kl` and so on."""

    transfer: Transfer | None
    """Inputs and actions taken by name from the weights of another scenario; None for none."""

    @property
    def decisions(self) -> int:
        """Number of decisions made so far."""
        ...

    @property
    def actor_critic(self) -> nn.Module:
        """The network in training: observations and masks in, logits and values out."""
        ...

    @property
    def player(self) -> PolicyNet:
        """The network that plays: in evaluations, as an opponent, in the exported file."""
        ...

    def attach(self, self_play: SelfPlayEnv, budget_used: Callable[[], float]) -> None:
        """Connect the learner to its games and its budget."""

    def sync_player(self) -> None:
        """Copy the trained network to the playing one, after behaviour cloning."""

    def learn(self, callback: TrainingCallback) -> None:
        """Collect and update until the callback stops it."""

    def state(self) -> dict[str, Any]:
        """Return what `restore` takes."""
        ...

    def restore(self, state: dict[str, Any]) -> None:
        """Resume from a saved `state`; call `attach` first."""

    def write(self, folder: Path) -> None:
        """Write the playing network into a run's folder."""
