"""Learning on a graphics card: what is kept there is what the CPU has; whole runs where one is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from spacecombat_agents.players.net_agent import WEIGHTS  # noqa: E402
from spacecombat_agents.players.nets import Blocks, Inputs  # noqa: E402
from spacecombat_agents.setting import Setting  # noqa: E402
from spacecombat_agents.training.average import Average  # noqa: E402
from spacecombat_agents.training.config import config_from  # noqa: E402
from spacecombat_agents.training.fast.chains import Chains  # noqa: E402
from spacecombat_agents.training.fast.inputs import DeviceFloats, Floats, copy_seen  # noqa: E402
from spacecombat_agents.training.fast.learner import FastLearner  # noqa: E402
from spacecombat_agents.training.fast.loss import Drawn, Pulls  # noqa: E402
from spacecombat_agents.training.fast.packed import SlotFloats  # noqa: E402
from spacecombat_agents.training.lanes import Lanes  # noqa: E402
from spacecombat_agents.training.saving import STATE  # noqa: E402
from spacecombat_agents.training.trainer import train  # noqa: E402

NOBODY: Any = None
"""A network that is not asked."""
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


def living(columns: np.ndarray) -> Inputs:
    """Return what a network without slots is given."""
    return Inputs(columns, (), torch.from_numpy(columns))


def test_compact_observations_are_the_same_floats_wherever_they_are_kept() -> None:
    luck = np.random.default_rng(1)
    scales = luck.random(30).astype(np.float32)
    seen = luck.integers(-128, 128, (50, 30)).astype(np.int8)
    columns = np.array([3, 4, 9, 29])
    here, there = Floats(NOBODY, scales, 60, 1), DeviceFloats(NOBODY, scales, 60, HERE)
    for each in (here, there):
        each.live_on(living(columns), seen[:20])
        each.note(seen[20:45], slice(20, 45))
    rows = np.array([44, 0, 21, 21])
    wanted = seen[rows][:, columns] * scales[columns]
    assert np.array_equal(here.take(0, rows), wanted)
    assert np.array_equal(there.take(rows), wanted)
    for each in (here, there):
        each.live_on(living(columns[:2]), seen[:20])
    assert np.array_equal(here.take(0, rows[1:2]), wanted[1:2, :2])
    assert np.array_equal(there.take(rows[1:2]), wanted[1:2, :2])


def test_what_is_seen_is_copied_and_what_is_new_is_marked() -> None:
    seen = np.zeros((5, 6), np.int8)
    seen[1, 2], seen[3, 2], seen[0, 4], seen[4, 1] = 5, -1, 1, 7
    live = np.array([True, False, False, False, True, False])
    found, out = np.zeros(6, bool), np.full((4, 6), 9, np.int8)
    rows = np.array([3, 0, 1, 2])
    copy_seen(seen, rows, live, out, found)
    assert np.array_equal(out, seen[rows])
    assert np.flatnonzero(found).tolist() == [2]
    copy_seen(seen, rows[:1], live, out[:1], found)
    assert np.flatnonzero(found).tolist() == [2]


def test_an_average_that_is_followed_elsewhere_plays_when_it_is_handed_over() -> None:
    net = torch.nn.Linear(2, 1)
    average = Average(net, 0.5)
    average._ours = [each.detach().clone() for each in net.parameters()]
    before = average.net.weight.clone()
    with torch.no_grad():
        net.weight += 1.0
    average.follow(10_000)
    assert torch.equal(average.net.weight, before)
    average.hand_over()
    torch.testing.assert_close(average.net.weight, before + 0.5)
    average.restore({"weight": before, "bias": average.net.bias.clone()})
    average.follow(10_000)
    average.hand_over()
    torch.testing.assert_close(average.net.weight, before + 0.5)


@card
@pytest.mark.parametrize("form", ["pair", "trunk", "blocks"])
def test_gradients_on_a_card_are_those_of_the_cpu(form: str) -> None:
    """One batch, by the compiled loss here and by torch's there."""
    scenario = Setting.of("intercept_sensors", "duel").scenario
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
        seen = rollout.integers(-20, 20, (40, scenario.observation.size)).astype(np.int8)
        enter_with(learner, scenario, seen, rollout)
        drawn = Drawn(
            np.arange(40), np.ones(40, np.float32), rollout.normal(size=40).astype(np.float32)
        )
        slopes, _ = learner._slope(0, drawn, Pulls(0.01, 0.0, 0.0))
        found.append([None if each is None else each.cpu() for each in slopes])
    assert any(each is not None and each.abs().max() > 0 for each in found[0])
    for ours, theirs in zip(*found, strict=True):
        assert (ours is None) is (theirs is None)
        if ours is not None:
            torch.testing.assert_close(ours, theirs, atol=1e-5, rtol=1e-3)


def enter_with(
    learner: FastLearner, scenario: Any, seen: np.ndarray, luck: np.random.Generator
) -> None:
    """Give a learner a rollout that nobody played."""
    sizes = scenario.observation.size, scenario.actions.size, learner.net.value.out_features
    count = len(seen)
    learner._chains = chains = Chains(count, count, sizes, learner._device)
    learner._workers = Lanes()
    scales = scenario.observation.scales
    if learner._device.type != "cpu":
        learner._reader = DeviceFloats(learner.net, scales, count, learner._device)
    elif isinstance(learner.net, Blocks):
        learner._reader = SlotFloats(learner.net, scales, chains.seen, 1)
    else:
        learner._reader = Floats(learner.net, scales, count, 1)
    chains.count = count
    chains.seen[:] = seen
    legal = luck.random((count, sizes[1])) < 0.3
    legal[:, 0] = True
    chances = np.where(legal, -np.log(legal.sum(axis=1, keepdims=True)), -np.inf)
    chains.held[:] = torch.from_numpy(chances).half()
    chains.words[:] = 0
    chains.chances[:] = chances[:, 0]
    chains.targets[:] = np.eye(3)[luck.integers(0, 3, count)]
    learner._live[:] = True
    learner._look_at_the_living()


@card
def test_a_run_on_a_card_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """What it wrote is what plays; its state is read back without a card."""
    whole = train(config_from({**RUN, "device": "cuda"}), tmp_path / "whole")
    assert whole["decisions"] >= 6_000
    half = {**RUN, "device": "cuda", "budget": {"minutes": None, "decisions": 3_000}}
    train(config_from(half), tmp_path / "half")
    state = torch.load(tmp_path / "half" / STATE, map_location="cpu", weights_only=True)
    assert state["learner"]["chains"]["held"].device.type == "cpu"
    again = train(config_from({**RUN, "device": "cuda"}), tmp_path / "half", resume=True)
    assert again["decisions"] >= 6_000 > state["status"]["decisions"]
    assert (tmp_path / "half" / WEIGHTS).is_file()
