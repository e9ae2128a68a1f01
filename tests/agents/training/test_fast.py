"""The fast learner: its loss against MaskablePPO's, its rollout, what it learns."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from safetensors.torch import load_file  # noqa: E402

from spacecombat_agents.arena.matches.match import play_match  # noqa: E402
from spacecombat_agents.game_setting import GameSetting  # noqa: E402
from spacecombat_agents.players.nets.architectures import build_net  # noqa: E402
from spacecombat_agents.players.nets.net_config import Network  # noqa: E402
from spacecombat_agents.players.roster import make_agent  # noqa: E402
from spacecombat_agents.training.config import Budget, Rollout, TrainConfig, config_from  # noqa: E402
from spacecombat_agents.training.fast.loss import (  # noqa: E402
    LossCoefficients,
    Minibatch,
    TrainingBatch,
    compute_loss,
)
from spacecombat_agents.training.fast.rollout_buffer import NO_ADVICE, propagate_results  # noqa: E402
from spacecombat_agents.training.metrics.calibration import Calibration  # noqa: E402
from spacecombat_agents.training.rollout.opponent_pool import OpponentPool  # noqa: E402
from spacecombat_agents.training.rollout.selfplay_env import SelfPlayEnv  # noqa: E402
from spacecombat_agents.training.rollout.trajectory_buffer import OPEN, TERMINAL  # noqa: E402
from spacecombat_agents.training.sb3.sb3_learner import Sb3Learner  # noqa: E402
from spacecombat_agents.training.trainer import train  # noqa: E402
from spacecombat_env.core.errors import ConfigError  # noqa: E402

CONFIG: dict[str, Any] = {
    "ruleset": "auction",
    "scenario": "plain",
    "learner": "fast",
    "torch_threads": 1,
    "engine_threads": 1,
    "budget": {"minutes": None, "decisions": 60_000},
    "rollout": {"games": 64, "decisions": 2048},
    "fast": {"batch": 256, "learning_rate": 0.003, "kept": 0.5, "spared": 0.1},
    "network": {"form": "trunk"},
    "opponents": {"weights": {"mirror": 0.7, "random": 0.2, "self": 0.1}, "every": 3},
    "evaluation": {"every_minutes": None, "final_pairs": 50, "opponents": ["random"]},
}


@pytest.fixture(scope="module")
def config() -> TrainConfig:
    """A run of a few seconds."""
    return config_from(CONFIG)


@pytest.fixture(scope="module")
def run(config: TrainConfig, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Train once for all tests."""
    folder = tmp_path_factory.mktemp("runs") / "auction"
    train(config, folder)
    return folder


# -- learning -------------------------------------------------------------------------------------


def test_it_learns(run: Path) -> None:
    """By how much, differs with the processor: on one, entropy falls to 0.81 of what it was."""
    result = json.loads((run / "result.json").read_text())
    assert result["evaluations"][0]["score_a"] > 0.85
    lines = [json.loads(line) for line in (run / "curves.jsonl").read_text().splitlines()]
    assert len(lines) == result["updates"]
    assert lines[-1]["explained_variance"] > 0.2
    assert lines[-1]["entropy"] < 0.9 * lines[0]["entropy"]
    assert [line["kept"] for line in lines] == pytest.approx([0.6] * len(lines), abs=0.01)


def test_its_steps_are_as_long_as_the_budget_has_it(run: Path, config: TrainConfig) -> None:
    """The rate falls to the final one, and is the optimiser's own."""
    lines = [json.loads(line) for line in (run / "curves.jsonl").read_text().splitlines()]
    rates = [line["learning_rate"] for line in lines]
    assert rates == sorted(rates, reverse=True)
    assert rates[0] > 0.9 * config.fast.learning_rate
    assert config.fast.final_learning_rate <= rates[-1] < 0.1 * rates[0]
    state = torch.load(run / "state.zip", weights_only=True)
    (group,) = state["learner"]["steps"]["adam"]["param_groups"]
    assert group["lr"] == rates[-1]


def test_rollouts_that_end_no_decision_teach_nothing(config: TrainConfig, tmp_path: Path) -> None:
    """With fewer decisions than games no successor is known at first: no step may be taken."""
    small = replace(config, rollout=Rollout(games=64, decisions=16))
    train(replace(small, budget=Budget(minutes=None, decisions=256)), tmp_path / "run")
    lines = [json.loads(line) for line in (tmp_path / "run/curves.jsonl").read_text().splitlines()]
    assert "loss" not in lines[0]
    assert math.isfinite(lines[-1]["loss"])
    weights = load_file(tmp_path / "run/policy.safetensors")
    assert all(bool(each.isfinite().all()) for each in weights.values())


def test_its_win_chances_are_kept_with_what_came(run: Path) -> None:
    calibration_data = json.loads((run / "calibration.json").read_text())
    assert sum(each["count"] for each in calibration_data["bins"]) > 5_000
    said, came = (
        np.array([each[key] for each in calibration_data["bins"]]) for key in ("said", "came")
    )
    assert np.corrcoef(said, came)[0, 1] > 0.9
    assert 0.0 < calibration_data["brier"] < 0.25


