"""What the fast learner makes smaller: the loss by hand, its pulls, and what it is taken over."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from spacecombat_agents.players.nets.architectures import mask_logits  # noqa: E402
from spacecombat_agents.training.config import Fast, TrainConfig  # noqa: E402
from spacecombat_agents.training.fast.loss import (  # noqa: E402
    LossCoefficients,
    TrainingBatch,
    UpdateMetrics,
    coefficients_at,
    compute_loss,
    learning_rate_at,
    select_decisions,
)
from spacecombat_agents.training.fast.rollout_buffer import NO_ADVICE  # noqa: E402


def a_batch(count: int = 6, seed: int = 1) -> TrainingBatch:
    """Return a batch of drawn numbers; in each row some actions are legal."""
    rng = torch.Generator().manual_seed(seed)
    legal = torch.rand(count, 5, generator=rng) < 0.6
    legal[:, 2] = True
    logits = mask_logits(torch.randn(count, 5, generator=rng), legal)
    log_probs = torch.log_softmax(logits, dim=1)
    actions = torch.multinomial(log_probs.exp(), 1, generator=rng)[:, 0]
    return TrainingBatch(
        actions,
        log_probs.gather(1, actions[:, None])[:, 0],
        torch.where(legal, log_probs, -torch.inf).half(),
        torch.randn(count, generator=rng),
        torch.eye(3)[torch.arange(count) % 3],
        torch.ones(count),
        torch.where(torch.arange(count) % 2 == 0, actions, NO_ADVICE),
        torch.zeros(count, dtype=torch.bool),
    )


def test_the_loss_by_hand() -> None:
    """One decision of two legal actions, held 0.5 and 0.5 then, 0.8 and 0.2 now; a draw came."""
    logits = torch.log(torch.tensor([[0.8, 0.2, 0.9]]))
    log_probs = torch.tensor([[0.5, 0.5, 0.0]]).log().half()
    half = float(np.log(0.5))
    batch = TrainingBatch(
        torch.tensor([0]),
        torch.tensor([half]),
        log_probs,
        torch.tensor([2.0]),
        torch.tensor([[0.0, 1.0, 0.0]]),
        torch.ones(1),
        torch.tensor([1]),
        torch.tensor([True]),
    )
    fast = Fast(clip=0.2, kappa=0.1, value=0.5, normalise=False)
    loss, metrics = compute_loss(
        logits,
        torch.log(torch.tensor([[0.7, 0.2, 0.1]])),
        batch,
        fast,
        LossCoefficients(0.03, 0.02, 0.25, setup_coef=0.05),
    )
    policy_gain = 1.2 * 2.0  # 0.8 / 0.5 clipped
    entropy = -(0.8 * np.log(0.8) + 0.2 * np.log(0.2))
    kl = 0.8 * np.log(0.8 / 0.5) + 0.2 * np.log(0.2 / 0.5)
    wanted = -policy_gain + 0.03 * (np.log(2.0) - entropy) + 0.1 * kl - 0.5 * np.log(0.2)
    wanted += 0.07 * (0.5 * np.log(0.5 / 0.8) + 0.5 * np.log(0.5 / 0.2))
    wanted -= 0.25 * np.log(0.2)  # the teacher would have chosen the other action
    assert float(loss) == pytest.approx(wanted, abs=1e-3)
    assert UpdateMetrics(*metrics.tolist())._asdict() == pytest.approx(
        {
            "loss": wanted,
            "policy_loss": -policy_gain,
            "value_loss": -np.log(0.2),
            "entropy": entropy,
            "entropy_share": entropy / np.log(2.0),
            "kl": kl,
            "taught": -np.log(0.2),
        },
        abs=1e-3,
    )


def test_nothing_pulls_where_nothing_moved() -> None:
    """The pull towards the behaviour has no gradient at the behaviour itself."""
    batch = a_batch()
    logits = torch.where(
        batch.all_log_probs > -torch.inf, batch.all_log_probs.float(), 0.0
    ).requires_grad_()
    still = batch._replace(advantages=torch.zeros(6))
    outcome = torch.zeros(6, 3)
    compute_loss(logits, outcome, still, Fast(kappa=5.0), LossCoefficients(0.0, 0.0, 0.0))[
        0
    ].backward()
    assert logits.grad is not None and float(logits.grad.abs().max()) < 1e-3


def test_what_is_spared_stands_for_what_is_left_out() -> None:
    """The mean of anything over what is learned from is its mean over everything, in the long run;
    without spared decisions it is not."""
    rng = np.random.default_rng(1)
    advantages = rng.normal(size=400).astype(np.float32)
    usable = np.flatnonzero(rng.random(400) < 0.9)
    wanted = np.abs(advantages[usable]).mean()

    def mean_of(config: Fast) -> float:
        found = []
        for _ in range(400):
            rows, weights = select_decisions(usable, advantages, config, rng)
            assert len(set(rows)) == len(rows) and set(rows) <= set(usable)
            assert weights.mean() == pytest.approx(1.0, abs=1e-5)
            found.append((weights * np.abs(advantages[rows])).mean())
        return float(np.mean(found))

    assert mean_of(Fast(kept=0.4, spared=0.1)) == pytest.approx(wanted, rel=0.01)
    assert mean_of(Fast(kept=0.4, spared=0.0)) > 1.5 * wanted
    rows, _ = select_decisions(usable, advantages, Fast(kept=0.4, spared=0.0), rng)
    left = np.setdiff1d(usable, rows)
    assert np.abs(advantages[rows]).min() >= np.abs(advantages[left]).max()
    rows, weights = select_decisions(usable, advantages, Fast(kept=1.0, spared=0.5), rng)
    assert np.array_equal(rows, usable) and set(weights) == {1.0}
    rows, weights = select_decisions(usable[:3], advantages, Fast(kept=0.0, spared=0.1), rng)
    assert len(rows) == 1 and weights == [1.0], "of few one is learned from, not none"


def test_the_pull_fades_by_a_power_law() -> None:
    fast = Fast(tau=0.05, tau_growth=1e4, tau_power=0.3, floor=0.2)
    run = TrainConfig(fast=fast)
    assert coefficients_at(run, 0.0).entropy_coef == 0.05
    assert coefficients_at(run, 0.01).entropy_coef == pytest.approx(0.0125, rel=0.01)
    assert coefficients_at(run, 0.1).entropy_coef == pytest.approx(0.0063, rel=0.01)
    assert coefficients_at(run, 0.0).reverse_kl_coef == 0.2
    assert coefficients_at(run, 0.1).reverse_kl_coef == pytest.approx(
        4.0 * coefficients_at(run, 0.1).entropy_coef
    )
    assert learning_rate_at(fast, 1.0) == pytest.approx(fast.final_learning_rate)


def test_a_rare_action_is_pulled_back_by_the_floor_alone() -> None:
    """Held one in a million, `tau` hardly pulls it; `floor` by a third of its weight."""
    logits = torch.tensor([[1.0, 1e-6, 1e-6]]).log().requires_grad_()
    nothing = torch.zeros(1)
    batch = TrainingBatch(
        torch.tensor([0]),
        nothing,
        logits.detach().half(),
        nothing,
        torch.eye(3)[:1],
        torch.ones(1),
        torch.tensor([NO_ADVICE]),
        torch.tensor([False]),
    )
    for coefficients, wanted in (
        (LossCoefficients(1.0, 0.0, 0.0), -1.4e-5),
        (LossCoefficients(0.0, 1.0, 0.0), -1.0 / 3.0),
        (LossCoefficients(0.0, 0.0, 0.0, setup_coef=1.0), 0.0),
    ):
        loss, _ = compute_loss(logits, torch.zeros(1, 3), batch, Fast(kappa=0.0), coefficients)
        (gradients,) = torch.autograd.grad(loss, [logits])
        assert gradients[0, 1:].tolist() == pytest.approx([wanted] * 2, rel=0.02)
