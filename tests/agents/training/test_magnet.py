"""The policy that `tau` pulls towards: uniform, or an earlier average of the learner."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from spacecombat_agents.game_setting import GameSetting  # noqa: E402
from spacecombat_agents.players.nets.architectures import build_net, mask_logits  # noqa: E402
from spacecombat_agents.players.nets.net_config import Network  # noqa: E402
from spacecombat_agents.training.config import Fast, config_from  # noqa: E402
from spacecombat_agents.training.fast.evaluators import make_evaluator  # noqa: E402
from spacecombat_agents.training.fast.loss import (  # noqa: E402
    LossCoefficients,
    TrainingBatch,
    compute_loss,
)
from spacecombat_agents.training.fast.magnet import Magnet  # noqa: E402
from spacecombat_agents.training.fast.rollout_buffer import NO_ADVICE, RolloutBuffer  # noqa: E402
from spacecombat_agents.training.rollout.worker_pool import WorkerPool  # noqa: E402
from spacecombat_agents.training.trainer import train  # noqa: E402
from spacecombat_env.core.errors import ConfigError  # noqa: E402

CPU = torch.device("cpu")
MOVING = Fast(magnet="average", magnet_every=100)
ROWS = 40


def made_net(setting: GameSetting, form: str, seed: int) -> Any:
    """Return a network of untrained weights."""
    torch.manual_seed(seed)
    network = Network(form, layers=(8,), slot=4, policy_layers=(8,), value_layers=(8,))
    spaces = setting.scenario.observation, setting.scenario.actions
    return build_net(network, *spaces, 3)


def test_the_loss_of_a_moving_magnet_by_hand() -> None:
    """A policy of 0.8 and 0.2 is pulled towards 0.9 and 0.1, the third action being illegal."""
    batch = TrainingBatch(
        torch.tensor([0]),
        torch.zeros(1),
        torch.tensor([[0.5, 0.5, 0.0]]).log().half(),
        torch.zeros(1),
        torch.eye(3)[:1],
        torch.ones(1),
        torch.tensor([NO_ADVICE]),
        torch.tensor([False]),
        torch.tensor([[0.9, 0.1, 0.0]]).log().half(),
    )
    logits = torch.tensor([[0.8, 0.2, 0.9]]).log()
    config, coefficients = Fast(value=0.0), LossCoefficients(2.0, 0.0, 0.0)
    loss, _ = compute_loss(logits, torch.zeros(1, 3), batch, config, coefficients)
    wanted = 2.0 * (0.8 * np.log(0.8 / 0.9) + 0.2 * np.log(0.2 / 0.1))
    assert float(loss) == pytest.approx(wanted, abs=1e-3)


@pytest.mark.parametrize("form", ["trunk", "blocks"])
@pytest.mark.parametrize("workers", [1, 3])
def test_it_writes_the_policy_of_its_copy(form: str, workers: int, setting: GameSetting) -> None:
    net = made_net(setting, form, 1)
    env = setting.batch(ROWS, threads=1)
    out = env.start(np.arange(ROWS))
    sizes = setting.scenario.observation.size, setting.scenario.actions.size, 3
    buffer = RolloutBuffer(2 * ROWS, ROWS, sizes)
    at = buffer.add_decisions(np.arange(ROWS))
    buffer.observations[at] = out.observation
    legal = torch.from_numpy(out.mask > 0)
    buffer.all_log_probs[at] = torch.where(legal, 0.0, -torch.inf).half()
    live = (out.observation != 0).any(axis=0)
    magnet = Magnet(net, MOVING, CPU)
    scales = setting.scenario.observation.scales
    magnet.attach(lambda net: make_evaluator(net, scales, buffer.observations, workers, CPU))
    magnet.write_log_probs(buffer, net.inputs(live), WorkerPool(workers))
    with torch.inference_mode():
        observations = torch.from_numpy(env.floats(np.arange(ROWS)))
        logits = net.masked_logits(observations, torch.from_numpy(out.mask))
        wanted = torch.log_softmax(mask_logits(logits, legal), dim=1)
    found = buffer.magnet_log_probs.float()
    assert found.shape == (ROWS, sizes[1])
    assert torch.allclose(found[legal], wanted[legal], atol=5e-3)


def test_it_is_copied_again_when_it_is_due(setting: GameSetting) -> None:
    old, new = made_net(setting, "trunk", 1), made_net(setting, "trunk", 2)
    magnet = Magnet(old, MOVING, CPU)
    assert magnet.net is not None and magnet.net is not old

    def holds(net: Any) -> bool:
        pairs = zip(magnet.net.parameters(), net.parameters(), strict=True)  # type: ignore[union-attr]
        return all(torch.equal(*pair) for pair in pairs)

    magnet.refresh(new, 99)
    assert holds(old)
    magnet.refresh(new, 130)
    assert holds(new)
    magnet.refresh(old, 229)
    assert holds(new), "100 decisions from the last copy on"
    magnet.refresh(old, 230)
    assert holds(old)


def test_a_run_is_pulled_by_it_and_keeps_it(setting: GameSetting, tmp_path: Path) -> None:
    content: dict[str, Any] = {
        "ruleset": "auction",
        "scenario": "plain",
        "learner": "fast",
        "torch_threads": 1,
        "engine_threads": 1,
        "budget": {"minutes": None, "decisions": 5000},
        "rollout": {"games": 64, "decisions": 1024},
        "network": {"form": "trunk"},
        "opponents": {"weights": {"random": 1.0}},
        "evaluation": {"every_minutes": None, "final_pairs": 5, "opponents": ["random"]},
    }
    learners = {}
    for magnet in ("uniform", "average"):
        fast = {"batch": 256, "tau": 0.5, "magnet": magnet, "magnet_every": 2000}
        train(config_from({**content, "fast": fast}), tmp_path / magnet)
        state = torch.load(tmp_path / magnet / "state.zip", weights_only=True)
        learners[magnet] = state["learner"]
    name = "words.weight"
    assert learners["uniform"]["magnet"] is None
    kept, player = learners["average"]["magnet"], learners["average"]["player"]
    assert 4000 <= kept["copied"] < 5200
    assert not torch.equal(kept["net"][name], player[name]), "it stands while the average moves"
    assert not torch.equal(learners["uniform"]["player"][name], player[name])


def test_a_magnet_that_nobody_knows_is_refused() -> None:
    with pytest.raises(ConfigError, match="fast.magnet: 'north' is not one of: uniform, average"):
        config_from({"fast": {"magnet": "north"}})


def test_decisions_before_the_first_turn_are_the_set_up(tmp_path: Path) -> None:
    """In the sensor duel: one of 14 boxes, one of 25 squares; no other early decision has as many."""
    content: dict[str, Any] = {
        "ruleset": "intercept_sensors",
        "scenario": "duel",
        "learner": "fast",
        "torch_threads": 1,
        "engine_threads": 1,
        "budget": {"minutes": None, "decisions": 300},
        "rollout": {"games": 64, "decisions": 1000},
        "network": {"form": "trunk"},
        "opponents": {"weights": {"mirror": 1.0}},
        "evaluation": {"every_minutes": None, "final_pairs": 1, "opponents": ["random"]},
    }
    train(config_from(content), tmp_path / "run")
    chains = torch.load(tmp_path / "run/state.zip", weights_only=True)["learner"]["chains"]
    choices = (chains["all_log_probs"] > -torch.inf).sum(dim=1)
    assert sorted(set(choices[chains["in_setup"]].tolist())) == [14, 25]
    assert not set(choices[~chains["in_setup"]].tolist()) & {14, 25}
    assert 0 < int(chains["in_setup"].sum()) < len(choices)