def test_both_seats_learn(run: Path) -> None:
    """With 7 of 10 games a mirror 85 of 100 actions are the learner's."""
    result = json.loads((run / "result.json").read_text())
    assert result["decisions"] / result["words"] == pytest.approx(0.85, abs=0.03)


def test_what_it_wrote_plays(run: Path, setting: GameSetting) -> None:
    players = (
        make_agent(f"net:{run / 'policy.safetensors'}", setting),
        make_agent("random", setting),
    )
    assert play_match(setting, players, pairs=30, seed=0).score_a > 0.85


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"network": {"form": "circle"}}, "net.json: network.form: 'circle' is not one of"),
        (
            {"network": {"form": "pair"}},
            "policy.safetensors: file: not the weights of this network",
        ),
        ({"observation": "0"}, "net.json: observation: made for a layout other than that of"),
        ({"outcomes": None}, "net.json: file: not a network configuration"),
    ],
)
def test_what_does_not_fit_is_refused(
    run: Path, setting: GameSetting, tmp_path: Path, change: dict[str, Any], reason: str
) -> None:
    (tmp_path / "policy.safetensors").write_bytes((run / "policy.safetensors").read_bytes())
    form = json.loads((run / "net.json").read_text())
    (tmp_path / "net.json").write_text(json.dumps({**form, **change}))
    with pytest.raises(ConfigError, match=reason):
        make_agent(f"net:{tmp_path / 'policy.safetensors'}", setting)


def test_a_mirror_pays_both_seats(
    setting: GameSetting, config: TrainConfig, tmp_path: Path
) -> None:
    """Every chain of a finished game has its own result at its end, and they add up to nothing."""
    net = build_net(Network(), setting.scenario.observation, setting.scenario.actions, 1)
    opponents = replace(config.opponents, weights={"mirror": 1.0})
    pool = OpponentPool(opponents, setting, net, tmp_path, 1)
    self_play = SelfPlayEnv(setting.batch(8, threads=1, auto_reset=True), pool, 1)
    paid: dict[int, float] = {}
    for _ in range(24):
        rows = self_play.learner_rows()
        assert len(rows) == 8, "nobody else is ever asked"
        ended = self_play.step(rows, self_play.env.out.mask[rows].argmax(axis=1))
        paid |= dict(zip(ended.trajectory_ids.tolist(), ended.rewards.tolist(), strict=True))
    assert sorted(paid) == list(range(16))
    assert all(paid[2 * game] == -paid[2 * game + 1] for game in range(8))
    assert len(set(paid.values())) >= 2


# -- gradients ------------------------------------------------------------------------------------


THEIRS = {
    f"{ours}.{end}": f"{theirs}.{end}"
    for ours, theirs in {
        "policy.layers.0": "mlp_extractor.policy_net.0",
        "policy.layers.1": "mlp_extractor.policy_net.2",
        "worth.layers.0": "mlp_extractor.value_net.0",
        "worth.layers.1": "mlp_extractor.value_net.2",
        "words": "action_net",
        "value": "value_net",
    }.items()
    for end in ("weight", "bias")
}
"""Weights of a `pair`, and what MaskablePPO calls them."""


def after_a_rollout(config: TrainConfig, setting: GameSetting) -> Any:
    """Return a MaskablePPO with a rollout to learn from, moved away from where the ratio is 1."""
    learner = Sb3Learner(config, setting.scenario)
    model = learner.model
    opponents = replace(config.opponents, weights={"mirror": 1.0})
    pool = OpponentPool(opponents, setting, learner.player, Path(), 1)
    learner.attach(SelfPlayEnv(setting.batch(64, threads=1, auto_reset=True), pool, 1), lambda: 0.0)
    _, callback = model._setup_learn(10**9, None)
    model.collect_rollouts(model.env, callback, model.rollout_buffer, 2048)  # type: ignore[arg-type]
    with torch.no_grad():
        for layer in model.actor_critic.parameters():
            layer += 0.02 * torch.randn(layer.shape, generator=torch.Generator().manual_seed(1))
    return model


def as_ours(batch: Any) -> TrainingBatch:
    """Return a batch of MaskablePPO's as the fast learner has them; copied, as it is used again."""
    count = len(batch.actions)
    minibatch = Minibatch(
        np.arange(count), np.ones(count, np.float32), batch.advantages.numpy().copy()
    )
    return TrainingBatch(
        batch.actions.clone(),
        batch.old_log_prob.clone(),
        torch.where(batch.action_masks, 0.0, -torch.inf).half(),
        torch.from_numpy(minibatch.normalised().advantages),
        batch.returns.clone()[:, None],
        torch.from_numpy(minibatch.weights),
        torch.full_like(batch.actions, NO_ADVICE),
        torch.zeros_like(batch.actions, dtype=torch.bool),
    )


