"""What is compiled of the fast learner says what torch says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from spacecombat_agents.players.nets.architectures import LiveInputs, mask_logits  # noqa: E402
from spacecombat_agents.training.config import Fast  # noqa: E402
from spacecombat_agents.training.fast.action_sampling import (  # noqa: E402
    SamplingRequest,
    sample_compiled,
    sample_torch,
)
from spacecombat_agents.training.fast.gradients import loss_gradients  # noqa: E402
from spacecombat_agents.training.fast.loss import (  # noqa: E402
    LossCoefficients,
    Minibatch,
    compute_loss,
    gather_batch,
)
from spacecombat_agents.training.fast.rollout_buffer import NO_ADVICE, RolloutBuffer  # noqa: E402
from spacecombat_agents.training.fast.rollout_evaluator import DenseEvaluator  # noqa: E402

ROWS, WORDS = 300, 11


def drawn_masks(rng: np.random.Generator) -> np.ndarray:
    """Return masks of which some rows have one legal action and some have all."""
    masks = (rng.random((ROWS, WORDS)) < rng.random((ROWS, 1))).astype(np.int8)
    masks[np.arange(ROWS), rng.integers(WORDS, size=ROWS)] = 1
    return masks


def said(outcomes: int, seed: int) -> tuple[RolloutBuffer, np.ndarray]:
    """Return decisions of which half were advised, and the masks that they were made under."""
    rng = np.random.default_rng(seed)
    masks = drawn_masks(rng)
    buffer = RolloutBuffer(ROWS, ROWS, (4, WORDS, outcomes))
    at = buffer.add_decisions(np.arange(ROWS))
    logits = torch.from_numpy(rng.normal(size=(ROWS, WORDS)).astype(np.float32))
    ends = torch.from_numpy(rng.normal(size=(ROWS, outcomes)).astype(np.float32))
    uniforms = torch.from_numpy(rng.random((ROWS, 1)).astype(np.float32))
    sample_torch(logits, ends, SamplingRequest(masks, np.arange(ROWS), uniforms), buffer, at)
    weights = rng.random((ROWS, WORDS)) * masks
    buffer.teacher_actions[:] = np.where(rng.random(ROWS) < 0.5, weights.argmax(axis=1), NO_ADVICE)
    buffer.targets[:] = rng.dirichlet(np.ones(outcomes), ROWS) if outcomes > 1 else 0.5
    buffer.advantages[:] = rng.normal(size=ROWS)
    buffer.in_setup[:] = rng.random(ROWS) < 0.3
    return buffer, masks


def drawn_log_probs(rng: np.random.Generator, masks: np.ndarray) -> torch.Tensor:
    """Return the log probabilities of a drawn policy, as a magnet's are stored."""
    logits = torch.from_numpy(2.0 * rng.normal(size=masks.shape).astype(np.float32))
    return torch.log_softmax(mask_logits(logits, torch.from_numpy(masks > 0)), dim=1).half()


