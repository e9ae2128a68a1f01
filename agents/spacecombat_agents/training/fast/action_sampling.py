"""Sample actions from a network's logits and store the decisions."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch

from spacecombat_agents.players.nets.architectures import OUTCOME_CLASSES, mask_logits
from spacecombat_agents.players.nets.policy_net import sample_by_uniforms
from spacecombat_agents.training.fast.policy_kernels import write_actions
from spacecombat_agents.training.fast.rollout_buffer import RolloutBuffer

__all__ = ["SamplingRequest", "sample_actions", "sample_compiled", "sample_torch"]


class SamplingRequest(NamedTuple):
    """n games that need an action."""

    masks: np.ndarray
    """int8 (games, A): the legal actions of all games."""
    rows: np.ndarray
    """int64 (n,): the games."""
    uniforms: torch.Tensor
    """float32 (n, 1): a uniform number in [0, 1) for each."""


def sample_actions(
    logits: torch.Tensor,
    outcome: torch.Tensor,
    request: SamplingRequest,
    buffer: RolloutBuffer,
    at: slice,
) -> None:
    """Sample an action for each game by its uniform number, and store the decisions at `at`."""
    sampler = sample_compiled if logits.device.type == "cpu" else sample_torch
    sampler(logits, outcome, request, buffer, at)


def sample_compiled(
    logits: torch.Tensor,
    outcome: torch.Tensor,
    request: SamplingRequest,
    buffer: RolloutBuffer,
    at: slice,
) -> None:
    """Do what `sample_actions` does, on the CPU."""
    all_log_probs = np.empty(logits.shape, np.float32)
    stored = (
        buffer.actions[at],
        buffer.log_probs[at],
        buffer.outcomes[at],
        buffer.value_estimates[at],
    )
    request_arrays = request.masks, request.rows, request.uniforms.numpy()
    write_actions(logits.numpy(), outcome.numpy(), request_arrays, stored, all_log_probs)
    buffer.all_log_probs[at] = torch.from_numpy(all_log_probs)


def sample_torch(
    logits: torch.Tensor,
    outcome: torch.Tensor,
    request: SamplingRequest,
    buffer: RolloutBuffer,
    at: slice,
) -> None:
    """Do what `sample_actions` does, on any device."""
    legal = torch.from_numpy(request.masks[request.rows]).to(logits.device) > 0
    logits = mask_logits(logits, legal)
    actions = sample_by_uniforms(torch.softmax(logits, dim=1), request.uniforms.to(logits.device))
    all_log_probs = torch.log_softmax(logits, dim=1)
    buffer.actions[at] = actions.cpu().numpy()
    buffer.log_probs[at] = all_log_probs.gather(1, actions[:, None])[:, 0].cpu().numpy()
    buffer.all_log_probs[at] = all_log_probs
    if outcome.shape[1] == OUTCOME_CLASSES:
        outcome = torch.softmax(outcome, dim=1)
    outcome_probs = outcome.cpu().numpy()
    buffer.outcomes[at] = outcome_probs
    buffer.value_estimates[at] = outcome_probs[:, 0] - (
        outcome_probs[:, -1] if outcome_probs.shape[1] > 1 else 0.0
    )
