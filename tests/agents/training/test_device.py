"""Learning on a graphics card: what is kept there is what the CPU has; whole runs where one is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from spacecombat_agents.game_setting import GameSetting  # noqa: E402
from spacecombat_agents.players.net_agent import WEIGHTS_FILE  # noqa: E402
from spacecombat_agents.players.nets.architectures import BlockNet, LiveInputs  # noqa: E402
from spacecombat_agents.training.config import config_from  # noqa: E402
from spacecombat_agents.training.ema import ExponentialMovingAverage  # noqa: E402
from spacecombat_agents.training.fast.learner import FastLearner  # noqa: E402
from spacecombat_agents.training.fast.loss import LossCoefficients, Minibatch  # noqa: E402
from spacecombat_agents.training.fast.ragged_batch import RaggedEvaluator  # noqa: E402
from spacecombat_agents.training.fast.rollout_buffer import RolloutBuffer  # noqa: E402
from spacecombat_agents.training.fast.rollout_evaluator import (  # noqa: E402
    DenseEvaluator,
    DeviceEvaluator,
    copy_observations,
)
from spacecombat_agents.training.rollout.worker_pool import WorkerPool  # noqa: E402
from spacecombat_agents.training.run_state import STATE_FILE  # noqa: E402
from spacecombat_agents.training.trainer import train  # noqa: E402

NOBODY: Any = None
"""A network that is never called."""
HERE = torch.device("cpu")
card = pytest.mark.skipif(not torch.cuda.is_available(), reason="wants a graphics card")
RUN: dict[str, Any] = {
    "ruleset": "intercept_sensors",
    "scenario": "duel",
    "learner": "fast",
    "torch_threads": 2,
    "engine_threads": 2,
    "budget": {"minutes": None, "decisions": 6_000},
    "rollout": {"games": 64, "decisions": 1024},
    "fast": {"batch": 512, "standardise": True, "lanes": 2},
    "network": {"form": "blocks", "layers": [16], "slot": 8},
    "opponents": {"weights": {"mirror": 0.5, "scripted:hunter": 0.3, "self": 0.2}, "every": 2},
    "evaluation": {"every_minutes": None, "final_pairs": 2, "opponents": ["random"]},
}


def living(columns: np.ndarray) -> LiveInputs:
    """Return what a network without slots is given."""
    return LiveInputs(columns, (), torch.from_numpy(columns))


def test_compact_observations_are_the_same_floats_wherever_they_are_kept() -> None:
    rng = np.random.default_rng(1)
    scales = rng.random(30).astype(np.float32)
    observations = rng.integers(-128, 128, (50, 30)).astype(np.int8)
    columns = np.array([3, 4, 9, 29])
    here, there = DenseEvaluator(NOBODY, scales, 60, 1), DeviceEvaluator(NOBODY, scales, 60, HERE)
    for each in (here, there):
        each.set_live_inputs(living(columns), observations[:20])
        each.add_observations(observations[20:45], slice(20, 45))
    rows = np.array([44, 0, 21, 21])
    wanted = observations[rows][:, columns] * scales[columns]
    assert np.array_equal(here.gather(0, rows), wanted)
    assert np.array_equal(there.gather(rows), wanted)
    for each in (here, there):
        each.set_live_inputs(living(columns[:2]), observations[:20])
    assert np.array_equal(here.gather(0, rows[1:2]), wanted[1:2, :2])
    assert np.array_equal(there.gather(rows[1:2]), wanted[1:2, :2])


def test_what_is_seen_is_copied_and_what_is_new_is_marked() -> None:
    observations = np.zeros((5, 6), np.int8)
    observations[1, 2], observations[3, 2], observations[0, 4], observations[4, 1] = 5, -1, 1, 7
    live = np.array([True, False, False, False, True, False])
    found, out = np.zeros(6, bool), np.full((4, 6), 9, np.int8)
    rows = np.array([3, 0, 1, 2])
    copy_observations(observations, rows, live, out, found)
    assert np.array_equal(out, observations[rows])
    assert np.flatnonzero(found).tolist() == [2]
    copy_observations(observations, rows[:1], live, out[:1], found)
    assert np.flatnonzero(found).tolist() == [2]


def test_an_average_that_is_followed_elsewhere_plays_when_it_is_handed_over() -> None:
    net = torch.nn.Linear(2, 1)
    ema = ExponentialMovingAverage(net, 0.5)
    ema._shadow = [each.detach().clone() for each in net.parameters()]
    before = ema.net.weight.clone()
    with torch.no_grad():
        net.weight += 1.0
    ema.update(10_000)
    assert torch.equal(ema.net.weight, before)
    ema.publish()
    torch.testing.assert_close(ema.net.weight, before + 0.5)
    ema.restore({"weight": before, "bias": ema.net.bias.clone()})
    ema.update(10_000)
    ema.publish()
    torch.testing.assert_close(ema.net.weight, before + 0.5)


@card
@pytest.mark.parametrize("form", ["pair", "trunk", "blocks"])
def test_gradients_on_a_card_are_those_of_the_cpu(form: str) -> None:
    """One batch, by the compiled loss here and by torch's there."""
    scenario = GameSetting.of("intercept_sensors", "duel").scenario
    network = {"form": form, "layers": [16], "policy_layers": [16], "value_layers": [8]}
    learners = []
    for device in ("cpu", "cuda"):
        given = {**RUN, "network": network, "device": device, "fast": {"standardise": False}}
        config = config_from({**given, "opponents": {"weights": {"mirror": 1.0}}})
        learners.append(FastLearner(config, scenario))
    here, there = learners
    there.net.load_state_dict(here.net.state_dict())
    found = []
    for learner in learners:
        rollout = np.random.default_rng(5)
        observations = rollout.integers(-20, 20, (40, scenario.observation.size)).astype(np.int8)
        enter_with(learner, scenario, observations, rollout)
        minibatch = Minibatch(
            np.arange(40), np.ones(40, np.float32), rollout.normal(size=40).astype(np.float32)
        )
        gradients, _ = learner._gradient(0, minibatch, LossCoefficients(0.01, 0.0, 0.0))
        found.append([None if each is None else each.cpu() for each in gradients])
    assert any(each is not None and each.abs().max() > 0 for each in found[0])
    for ours, theirs in zip(*found, strict=True):
        assert (ours is None) is (theirs is None)
        if ours is not None:
            torch.testing.assert_close(ours, theirs, atol=1e-5, rtol=1e-3)


