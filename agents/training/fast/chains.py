"""Experience of the fast learner: decisions linked by chain, and what became of them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch

from spacecombat_agents.training.links import LINKED, OPEN, OVER, Links
from spacecombat_env.core.jit import jit

NOT_ASKED = -1
"""Instead of a teacher's word."""


class Rates(NamedTuple):
    """How far a result reaches back."""

    gamma: float
    advantage: float
    value: float


class Chains(Links):
    """A rollout: what was seen and said, how likely it was, and what came of it."""

    columns = (
        *("seen", "held", "words", "chances", "outcomes", "guesses"),
        *("within", "taught", "standing"),
        *LINKED,
    )

    def __init__(
        self,
        capacity: int,
        games: int,
        sizes: tuple[int, int, int],
        device: torch.device | None = None,
    ) -> None:
        """`sizes` of observations, words and outcomes; `device` holds the chances of words."""
        observations, words, outcomes = sizes
        self.seen = np.zeros((capacity, observations), np.int8)
        """Observations, as the engine writes them."""
        self.held = torch.zeros((capacity, words), dtype=torch.float16, device=device)
        """Log-chances of all words at the time; of illegal ones -inf."""
        self.words = np.zeros(capacity, np.int64)
        self.chances = np.zeros(capacity, np.float32)
        """Log-chance of the word that was spoken."""
        self.outcomes = np.zeros((capacity, outcomes), np.float32)
        """The outcome that was expected: chances of win, draw and loss, or one value."""
        self.guesses = np.zeros(capacity, np.float32)
        """The value of it."""
        self.within = np.zeros(capacity, np.bool_)
        """The decision goes on with an order that was begun before."""
        self.taught = np.full(capacity, NOT_ASKED, np.int64)
        """What a teacher would have said."""
        self.standing = np.zeros(capacity, np.float32)
        """The potential of shaped rewards: what the lead in points then counted for."""
        self.leaning = np.zeros(capacity, np.float32)
        """What advantages are measured against."""
        self.advantages = np.zeros(capacity, np.float32)
        self.targets = np.zeros((capacity, outcomes), np.float32)
        """What the outcome should have been."""
        self.results = np.zeros(capacity, np.float32)
        """What the game was worth in the end; nan where it is not over."""
        self.make_room(capacity, games)

    def finish(self, rates: Rates) -> None:
        """Compute advantages and targets of all decisions whose successor is known.

        A gain in potential is a reward beside the result's, of which the value learns nothing. All
        that it changes is what advantages are measured against.
        """
        n = self.count
        np.add(self.guesses[:n], self.standing[:n], out=self.leaning[:n])
        link_results(
            (self.gains[:n], self.outcomes[:n], self.leaning[:n]),
            (self.next[:n], self.within[:n]),
            np.array(rates),
            (self.advantages[:n], self.targets[:n], self.results[:n]),
        )
        self.usable = self.known()


@jit
def link_results(told, links, rates, found):
    """Fill in advantages, targets and results, last decision first: a successor stands later.

    Between the words of one order nothing new is learnt, so that lambda is 1 there. Before an open
    decision stands what was expected of it. Outcomes in three classes are win, draw and loss.
    """
    gains, outcomes, guesses = told
    following, within = links
    gamma, lambda_advantage, lambda_value = rates[0], rates[1], rates[2]
    advantages, targets, results = found
    classes = outcomes.shape[1]
    for i in range(len(gains) - 1, -1, -1):
        j = following[i]
        if j == OPEN:
            advantages[i] = 0.0
            results[i] = np.nan
            for c in range(classes):
                targets[i, c] = outcomes[i, c]
        elif j == OVER:
            advantages[i] = gains[i] - guesses[i]
            results[i] = gains[i]
            if classes == 1:
                targets[i, 0] = gains[i]
            else:
                targets[i, 0] = 1.0 if gains[i] > 0 else 0.0
                targets[i, 1] = 1.0 if gains[i] == 0 else 0.0
                targets[i, 2] = 1.0 if gains[i] < 0 else 0.0
        else:
            reach = 1.0 if within[j] else lambda_advantage
            delta = gains[i] + gamma * guesses[j] - guesses[i]
            advantages[i] = delta + gamma * reach * advantages[j]
            results[i] = results[j]
            reach = 1.0 if within[j] else lambda_value
            for c in range(classes):
                mixed = (1.0 - reach) * outcomes[j, c] + reach * targets[j, c]
                targets[i, c] = gains[i] + gamma * mixed if classes == 1 else mixed
