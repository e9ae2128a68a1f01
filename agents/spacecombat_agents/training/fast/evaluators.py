"""The evaluator of a network's decisions in a rollout, by its form and its device."""

from __future__ import annotations

import numpy as np
import torch

from spacecombat_agents.players.nets.architectures import BlockNet, Net
from spacecombat_agents.training.fast.ragged_batch import RaggedEvaluator
from spacecombat_agents.training.fast.rollout_evaluator import (
    DenseEvaluator,
    DeviceEvaluator,
    RolloutEvaluator,
)

__all__ = ["make_evaluator"]


def make_evaluator(
    net: Net, scales: np.ndarray, observations: np.ndarray, workers: int, device: torch.device
) -> RolloutEvaluator:
    """Return the evaluator of a network for a rollout's observations, int8 (capacity, O)."""
    if device.type != "cpu":
        return DeviceEvaluator(net, scales, len(observations), device)
    if isinstance(net, BlockNet):
        return RaggedEvaluator(net, scales, observations, workers)
    return DenseEvaluator(net, scales, len(observations), workers)
