"""What the fast learner makes smaller: PPO's clipped loss with a pull towards two other policies.

    loss =  - min(ratio A, clip(ratio) A)      of the word that was spoken
            + tau KL(policy, magnet)           the magnet holds all legal words equally likely
            + floor KL(magnet, policy)         the same the other way round
            + kappa KL(policy, behaviour)      the policy that played
            + c value loss                     cross-entropy of win, draw and loss, or a square
            + weight teacher's loss            cross-entropy of what a teacher would have said

The first three are those of PPO (Schulman et al. 2017) and magnetic mirror descent (Sokota et al.
2022). Where advantages are not normalised, tau and kappa are results per nat, results being -1 to
1, and mean the same in every update. The last is kickstarting (Schmitt et al. 2018): the teacher is
asked in the learner's own games, so it tells the way back from the learner's own errors, and its
weight fades to nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch.nn import functional

from spacecombat_agents.players.nets import OUTCOMES, only_legal
from spacecombat_agents.training.config import Fast, TrainConfig
from spacecombat_agents.training.fast.chains import Chains


class Batch(NamedTuple):
    """Decisions to learn from."""

    words: torch.Tensor
    """int64 (n,): what was said."""
    chances: torch.Tensor
    """float32 (n,): its log-chance at the time."""
    held: torch.Tensor
    """float16 (n, A): the log-chances of all words at the time, -inf where illegal."""
    advantages: torch.Tensor
    """float32 (n,), normalised where they are to be."""
    targets: torch.Tensor
    """float32 (n, 3) or (n, 1)."""
    weights: torch.Tensor
    """float32 (n,): for how many each stands, 1 on the mean."""
    taught: torch.Tensor
    """int64 (n,): what the teacher would have said, -1 where it was not asked."""


class Drawn(NamedTuple):
    """Which decisions a batch is of."""

    rows: np.ndarray
    """int64 (n,): their places in the rollout."""
    weights: np.ndarray
    """float32 (n,): for how many each stands, 1 on the mean."""
    advantages: np.ndarray
    """float32 (n,)."""

    def normalised(self) -> Drawn:
        """Return it with advantages of mean 0 and deviation 1."""
        given = self.advantages
        if len(given) < 2:
            return self
        return self._replace(advantages=(given - given.mean()) / (given.std(ddof=1) + 1e-8))

    def part(self, share: slice) -> Drawn:
        """Return some of them."""
        return Drawn(*(each[share] for each in self))


class Pulls(NamedTuple):
    """What changes in the course of a run."""

    tau: float
    """Weight of the magnet."""
    floor: float
    """The same the other way round."""
    teacher: float
    """Weight of the teacher's words."""


class Numbers(NamedTuple):
    """What an update was like, means over its batches."""

    loss: float
    policy_loss: float
    value_loss: float
    entropy: float
    """Nats a decision."""
    entropy_share: float
    """Share of the most it could be, over decisions with a choice."""
    kl: float
    """From the policy that played to the one learnt, nats a decision."""
    taught: float
    """Cross-entropy of the teacher's words, nats a decision; 0 where there is no teacher."""


