"""What is compiled of the fast learner says what torch says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from spacecombat_agents.players.nets import Inputs, only_legal  # noqa: E402
from spacecombat_agents.training.config import Fast  # noqa: E402
from spacecombat_agents.training.fast.chains import NOT_ASKED, Chains  # noqa: E402
from spacecombat_agents.training.fast.inputs import Floats  # noqa: E402
from spacecombat_agents.training.fast.loss import Drawn, Pulls, batch_of, loss_of  # noqa: E402
from spacecombat_agents.training.fast.slopes import slopes_of  # noqa: E402
from spacecombat_agents.training.fast.speech import Asked, say_by_torch, say_compiled  # noqa: E402

ROWS, WORDS = 300, 11


def drawn_masks(luck: np.random.Generator) -> np.ndarray:
    """Return masks of which some rows have one legal word and some have all."""
    masks = (luck.random((ROWS, WORDS)) < luck.random((ROWS, 1))).astype(np.int8)
    masks[np.arange(ROWS), luck.integers(WORDS, size=ROWS)] = 1
    return masks


def said(outcomes: int, seed: int) -> tuple[Chains, np.ndarray]:
    """Return decisions of which half were advised, and the masks that they were made under."""
    luck = np.random.default_rng(seed)
    masks = drawn_masks(luck)
    chains = Chains(ROWS, ROWS, (4, WORDS, outcomes))
    at = chains.join(np.arange(ROWS))
    logits = torch.from_numpy(luck.normal(size=(ROWS, WORDS)).astype(np.float32))
    ends = torch.from_numpy(luck.normal(size=(ROWS, outcomes)).astype(np.float32))
    lots = torch.from_numpy(luck.random((ROWS, 1)).astype(np.float32))
    say_by_torch(logits, ends, Asked(masks, np.arange(ROWS), lots), chains, at)
    weights = luck.random((ROWS, WORDS)) * masks
    chains.taught[:] = np.where(luck.random(ROWS) < 0.5, weights.argmax(axis=1), NOT_ASKED)
    chains.targets[:] = luck.dirichlet(np.ones(outcomes), ROWS) if outcomes > 1 else 0.5
    chains.advantages[:] = luck.normal(size=ROWS)
    return chains, masks


@pytest.mark.parametrize("outcomes", [1, 3])
@pytest.mark.parametrize(
    ("kappa", "pulls"),
    [
        (0.0, Pulls(0.0, 0.0, 0.0)),
        (0.3, Pulls(0.0, 0.0, 0.0)),
        (0.0, Pulls(0.2, 0.0, 0.0)),
        (0.0, Pulls(0.0, 0.2, 0.0)),
        (0.1, Pulls(0.05, 0.02, 2.0)),
    ],
)
def test_slopes_are_those_of_the_loss(outcomes: int, kappa: float, pulls: Pulls) -> None:
    """Some way from the policy that played, where ratios are clipped on either side."""
    chains, _ = said(outcomes, 1)
    luck = np.random.default_rng(2)
    rows = luck.permutation(ROWS)[:200]
    drawn = Drawn(rows, luck.random(200).astype(np.float32) + 0.5, chains.advantages[rows])
    logits = torch.from_numpy(luck.normal(size=(200, WORDS)).astype(np.float32)).requires_grad_()
    ends = torch.from_numpy(luck.normal(size=(200, outcomes)).astype(np.float32)).requires_grad_()
    config = Fast(kappa=kappa, clip=0.2)
    batch = batch_of(chains, drawn, torch.device("cpu"))
    loss, wanted = loss_of(logits, ends, batch, config, pulls)
    by_word, by_outcome = torch.autograd.grad(loss, [logits, ends])
    ours, theirs, told = slopes_of(logits, ends, drawn, chains, config, pulls)
    assert float(by_word.abs().max()) > 1e-4 and float(by_outcome.abs().max()) > 1e-4
    assert torch.allclose(ours, by_word, atol=1e-7, rtol=1e-4)
    assert torch.allclose(theirs, by_outcome, atol=1e-7, rtol=1e-4)
    assert torch.allclose(told, wanted, atol=1e-5, rtol=1e-4)


def test_a_word_drawn_is_the_same_and_as_likely() -> None:
    """Lots on the very edge between two words may fall either way."""
    for outcomes in (1, 3):
        luck = np.random.default_rng(3)
        masks = drawn_masks(luck)
        rows = luck.permutation(ROWS)[:250]
        logits = torch.from_numpy(3.0 * luck.normal(size=(250, WORDS)).astype(np.float32))
        ends = torch.from_numpy(luck.normal(size=(250, outcomes)).astype(np.float32))
        lots = torch.from_numpy(luck.random((250, 1)).astype(np.float32))
        stored = []
        for speak in (say_by_torch, say_compiled):
            chains = Chains(ROWS, ROWS, (4, WORDS, outcomes))
            at = chains.join(np.arange(250))
            speak(logits, ends, Asked(masks, rows, lots), chains, at)
            stored.append(chains)
        theirs, ours = stored
        same = ours.words[:250] == theirs.words[:250]
        assert same.mean() > 0.99
        assert np.allclose(ours.chances[:250][same], theirs.chances[:250][same], atol=1e-5)
        assert masks[rows, ours.words[:250]].all()
        legal = torch.from_numpy(masks[rows] > 0)
        wanted = torch.log_softmax(only_legal(logits, legal), dim=1)
        assert torch.equal(ours.held[:250] > -torch.inf, legal)
        assert torch.allclose(ours.held[:250].float()[legal], wanted[legal], atol=1e-2)
        assert np.allclose(ours.outcomes, theirs.outcomes, atol=1e-6)
        assert np.allclose(ours.guesses, theirs.guesses, atol=1e-6)


NOBODY: Any = None
"""A network that is not asked."""


def living(*columns: int) -> Inputs:
    """Return what a network without slots is given."""
    return Inputs(np.array(columns), (), torch.tensor(columns))


def test_living_entries_come_as_floats_wherever_they_stand() -> None:
    """Also of what was seen before an entry first lived."""
    luck = np.random.default_rng(4)
    seen = luck.integers(-9, 9, (20, 6)).astype(np.int8)
    scales = luck.random(6).astype(np.float32)
    floats = Floats(NOBODY, scales, 30, 2)
    floats.live_on(living(1, 4), seen[:5])
    floats.note(seen[5:12], slice(5, 12))
    rows = np.array([3, 11, 0, 3])
    assert np.array_equal(floats.take(0, rows), seen[rows][:, [1, 4]] * scales[[1, 4]])
    floats.live_on(living(0, 1, 4), seen[:12])
    kept = floats.take(1, rows)
    floats.take(0, np.arange(12))
    assert np.array_equal(kept, seen[rows][:, [0, 1, 4]] * scales[[0, 1, 4]])
