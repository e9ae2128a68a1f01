"""Blocks learn by what is packed: answers and gradients are those of the network that is exported."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from spacecombat_agents.game_setting import GameSetting  # noqa: E402
from spacecombat_agents.players.nets.architectures import BlockNet, LiveInputs, build_net  # noqa: E402
from spacecombat_agents.players.nets.net_config import Network  # noqa: E402
from spacecombat_agents.training import torch_tools  # noqa: E402
from spacecombat_agents.training.config import config_from  # noqa: E402
from spacecombat_agents.training.fast.learner import FastLearner  # noqa: E402
from spacecombat_agents.training.fast.ragged_batch import PADDING, RaggedEvaluator  # noqa: E402
from spacecombat_agents.training.trainer import train  # noqa: E402
from spacecombat_env.core.ruleset import Scenario  # noqa: E402

COUNT = 300
NETWORK = Network("blocks", layers=(24,), slot=8)
RUN: dict[str, Any] = {
    "ruleset": "intercept_sensors",
    "scenario": "duel",
    "learner": "fast",
    "torch_threads": 1,
    "engine_threads": 1,
    "budget": {"minutes": None, "decisions": 6_000},
    "rollout": {"games": 32, "decisions": 1024},
    "fast": {"batch": 256, "learning_rate": 0.003, "standardise": True},
    "network": {"form": "blocks", "layers": [16], "slot": 8},
    "opponents": {"weights": {"mirror": 0.7, "random": 0.3}},
    "evaluation": {"every_minutes": None, "final_pairs": 2, "opponents": ["random"]},
}


def observed(scenario: Scenario, share: float) -> np.ndarray:
    """Return observations whose slots hold somebody with a chance; others are zeros."""
    rng = np.random.default_rng(7)
    layout = scenario.observation
    observations = rng.integers(-90, 90, (COUNT, layout.size)).astype(np.int8)
    for block in layout.blocks:
        if len(block.shape) == 2 and block.columns:
            start = layout.offsets[block.name]
            slots = observations[:, start : start + block.size].reshape(COUNT, *block.shape)
            slots[rng.random(slots.shape[:2]) > share] = 0
            slots[rng.random(slots.shape) < 0.5] = 0
            if share < 1.0:
                slots[:, -1] = 0  # a slot in which nobody ever was
    return observations


def new_net(scenario: Scenario, slot: int = 8) -> BlockNet:
    """Return a network that says different things about slots."""
    torch.manual_seed(2)
    net = build_net(replace(NETWORK, slot=slot), scenario.observation, scenario.actions, 3)
    for weight in net.parameters():
        torch.nn.init.normal_(weight, std=0.2)
    assert isinstance(net, BlockNet)
    return net


def both(
    net: BlockNet, scenario: Scenario, observations: np.ndarray, rows: np.ndarray
) -> tuple[list[list[torch.Tensor]], LiveInputs]:
    """Return answers and gradients of both ways, and what lives."""
    inputs = net.inputs(observations.any(axis=0))
    scales = np.asarray(scenario.observation.scales, np.float32)
    floats = RaggedEvaluator(net, scales, observations, 1)
    floats.set_live_inputs(inputs, observations)
    x = torch.from_numpy(observations[rows][:, inputs.columns] * scales[inputs.columns])
    found = []
    for answers in (net.evaluate(x, inputs), floats.evaluate(0, rows)):
        torch.manual_seed(5)
        slopes = [torch.randn_like(each) for each in answers]
        layers = list(net.parameters())
        gradients = torch.autograd.grad(answers, layers, slopes, allow_unused=True)
        none = [torch.zeros_like(each) for each in layers]
        given = [b if a is None else a for a, b in zip(gradients, none, strict=True)]
        found.append([*(each.detach() for each in answers), *given])
    return found, inputs


@pytest.mark.parametrize("name", [("battle_rider", "skirmish"), ("intercept_sensors", "duel")])
@pytest.mark.parametrize("share", [0.0, 0.4, 1.0])
def test_what_is_packed_says_and_teaches_the_same(name: tuple[str, str], share: float) -> None:
    """With nobody in any slot, somebody in some, and in all but those that dice left empty."""
    scenario = GameSetting.of(*name).scenario
    net = new_net(scenario)
    rows = np.random.default_rng(1).permutation(COUNT)[:200]
    (dense, packed), inputs = both(net, scenario, observed(scenario, share), rows)
    assert (sum(inputs.rows) > 0) is (share > 0.0)
    for ours, theirs in zip(packed, dense, strict=True):
        size = float(theirs.abs().max())
        torch.testing.assert_close(ours, theirs, atol=2e-5 * max(size, 1.0), rtol=1e-4)
    assert any(float(each.abs().max()) > 1.0 for each in dense[2:])


@pytest.mark.parametrize("name", [("battle_rider", "skirmish"), ("intercept_sensors", "duel")])
@pytest.mark.parametrize("share", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("slot", [8, 7])
def test_what_is_said_in_play_is_what_the_network_says(
    name: tuple[str, str], share: float, slot: int
) -> None:
    """With encoded slots of a multiple of four, which sums run in, and of some other number."""
    scenario = GameSetting.of(*name).scenario
    net, observations = new_net(scenario, slot), observed(scenario, share)
    inputs, scales = net.inputs(observations.any(axis=0)), np.float32(scenario.observation.scales)
    floats = RaggedEvaluator(net, scales, observations, 1)
    floats.set_live_inputs(inputs, observations)
    rows = np.random.default_rng(1).permutation(COUNT)[:200]
    x = torch.from_numpy(observations[rows][:, inputs.columns] * scales[inputs.columns])
    for said, known in zip(floats.infer(0, rows), net.evaluate(x, inputs), strict=True):
        size = max(float(known.detach().abs().max()), 1.0)
        torch.testing.assert_close(said, known.detach(), atol=2e-5 * size, rtol=1e-4)


def test_in_play_the_network_says_what_it_says_when_it_is_taught(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Before each update the chances that actions were drawn by are still the network's own."""
    furthest: list[float] = []
    usual = FastLearner._update
    carried = 2 * RUN["rollout"]["games"]  # the last of each seat, by weights of before

    def update(learner: FastLearner) -> None:
        buffer = learner._buffer
        rows = np.arange(carried, buffer.count)
        with torch.no_grad():
            logits, _ = learner._evaluator.evaluate(0, rows)
        held = buffer.all_log_probs[rows].float()
        known = torch.log_softmax(torch.where(held.isinf(), held, logits), dim=1).numpy()
        drawn = known[np.arange(len(rows)), buffer.actions[rows]]
        furthest.append(float(np.abs(drawn - buffer.log_probs[rows]).max()))
        usual(learner)

    monkeypatch.setattr(FastLearner, "_update", update)
    train(config_from(RUN), tmp_path / "run")
    assert len(furthest) > 4 and max(furthest) < 1e-4


