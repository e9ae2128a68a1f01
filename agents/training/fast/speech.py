"""From a network's answers to words: drawn as likely as it holds them, and stored."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import torch

from spacecombat_agents.players.nets import OUTCOMES, only_legal
from spacecombat_agents.players.policy import ALL_BUT, drawn_by
from spacecombat_agents.training.fast.chains import Chains
from spacecombat_agents.training.fast.chances import log_chances
from spacecombat_env.core.jit import jit

CLASSES = np.arange(OUTCOMES)


class Asked(NamedTuple):
    """Where words are wanted, n of them."""

    masks: np.ndarray
    """int8 (games, A): the legal words of all games."""
    rows: np.ndarray
    """int64 (n,): the games."""
    lots: torch.Tensor
    """float32 (n, 1): a lot each, 0 to 1, 1 excluded."""


def say(
    logits: torch.Tensor, outcome: torch.Tensor, asked: Asked, chains: Chains, at: slice
) -> None:
    """Draw a word for each game by its lot, and store the decisions in `chains` at `at`."""
    speak = say_compiled if logits.device.type == "cpu" else say_by_torch
    speak(logits, outcome, asked, chains, at)


def say_compiled(
    logits: torch.Tensor, outcome: torch.Tensor, asked: Asked, chains: Chains, at: slice
) -> None:
    """As `say`, on the cpu."""
    room = np.empty(logits.shape, np.float32)
    stored = chains.words[at], chains.chances[at], chains.outcomes[at], chains.guesses[at]
    given = asked.masks, asked.rows, asked.lots.numpy()
    write_words(logits.numpy(), outcome.numpy(), given, stored, room)
    chains.held[at] = torch.from_numpy(room)


def say_by_torch(
    logits: torch.Tensor, outcome: torch.Tensor, asked: Asked, chains: Chains, at: slice
) -> None:
    """As `say`, anywhere."""
    legal = torch.from_numpy(asked.masks[asked.rows]).to(logits.device) > 0
    logits = only_legal(logits, legal)
    words = drawn_by(torch.softmax(logits, dim=1), asked.lots.to(logits.device))
    held = torch.log_softmax(logits, dim=1)
    chains.words[at] = words.cpu().numpy()
    chains.chances[at] = held.gather(1, words[:, None])[:, 0].cpu().numpy()
    chains.held[at] = held
    if outcome.shape[1] == OUTCOMES:
        outcome = torch.softmax(outcome, dim=1)
    expected = outcome.cpu().numpy()
    chains.outcomes[at] = expected
    chains.guesses[at] = expected[:, 0] - (expected[:, -1] if expected.shape[1] > 1 else 0.0)


@jit
def write_words(logits, outcomes, asked, stored, held):
    """Write what `say` stores: words, their log-chances, outcomes, values, and all log-chances."""
    masks, rows, lots = asked
    words, chances, expected, guesses = stored
    legal = np.zeros(logits.shape[1], np.int64)
    now = np.zeros(max(logits.shape[1], OUTCOMES), np.float64)
    for i in range(len(rows)):
        number = 0
        for place in range(logits.shape[1]):
            held[i, place] = -np.inf
            if masks[rows[i], place]:
                legal[number] = place
                number += 1
        log_chances(logits[i], legal, number, now)
        said, so_far = 0, 0.0
        for j in range(number):
            held[i, legal[j]] = now[j]
            if not so_far > lots[i, 0] * ALL_BUT:  # a network gone to nan says the last word
                said = j
            so_far += math.exp(now[j])
        words[i], chances[i] = legal[said], now[said]
        guesses[i] = write_outcome(outcomes[i], expected[i], now)


@jit
def write_outcome(outcome, expected, now):
    """Write the chances of win, draw and loss, or the one value; return the value.

    `now` is room for three numbers.
    """
    if len(outcome) == 1:
        expected[0] = outcome[0]
        return expected[0]
    log_chances(outcome, CLASSES, len(outcome), now)
    for k in range(len(outcome)):
        expected[k] = math.exp(now[k])
    return expected[0] - expected[2]
