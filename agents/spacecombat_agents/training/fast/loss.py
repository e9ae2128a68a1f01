"""The fast learner's objective: PPO's clipped loss, regularised towards two other policies.

    loss =  - min(ratio A, clip(ratio) A)      of the action that was taken
            + tau KL(policy, magnet)           uniform over legal actions, or an earlier average
            + floor KL(uniform, policy)        the reverse KL to the uniform policy; more in set-ups
            + kappa KL(policy, behaviour)      the policy of the rollout
            + c value loss                     cross-entropy of win, draw and loss, or squared error
            + weight teacher's loss            cross-entropy of the teacher's actions

The first three are those of PPO (Schulman et al. 2017) and magnetic mirror descent (Sokota et al.
2022). If advantages are not normalised, tau and kappa are results (-1 to 1) per nat and mean the
same in every update. The last is kickstarting (Schmitt et al. 2018): the teacher is queried in the
learner's own games, so it shows how to recover from the learner's errors. Its weight decays to 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch.nn import functional

from spacecombat_agents.players.nets.architectures import OUTCOME_CLASSES, mask_logits
from spacecombat_agents.training.config import Fast, TrainConfig
from spacecombat_agents.training.distributed import ALONE, Ranks
from spacecombat_agents.training.fast.rollout_buffer import RolloutBuffer


class TrainingBatch(NamedTuple):
    """Decisions to learn from."""

    actions: torch.Tensor
    """int64 (n,): the actions taken."""
    log_probs: torch.Tensor
    """float32 (n,): their log probabilities at the time."""
    all_log_probs: torch.Tensor
    """float16 (n, A): the log probabilities of all actions at the time, -inf for illegal ones."""
    advantages: torch.Tensor
    """float32 (n,), normalised if configured."""
    targets: torch.Tensor
    """float32 (n, 3) or (n, 1)."""
    weights: torch.Tensor
    """float32 (n,): how many decisions each stands for, 1 on average."""
    teacher_actions: torch.Tensor
    """int64 (n,): the teacher's actions, -1 if it was not queried."""
    in_setup: torch.Tensor
    """bool (n,): whether it is a decision of the set-up."""
    magnet_log_probs: torch.Tensor | None = None
    """float16 (n, A): the magnet's log probabilities of all actions; None for the uniform one."""


class Minibatch(NamedTuple):
    """The decisions of a batch."""

    rows: np.ndarray
    """int64 (n,): their indices in the rollout."""
    weights: np.ndarray
    """float32 (n,): how many decisions each stands for, 1 on average."""
    advantages: np.ndarray
    """float32 (n,)."""

    def normalised(self, ranks: Ranks = ALONE) -> Minibatch:
        """Return a copy with advantages of mean 0 and deviation 1, over all ranks."""
        advantages = self.advantages
        if ranks.size > 1:
            values = advantages.astype(np.float64)
            count, total = ranks.total(np.array([len(values), values.sum()]))
            mean = total / count
            squares = ranks.total(np.square(values - mean).sum(keepdims=True))[0]
            deviation = np.sqrt(squares / max(count - 1, 1)) + 1e-8
            return self._replace(advantages=((values - mean) / deviation).astype(np.float32))
        if len(advantages) < 2:
            return self
        return self._replace(
            advantages=(advantages - advantages.mean()) / (advantages.std(ddof=1) + 1e-8)
        )

    def part(self, share: slice) -> Minibatch:
        """Return a share of the decisions."""
        return Minibatch(*(each[share] for each in self))


class LossCoefficients(NamedTuple):
    """Coefficients that change during a run."""

    entropy_coef: float
    """Weight of the KL to the magnet."""
    reverse_kl_coef: float
    """Weight of the reverse KL to the uniform policy."""
    teacher_coef: float
    """Weight of the teacher's loss."""
    setup_coef: float = 0.0
    """Added to the weight of the reverse KL in decisions of the set-up."""


class UpdateMetrics(NamedTuple):
    """Metrics of an update, averaged over its batches."""

    loss: float
    policy_loss: float
    value_loss: float
    entropy: float
    """Nats per decision."""
    entropy_share: float
    """Entropy as a share of its maximum, over decisions with a choice."""
    kl: float
    """From the policy of the rollout to the new one, nats per decision."""
    taught: float
    """Cross-entropy of the teacher's actions, nats per decision; 0 without a teacher."""


