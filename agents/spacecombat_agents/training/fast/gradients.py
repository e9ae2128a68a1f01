"""The gradients of the loss in loss.py, compiled: per decision, over the legal actions only.

In torch the loss takes some thirty passes over all actions of a batch, of which one in thirty is
legal. Here the gradients are derived by hand; tests compare the two. Torch computes the gradients
of the network itself.
"""

from __future__ import annotations

import numpy as np
import torch

from spacecombat_agents.training.config import Fast
from spacecombat_agents.training.fast.loss import LossCoefficients, Minibatch, UpdateMetrics
from spacecombat_agents.training.fast.policy_kernels import write_gradients
from spacecombat_agents.training.fast.rollout_buffer import RolloutBuffer

__all__ = ["loss_gradients"]

FLOAT16_VALUES = np.arange(2**16, dtype=np.uint16).view(np.float16).astype(np.float32)
"""The value of each float16 by its bits; compiled code has no float16."""


def loss_gradients(
    logits: torch.Tensor,
    outcome: torch.Tensor,
    minibatch: Minibatch,
    buffer: RolloutBuffer,
    config: Fast,
    coefficients: LossCoefficients,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return the gradients of the loss by logits (n, A) and outcome (n, K), and `UpdateMetrics`.

    All tensors are on the CPU; `minibatch` names the decisions of the buffer they belong to.
    """
    logit_array, outcome_array = logits.detach().numpy(), outcome.detach().numpy()
    gradients = np.zeros_like(logit_array), np.zeros_like(outcome_array)
    sums = np.zeros(len(UpdateMetrics._fields))
    all_log_probs = buffer.all_log_probs.view(torch.int16).numpy().view(np.uint16)
    regularisers = [
        coefficients.entropy_coef,
        coefficients.reverse_kl_coef,
        config.kappa,
        coefficients.teacher_coef,
        coefficients.setup_coef,
    ]
    coefficient_array = np.array([config.clip, config.value, *regularisers])
    magnet = buffer.magnet_log_probs.view(torch.int16).numpy().view(np.uint16)
    decisions = buffer.actions, buffer.log_probs, buffer.targets, buffer.teacher_actions
    write_gradients(
        logit_array,
        outcome_array,
        tuple(minibatch),
        (all_log_probs, magnet, buffer.in_setup, *decisions),
        coefficient_array,
        FLOAT16_VALUES,
        gradients,
        sums,
    )
    gradient_tensors = torch.from_numpy(gradients[0]), torch.from_numpy(gradients[1])
    return *gradient_tensors, torch.from_numpy(sums.astype(np.float32))
