"""MaskablePPO as the learner of a run: its average plays, its files open without this package."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger
from torch import nn

from spacecombat_agents.files import whole
from spacecombat_agents.players.policy import Head
from spacecombat_agents.training.algorithm import build_model
from spacecombat_agents.training.average import Average
from spacecombat_agents.training.config import TrainConfig
from spacecombat_agents.training.games import Arena
from spacecombat_agents.training.learner import Watch
from spacecombat_env.core.ruleset import Scenario

MODEL = "model.zip"
FOREVER = 2**62
NUMBERS = {
    "loss": ("train/loss", 1.0),
    "policy_loss": ("train/policy_gradient_loss", 1.0),
    "value_loss": ("train/value_loss", 1.0),
    "entropy": ("train/entropy_loss", -1.0),
    "kl": ("train/approx_kl", 1.0),
    "clip_fraction": ("train/clip_fraction", 1.0),
    "explained_variance": ("train/explained_variance", 1.0),
    "learning_rate": ("train/learning_rate", 1.0),
}
"""What a run calls a number, what SB3 does, and the sign between them."""


class Sb3Learner:
    """Learns by sb3-contrib's MaskablePPO."""

    def __init__(self, config: TrainConfig, scenario: Scenario) -> None:
        self.config = config
        self.model = build_model(config, scenario)
        self.model.set_logger(Logger(folder=None, output_formats=[]))
        self.numbers: dict[str, float] = {}
        self._average = Average(self.model.head, config.ppo.average)
        self._steps = 0
        self.model.policy.optimizer.register_step_post_hook(self._follow)

    @property
    def decisions(self) -> int:
        """Decisions it has made."""
        return self.model.num_timesteps

    @property
    def head(self) -> nn.Module:
        """The network that is taught."""
        return self.model.head

    @property
    def player(self) -> Head:
        """The network that plays."""
        return self._average.net

    def enter(self, arena: Arena, share_used: Callable[[], float]) -> None:
        """Connect the learner to its games and its budget."""
        self.model.enter(arena, self.config, share_used)

    def settle(self) -> None:
        """Let the one who plays be the one who was taught, after a head start."""
        self._average.settle()

    def learn(self, watch: Watch) -> None:
        """Gather and learn until the watch says stop."""
        self.model.learn(FOREVER, callback=_Told(self, watch), reset_num_timesteps=False)

    def state(self) -> dict[str, Any]:
        """Return what `restore` takes."""
        return {
            "model": self.model.state(),
            "player": self._average.net.state_dict(),
            "steps": self._steps,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on with a `state`, read back; after `enter`."""
        self.model.restore(state["model"])
        self._average.net.load_state_dict(state["player"])
        self._steps = state["steps"]

    def write(self, folder: Path) -> None:
        """Write the one who plays as a plain MaskablePPO model."""
        with whole(folder / MODEL) as file, self._as_player():
            self.model.save(file)

    @contextlib.contextmanager
    def _as_player(self) -> Iterator[None]:
        """Lend the model the weights of the one who plays."""
        own = {name: each.clone() for name, each in self.head.state_dict().items()}
        self.head.load_state_dict(self._average.net.state_dict())
        try:
            yield
        finally:
            self.head.load_state_dict(own)

    def _follow(self, *_: Any) -> None:
        """Let the average follow a gradient step."""
        self._steps += 1
        self._average.follow(self._steps)

    def read_numbers(self) -> None:
        """Take over what the last update was like."""
        told = self.model.logger.name_to_value
        self.numbers = {
            ours: sign * float(told[theirs])
            for ours, (theirs, sign) in NUMBERS.items()
            if theirs in told
        }
        self.numbers["tau"] = float(self.model.ent_coef)


class _Told(BaseCallback):
    """Tells the run what its learner does."""

    def __init__(self, learner: Sb3Learner, watch: Watch) -> None:
        super().__init__()
        self._learner, self._watch = learner, watch
        self._has_updated = False

    def _on_rollout_start(self) -> None:
        """After an update, or at the start."""
        self._tell()
        self._watch.before_rollout()

    def _on_step(self) -> bool:
        return self._watch.on_step()

    def _on_rollout_end(self) -> None:
        self._watch.after_rollout()
        self._has_updated = True

    def _on_training_end(self) -> None:
        """After the last update."""
        self._tell()

    def _tell(self) -> None:
        """Tell how the update went that nobody has been told of."""
        if self._has_updated:
            self._has_updated = False
            self._learner.read_numbers()
            self._watch.after_update()