def gather_batch(
    buffer: RolloutBuffer, minibatch: Minibatch, device: torch.device
) -> TrainingBatch:
    """Gather the decisions of a minibatch."""
    at = torch.from_numpy(minibatch.rows)
    has_magnet = len(buffer.magnet_log_probs) > 0

    def pick(array: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(array).index_select(0, at).to(device)

    return TrainingBatch(
        pick(buffer.actions),
        pick(buffer.log_probs),
        buffer.all_log_probs.index_select(0, at.to(device)),
        torch.from_numpy(minibatch.advantages).to(device),
        pick(buffer.targets),
        torch.from_numpy(minibatch.weights).to(device),
        pick(buffer.teacher_actions),
        pick(buffer.in_setup),
        buffer.magnet_log_probs.index_select(0, at.to(device)) if has_magnet else None,
    )


def compute_loss(
    logits: torch.Tensor,
    outcome: torch.Tensor,
    batch: TrainingBatch,
    config: Fast,
    coefficients: LossCoefficients,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the loss on a batch, and its `UpdateMetrics` as a tensor; logits are not masked."""
    legal = batch.all_log_probs > -torch.inf
    logits = mask_logits(logits, legal)
    probs, log_probs = torch.softmax(logits, dim=1), torch.log_softmax(logits, dim=1)
    log_count = legal.sum(dim=1).float().log()
    entropy = -(probs * log_probs).sum(dim=1)
    old_log_probs = torch.where(legal, batch.all_log_probs.float(), log_probs.detach())
    kl = (probs * (log_probs - old_log_probs)).sum(dim=1)
    policy_gain = _clipped_gain(log_probs.gather(1, batch.actions[:, None])[:, 0], batch, config)
    value_loss = _value_loss(outcome, batch.targets)
    mean_log_prob = torch.where(legal, log_probs, 0.0).sum(dim=1) / legal.sum(dim=1)
    magnet_kl = log_count - entropy
    if batch.magnet_log_probs is not None:
        magnet = torch.where(legal, batch.magnet_log_probs.float(), 0.0)
        magnet_kl = -entropy - (probs * magnet).sum(dim=1)
    regulariser = coefficients.entropy_coef * magnet_kl + config.kappa * kl
    reverse_kl_coef = coefficients.reverse_kl_coef + coefficients.setup_coef * batch.in_setup
    regulariser = regulariser - reverse_kl_coef * (log_count + mean_log_prob)
    teacher_loss = (
        _teacher_loss(log_probs, batch.teacher_actions)
        if coefficients.teacher_coef
        else torch.zeros_like(policy_gain)
    )
    regulariser = regulariser + coefficients.teacher_coef * teacher_loss
    loss = (batch.weights * (regulariser - policy_gain + config.value * value_loss)).mean()
    with torch.no_grad():
        choice = log_count > 0.0
        share = (entropy[choice] / log_count[choice]).mean()
        parts_by_decision = (-policy_gain, value_loss, entropy, kl, teacher_loss)
        policy_mean, value_mean, entropy_mean, kl_mean, teacher_mean = (
            each.mean() for each in parts_by_decision
        )
        parts = (loss, policy_mean, value_mean, entropy_mean, share, kl_mean, teacher_mean)
        return loss, torch.stack([part.detach() for part in parts])


def _clipped_gain(log_probs: torch.Tensor, batch: TrainingBatch, config: Fast) -> torch.Tensor:
    """Return PPO's clipped objective per decision."""
    ratio = torch.exp(log_probs - batch.log_probs)
    clipped = ratio.clamp(1.0 - config.clip, 1.0 + config.clip)
    return torch.min(ratio * batch.advantages, clipped * batch.advantages)


def _teacher_loss(log_probs: torch.Tensor, teacher_loss: torch.Tensor) -> torch.Tensor:
    """Return the teacher's cross-entropy per decision; 0 where it was not queried."""
    chosen = log_probs.gather(1, teacher_loss.clamp(min=0)[:, None])[:, 0]
    return torch.where(teacher_loss >= 0, -chosen, 0.0)


def _value_loss(outcome: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """Return the loss of expected outcomes against targets per decision."""
    if outcome.shape[1] == OUTCOME_CLASSES:
        return -(targets * functional.log_softmax(outcome, dim=1)).sum(dim=1)
    return (outcome - targets).square()[:, 0]


def coefficients_at(config: TrainConfig, share: float) -> LossCoefficients:
    """Return the coefficients when a share of the budget is used."""
    fast, kickstart = config.fast, config.kickstart
    decay = float((1.0 + fast.tau_growth * share) ** -fast.tau_power)
    coefficients = {
        "entropy_coef": fast.tau * decay,
        "reverse_kl_coef": fast.floor * decay,
        "setup_coef": fast.setup_floor * decay,
    }
    if kickstart.agent is None or share >= kickstart.until:
        return LossCoefficients(teacher_coef=0.0, **coefficients)
    return LossCoefficients(
        teacher_coef=kickstart.weight * (1.0 - share / kickstart.until), **coefficients
    )


def learning_rate_at(config: Fast, share: float) -> float:
    """Return the learning rate when a share of the budget is used."""
    return config.learning_rate + (config.final_learning_rate - config.learning_rate) * share


def select_decisions(
    usable: np.ndarray, advantages: np.ndarray, config: Fast, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Return the decisions to learn from, int64 (m,), and their weights, float32 (m,).

    Those with the largest absolute advantages have weight 1. Some of the others are sampled and
    weighted to stand for all of them.
    """
    count = len(usable)
    top = min(count, max(1, round(config.kept * count))) if config.kept > 0.0 else 0
    rest = min(count - top, max(round(config.spared * count), 0 if top else 1))
    if top == count:
        return usable, np.ones(count, np.float32)
    order = np.argpartition(-np.abs(advantages[usable]), top) if top else np.arange(count)
    minibatch = rng.choice(order[top:], size=rest, replace=False)
    rows = usable[np.concatenate([order[:top], minibatch])]
    weights = np.ones(top + rest, np.float32)
    if rest:
        weights[top:] = (count - top) / rest
    return rows, weights / weights.mean()


def weighted_mean(parts: Sequence[torch.Tensor], weights: Sequence[float]) -> torch.Tensor:
    """Return the weighted mean of tensors of one shape."""
    if len(parts) == 1:
        return parts[0]
    mean = weights[0] * parts[0]
    for part, weight in zip(parts[1:], weights[1:], strict=True):
        mean.add_(part, alpha=weight)
    return mean
