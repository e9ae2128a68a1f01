"""What a training run asks of its learner, whichever it is, and what a learner tells its run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from torch import nn

from spacecombat_agents.players.nets.policy_net import PolicyNet
from spacecombat_agents.training.rollout.selfplay_env import SelfPlayEnv


class TrainingCallback(Protocol):
    """The run's eye on a learner at work."""

    def before_rollout(self) -> None:
        """Called before a rollout is begun, or gone on with."""

    def on_step(self) -> bool:
        """Called after each word in all games; False to stop."""
        ...

    def after_rollout(self) -> None:
        """Called before an update; a state taken here must lead to that update."""

    def after_update(self) -> None:
        """Called after it."""


class Learner(Protocol):
    """Learns from an arena of games."""

    metrics: dict[str, float]
    """What the last update was like: `loss`, `entropy`, `kl` and so on."""

    @property
    def decisions(self) -> int:
        """Decisions it has made."""
        ...

    @property
    def actor_critic(self) -> nn.Module:
        """The network that is taught: observations and masks in, logits and values out."""
        ...

    @property
    def player(self) -> PolicyNet:
        """The network that plays: in evaluations, as a past self, in the exported file."""
        ...

    def attach(self, self_play: SelfPlayEnv, budget_used: Callable[[], float]) -> None:
        """Connect the learner to its games and its budget."""

    def sync_player(self) -> None:
        """Let the one who plays be the one who was taught, after a head start."""

    def learn(self, callback: TrainingCallback) -> None:
        """Gather and learn until the watch says stop."""

    def state(self) -> dict[str, Any]:
        """Return what `restore` takes."""
        ...

    def restore(self, state: dict[str, Any]) -> None:
        """Go on with a `state`, read back; after `attach`."""

    def write(self, folder: Path) -> None:
        """Write the one who plays into a run's folder."""
