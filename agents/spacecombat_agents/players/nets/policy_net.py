"""A policy's network without its training library: observation in, actions out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import nn

__all__ = ["ActorCritic", "BELOW_ONE", "MASKED_LOGIT", "PolicyNet", "sample", "sample_by_uniforms"]

BELOW_ONE = 1.0 - 1e-6
"""Factor for a looked-up number, a little below 1, because sums of probabilities are rounded."""
MASKED_LOGIT = -1e8
"""The logit of an action that is not legal, as in sb3-contrib."""


class PolicyNet(Protocol):
    """A network that plays."""

    def __call__(self, obs: torch.Tensor, action_mask: torch.Tensor) -> Any:
        """Return masked logits (n, A) and values (n, 1)."""
        ...

    def masked_logits(self, obs: torch.Tensor, action_mask: torch.Tensor) -> torch.Tensor:
        """Return logits only, those of illegal actions at `MASKED_LOGIT`."""
        ...

    def state_dict(self) -> dict[str, Any]:
        """Return its weights."""
        ...

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> Any:
        """Load weights."""
        ...

    def eval(self) -> Any:
        """Switch to evaluation mode."""
        ...


class ActorCritic(nn.Module):
    """A policy's networks without its distributions, for play and for ONNX."""

    def __init__(self, policy: MaskableActorCriticPolicy) -> None:
        super().__init__()
        if not policy.share_features_extractor:
            raise ValueError("only policies with one features extractor are supported")
        self.features = policy.features_extractor
        self.policy_net = policy.mlp_extractor.policy_net
        self.value_net = policy.mlp_extractor.value_net
        self.words = policy.action_net
        self.value = policy.value_net

    def forward(self, obs: torch.Tensor, action_mask: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Return masked logits (n, A) and values (n, 1)."""
        logits = self.masked_logits(obs, action_mask)
        return logits, self.value(self.value_net(self.features(obs)))

    def masked_logits(self, obs: torch.Tensor, action_mask: torch.Tensor) -> torch.Tensor:
        """Return logits only, those of illegal actions at `MASKED_LOGIT`."""
        logits = self.words(self.policy_net(self.features(obs)))
        return torch.where(action_mask > 0.5, logits, torch.full((), MASKED_LOGIT))


def sample(probs: torch.Tensor, rng: torch.Generator | None = None) -> torch.Tensor:
    """Return an index for each row, sampled from probabilities (n, A) that sum to about 1."""
    return sample_by_uniforms(probs, torch.rand((len(probs), 1), generator=rng))


def sample_by_uniforms(probs: torch.Tensor, uniforms: torch.Tensor) -> torch.Tensor:
    """Return an index for each row by its uniform number, (n, 1) in [0, 1).

    It is looked up in the cumulative probabilities; an index of probability 0 is never returned.
    """
    sums = probs.cumsum(dim=1)
    return (sums <= uniforms * (sums[:, -1:] * BELOW_ONE)).sum(dim=1)
