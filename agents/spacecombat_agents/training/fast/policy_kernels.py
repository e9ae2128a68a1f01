"""Compiled kernels over the legal actions of decisions: sample an action, gradients of the loss."""

from __future__ import annotations

import math

import numpy as np

from spacecombat_agents.players.nets.architectures import OUTCOME_CLASSES
from spacecombat_agents.players.nets.policy_net import BELOW_ONE
from spacecombat_agents.training.compiled import compiled, inlined
from spacecombat_agents.training.fast.loss import UpdateMetrics

__all__ = ["write_actions", "write_gradients"]

ENTROPY_SHARE = UpdateMetrics._fields.index("entropy_share")
OUTCOME_INDICES = np.arange(OUTCOME_CLASSES)
NO_ADVICE = -1
ILLEGAL_BITS = int(np.float16(-np.inf).view(np.uint16))
"""The bits of a log probability of minus infinity."""


@inlined
def write_log_probs(logits, indices, count, out):
    """Write to `out` the log-softmax over the first `count` of `indices`."""
    largest = logits[indices[0]]
    for j in range(1, count):
        largest = max(largest, logits[indices[j]])
    total = 0.0
    for j in range(count):
        out[j] = logits[indices[j]] - largest
        total += math.exp(out[j])
    for j in range(count):
        out[j] -= math.log(total)


# --- action sampling -----------------------------------------------------------------------------


@compiled
def write_actions(logits, outcomes, request, stored, all_log_probs):
    """Write what `sample_actions` stores: actions, log probabilities, outcomes and values."""
    masks, rows, uniforms = request
    actions, log_probs, outcome_probs, value_estimates = stored
    legal = np.zeros(logits.shape[1], np.int64)
    current = np.zeros(max(logits.shape[1], OUTCOME_CLASSES), np.float64)
    for i in range(len(rows)):
        mask, row_log_probs = masks[rows[i]], all_log_probs[i]
        count = 0
        for action in range(len(row_log_probs)):
            row_log_probs[action] = -np.inf
            if mask[action]:
                legal[count] = action
                count += 1
        write_log_probs(logits[i], legal, count, current)
        taken, cumulative = 0, 0.0
        for j in range(count):
            row_log_probs[legal[j]] = current[j]
            if (
                not cumulative > uniforms[i, 0] * BELOW_ONE
            ):  # a network of nan takes the last action
                taken = j
            cumulative += math.exp(current[j])
        actions[i], log_probs[i] = legal[taken], current[taken]
        value_estimates[i] = write_outcome_probs(outcomes[i], outcome_probs[i], current)


@inlined
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


# --- gradients -----------------------------------------------------------------------------------


