"""How likely a network holds things, compiled: what speaks and what learns both ask it."""

import math

from spacecombat_env.core.jit import jit


@jit
def log_chances(logits, places, number, now):
    """Write to `now` the log-chances of the first `number` of `places`, which are all there is."""
    largest = logits[places[0]]
    for j in range(1, number):
        largest = max(largest, logits[places[j]])
    total = 0.0
    for j in range(number):
        now[j] = logits[places[j]] - largest
        total += math.exp(now[j])
    for j in range(number):
        now[j] -= math.log(total)
