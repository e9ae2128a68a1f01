"""Exponential moving average of a network's weights: the network that plays for a learner."""

from __future__ import annotations

import copy
from typing import Generic, TypeVar

import torch
from torch import nn

__all__ = ["ExponentialMovingAverage", "WARMUP"]

NetT = TypeVar("NetT", bound=nn.Module)
WARMUP = 10.0
"""Early on, the average forgets faster, as if it covered a share of all steps so far."""


class ExponentialMovingAverage(Generic[NetT]):
    """Follows a network; with `decay` 0 it equals the network."""

    def __init__(self, net: NetT, decay: float) -> None:
        self._source, self._decay = net, decay
        self.net = copy.deepcopy(net).to("cpu").eval().requires_grad_(False)
        self._shadow = [each.detach().clone() for each in net.parameters()]
        """The average on the network's device; on the CPU it is the playing network itself."""
        if all(each.device.type == "cpu" for each in self._shadow):
            self._shadow = list(self.net.parameters())

    @torch.no_grad()
    def update(self, steps: int) -> None:
        """Include the weights after gradient step number `steps`."""
        decay = min(self._decay, steps / (steps + WARMUP))
        source = [each.detach() for each in self._source.parameters()]
        torch._foreach_lerp_(self._shadow, source, 1.0 - decay)

    @torch.no_grad()
    def publish(self) -> None:
        """Copy the average to the playing network, if it lives on another device."""
        for averaged, playing in zip(self._shadow, self.net.parameters(), strict=True):
            if averaged is not playing:
                playing.copy_(averaged)

    @torch.no_grad()
    def restore(self, weights: dict[str, torch.Tensor]) -> None:
        """Resume with weights of the playing network."""
        self.net.load_state_dict(weights)
        for averaged, playing in zip(self._shadow, self.net.parameters(), strict=True):
            if averaged is not playing:
                averaged.copy_(playing)

    def sync_player(self) -> None:
        """Reset the average to the network's current weights."""
        self.restore(self._source.state_dict())
