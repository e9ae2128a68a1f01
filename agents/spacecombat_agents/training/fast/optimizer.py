"""The fast learner's optimizer: Adam, with the first layers reparametrised for standardised inputs.

The deviations of an observation's entries differ by a factor of thirty and more, and few have mean
0. On raw inputs x a first layer learns from the entries with large variance only, for a long time.
So its weights W and bias b derive from those of the same layer on standardised inputs:

    V (x - mean) / deviation + c  =  W x + b      W = V / deviation,  b = c - W mean

Adam optimises V and c; everything else (players, averages, files) uses W and b. Means and
deviations are measured at rollouts whose numbers are powers of two, because games reach their late
phases only gradually. Slots that share an encoder are measured together. New statistics leave the
network's outputs unchanged. The exception is the first time on freshly initialised weights, which
are taken for V and c.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import nn

from spacecombat_agents.players.nets.architectures import NO_ENTRY, InputLayer, Net
from spacecombat_agents.training.config import Fast
from spacecombat_agents.training.distributed import ALONE, Ranks
from spacecombat_agents.training.torch_tools import check_finite

__all__ = ["Gradients", "MIN_DEVIATION", "Optimizer"]

Gradients = Sequence[torch.Tensor | None]
"""Gradients by parameter of the network; None for an unused one."""
MIN_DEVIATION = 0.1
"""Smallest deviation: inputs that vary less are not scaled up further, as that may be chance."""
CHUNK = 4096
"""Observations that are converted to floats at a time."""
MOMENT_POWERS = {"exp_avg": 1, "exp_avg_sq": 2}
"""Adam's moments, and the power of the gradient in each."""


class _StandardisedLayer:
    """A first layer with its reparametrised weights."""

    def __init__(self, first: InputLayer) -> None:
        self.first = first
        layer = first.layer
        self.weight = nn.Parameter(layer.weight.detach().clone())
        self.bias = nn.Parameter(layer.bias.detach().clone())
        self.mean = torch.zeros(layer.in_features, device=layer.weight.device)
        self.scale = torch.ones(layer.in_features, device=layer.weight.device)

    @property
    def parameters_by_id(self) -> dict[int, nn.Parameter]:
        """Map the identity of each weight of the layer to its reparametrised weight."""
        return {id(self.first.layer.weight): self.weight, id(self.first.layer.bias): self.bias}

    @property
    def state_tensors(self) -> tuple[torch.Tensor, ...]:
        """Return the tensors that belong in a saved state."""
        return self.weight.detach(), self.bias.detach(), self.mean, self.scale

    def set_statistics(self, statistics: tuple[torch.Tensor, torch.Tensor]) -> torch.Tensor:
        """Take the layer's weights as those on inputs with these means and scales.

        Return the ratio of new to old input scales.
        """
        mean, scale = (each.to(self.mean.device) for each in statistics)
        ratio = scale / self.scale
        self.mean, self.scale = mean, scale
        return ratio

    def reparametrise(self) -> None:
        """Compute the reparametrised weights so that the layer's output stays the same."""
        layer = self.first.layer
        self.weight.copy_(layer.weight / self.scale)
        self.bias.copy_(layer.bias + layer.weight @ self.mean)

    def standardise_gradient(self) -> None:
        """Convert gradients of the layer's weights to those of the reparametrised ones."""
        if self.weight.grad is not None and self.bias.grad is not None:
            shifted = self.weight.grad - torch.outer(self.bias.grad, self.mean)
            self.weight.grad = shifted * self.scale

    def write_back(self) -> None:
        """Write the reparametrised weights back to the layer."""
        layer = self.first.layer
        torch.mul(self.weight, self.scale, out=layer.weight)
        torch.sub(self.bias, layer.weight @ self.mean, out=layer.bias)


