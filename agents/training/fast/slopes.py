"""The loss of loss.py and its slopes, compiled: decision by decision, over the legal words alone.

What torch makes of the loss is some thirty passes over all words of a batch, of which one in thirty
is legal, forward and back. Here is what they come to, worked out by hand; tests hold the two
together. The network's own slopes stay torch's.
"""

from __future__ import annotations

import math

import numpy as np
import torch

from spacecombat_agents.players.nets import OUTCOMES
from spacecombat_agents.training.config import Fast
from spacecombat_agents.training.fast.chains import Chains
from spacecombat_agents.training.fast.chances import log_chances
from spacecombat_agents.training.fast.loss import Drawn, Numbers, Pulls
from spacecombat_env.core.jit import jit

HALVES = np.arange(2**16, dtype=np.uint16).view(np.float16).astype(np.float32)
"""By their bits, what numbers of 16 bits are: compiled code knows no such numbers."""
SHARE = Numbers._fields.index("entropy_share")
CLASSES = np.arange(OUTCOMES)
NOBODY = -1
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
    pulled = [pulls.tau, pulls.floor, config.kappa, pulls.teacher]
    knobs = np.array([config.clip, config.value, *pulled])
    kept = held, chains.words, chains.chances, chains.targets, chains.taught
    write_slopes(words, ends, tuple(drawn), kept, knobs, HALVES, found, told)
    slopes = torch.from_numpy(found[0]), torch.from_numpy(found[1])
    return *slopes, torch.from_numpy(told.astype(np.float32))


@jit
def write_slopes(logits, outcomes, drawn, kept, knobs, halves, found, told):
    """Write the slopes of the mean loss, and the means of `Numbers`; all arrays of the wrapper."""
    rows, weights, advantages = drawn
    held, words, chances, targets, taught = kept
    clip, value, tau = knobs[0], knobs[1], knobs[2]
    floor, kappa, teacher = knobs[3], knobs[4], knobs[5]
    by_word, by_outcome = found
    legal = np.zeros(logits.shape[1], np.int64)
    now, before = np.zeros((2, max(logits.shape[1], OUTCOMES)), np.float64)
    choices = 0
    for i in range(len(rows)):
        row, weight = rows[i], weights[i] / len(rows)
        number = list_legal(held[row], halves, legal, before)
        log_chances(logits[i], legal, number, now)
        said = place_of(words[row], legal, number)
        ratio = math.exp(now[said] - chances[row])
        near = min(max(ratio, 1.0 - clip), 1.0 + clip)
        gain = min(ratio * advantages[i], near * advantages[i])
        climbs = ratio * advantages[i] if ratio == near or gain < near * advantages[i] else 0.0
        advised, advice = NOBODY, 0.0
        if taught[row] >= 0 and teacher > 0.0:
            advised = place_of(taught[row], legal, number)
            advice = -now[advised]
        entropy, moved = spread(now, before, number)
        most = math.log(number)
        even = most + now[:number].mean()
        for j in range(number):
            chance = math.exp(now[j])
            pull = tau * (now[j] + entropy) + kappa * (now[j] - before[j] - moved)
            slope = floor * (chance - 1.0 / number)
            slope += chance * (pull + climbs) - (climbs if j == said else 0.0)
            if advised != NOBODY:
                slope += teacher * (chance - (1.0 if j == advised else 0.0))
            by_word[i, legal[j]] = weight * slope
        wrong = value_slope(outcomes[i], targets[row], weight * value, by_outcome[i], now)
        pull = tau * (most - entropy) - floor * even + kappa * moved + teacher * advice
        told[0] += weights[i] * (pull - gain + value * wrong)
        add_numbers(
            told, (-gain, wrong, entropy, entropy / most if number > 1 else 0.0, moved, advice)
        )
        choices += number > 1
    for k in range(len(told)):
        told[k] /= choices if k == SHARE else len(rows)


@jit
def add_numbers(told, numbers):
    """Add to all sums but the first."""
    for k in range(len(numbers)):
        told[1 + k] += numbers[k]


@jit
def list_legal(held, halves, legal, before):
    """Write which words are legal, and their log-chances at the time; return how many they are."""
    number = 0
    for place in range(len(held)):
        if held[place] != ILLEGAL:
            legal[number], before[number] = place, halves[held[place]]
            number += 1
    return number


@jit
def spread(now, before, number):
    """Entropy of the policy as it is, and how far it is from what it was, in nats."""
    entropy = moved = 0.0
    for j in range(number):
        chance = math.exp(now[j])
        entropy -= chance * now[j]
        moved += chance * (now[j] - before[j])
    return entropy, moved


@jit
def place_of(word, legal, number):
    """Which of the legal words it is; the first where it is none of them."""
    for j in range(number):
        if legal[j] == word:
            return j
    return 0


@jit
def value_slope(outcome, target, weight, slope, now):
    """Write the slopes in an expected outcome, times a weight; return how far it is off.

    Of three classes the cross-entropy counts, of one number its square. `now` is room.
    """
    if len(outcome) == 1:
        slope[0] = 2.0 * weight * (outcome[0] - target[0])
        return (outcome[0] - target[0]) * (outcome[0] - target[0])
    log_chances(outcome, CLASSES, len(outcome), now)
    whole = wrong = 0.0
    for k in range(len(outcome)):
        whole += target[k]
        wrong -= target[k] * now[k]
    for k in range(len(outcome)):
        slope[k] = weight * (whole * math.exp(now[k]) - target[k])
    return wrong
