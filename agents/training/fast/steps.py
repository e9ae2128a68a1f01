"""Gradient steps of the fast learner: Adam's, with the first layers' on standardised inputs.

The entries of an observation differ thirtyfold and more in how far they vary, few of them around 0.
A first layer that is told x as it is learns of the lively ones alone for a long time. So its
weights W and bias b are steered by others, those of the same layer on standardised inputs:

    V (x - mean) / deviation + c  =  W x + b      W = V / deviation,  b = c - W mean

Adam sees V and c; everything else (players, averages, files) has W and b, and knows nothing of it.
Means and deviations are measured over the rollouts whose numbers are powers of two, as games reach
their ends by and by. What the network says stays the same, but for the first time with weights as
they were drawn: these are taken for V and c.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import nn

from spacecombat_agents.players.nets import Net
from spacecombat_agents.training.config import Fast

Slopes = Sequence[torch.Tensor | None]
"""Gradients by parameter of the network; None where it was not used."""
LEAST = 0.1
"""Of a deviation: what varies less is not drawn out further, as luck alone may have kept it."""
AT_ONCE = 4096
"""Observations that are drawn out into floats at a time."""
MOMENTS = {"exp_avg": 1, "exp_avg_sq": 2}
"""Adam's, and how often each has a gradient as a factor."""


class Steps:
    """Takes gradient steps with a network."""

    def __init__(self, net: Net, fast: Fast, fresh: bool) -> None:
        """`fresh`: the weights are as they were drawn, and nothing has been learned yet."""
        self._fast, self._fresh = fast, fresh
        self._first = net.first_layers() if fast.standardise else []
        size = self._first[0].in_features if self._first else 0
        device = next(net.parameters()).device
        self._mean = torch.zeros(size, device=device)
        self._scale = torch.ones(size, device=device)
        self._rollouts = 0
        own = {
            id(each): nn.Parameter(each.detach().clone())
            for layer in self._first
            for each in (layer.weight, layer.bias)
        }
        self._steered = [own.get(id(each), each) for each in net.parameters()]
        self._pairs = [(own[id(each.weight)], own[id(each.bias)]) for each in self._first]
        self._adam = torch.optim.Adam(self._steered, fast.learning_rate, eps=1e-5, fused=True)

    @torch.no_grad()
    def look(self, seen: np.ndarray, scales: np.ndarray) -> None:
        """Take note of a rollout, int8 (n, O) times scales, float (O,), before steps on it."""
        self._rollouts += 1
        if not self._first or self._rollouts & (self._rollouts - 1):
            return
        mean, scale = (each.to(self._mean.device) for each in _measured(seen, scales))
        for (weight, bias), layer in zip(self._pairs, self._first, strict=True):
            if not self._fresh:
                weight.copy_(layer.weight / scale)
                bias.copy_(layer.bias + layer.weight @ mean)
            for name, times in MOMENTS.items():
                if name in (kept := self._adam.state.get(weight, {})):
                    kept[name] *= (scale / self._scale) ** times
        self._mean, self._scale, self._fresh = mean, scale, False
        self._hand_over()

    @torch.no_grad()
    def take(self, slopes: Slopes, rate: float) -> None:
        """Take a step of a size by the gradients of the network."""
        for steered, slope in zip(self._steered, slopes, strict=True):
            steered.grad = slope
        for weight, bias in self._pairs:
            if weight.grad is not None and bias.grad is not None:
                weight.grad = (weight.grad - torch.outer(bias.grad, self._mean)) * self._scale
        nn.utils.clip_grad_norm_(self._steered, self._fast.max_grad_norm)
        for group in self._adam.param_groups:
            group["lr"] = rate
        self._adam.step()
        self._hand_over()

    def state(self) -> dict[str, Any]:
        """Return what `restore` takes."""
        return {
            "adam": self._adam.state_dict(),
            "pairs": [(weight.detach(), bias.detach()) for weight, bias in self._pairs],
            "mean": self._mean,
            "scale": self._scale,
            "rollouts": self._rollouts,
            "fresh": self._fresh,
        }

    @torch.no_grad()
    def restore(self, state: dict[str, Any]) -> None:
        """Go on with a `state`; the network has been restored already."""
        self._adam.load_state_dict(state["adam"])
        for ours, theirs in zip(self._pairs, state["pairs"], strict=True):
            for each, kept in zip(ours, theirs, strict=True):
                each.copy_(kept)
        self._mean.copy_(state["mean"])
        self._scale.copy_(state["scale"])
        self._rollouts, self._fresh = state["rollouts"], state["fresh"]

    def _hand_over(self) -> None:
        """Give the first layers what they are steered to."""
        for (weight, bias), layer in zip(self._pairs, self._first, strict=True):
            torch.mul(weight, self._scale, out=layer.weight)
            torch.sub(bias, layer.weight @ self._mean, out=layer.bias)


def _measured(seen: np.ndarray, scales: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
    """Return means and what to multiply with, float32 (O,); 0 and 1 of what never varied."""
    total, squares = np.zeros((2, seen.shape[1]))
    for start in range(0, len(seen), AT_ONCE):
        part = seen[start : start + AT_ONCE].astype(np.float32)
        total += part.sum(axis=0, dtype=np.float64)
        squares += np.square(part).sum(axis=0, dtype=np.float64)
    mean = total / len(seen)
    deviation = scales * np.sqrt(np.maximum(squares / len(seen) - mean**2, 0.0))
    varied = deviation > 0.0
    shift = np.where(varied, scales * mean, 0.0)
    scale = np.where(varied, 1.0 / np.maximum(deviation, LEAST), 1.0)
    return torch.from_numpy(shift).float(), torch.from_numpy(scale).float()
