"""The loss of loss.py and its slopes, compiled: decision by decision, over the legal words alone.

What torch makes of the loss is some thirty passes over all words of a batch, of which one in thirty
is legal, forward and back. Here is what they come to, worked out by hand; tests hold the two
together. The network's own slopes stay torch's.
"""

from __future__ import annotations

import math

import numpy as np
import torch

from spacecombat_agents.training.config import Fast
from spacecombat_agents.training.fast.chains import Chains
from spacecombat_agents.training.fast.loss import Drawn, Numbers, Pulls
from spacecombat_env.core.jit import jit

HALVES = np.arange(2**16, dtype=np.uint16).view(np.float16).astype(np.float32)
"""By their bits, what numbers of 16 bits are: compiled code knows no such numbers."""
ILLEGAL = int(np.float16(-np.inf).view(np.uint16))
"""The bits of a log-chance of minus infinity."""


def slopes_of(
    logits: torch.Tensor,
    outcome: torch.Tensor,
    drawn: Drawn,
    chains: Chains,
    config: Fast,
    pulls: Pulls,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return the slopes of the loss in the logits (n, A) and the outcome (n, K), and `Numbers`.

    All on the cpu; `drawn` says which decisions of `chains` they answer.
    """
    words, ends = logits.detach().numpy(), outcome.detach().numpy()
    found = np.zeros_like(words), np.zeros_like(ends)
    told = np.zeros(len(Numbers._fields))
    held = chains.held.view(torch.int16).numpy().view(np.uint16)
    knobs = np.array([config.clip, pulls.tau, config.kappa, config.value, pulls.teacher])
    kept = held, chains.words, chains.chances, chains.targets, chains.taught
    write_slopes(words, ends, tuple(drawn), kept, knobs, HALVES, found, told)
    slopes = torch.from_numpy(found[0]), torch.from_numpy(found[1])
    return *slopes, torch.from_numpy(told.astype(np.float32))


@jit
def write_slopes(logits, outcomes, drawn, kept, knobs, halves, found, told):
    """Write the slopes of the mean loss, and the means of `Numbers`; all arrays of the wrapper."""
    rows, weights, advantages = drawn
    held, words, chances, targets, taught = kept
    clip, tau, kappa, value, teacher = knobs[0], knobs[1], knobs[2], knobs[3], knobs[4]
    by_word, by_outcome = found
    count = len(rows)
    legal = np.zeros(logits.shape[1], np.int64)
    now = np.zeros(logits.shape[1], np.float64)
    loss = policy_loss = value_loss = entropies = shares = moves = missed = 0.0
    choices = 0
    for i in range(count):
        row = rows[i]
        number = list_legal(held[row], legal)
        log_chances(logits[i], legal, number, now)
        entropy = moved = 0.0
        for j in range(number):
            chance = math.exp(now[j])
            entropy -= chance * now[j]
            moved += chance * (now[j] - halves[held[row, legal[j]]])
        said = place_of(words[row], legal, number)
        ratio = math.exp(now[said] - chances[row])
        near = min(max(ratio, 1.0 - clip), 1.0 + clip)
        gain = min(ratio * advantages[i], near * advantages[i])
        climbs = ratio * advantages[i] if ratio == near or gain < near * advantages[i] else 0.0
        advised = place_of(taught[row], legal, number) if taught[row] >= 0 else -1
        advice = -now[advised] if advised >= 0 and teacher > 0.0 else 0.0
        weight = weights[i] / count
        for j in range(number):
            chance = math.exp(now[j])
            away = now[j] - halves[held[row, legal[j]]] - moved
            slope = tau * chance * (now[j] + entropy) + kappa * chance * away + climbs * chance
            if j == said:
                slope -= climbs
            if advised >= 0:
                slope += teacher * (chance - (1.0 if j == advised else 0.0))
            by_word[i, legal[j]] = weight * slope
        wrong = value_slope(outcomes[i], targets[row], weight * value, by_outcome[i])
        most = math.log(number)
        loss += weights[i] * (
            tau * (most - entropy) + kappa * moved + teacher * advice - gain + value * wrong
        )
        policy_loss -= gain
        value_loss += wrong
        entropies += entropy
        moves += moved
        missed += advice
        if number > 1:
            choices += 1
            shares += entropy / most
    means = (loss, policy_loss, value_loss, entropies)
    for k in range(len(means)):
        told[k] = means[k] / count
    told[4] = shares / choices if choices else np.nan
    told[5], told[6] = moves / count, missed / count


@jit
def list_legal(held, legal):
    """Write the places of the legal words to `legal`, and return how many they are."""
    number = 0
    for place in range(len(held)):
        if held[place] != ILLEGAL:
            legal[number] = place
            number += 1
    return number


@jit
def log_chances(logits, legal, number, now):
    """Write the log-chances of the legal words to `now`."""
    largest = logits[legal[0]]
    for j in range(1, number):
        largest = max(largest, logits[legal[j]])
    total = 0.0
    for j in range(number):
        now[j] = logits[legal[j]] - largest
        total += math.exp(now[j])
    for j in range(number):
        now[j] -= math.log(total)


@jit
def place_of(word, legal, number):
    """Which of the legal words it is."""
    for j in range(number):
        if legal[j] == word:
            return j
    return 0


@jit
def value_slope(outcome, target, weight, slope):
    """Write the slopes in an expected outcome, times a weight; return how far it is off.

    Of three classes the cross-entropy counts, of one number its square.
    """
    if len(outcome) == 1:
        slope[0] = 2.0 * weight * (outcome[0] - target[0])
        return (outcome[0] - target[0]) * (outcome[0] - target[0])
    largest = max(outcome[0], max(outcome[1], outcome[2]))
    total = whole = wrong = 0.0
    for k in range(len(outcome)):
        total += math.exp(outcome[k] - largest)
        whole += target[k]
    for k in range(len(outcome)):
        held = outcome[k] - largest - math.log(total)
        wrong -= target[k] * held
        slope[k] = weight * (whole * math.exp(held) - target[k])
    return wrong