def batch_of(chains: Chains, drawn: Drawn, device: torch.device) -> Batch:
    """Gather some decisions."""
    at = torch.from_numpy(drawn.rows)

    def pick(array: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(array).index_select(0, at).to(device)

    return Batch(
        pick(chains.words),
        pick(chains.chances),
        chains.held.index_select(0, at.to(device)),
        torch.from_numpy(drawn.advantages).to(device),
        pick(chains.targets),
        torch.from_numpy(drawn.weights).to(device),
        pick(chains.taught),
    )


def loss_of(
    logits: torch.Tensor, outcome: torch.Tensor, batch: Batch, config: Fast, pulls: Pulls
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the loss on a batch, and `Numbers` of it as a tensor; logits are not masked yet."""
    legal = batch.held > -torch.inf
    logits = only_legal(logits, legal)
    chances, held = torch.softmax(logits, dim=1), torch.log_softmax(logits, dim=1)
    log_count = legal.sum(dim=1).float().log()
    entropy = -(chances * held).sum(dim=1)
    before = torch.where(legal, batch.held.float(), held.detach())
    moved = (chances * (held - before)).sum(dim=1)
    gain = _clipped(held.gather(1, batch.words[:, None])[:, 0], batch, config)
    missed = _value_loss(outcome, batch.targets)
    mean = torch.where(legal, held, 0.0).sum(dim=1) / legal.sum(dim=1)
    pull = pulls.tau * (log_count - entropy) + config.kappa * moved
    pull = pull - pulls.floor * (log_count + mean)
    taught = _teacher_loss(held, batch.taught) if pulls.teacher else torch.zeros_like(gain)
    pull = pull + pulls.teacher * taught
    loss = (batch.weights * (pull - gain + config.value * missed)).mean()
    with torch.no_grad():
        choice = log_count > 0.0
        share = (entropy[choice] / log_count[choice]).mean()
        told = (-gain, missed, entropy, moved, taught)
        lost, wrong, open_, far, other = (each.mean() for each in told)
        parts = (loss, lost, wrong, open_, share, far, other)
        return loss, torch.stack([part.detach() for part in parts])


def _clipped(now: torch.Tensor, batch: Batch, config: Fast) -> torch.Tensor:
    """Return what PPO wants more of, by decision."""
    ratio = torch.exp(now - batch.chances)
    near = ratio.clamp(1.0 - config.clip, 1.0 + config.clip)
    return torch.min(ratio * batch.advantages, near * batch.advantages)


def _teacher_loss(held: torch.Tensor, taught: torch.Tensor) -> torch.Tensor:
    """Return how unlikely the teacher's words are, by decision; 0 where it was not asked."""
    said = held.gather(1, taught.clamp(min=0)[:, None])[:, 0]
    return torch.where(taught >= 0, -said, 0.0)


def _value_loss(outcome: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """Return how far expected outcomes lie from targets, by decision."""
    if outcome.shape[1] == OUTCOMES:
        return -(targets * functional.log_softmax(outcome, dim=1)).sum(dim=1)
    return (outcome - targets).square()[:, 0]


def pulls_at(config: TrainConfig, share: float) -> Pulls:
    """Return the pulls when a share of the budget is used."""
    fast, kickstart = config.fast, config.kickstart
    faded = float((1.0 + fast.tau_growth * share) ** -fast.tau_power)
    tau, floor = fast.tau * faded, fast.floor * faded
    if kickstart.agent is None or share >= kickstart.until:
        return Pulls(tau, floor, 0.0)
    return Pulls(tau, floor, kickstart.weight * (1.0 - share / kickstart.until))


def rate_at(config: Fast, share: float) -> float:
    """Return the step size when a share of the budget is used."""
    return config.learning_rate + (config.final_learning_rate - config.learning_rate) * share


def chosen(
    usable: np.ndarray, advantages: np.ndarray, config: Fast, luck: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Return the decisions to learn from, int64 (m,), and for how many each stands, float32 (m,).

    Those with the largest advantages, either way, stand for themselves; of the others some are
    drawn, which stand for all of them.
    """
    count = len(usable)
    top = min(count, max(1, round(config.kept * count))) if config.kept > 0.0 else 0
    rest = min(count - top, max(round(config.spared * count), 0 if top else 1))
    if top == count:
        return usable, np.ones(count, np.float32)
    order = np.argpartition(-np.abs(advantages[usable]), top) if top else np.arange(count)
    drawn = luck.choice(order[top:], size=rest, replace=False)
    rows = usable[np.concatenate([order[:top], drawn])]
    weights = np.ones(top + rest, np.float32)
    if rest:
        weights[top:] = (count - top) / rest
    return rows, weights / weights.mean()