@pytest.mark.parametrize("moving", [False, True])
@pytest.mark.parametrize("outcomes", [1, 3])
@pytest.mark.parametrize(
    ("kappa", "coefficients"),
    [
        (0.0, LossCoefficients(0.0, 0.0, 0.0)),
        (0.3, LossCoefficients(0.0, 0.0, 0.0)),
        (0.0, LossCoefficients(0.2, 0.0, 0.0)),
        (0.0, LossCoefficients(0.0, 0.2, 0.0)),
        (0.0, LossCoefficients(0.0, 0.0, 0.0, setup_coef=0.3)),
        (0.1, LossCoefficients(0.05, 0.02, 2.0, 0.1)),
    ],
)
def test_slopes_are_those_of_the_loss(
    outcomes: int, kappa: float, coefficients: LossCoefficients, moving: bool
) -> None:
    """Some way from the policy that played, where ratios are clipped on either side."""
    buffer, masks = said(outcomes, 1)
    rng = np.random.default_rng(2)
    if moving:
        buffer.magnet_log_probs = drawn_log_probs(rng, masks)
    rows = rng.permutation(ROWS)[:200]
    minibatch = Minibatch(rows, rng.random(200).astype(np.float32) + 0.5, buffer.advantages[rows])
    logits = torch.from_numpy(rng.normal(size=(200, WORDS)).astype(np.float32)).requires_grad_()
    ends = torch.from_numpy(rng.normal(size=(200, outcomes)).astype(np.float32)).requires_grad_()
    config = Fast(kappa=kappa, clip=0.2)
    batch = gather_batch(buffer, minibatch, torch.device("cpu"))
    loss, wanted = compute_loss(logits, ends, batch, config, coefficients)
    by_word, by_outcome = torch.autograd.grad(loss, [logits, ends])
    ours, theirs, metrics = loss_gradients(logits, ends, minibatch, buffer, config, coefficients)
    assert float(by_word.abs().max()) > 1e-4 and float(by_outcome.abs().max()) > 1e-4
    assert torch.allclose(ours, by_word, atol=1e-7, rtol=1e-4)
    assert torch.allclose(theirs, by_outcome, atol=1e-7, rtol=1e-4)
    assert torch.allclose(metrics, wanted, atol=1e-5, rtol=1e-4)


def test_an_action_drawn_is_the_same_and_as_likely() -> None:
    """Random numbers on the very edge between two actions may fall either way."""
    for outcomes in (1, 3):
        rng = np.random.default_rng(3)
        masks = drawn_masks(rng)
        rows = rng.permutation(ROWS)[:250]
        logits = torch.from_numpy(3.0 * rng.normal(size=(250, WORDS)).astype(np.float32))
        ends = torch.from_numpy(rng.normal(size=(250, outcomes)).astype(np.float32))
        uniforms = torch.from_numpy(rng.random((250, 1)).astype(np.float32))
        stored = []
        for step in (sample_torch, sample_compiled):
            buffer = RolloutBuffer(ROWS, ROWS, (4, WORDS, outcomes))
            at = buffer.add_decisions(np.arange(250))
            step(logits, ends, SamplingRequest(masks, rows, uniforms), buffer, at)
            stored.append(buffer)
        theirs, ours = stored
        same = ours.actions[:250] == theirs.actions[:250]
        assert same.mean() > 0.99
        assert np.allclose(ours.log_probs[:250][same], theirs.log_probs[:250][same], atol=1e-5)
        assert masks[rows, ours.actions[:250]].all()
        legal = torch.from_numpy(masks[rows] > 0)
        wanted = torch.log_softmax(mask_logits(logits, legal), dim=1)
        assert torch.equal(ours.all_log_probs[:250] > -torch.inf, legal)
        assert torch.allclose(ours.all_log_probs[:250].float()[legal], wanted[legal], atol=1e-2)
        assert np.allclose(ours.outcomes, theirs.outcomes, atol=1e-6)
        assert np.allclose(ours.value_estimates, theirs.value_estimates, atol=1e-6)


NOBODY: Any = None
"""A network that is never called."""


def living(*columns: int) -> LiveInputs:
    """Return what a network without slots is given."""
    return LiveInputs(np.array(columns), (), torch.tensor(columns))


def test_living_entries_come_as_floats_wherever_they_stand() -> None:
    """Also of what was seen before an entry first lived."""
    rng = np.random.default_rng(4)
    observations = rng.integers(-9, 9, (20, 6)).astype(np.int8)
    scales = rng.random(6).astype(np.float32)
    floats = DenseEvaluator(NOBODY, scales, 30, 2)
    floats.set_live_inputs(living(1, 4), observations[:5])
    floats.add_observations(observations[5:12], slice(5, 12))
    rows = np.array([3, 11, 0, 3])
    assert np.array_equal(floats.gather(0, rows), observations[rows][:, [1, 4]] * scales[[1, 4]])
    floats.set_live_inputs(living(0, 1, 4), observations[:12])
    kept = floats.gather(1, rows)
    floats.gather(0, np.arange(12))
    assert np.array_equal(kept, observations[rows][:, [0, 1, 4]] * scales[[0, 1, 4]])
