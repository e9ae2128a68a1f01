"""Sample actions from a network's logits and store the decisions."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import torch

from spacecombat_agents.players.nets.architectures import OUTCOME_CLASSES, mask_logits
from spacecombat_agents.players.nets.policy_net import BELOW_ONE, sample_by_uniforms
from spacecombat_agents.training.fast.log_probs import write_log_probs
from spacecombat_agents.training.fast.rollout_buffer import RolloutBuffer
from spacecombat_env.core.engine.jit import jit

__all__ = ["SamplingRequest", "sample_actions", "sample_compiled", "sample_torch"]

OUTCOME_INDICES = np.arange(OUTCOME_CLASSES)


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


@jit
def write_actions(logits, outcomes, request, stored, all_log_probs):
    """Write what `sample_actions` stores: actions, log probabilities, outcomes and values."""
    masks, rows, uniforms = request
    actions, log_probs, outcome_probs, value_estimates = stored
    legal = np.zeros(logits.shape[1], np.int64)
    current = np.zeros(max(logits.shape[1], OUTCOME_CLASSES), np.float64)
    for i in range(len(rows)):
        count = 0
        for action in range(logits.shape[1]):
            all_log_probs[i, action] = -np.inf
            if masks[rows[i], action]:
                legal[count] = action
                count += 1
        write_log_probs(logits[i], legal, count, current)
        taken, cumulative = 0, 0.0
        for j in range(count):
            all_log_probs[i, legal[j]] = current[j]
            if (
                not cumulative > uniforms[i, 0] * BELOW_ONE
            ):  # a network of nan takes the last action
                taken = j
            cumulative += math.exp(current[j])
        actions[i], log_probs[i] = legal[taken], current[taken]
        value_estimates[i] = write_outcome_probs(outcomes[i], outcome_probs[i], current)


@jit
def write_outcome_probs(outcome, outcome_probs, current):
    """Write the probabilities of win, draw and loss, or the one value; return the value.

    `current` is scratch memory for three numbers.
    """
    if len(outcome) == 1:
        outcome_probs[0] = outcome[0]
        return outcome_probs[0]
    write_log_probs(outcome, OUTCOME_INDICES, len(outcome), current)
    for k in range(len(outcome)):
        outcome_probs[k] = math.exp(current[k])
    return outcome_probs[0] - outcome_probs[2]
