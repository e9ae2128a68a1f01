"""Compiled log probabilities, used in play and in learning."""

import math

from spacecombat_env.core.engine.jit import jit

__all__ = ["write_log_probs"]


@jit
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