@compiled
def write_gradients(
    logits, outcomes, minibatch, stored, coefficient_array, float16_values, gradients, sums
):
    """Write the gradients of the mean loss, and the means of `UpdateMetrics`; all are arrays.

    The array of the magnet has no rows if it is uniform.
    """
    rows, weights, advantages = minibatch
    all_log_probs, all_magnet, in_setup, logit_array, log_probs, targets, teacher_actions = stored
    clip, value, entropy_coef = coefficient_array[0], coefficient_array[1], coefficient_array[2]
    usual_coef, kl_old_coef, teacher_coef, setup_coef = (
        coefficient_array[3],
        coefficient_array[4],
        coefficient_array[5],
        coefficient_array[6],
    )
    by_action, by_outcome = gradients
    legal = np.zeros(logits.shape[1], np.int64)
    current, old, magnet = np.zeros((3, max(logits.shape[1], OUTCOME_CLASSES)), np.float64)
    choice_count = 0
    for i in range(len(rows)):
        row, weight = rows[i], weights[i] / len(rows)
        count = list_legal_actions(all_log_probs[row], float16_values, legal, old)
        write_log_probs(logits[i], legal, count, current)
        taken = index_of(logit_array[row], legal, count)
        ratio = math.exp(current[taken] - log_probs[row])
        clipped = min(max(ratio, 1.0 - clip), 1.0 + clip)
        gain = min(ratio * advantages[i], clipped * advantages[i])
        policy_gradient = (
            ratio * advantages[i] if ratio == clipped or gain < clipped * advantages[i] else 0.0
        )
        advised_index, teacher_loss = NO_ADVICE, 0.0
        if teacher_actions[row] >= 0 and teacher_coef > 0.0:
            advised_index = index_of(teacher_actions[row], legal, count)
            teacher_loss = -current[advised_index]
        reverse_kl_coef = usual_coef + setup_coef * in_setup[row]
        entropy, kl = entropy_of(current, count), divergence(current, old, count)
        max_entropy = math.log(count)
        uniform_divergence = max_entropy + current[:count].mean()
        for j in range(count):
            magnet[j] = (
                float16_values[all_magnet[row, legal[j]]] if len(all_magnet) else -max_entropy
            )
        magnet_kl = divergence(current, magnet, count)
        for j in range(count):
            prob = math.exp(current[j])
            regulariser = entropy_coef * (current[j] - magnet[j] - magnet_kl)
            regulariser += kl_old_coef * (current[j] - old[j] - kl)
            gradient = reverse_kl_coef * (prob - 1.0 / count)
            gradient += prob * (regulariser + policy_gradient) - (
                policy_gradient if j == taken else 0.0
            )
            if advised_index != NO_ADVICE:
                gradient += teacher_coef * (prob - (1.0 if j == advised_index else 0.0))
            by_action[i, legal[j]] = weight * gradient
        value_loss = write_value_gradient(
            outcomes[i], targets[row], weight * value, by_outcome[i], current
        )
        regulariser = (
            entropy_coef * magnet_kl
            - reverse_kl_coef * uniform_divergence
            + kl_old_coef * kl
            + teacher_coef * teacher_loss
        )
        sums[0] += weights[i] * (regulariser - gain + value * value_loss)
        add_metrics(
            sums,
            (
                -gain,
                value_loss,
                entropy,
                entropy / max_entropy if count > 1 else 0.0,
                kl,
                teacher_loss,
            ),
        )
        choice_count += count > 1
    for k in range(len(sums)):
        sums[k] /= choice_count if k == ENTROPY_SHARE else len(rows)


@inlined
def add_metrics(sums, values):
    """Add to all sums except the first."""
    for k in range(len(values)):
        sums[1 + k] += values[k]


@inlined
def list_legal_actions(all_log_probs, float16_values, legal, old):
    """Write the legal actions and their log probabilities at the time; return their number."""
    count = 0
    for action in range(len(all_log_probs)):
        if all_log_probs[action] != ILLEGAL_BITS:
            legal[count], old[count] = action, float16_values[all_log_probs[action]]
            count += 1
    return count


@inlined
def entropy_of(current, count):
    """Return the policy's entropy, in nats."""
    entropy = 0.0
    for j in range(count):
        entropy -= math.exp(current[j]) * current[j]
    return entropy


@inlined
def divergence(current, other, count):
    """Return the policy's KL divergence from another one, in nats."""
    kl = 0.0
    for j in range(count):
        kl += math.exp(current[j]) * (current[j] - other[j])
    return kl


@inlined
def index_of(action, legal, count):
    """Return the index of an action among the legal ones; the first if it is not there."""
    for j in range(count):
        if legal[j] == action:
            return j
    return 0


@inlined
def write_value_gradient(outcome, target, weight, gradient, current):
    """Write the gradient of an expected outcome, times a weight; return the value loss.

    Three classes have the cross-entropy, one number its squared error. `current` is scratch memory.
    """
    if len(outcome) == 1:
        gradient[0] = 2.0 * weight * (outcome[0] - target[0])
        return (outcome[0] - target[0]) * (outcome[0] - target[0])
    write_log_probs(outcome, OUTCOME_INDICES, len(outcome), current)
    whole = value_loss = 0.0
    for k in range(len(outcome)):
        whole += target[k]
        value_loss -= target[k] * current[k]
    for k in range(len(outcome)):
        gradient[k] = weight * (whole * math.exp(current[k]) - target[k])
    return value_loss