def test_a_batch_in_which_nobody_is_there_is_answered() -> None:
    """Though somebody was in others."""
    scenario = GameSetting.of("battle_rider", "skirmish").scenario
    net, observations = new_net(scenario), observed(scenario, 0.4)
    for block in net.blocks:
        observations[:5, block.start : block.start + block.rows * block.width] = 0
    (dense, packed), inputs = both(net, scenario, observations, np.arange(5))
    assert sum(inputs.rows) > 0
    for ours, theirs in zip(packed, dense, strict=True):
        torch.testing.assert_close(ours, theirs, atol=1e-4, rtol=1e-4)


def test_twins_in_two_slots_teach_an_encoder_what_one_way_of_sharing_does() -> None:
    """The largest is in both: torch halves its slope, packed gives the first all of it."""
    scenario = GameSetting.of("battle_rider", "skirmish").scenario
    net, observations = new_net(scenario), observed(scenario, 0.4)
    block = net.blocks[0]
    slots = observations[:, block.start : block.start + 2 * block.width].reshape(
        COUNT, 2, block.width
    )
    slots[:, 1] = slots[:, 0]
    (dense, packed), _ = both(net, scenario, observations, np.arange(COUNT))
    for ours, theirs in zip(packed, dense, strict=True):
        size = float(theirs.abs().max())
        torch.testing.assert_close(ours, theirs, atol=2e-5 * max(size, 1.0), rtol=1e-4)


def test_slots_are_filled_up_so_that_shapes_repeat() -> None:
    scenario = GameSetting.of("battle_rider", "skirmish").scenario
    net, observations = new_net(scenario), observed(scenario, 0.4)
    floats = RaggedEvaluator(
        net, np.asarray(scenario.observation.scales, np.float32), observations, 1
    )
    floats.set_live_inputs(net.inputs(observations.any(axis=0)), observations)
    slots = [each for each in floats.gather(0, np.arange(200)).slots if each is not None]
    assert any(len(held.places) % PADDING for _, held in slots)
    for given, held in slots:
        assert len(given) % PADDING == 0 and not given[len(held.places) :].any()


@pytest.mark.parametrize(("intel", "inside"), [(True, "highest"), (False, "medium")])
def test_products_are_torchs_own_on_intels_processors(
    intel: bool, inside: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And afterwards what they were before."""
    monkeypatch.setattr(torch_tools, "is_intel", lambda: intel)
    with torch_tools.fast_matmul():
        assert torch.get_float32_matmul_precision() == inside
    assert torch.get_float32_matmul_precision() == "highest"
