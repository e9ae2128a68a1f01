"""What the fast learner makes smaller: the loss by hand, its pulls, and what it is taken over."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from spacecombat_agents.players.nets import only_legal  # noqa: E402
from spacecombat_agents.training.config import Fast, TrainConfig  # noqa: E402
from spacecombat_agents.training.fast.chains import NOT_ASKED  # noqa: E402
from spacecombat_agents.training.fast.loss import (  # noqa: E402
    Batch,
    Numbers,
    Pulls,
    chosen,
    loss_of,
    pulls_at,
    rate_at,
)


def a_batch(count: int = 6, seed: int = 1) -> Batch:
    """Return a batch of drawn numbers; in each row some words are legal."""
    luck = torch.Generator().manual_seed(seed)
    legal = torch.rand(count, 5, generator=luck) < 0.6
    legal[:, 2] = True
    logits = only_legal(torch.randn(count, 5, generator=luck), legal)
    held = torch.log_softmax(logits, dim=1)
    words = torch.multinomial(held.exp(), 1, generator=luck)[:, 0]
    return Batch(
        words,
        held.gather(1, words[:, None])[:, 0],
        torch.where(legal, held, -torch.inf).half(),
        torch.randn(count, generator=luck),
        torch.eye(3)[torch.arange(count) % 3],
        torch.ones(count),
        torch.where(torch.arange(count) % 2 == 0, words, NOT_ASKED),
    )


def test_the_loss_by_hand() -> None:
    """One decision of two legal words, held 0.5 and 0.5 then, 0.8 and 0.2 now; a draw came."""
    logits = torch.log(torch.tensor([[0.8, 0.2, 0.9]]))
    held = torch.tensor([[0.5, 0.5, 0.0]]).log().half()
    half = float(np.log(0.5))
    batch = Batch(
        torch.tensor([0]),
        torch.tensor([half]),
        held,
        torch.tensor([2.0]),
        torch.tensor([[0.0, 1.0, 0.0]]),
        torch.ones(1),
        torch.tensor([1]),
    )
    fast = Fast(clip=0.2, kappa=0.1, value=0.5, normalise=False)
    loss, told = loss_of(
        logits, torch.log(torch.tensor([[0.7, 0.2, 0.1]])), batch, fast, Pulls(0.03, 0.07, 0.25)
    )
    gain = 1.2 * 2.0  # 0.8 / 0.5 clipped
    entropy = -(0.8 * np.log(0.8) + 0.2 * np.log(0.2))
    moved = 0.8 * np.log(0.8 / 0.5) + 0.2 * np.log(0.2 / 0.5)
    wanted = -gain + 0.03 * (np.log(2.0) - entropy) + 0.1 * moved - 0.5 * np.log(0.2)
    wanted += 0.07 * (0.5 * np.log(0.5 / 0.8) + 0.5 * np.log(0.5 / 0.2))
    wanted -= 0.25 * np.log(0.2)  # the teacher would have said the other word
    assert float(loss) == pytest.approx(wanted, abs=1e-3)
    assert Numbers(*told.tolist())._asdict() == pytest.approx(
        {
            "loss": wanted,
            "policy_loss": -gain,
            "value_loss": -np.log(0.2),
            "entropy": entropy,
            "entropy_share": entropy / np.log(2.0),
            "kl": moved,
            "taught": -np.log(0.2),
        },
        abs=1e-3,
    )


def test_nothing_pulls_where_nothing_moved() -> None:
    """The pull towards the behaviour has no gradient at the behaviour itself."""
    batch = a_batch()
    logits = torch.where(batch.held > -torch.inf, batch.held.float(), 0.0).requires_grad_()
    still = batch._replace(advantages=torch.zeros(6))
    outcome = torch.zeros(6, 3)
    loss_of(logits, outcome, still, Fast(kappa=5.0), Pulls(0.0, 0.0, 0.0))[0].backward()
    assert logits.grad is not None and float(logits.grad.abs().max()) < 1e-3


def test_what_is_spared_stands_for_what_is_left_out() -> None:
    """The mean of anything over what is learned from is its mean over everything, in the long run;
    without spared decisions it is not."""
    luck = np.random.default_rng(1)
    advantages = luck.normal(size=400).astype(np.float32)
    usable = np.flatnonzero(luck.random(400) < 0.9)
    wanted = np.abs(advantages[usable]).mean()

    def mean_of(config: Fast) -> float:
        found = []
        for _ in range(400):
            rows, weights = chosen(usable, advantages, config, luck)
            assert len(set(rows)) == len(rows) and set(rows) <= set(usable)
            assert weights.mean() == pytest.approx(1.0, abs=1e-5)
            found.append((weights * np.abs(advantages[rows])).mean())
        return float(np.mean(found))

    assert mean_of(Fast(kept=0.4, spared=0.1)) == pytest.approx(wanted, rel=0.01)
    assert mean_of(Fast(kept=0.4, spared=0.0)) > 1.5 * wanted
    rows, _ = chosen(usable, advantages, Fast(kept=0.4, spared=0.0), luck)
    left = np.setdiff1d(usable, rows)
    assert np.abs(advantages[rows]).min() >= np.abs(advantages[left]).max()
    rows, weights = chosen(usable, advantages, Fast(kept=1.0, spared=0.5), luck)
    assert np.array_equal(rows, usable) and set(weights) == {1.0}
    rows, weights = chosen(usable[:3], advantages, Fast(kept=0.0, spared=0.1), luck)
    assert len(rows) == 1 and weights == [1.0], "of few one is learned from, not none"


def test_the_pull_fades_by_a_power_law() -> None:
    fast = Fast(tau=0.05, tau_growth=1e4, tau_power=0.3, floor=0.2)
    run = TrainConfig(fast=fast)
    assert pulls_at(run, 0.0).tau == 0.05
    assert pulls_at(run, 0.01).tau == pytest.approx(0.0125, rel=0.01)
    assert pulls_at(run, 0.1).tau == pytest.approx(0.0063, rel=0.01)
    assert pulls_at(run, 0.0).floor == 0.2
    assert pulls_at(run, 0.1).floor == pytest.approx(4.0 * pulls_at(run, 0.1).tau)
    assert rate_at(fast, 1.0) == pytest.approx(fast.final_learning_rate)


def test_a_rare_word_is_pulled_back_by_the_floor_alone() -> None:
    """Held one in a million, `tau` hardly pulls it; `floor` by a third of its weight."""
    logits = torch.tensor([[1.0, 1e-6, 1e-6]]).log().requires_grad_()
    nothing = torch.zeros(1)
    batch = Batch(
        torch.tensor([0]),
        nothing,
        logits.detach().half(),
        nothing,
        torch.eye(3)[:1],
        torch.ones(1),
        torch.tensor([NOT_ASKED]),
    )
    for pulls, wanted in ((Pulls(1.0, 0.0, 0.0), -1.4e-5), (Pulls(0.0, 1.0, 0.0), -1.0 / 3.0)):
        loss, _ = loss_of(logits, torch.zeros(1, 3), batch, Fast(kappa=0.0), pulls)
        (slopes,) = torch.autograd.grad(loss, [logits])
        assert slopes[0, 1:].tolist() == pytest.approx([wanted] * 2, rel=0.02)
