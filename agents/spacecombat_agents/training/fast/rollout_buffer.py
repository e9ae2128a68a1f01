"""Rollouts of the fast learner: decisions linked by trajectory, and their outcomes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch

from spacecombat_agents.training.compiled import compiled
from spacecombat_agents.training.rollout.trajectory_buffer import (
    LINK_COLUMNS,
    OPEN,
    TERMINAL,
    TrajectoryBuffer,
)

NO_ADVICE = -1
"""Stands for a teacher's action where there is none."""


class ReturnParameters(NamedTuple):
    """How far back a result counts."""

    gamma: float
    advantage: float
    value: float


class RolloutBuffer(TrajectoryBuffer):
    """A rollout: observations, actions, log probabilities and outcomes."""

    columns = (
        *("observations", "all_log_probs", "actions", "log_probs", "outcomes", "value_estimates"),
        *("continues_order", "in_setup", "teacher_actions", "potentials"),
        *LINK_COLUMNS,
    )

    def __init__(
        self,
        capacity: int,
        games: int,
        sizes: tuple[int, int, int],
        device: torch.device | None = None,
    ) -> None:
        """`sizes`: of observations, actions and outcomes. `device` holds the log probabilities."""
        observations, actions, outcomes = sizes
        self.observations = np.zeros((capacity, observations), np.int8)
        """Observations, as the engine writes them."""
        self.all_log_probs = torch.zeros((capacity, actions), dtype=torch.float16, device=device)
        """Log probabilities of all actions at the time; -inf for illegal ones."""
        self.magnet_log_probs = self.all_log_probs[:0]
        """The magnet's of the decisions of an update (magnet.py); no rows if it is uniform."""
        self.actions = np.zeros(capacity, np.int64)
        self.log_probs = np.zeros(capacity, np.float32)
        """Log probability of the action that was taken."""
        self.outcomes = np.zeros((capacity, outcomes), np.float32)
        """The expected outcome: probabilities of win, draw and loss, or one value."""
        self.value_estimates = np.zeros(capacity, np.float32)
        """The value of that outcome."""
        self.continues_order = np.zeros(capacity, np.bool_)
        """Whether the decision continues an order that was begun before."""
        self.in_setup = np.zeros(capacity, np.bool_)
        """Whether it is a decision of the set-up, before the first turn."""
        self.teacher_actions = np.full(capacity, NO_ADVICE, np.int64)
        """The teacher's actions."""
        self.potentials = np.zeros(capacity, np.float32)
        """The potential of shaped rewards at the decision."""
        self.baselines = np.zeros(capacity, np.float32)
        """The baselines of advantages."""
        self.advantages = np.zeros(capacity, np.float32)
        self.targets = np.zeros((capacity, outcomes), np.float32)
        """Targets of the outcome."""
        self.results = np.zeros(capacity, np.float32)
        """The result of the game; nan if it is not over."""
        self.allocate_links(capacity, games)

    def compute_advantages(self, rates: ReturnParameters) -> None:
        """Compute advantages and targets of all decisions whose successor is known.

        A change in potential is a reward that the value does not learn. It only changes the
        baseline of the advantages.
        """
        n = self.count
        np.add(self.value_estimates[:n], self.potentials[:n], out=self.baselines[:n])
        propagate_results(
            (self.rewards[:n], self.outcomes[:n], self.baselines[:n]),
            (self.next[:n], self.continues_order[:n]),
            np.array(rates),
            (self.advantages[:n], self.targets[:n], self.results[:n]),
        )
        self.usable = self.complete_rows()


@compiled
def propagate_results(inputs, order, rates, outputs):
    """Fill in advantages, targets and results, last decision first: a successor has a higher index.

    Within an order nothing new is learnt, so lambda is 1 there. An open decision passes on its own
    expected outcome. Outcomes in three classes are win, draw and loss.
    """
    rewards, outcomes, value_estimates = inputs
    successors, continues_order = order
    gamma, lambda_advantage, lambda_value = rates[0], rates[1], rates[2]
    advantages, targets, results = outputs
    classes = outcomes.shape[1]
    for i in range(len(rewards) - 1, -1, -1):
        j = successors[i]
        if j == OPEN:
            advantages[i] = 0.0
            results[i] = np.nan
            for c in range(classes):
                targets[i, c] = outcomes[i, c]
        elif j == TERMINAL:
            advantages[i] = rewards[i] - value_estimates[i]
            results[i] = rewards[i]
            if classes == 1:
                targets[i, 0] = rewards[i]
            else:
                targets[i, 0] = 1.0 if rewards[i] > 0 else 0.0
                targets[i, 1] = 1.0 if rewards[i] == 0 else 0.0
                targets[i, 2] = 1.0 if rewards[i] < 0 else 0.0
        else:
            reach = 1.0 if continues_order[j] else lambda_advantage
            delta = rewards[i] + gamma * value_estimates[j] - value_estimates[i]
            advantages[i] = delta + gamma * reach * advantages[j]
            results[i] = results[j]
            reach = 1.0 if continues_order[j] else lambda_value
            for c in range(classes):
                mixed = (1.0 - reach) * outcomes[j, c] + reach * targets[j, c]
                targets[i, c] = rewards[i] + gamma * mixed if classes == 1 else mixed
