"""The average of a network's weights over its last gradient steps: what plays for a learner."""

from __future__ import annotations

import copy
from typing import Generic, TypeVar

import torch
from torch import nn

Kind = TypeVar("Kind", bound=nn.Module)
YOUNG = 10.0
"""At the start the average forgets faster: as if it were over a share of all steps so far."""


class Average(Generic[Kind]):
    """Follows a network; with `stays` 0 it is the network as it is."""

    def __init__(self, net: Kind, stays: float) -> None:
        self._followed, self._stays = net, stays
        self.net = copy.deepcopy(net).to("cpu").eval().requires_grad_(False)

    @torch.no_grad()
    def follow(self, steps: int) -> None:
        """Take in the network after gradient step number `steps`."""
        stays = min(self._stays, steps / (steps + YOUNG))
        ours: list[torch.Tensor] = list(self.net.parameters())
        theirs = [each.detach().to("cpu") for each in self._followed.parameters()]
        torch._foreach_lerp_(ours, theirs, 1.0 - stays)

    def settle(self) -> None:
        """Be the network as it is now."""
        self.net.load_state_dict(self._followed.state_dict())