class Optimizer:
    """Takes gradient steps on a network."""

    def __init__(self, net: Net, fast: Fast, fresh: bool) -> None:
        """`fresh`: the weights are newly initialised and nothing has been learned yet."""
        self._fast, self._fresh = fast, fresh
        self._input_layers = (
            [_StandardisedLayer(each) for each in net.first_layers()] if fast.standardise else []
        )
        self._rollouts = 0
        parameters_by_id = {
            key: weight
            for each in self._input_layers
            for key, weight in each.parameters_by_id.items()
        }
        self._parameters = [parameters_by_id.get(id(each), each) for each in net.parameters()]
        self._adam = torch.optim.Adam(self._parameters, fast.learning_rate, eps=1e-5, fused=True)

    @torch.no_grad()
    def observe_rollout(
        self, observations: np.ndarray, scales: np.ndarray, ranks: Ranks = ALONE
    ) -> None:
        """Measure the ranks' rollouts, int8 (n, O) times scales, float (O,), before steps on it."""
        self._rollouts += 1
        if not self._input_layers or self._rollouts & (self._rollouts - 1):
            return
        for each in self._input_layers:
            ratio = each.set_statistics(_input_statistics(observations, scales, each.first, ranks))
            if not self._fresh:
                each.reparametrise()
            for name, times in MOMENT_POWERS.items():
                if name in (state_tensors := self._adam.state.get(each.weight, {})):
                    state_tensors[name] *= ratio**times
            each.write_back()
        self._fresh = False

    @torch.no_grad()
    def step(self, gradients: Gradients, learning_rate: float) -> None:
        """Take a step with the gradients of the network; NonFiniteError if they hold inf or nan."""
        for parameter, gradient in zip(self._parameters, gradients, strict=True):
            parameter.grad = gradient
        for each in self._input_layers:
            each.standardise_gradient()
        norm = nn.utils.clip_grad_norm_(self._parameters, self._fast.max_grad_norm)
        check_finite("the gradient is", norm)
        for group in self._adam.param_groups:
            group["lr"] = learning_rate
        self._adam.step()
        for each in self._input_layers:
            each.write_back()

    def state(self) -> dict[str, Any]:
        """Return what `restore` takes."""
        return {
            "adam": self._adam.state_dict(),
            "first": [each.state_tensors for each in self._input_layers],
            "rollouts": self._rollouts,
            "fresh": self._fresh,
        }

    @torch.no_grad()
    def restore(self, state: dict[str, Any]) -> None:
        """Resume from a saved `state`; restore the network first."""
        self._adam.load_state_dict(state["adam"])
        for each, state_tensors in zip(self._input_layers, state["first"], strict=True):
            for mine, theirs in zip(each.state_tensors, state_tensors, strict=True):
                mine.copy_(theirs)
        self._rollouts, self._fresh = state["rollouts"], state["fresh"]


def _input_statistics(
    observations: np.ndarray, scales: np.ndarray, first: InputLayer, ranks: Ranks
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return means and inverse deviations, float32 (I,); 0 and 1 for constant inputs.

    All rows count together. Empty slots are left out.
    """
    known_entries = np.flatnonzero((first.entries != NO_ENTRY).all(axis=0))
    columns = first.entries[:, known_entries]
    count, sums = 0, np.zeros((2, len(known_entries)))
    for start in range(0, len(observations), CHUNK):
        part = observations[start : start + CHUNK, columns].astype(np.float32)
        count += int(part.any(axis=2).sum()) if first.slots else part.shape[0] * part.shape[1]
        sums[0] += part.sum(axis=(0, 1), dtype=np.float64)
        sums[1] += np.square(part).sum(axis=(0, 1), dtype=np.float64)
    count, (total, squares) = int(ranks.total(np.array(count))), ranks.total(sums)
    mean = total / max(count, 1)
    by = scales[columns[0]]
    deviation = by * np.sqrt(np.maximum(squares / max(count, 1) - mean**2, 0.0))
    varied = deviation > 0.0
    shift, scale = np.zeros(first.entries.shape[1]), np.ones(first.entries.shape[1])
    shift[known_entries] = np.where(varied, by * mean, 0.0)
    scale[known_entries] = np.where(varied, 1.0 / np.maximum(deviation, MIN_DEVIATION), 1.0)
    return torch.from_numpy(shift).float(), torch.from_numpy(scale).float()
