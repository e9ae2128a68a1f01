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
        self._ours = [each.detach().clone() for each in net.parameters()]
        """The average where the network is; on the cpu what plays itself."""
        if all(each.device.type == "cpu" for each in self._ours):
            self._ours = list(self.net.parameters())

    @torch.no_grad()
    def follow(self, steps: int) -> None:
        """Take in the network after gradient step number `steps`."""
        stays = min(self._stays, steps / (steps + YOUNG))
        theirs = [each.detach() for each in self._followed.parameters()]
        torch._foreach_lerp_(self._ours, theirs, 1.0 - stays)

    @torch.no_grad()
    def hand_over(self) -> None:
        """Give the average to who plays, where it was followed elsewhere."""
        for ours, plays in zip(self._ours, self.net.parameters(), strict=True):
            if ours is not plays:
                plays.copy_(ours)

    @torch.no_grad()
    def restore(self, weights: dict[str, torch.Tensor]) -> None:
        """Go on with weights that played."""
        self.net.load_state_dict(weights)
        for ours, plays in zip(self._ours, self.net.parameters(), strict=True):
            if ours is not plays:
                ours.copy_(plays)

    def settle(self) -> None:
        """Be the network as it is now."""
        self.restore(self._followed.state_dict())