def enter_with(
    learner: FastLearner, scenario: Any, observations: np.ndarray, rng: np.random.Generator
) -> None:
    """Give a learner a rollout that nobody played."""
    sizes = scenario.observation.size, scenario.actions.size, learner.net.value.out_features
    count = len(observations)
    learner._buffer = buffer = RolloutBuffer(count, count, sizes, learner._device)
    learner._gradient_workers = WorkerPool()
    scales = scenario.observation.scales
    if learner._device.type != "cpu":
        learner._evaluator = DeviceEvaluator(learner.net, scales, count, learner._device)
    elif isinstance(learner.net, BlockNet):
        learner._evaluator = RaggedEvaluator(learner.net, scales, buffer.observations, 1)
    else:
        learner._evaluator = DenseEvaluator(learner.net, scales, count, 1)
    buffer.count = count
    buffer.observations[:] = observations
    legal = rng.random((count, sizes[1])) < 0.3
    legal[:, 0] = True
    log_probs = np.where(legal, -np.log(legal.sum(axis=1, keepdims=True)), -np.inf)
    buffer.all_log_probs[:] = torch.from_numpy(log_probs).half()
    buffer.actions[:] = 0
    buffer.log_probs[:] = log_probs[:, 0]
    buffer.targets[:] = np.eye(3)[rng.integers(0, 3, count)]
    learner._is_live[:] = True
    learner._update_live_inputs()


@card
def test_a_run_on_a_card_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """What it wrote is what plays; its state is read back without a card."""
    whole = train(config_from({**RUN, "device": "cuda"}), tmp_path / "whole")
    assert whole["decisions"] >= 6_000
    half = {**RUN, "device": "cuda", "budget": {"minutes": None, "decisions": 3_000}}
    train(config_from(half), tmp_path / "half")
    state = torch.load(tmp_path / "half" / STATE_FILE, map_location="cpu", weights_only=True)
    assert state["learner"]["chains"]["all_log_probs"].device.type == "cpu"
    again = train(config_from({**RUN, "device": "cuda"}), tmp_path / "half", resume=True)
    assert again["decisions"] >= 6_000 > state["status"]["decisions"]
    assert (tmp_path / "half" / WEIGHTS_FILE).is_file()
