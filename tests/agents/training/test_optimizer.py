"""Steps on standardised inputs: the same as those of a layer that is given such inputs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from spacecombat_agents.game_setting import GameSetting  # noqa: E402
from spacecombat_agents.players.nets.architectures import OUTCOME_CLASSES, Net, build_net  # noqa: E402
from spacecombat_agents.players.nets.net_config import Network  # noqa: E402
from spacecombat_agents.training.behaviour_cloning import BehaviourCloning  # noqa: E402
from spacecombat_agents.training.config import Fast, config_from  # noqa: E402
from spacecombat_agents.training.fast.learner import FastLearner  # noqa: E402
from spacecombat_agents.training.fast.optimizer import MIN_DEVIATION, Optimizer  # noqa: E402
from spacecombat_agents.training.metrics import metrics_log  # noqa: E402
from spacecombat_agents.training.run_state import STATE_FILE  # noqa: E402
from spacecombat_agents.training.trainer import train  # noqa: E402

RATE = 0.01
RUN: dict[str, Any] = {
    "ruleset": "auction",
    "scenario": "plain",
    "learner": "fast",
    "torch_threads": 1,
    "engine_threads": 1,
    "budget": {"minutes": None, "decisions": 3_000},
    "rollout": {"games": 32, "decisions": 1024},
    "fast": {"batch": 256, "standardise": True},
    "network": {"policy_layers": [8], "value_layers": [8]},
    "opponents": {"weights": {"mirror": 1.0}},
    "evaluation": {"every_minutes": None, "final_pairs": 1, "opponents": ["random"]},
}
SCENARIO = GameSetting.of("intercept_sensors", "duel").scenario
SIZE = SCENARIO.observation.size
SCALES = SCENARIO.observation.scales
NETWORK = Network(policy_layers=(8,), value_layers=(8,))
LIVELY, DULL, STILL = slice(0, 40), slice(40, 80), slice(80, None)
"""Entries that vary much, little, and not at all."""


def rollout(seed: int) -> np.ndarray:
    """Return 500 observations, none of which is around 0."""
    rng = np.random.default_rng(seed)
    observations = np.zeros((500, SIZE), np.int8)
    observations[:, LIVELY] = rng.integers(20, 120, (500, 40))
    observations[:, DULL] = rng.integers(100, 104, (500, 40))
    return observations


def told(observations: np.ndarray) -> torch.Tensor:
    """Return observations as a network is given them."""
    return torch.from_numpy(observations * SCALES).float()


def standard(observations: np.ndarray, by: np.ndarray) -> torch.Tensor:
    """Return observations with mean 0 and deviation 1 by those of others."""
    x, others = told(observations).double(), told(by).double()
    deviation = others.std(dim=0, correction=0)
    varied = deviation > 0
    mean = torch.where(varied, others.mean(dim=0), 0.0)
    return ((x - mean) / torch.where(varied, deviation.clamp(min=MIN_DEVIATION), 1.0)).float()


def new_net() -> Net:
    """Return a network, the same each time."""
    torch.manual_seed(3)
    return build_net(NETWORK, SCENARIO.observation, SCENARIO.actions, OUTCOME_CLASSES)


def answers(net: Net, x: torch.Tensor) -> torch.Tensor:
    """Return what a network says, logits and outcome side by side."""
    return torch.cat(net.evaluate(x, net.inputs(np.ones(SIZE, bool))), dim=1)


def measured(steps: Optimizer) -> tuple[torch.Tensor, torch.Tensor]:
    """Return means and scales of the first of the first layers."""
    _, _, mean, scale = steps.state()["first"][0]
    return mean, scale


def slopes(net: Net, x: torch.Tensor) -> list[torch.Tensor | None]:
    """Return the gradient of a loss, which is any."""
    loss = (answers(net, x) - torch.linspace(-1.0, 1.0, len(x))[:, None]).square().sum()
    return list(torch.autograd.grad(loss, list(net.parameters()), allow_unused=True))


def test_a_step_is_that_of_a_layer_that_is_given_standardised_inputs() -> None:
    """Three steps of each, by one Adam with gradients cut to one length."""
    observations = rollout(1)
    net, other = new_net(), new_net()
    steps = Optimizer(net, Fast(standardise=True), fresh=True)
    adam = torch.optim.Adam(other.parameters(), RATE, eps=1e-5)
    steps.observe_rollout(observations, SCALES)
    for _ in range(3):
        steps.step(slopes(net, told(observations)), RATE)
        for each, slope in zip(
            other.parameters(), slopes(other, standard(observations, observations)), strict=True
        ):
            each.grad = slope
        torch.nn.utils.clip_grad_norm_(other.parameters(), Fast().max_grad_norm)
        adam.step()
    said, wanted = (
        answers(net, told(observations)),
        answers(other, standard(observations, observations)),
    )
    assert (wanted - answers(new_net(), standard(observations, observations))).abs().max() > 0.1
    torch.testing.assert_close(said, wanted, atol=2e-4, rtol=1e-3)


def test_without_it_a_step_is_adams() -> None:
    observations = rollout(1)
    net, other = new_net(), new_net()
    steps = Optimizer(net, Fast(), fresh=True)
    adam = torch.optim.Adam(other.parameters(), RATE, eps=1e-5, fused=True)
    steps.observe_rollout(observations, SCALES)
    steps.step(slopes(net, told(observations)), RATE)
    for each, slope in zip(other.parameters(), slopes(other, told(observations)), strict=True):
        each.grad = slope
    torch.nn.utils.clip_grad_norm_(other.parameters(), Fast().max_grad_norm)
    adam.step()
    for ours, theirs in zip(net.parameters(), other.parameters(), strict=True):
        assert torch.equal(ours, theirs)


@pytest.mark.parametrize("fresh", [True, False])
def test_what_was_learned_is_kept_when_inputs_are_measured(fresh: bool) -> None:
    """Weights that were drawn are taken for those on standardised inputs, and no others."""
    net = new_net()
    steps = Optimizer(net, Fast(standardise=True), fresh)
    before = answers(net, told(rollout(1)))
    steps.observe_rollout(rollout(1), SCALES)
    after = answers(net, told(rollout(1)))
    assert torch.allclose(before, after, atol=1e-5) is not fresh
    for _ in range(3):
        steps.step(slopes(net, told(rollout(1))), RATE)
    before = answers(net, told(rollout(2)))
    wider = (rollout(2) // 2).astype(np.int8)
    steps.observe_rollout(wider, SCALES)
    assert torch.allclose(before, answers(net, told(rollout(2))), atol=1e-4)


def test_inputs_are_measured_in_rollouts_that_are_powers_of_two() -> None:
    steps = Optimizer(new_net(), Fast(standardise=True), fresh=True)
    means = []
    for number in range(9):
        steps.observe_rollout(rollout(number), SCALES)
        means.append(measured(steps)[0].clone())
    changed = [1 + n for n in range(9) if n == 0 or not torch.equal(means[n], means[n - 1])]
    assert changed == [1, 2, 4, 8]


def stepped_once() -> Optimizer:
    """Return steps of which one has been taken."""
    net = new_net()
    steps = Optimizer(net, Fast(standardise=True), fresh=True)
    steps.observe_rollout(rollout(1), SCALES)
    steps.step(slopes(net, told(rollout(1))), RATE)
    return steps


def test_momentum_is_kept_in_the_new_measure() -> None:
    """What varies half as much is drawn out twice as far, and so are its gradients."""
    steps, other = (stepped_once() for _ in range(2))
    steps.observe_rollout((rollout(1) // 2).astype(np.int8), SCALES)
    ratio = measured(steps)[1] / measured(other)[1]
    assert ratio[LIVELY].min() > 1.9 and torch.equal(ratio[STILL], torch.ones(SIZE - 80))
    now, then = (each.state()["adam"]["state"][0] for each in (steps, other))
    torch.testing.assert_close(now["exp_avg"], then["exp_avg"] * ratio, rtol=1e-4, atol=0.0)
    torch.testing.assert_close(
        now["exp_avg_sq"], then["exp_avg_sq"] * ratio**2, rtol=1e-4, atol=0.0
    )


def test_what_hardly_varies_is_not_drawn_out() -> None:
    steps = Optimizer(new_net(), Fast(standardise=True), fresh=True)
    steps.observe_rollout(rollout(1), SCALES)
    _, scale = measured(steps)
    assert scale.max() <= 1.0 / MIN_DEVIATION + 1e-4
    assert torch.equal(scale[STILL], torch.ones(SIZE - 80))


def test_a_run_looks_at_each_rollout_and_keeps_what_it_started_from(tmp_path: Path) -> None:
    """A start file and a head start are learning; weights as they were drawn are not."""
    train(config_from(RUN), tmp_path)
    steps = torch.load(tmp_path / STATE_FILE, weights_only=True)["learner"]["steps"]
    assert steps["rollouts"] == len(metrics_log.read(tmp_path)) > 1
    assert steps["first"][0][3].max() > 1.5 and not steps["fresh"]
    setting = GameSetting.of("auction", "plain")
    weights = str(tmp_path / "policy.safetensors")
    for begun, fresh in (
        ({}, True),
        ({"start": weights}, False),
        ({"imitation": {"agent": "random"}}, False),
    ):
        learner = FastLearner(config_from({**RUN, **begun}), setting.scenario)
        assert learner._optimizer.state()["fresh"] is fresh


def test_cloning_standardises_inputs_as_the_learner_does() -> None:
    setting = GameSetting.of("auction", "plain")
    taught = {"imitation": {"agent": "scripted:captain", "decisions": 2_000}}
    for standardise in (False, True):
        run = config_from({**RUN, **taught, "fast": {"standardise": standardise}})
        cloning = BehaviourCloning(FastLearner(run, setting.scenario), setting, run)
        cloning.execute()
        state = cloning.state()["optimizer"]
        assert ("first" in state) is standardise
    for _, _, mean, scale in state["first"]:
        assert (mean != 0.0).any() and (scale > 1.0).any()


SKIRMISH = GameSetting.of("battle_rider", "skirmish").scenario
"""Its plain entries are in no grid, which actions would read as they are."""


def seen_in_slots() -> np.ndarray:
    """Return 300 observations, in which two slots in five hold somebody."""
    rng = np.random.default_rng(6)
    layout = SKIRMISH.observation
    observations = rng.integers(20, 120, (300, layout.size)).astype(np.int8)
    for start, rows, width in slots_of_skirmish():
        slots = observations[:, start : start + rows * width].reshape(300, rows, width)
        slots[rng.random((300, rows)) < 0.6] = 0
    return observations


def slots_of_skirmish() -> list[tuple[int, int, int]]:
    """Return start, rows and width of each block of slots."""
    layout = SKIRMISH.observation
    blocks = [block for block in layout.blocks if len(block.shape) == 2]
    return [(layout.offsets[block.name], *block.shape) for block in blocks]


def standard_in_slots(observations: np.ndarray) -> torch.Tensor:
    """Return observations with mean 0 and deviation 1, of slots by those that hold somebody."""
    x = torch.from_numpy(observations * SKIRMISH.observation.scales).double()
    plain = np.ones(observations.shape[1], bool)
    for start, rows, width in slots_of_skirmish():
        plain[start : start + rows * width] = False
        slots = x[:, start : start + rows * width].reshape(-1, width)
        there = (slots != 0).any(dim=1)
        deviation = slots[there].std(dim=0, correction=0).clamp(min=MIN_DEVIATION)
        slots[there] = (slots[there] - slots[there].mean(dim=0)) / deviation
        x[:, start : start + rows * width] = slots.reshape(len(x), -1)
    deviation = x[:, plain].std(dim=0, correction=0).clamp(min=MIN_DEVIATION)
    x[:, plain] = (x[:, plain] - x[:, plain].mean(dim=0)) / deviation
    return x.float()


def test_slots_are_standardised_by_those_that_hold_somebody() -> None:
    """Three steps of a network of blocks, against one that is given such inputs."""
    observations, nets = seen_in_slots(), []
    for _ in range(2):
        torch.manual_seed(4)
        network = Network("blocks", layers=(8,), slot=4)
        nets.append(build_net(network, SKIRMISH.observation, SKIRMISH.actions, OUTCOME_CLASSES))
    net, other = nets
    raw = torch.from_numpy(observations * SKIRMISH.observation.scales).float()
    given = standard_in_slots(observations)
    whole = net.inputs(np.ones(observations.shape[1], bool))

    def said(who: Net, x: torch.Tensor) -> torch.Tensor:
        return torch.cat(who.evaluate(x[:, whole.columns], whole), dim=1)

    def gradient(who: Net, x: torch.Tensor) -> list[torch.Tensor | None]:
        loss = (said(who, x) - torch.linspace(-1.0, 1.0, len(x))[:, None]).square().sum()
        return list(torch.autograd.grad(loss, list(who.parameters()), allow_unused=True))

    before = said(other, given).detach()
    steps = Optimizer(net, Fast(standardise=True), fresh=True)
    adam = torch.optim.Adam(other.parameters(), RATE, eps=1e-5)
    steps.observe_rollout(observations, SKIRMISH.observation.scales)
    torch.testing.assert_close(said(net, raw), before, atol=1e-4, rtol=1e-3)
    for _ in range(3):
        steps.step(gradient(net, raw), RATE)
        for each, slope in zip(other.parameters(), gradient(other, given), strict=True):
            each.grad = slope
        torch.nn.utils.clip_grad_norm_(other.parameters(), Fast().max_grad_norm)
        adam.step()
    assert (said(other, given) - before).abs().max() > 0.1
    torch.testing.assert_close(said(net, raw), said(other, given), atol=5e-4, rtol=2e-3)