def test_gradients_are_those_of_maskable_ppo(setting: GameSetting, config: TrainConfig) -> None:
    """On one batch, without what PPO has not: filter, pull towards the behaviour, classes."""
    ppo = replace(config.ppo, epochs=1, batch=2048, max_grad_norm=1e9, entropy=0.01)
    plain = replace(config, learner="sb3", network=Network(), ppo=ppo)
    model, scenario = after_a_rollout(plain, setting), setting.scenario
    theirs = dict(model.policy.named_parameters())
    net = build_net(Network(), scenario.observation, scenario.actions, 1)
    net.load_state_dict({ours: theirs[name].detach() for ours, name in THEIRS.items()})
    given = next(model.rollout_buffer.get(None))
    observations, batch = given.observations.clone(), as_ours(given)
    fast = replace(config.fast, kappa=0.0, normalise=True, value=ppo.value, clip=ppo.clip)
    everything = net.inputs(np.ones(scenario.observation.size, bool))
    coefficients = LossCoefficients(ppo.entropy, 0.0, 0.0)
    compute_loss(*net.evaluate(observations, everything), batch, fast, coefficients)[0].backward()
    stepped = []
    model.policy.optimizer.step = lambda: stepped.append(1)
    model.train()
    assert stepped == [1]
    for name, mine in net.named_parameters():
        gradient = theirs[THEIRS[name]].grad
        assert gradient is not None and float(gradient.abs().max()) > 1e-4, name
        assert torch.allclose(mine.grad, gradient, atol=1e-5), name


# -- rollout --------------------------------------------------------------------------------------


def propagated(
    outcomes: np.ndarray, rewards: list[float], successors: list[int], continues_order: list[bool]
) -> Any:
    """Return advantages, targets and results by gamma 1, lambda 0.5 and 0.25."""
    count, classes = outcomes.shape
    value_estimates = outcomes[:, 0] - outcomes[:, -1] if classes > 1 else outcomes[:, 0]
    outputs = np.zeros(count, np.float32), np.zeros_like(outcomes), np.zeros(count, np.float32)
    calibration_data = np.array(rewards, np.float32), outcomes, value_estimates.astype(np.float32)
    order = np.array(successors), np.array(continues_order)
    propagate_results(calibration_data, order, np.array([1.0, 0.5, 0.25]), outputs)
    return outputs


def test_results_reach_back_by_order_and_not_by_action() -> None:
    """A chain of 0, 1, 2: 1 continues with the order begun by 0, 2 begins another, and loses."""
    outcomes = np.array([[0.6, 0.1, 0.3], [0.5, 0.2, 0.3], [0.2, 0.2, 0.6]], np.float32)
    advantages, targets, results = propagated(
        outcomes, [0.0, 0.0, -1.0], [1, 2, TERMINAL], [False, True, False]
    )
    assert targets[2] == pytest.approx([0, 0, 1])
    one = 0.75 * outcomes[2] + 0.25 * targets[2]
    assert targets[1] == pytest.approx(one, abs=1e-6)
    assert targets[0] == pytest.approx(one, abs=1e-6), "lambda is 1 within an order"
    last = -1.0 + 0.4
    middle = (-0.4 - 0.2) + 0.5 * last
    first = (0.2 - 0.3) + middle
    assert advantages == pytest.approx([first, middle, last], abs=1e-6)
    assert results.tolist() == [-1.0] * 3


def test_an_open_decision_is_worth_what_was_expected_of_it() -> None:
    outcomes = np.array([[0.6, 0.1, 0.3], [0.5, 0.2, 0.3]], np.float32)
    advantages, targets, results = propagated(outcomes, [0.0, 0.0], [1, OPEN], [False, False])
    assert targets[0] == pytest.approx(outcomes[1], abs=1e-6)
    assert advantages == pytest.approx([-0.1, 0.0], abs=1e-6)
    assert np.isnan(results).all()


def test_one_number_is_discounted_and_gains_count_on_the_way() -> None:
    outcomes = np.array([[0.5], [0.25]], np.float32)
    _, targets, _ = propagated(outcomes, [0.5, 2.0], [1, TERMINAL], [False, False])
    assert targets[:, 0] == pytest.approx([0.5 + 0.75 * 0.25 + 0.25 * 2.0, 2.0])


def test_calibration_counts_what_was_said_and_what_came() -> None:
    calibration = Calibration()
    values = np.array([0.5, 0.5, -1.0, 0.9], np.float32)
    results = np.array([1.0, 0.0, -1.0, np.nan], np.float32)
    calibration.add(values, results, np.arange(4))
    calibration_data = calibration.as_json()
    assert calibration_data["bins"] == [
        {"said": 0.0, "came": 0.0, "count": 1},
        {"said": 0.75, "came": 0.75, "count": 2},
    ]
    assert calibration_data["brier"] == pytest.approx((0.25**2 + 0.25**2) / 3)
