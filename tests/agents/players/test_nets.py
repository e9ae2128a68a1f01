"""The networks of the fast learner: what they are given, what they share, what points at what."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from spacecombat_agents.players.nets.architectures import BlockNet, Net, build_net, mask_logits  # noqa: E402
from spacecombat_agents.players.nets.net_config import Network  # noqa: E402
from spacecombat_env.core.model.layout import Block, Layout  # noqa: E402

FORMS = ("pair", "trunk", "blocks")
OBSERVATION = Layout(
    (
        Block("plain", (5,), "five numbers"),
        Block("ships", (3, 4), "three ships", columns=("there", "x", "y", "z")),
        Block("heat", (2, 3), "a grid"),
        Block("more", (2,), "two numbers"),
        Block("mines", (2, 2), "two mines", columns=("there", "x")),
    )
)
WORDS = Layout(
    (
        Block("verbs", (4,), "verbs"),
        Block("ships", (3,), "a ship"),
        Block("boxes", (6,), "a box of the grid"),
    )
)


def a_net(form: str, outcomes: int = 3) -> Net:
    """Return an untrained network, its last layers large enough to see differences."""
    torch.manual_seed(1)
    layers = (8, 8)
    network = Network(form=form, policy_layers=layers, value_layers=layers, layers=layers, slot=4)
    net = build_net(network, OBSERVATION, WORDS, outcomes)
    with torch.no_grad():
        for layer in net.parameters():
            layer += 0.3 * torch.randn(layer.shape)
    return net


@pytest.mark.parametrize("form", FORMS)
def test_inputs_that_were_always_zero_change_nothing(form: str) -> None:
    """What is left out of the product is left out of no answer, nor of any gradient."""
    luck = np.random.default_rng(1)
    live = np.zeros(OBSERVATION.size, bool)
    live[[0, 3, 17, 21]] = True  # two plain numbers, a cell of the grid, another
    live[OBSERVATION.slice("ships").start + 4 + 1] = True  # the second ship of three
    visible = np.where(live, luck.integers(1, 9, (20, OBSERVATION.size)), 0).astype(np.float32)
    legal = torch.ones(20, WORDS.size)
    net = a_net(form)
    answers, gradients = [], []
    for known in (live, np.ones(OBSERVATION.size, bool)):
        inputs = net.inputs(known)
        assert set(np.flatnonzero(live)) <= set(inputs.columns)
        net.zero_grad()
        logits, outcome = net.evaluate(torch.from_numpy(visible[:, inputs.columns]), inputs)
        (logits.square().sum() + outcome.sum()).backward()
        each = (torch.zeros_like(p) if p.grad is None else p.grad for p in net.parameters())
        gradients.append([gradient.clone() for gradient in each])
        answers.append((mask_logits(logits, legal > 0), torch.softmax(outcome, dim=1)))
    assert len(net.inputs(live).columns) < OBSERVATION.size
    logits, values, chances = net(torch.from_numpy(visible), legal)
    assert torch.allclose(values[:, 0], chances[:, 0] - chances[:, 2])
    played = logits, chances
    for mine, whole, plays in zip(*answers, played, strict=True):
        assert torch.allclose(mine, whole, atol=1e-5)
        assert torch.allclose(mine, plays, atol=1e-5)
    for mine, whole in zip(*gradients, strict=True):
        assert torch.allclose(mine, whole, atol=1e-3)


def test_an_action_is_judged_by_the_slot_it_points_at() -> None:
    """Ships that change places take their actions' logits with them, and nothing else changes."""
    net = a_net("blocks")
    visible = torch.randn(4, OBSERVATION.size)
    other = visible.clone()
    ships = OBSERVATION.slice("ships")
    rows = visible[:, ships].reshape(4, 3, 4)
    other[:, ships] = rows[:, [2, 0, 1]].reshape(4, 12)
    legal = torch.ones(4, WORDS.size)
    before, after = net(visible, legal)[0], net(other, legal)[0]
    at = WORDS.slice("ships")
    assert torch.allclose(before[:, at][:, [2, 0, 1]], after[:, at], atol=1e-5)
    assert not torch.allclose(before[:, at], after[:, at], atol=1e-3)
    rest = [i for i in range(WORDS.size) if not at.start <= i < at.stop]
    assert torch.allclose(before[:, rest], after[:, rest], atol=1e-5)


def test_a_slot_that_is_empty_is_no_slot() -> None:
    """Whatever its encoder would make of zeros does not count in the pool."""
    net = a_net("blocks")
    assert isinstance(net, BlockNet)
    last = net.encoders["mines"].layers[1]
    there = torch.randn(1, OBSERVATION.size)
    empty = there.clone()
    empty[:, OBSERVATION.slice("mines")] = 0.0
    legal = torch.ones(1, WORDS.size)
    before = net(there, legal), net(empty, legal)
    with torch.no_grad():
        last.bias += 5.0
    after = net(there, legal), net(empty, legal)
    assert torch.equal(before[1][0], after[1][0]) and torch.equal(before[1][1], after[1][1])
    assert not torch.allclose(before[0][0], after[0][0])


def test_a_box_is_judged_by_its_cell() -> None:
    """A change in one cell changes that box's logit by itself, beside what all learn of it."""
    net = a_net("blocks")
    assert isinstance(net, BlockNet) and net.grids["boxes"] == [OBSERVATION.offsets["heat"]]
    with torch.no_grad():
        for layer in net.trunk.layers:
            layer.weight.zero_()  # so that nothing else can change
    visible = torch.randn(1, OBSERVATION.size)
    other = visible.clone()
    other[0, OBSERVATION.offsets["heat"] + 2] += 1.0
    legal = torch.ones(1, WORDS.size)
    change = (net(other, legal)[0] - net(visible, legal)[0])[0]
    boxes = WORDS.slice("boxes")
    assert torch.nonzero(change.abs() > 1e-6)[:, 0].tolist() == [boxes.start + 2]


@pytest.mark.parametrize("form", FORMS)
def test_untrained_all_actions_are_about_as_likely(form: str) -> None:
    """A net that prefers some actions before it knows anything would try those alone."""
    torch.manual_seed(2)
    net = build_net(Network(form=form), OBSERVATION, WORDS, 3)
    logits = net(torch.randn(50, OBSERVATION.size), torch.ones(50, WORDS.size))[0].detach()
    chances = torch.softmax(logits, dim=1) * WORDS.size
    assert 0.8 < float(chances.min()) <= float(chances.max()) < 1.25
    assert not torch.equal(logits[0], logits[1])


def test_illegal_actions_are_never_held() -> None:
    net = a_net("blocks")
    legal = torch.zeros(1, WORDS.size)
    legal[0, 5] = 1
    logits, value, _ = net(torch.randn(1, OBSERVATION.size), legal)
    assert torch.softmax(logits, dim=1)[0, 5] == 1.0
    assert value.shape == (1, 1) and bool((value.abs() <= 1.0).all())
