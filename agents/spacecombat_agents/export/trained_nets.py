"""The trained network in a run folder, of any learner."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np
from torch import nn

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.net_agent import WEIGHTS_FILE, NetAgent
from spacecombat_agents.players.sb3_agent import Sb3Agent
from spacecombat_agents.training.rollout.opponent_pool import load_checkpoint

__all__ = ["Sb3TrainedNet", "TrainedNet", "open_trained"]


class TrainedNet(Protocol):
    """The trained network in a run folder, of any learner."""

    algorithm: str
    """The learning algorithm, for the manifest."""
    network: nn.Module
    """The network, as onnx_export.py requires it."""

    def load_checkpoint(self, file: Path) -> nn.Module:
        """Return the network with a checkpoint's weights; ConfigError if the file is not one."""

    def greedy_actions(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return the likeliest actions as computed by the training library."""


class Sb3TrainedNet:
    """A network trained by MaskablePPO."""

    algorithm = "MaskablePPO, self-play in either seat against a pool"

    def __init__(self, run: Path, setting: GameSetting) -> None:
        self._agent = Sb3Agent.load(run / "model.zip", setting.scenario)
        self.network: nn.Module = cast(Any, self._agent.actor_critic)

    def load_checkpoint(self, file: Path) -> nn.Module:
        """Return the network with the weights of a checkpoint."""
        return with_checkpoint(self.network, file)

    def greedy_actions(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return sb3-contrib's own actions, which do not use our network."""
        model = self._agent.model
        description, _ = model.predict(observations, deterministic=True, action_masks=masks)
        return np.asarray(description)


class FastTrainedNet:
    """A network trained by the fast learner."""

    algorithm = "regularised self-play PPO, in both seats and against a pool"

    def __init__(self, run: Path, setting: GameSetting) -> None:
        self._agent = NetAgent.load(run / WEIGHTS_FILE, setting.scenario)
        self.network: nn.Module = cast(Any, self._agent.actor_critic)

    def load_checkpoint(self, file: Path) -> nn.Module:
        """Return the network with the weights of a checkpoint."""
        return with_checkpoint(self.network, file)

    def greedy_actions(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return the likeliest actions."""
        return self._agent.forward(observations, masks)[0].argmax(axis=1)


def with_checkpoint(network: nn.Module, file: Path) -> nn.Module:
    """Return a network with the weights of a checkpoint; ConfigError if the file is not one."""
    network = copy.deepcopy(network)
    load_checkpoint(network, file)  # type: ignore[arg-type]
    return network.eval()


def open_trained(run: Path, setting: GameSetting) -> TrainedNet:
    """Return the trained network of a run folder."""
    return (
        FastTrainedNet(run, setting)
        if (run / WEIGHTS_FILE).is_file()
        else Sb3TrainedNet(run, setting)
    )
