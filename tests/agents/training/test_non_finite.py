"""Numbers that are none stop a run, with its last good state kept, and are refused in files."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from safetensors.torch import load_file, save_file  # noqa: E402
from sb3_contrib import MaskablePPO  # noqa: E402

from spacecombat_agents import cli  # noqa: E402
from spacecombat_agents.training import behaviour_cloning, run_state  # noqa: E402
from spacecombat_agents.training.config import config_from  # noqa: E402
from spacecombat_agents.training.fast import learner as fast_learner  # noqa: E402
from spacecombat_agents.training.fast.optimizer import Optimizer  # noqa: E402
from spacecombat_agents.training.run_state import STATE_FILE, read_state  # noqa: E402
from spacecombat_agents.training.trainer import setting_of, train  # noqa: E402
from spacecombat_env.core.errors import ConfigError, NonFiniteError  # noqa: E402

FAST: dict[str, Any] = {
    "ruleset": "auction",
    "scenario": "plain",
    "learner": "fast",
    "torch_threads": 1,
    "engine_threads": 1,
    "budget": {"minutes": None, "decisions": 2_000},
    "rollout": {"games": 16, "decisions": 256},
    "fast": {"batch": 128},
    "network": {"policy_layers": [8], "value_layers": [8]},
    "opponents": {"weights": {"random": 1.0}, "every": 2, "keep": 2},
    "evaluation": {"every_minutes": 1e-4, "pairs": 1, "final_pairs": 1, "opponents": ["random"]},
}
SB3 = {**FAST, "learner": "sb3", "ppo": {"batch": 128}}
del SB3["fast"]
SETTING = ["--ruleset", "auction", "--scenario", "plain"]


def at_call(number: int, spoil: Callable[..., Any], usual: Callable[..., Any]) -> Any:
    """Return a function that calls `spoil` in place of the n-th call of `usual`."""
    calls = [0]

    def call(*arguments: Any, **options: Any) -> Any:
        calls[0] += 1
        return (spoil if calls[0] == number else usual)(*arguments, **options)

    return call


def spoil_loss(*arguments: Any) -> Any:
    """Return gradients whose loss is nan."""
    *gradients, metrics = FINITE_GRADIENTS(*arguments)
    metrics[0] = torch.nan
    return (*gradients, metrics)


def spoil_gradient(*arguments: Any) -> Any:
    """Return gradients of which one is inf."""
    *gradients, metrics = FINITE_GRADIENTS(*arguments)
    gradients[0][0, 0] = torch.inf
    return (*gradients, metrics)


def spoil_step(optimizer: Optimizer, gradients: Any, learning_rate: float) -> None:
    """Take a step that ends at nan."""
    with torch.no_grad():
        optimizer._parameters[0][0] = torch.nan


FINITE_GRADIENTS = fast_learner.loss_gradients


def assert_stops(
    content: dict[str, Any], folder: Path, capsys: pytest.CaptureFixture[str], told: str
) -> None:
    """Train by command; it must end with status 1, one line, and the state before."""
    config = folder.parent / "config.yaml"
    config.write_text(yaml.safe_dump(content), encoding="utf-8")
    assert cli.run(["train", "--config", str(config), "--out", str(folder)]) == 1
    line = capsys.readouterr().err
    assert line.startswith(f"error: {folder}: {told}; {folder / STATE_FILE} is the last good state")
    assert line.count("\n") == 1
    assert not (folder / "result.json").exists()
    state = read_state(folder, setting_of(config_from(content)))
    learner = state["learner"]
    nets = [learner["net"], learner["player"]] if "net" in learner else [learner["model"]]
    assert all(each.isfinite().all() for net in nets for each in tensors(net))


def tensors(content: Any) -> Iterator[Any]:
    """Yield the tensors of floats in nested dicts."""
    for value in content.values():
        if isinstance(value, dict):
            yield from tensors(value)
        elif isinstance(value, torch.Tensor):
            yield value


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (spoil_loss, "update 3: the loss is not finite"),
        (spoil_gradient, "update 3: the gradient is not finite"),
    ],
)
def test_a_loss_or_gradient_stops_the_run(
    spoil: Callable[..., Any],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(fast_learner, "loss_gradients", at_call(9, spoil, FINITE_GRADIENTS))
    assert_stops(FAST, tmp_path / "run", capsys, told)


def test_weights_stop_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Optimizer, "step", at_call(8, spoil_step, Optimizer.step))
    assert_stops(FAST, tmp_path / "run", capsys, "update 2: weights are not finite")


def test_the_reference_learner_stops_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def spoiled(model: MaskablePPO) -> None:
        usual(model)
        with torch.no_grad():
            next(model.policy.parameters())[0] = torch.inf

    usual = MaskablePPO.train
    monkeypatch.setattr(MaskablePPO, "train", at_call(2, spoiled, usual))
    assert_stops(SB3, tmp_path / "run", capsys, "update 2: weights are not finite")


def test_behaviour_cloning_stops_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = behaviour_cloning._loss
    monkeypatch.setattr(
        behaviour_cloning, "_loss", at_call(2, lambda *of: (usual(*of)[0] * torch.nan, 0.0), usual)
    )
    content = {**FAST, "imitation": {"agent": "random", "decisions": 3_000, "epochs": 2}}
    told = "update 0: the loss of behaviour cloning is not finite"
    assert_stops(content, tmp_path / "run", capsys, told)


def test_games_without_an_outcome_teach_actions_alone(setting: Any) -> None:
    """The mean error of no outcomes is nan."""
    learner = fast_learner.FastLearner(config_from(FAST), setting.scenario)
    sizes = setting.scenario.observation.size, setting.scenario.actions.size
    lessons = behaviour_cloning.Demonstrations(
        np.zeros((4, sizes[0]), np.int8),
        np.ones((4, sizes[1]), bool),
        np.zeros(4, np.int64),
        np.full(4, np.nan, np.float32),
    )
    loss, _ = behaviour_cloning._loss(
        learner.actor_critic, lessons, np.arange(4), setting.scenario.observation.scales
    )
    assert loss.isfinite()


# -- files ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of both kinds of files."""
    folder = tmp_path_factory.mktemp("finite") / "run"
    train(config_from(FAST), folder)
    return folder


@pytest.fixture
def spoiled(run: Path, tmp_path: Path) -> Path:
    """The run with one weight that is nan."""
    folder = tmp_path / "spoiled"
    shutil.copytree(run, folder)
    weights = load_file(folder / "policy.safetensors")
    next(each for each in weights.values() if each.ndim == 2)[0, 0] = torch.nan
    save_file(weights, folder / "policy.safetensors")
    return folder


def test_a_network_with_nan_neither_plays_nor_starts_nor_is_exported(
    spoiled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weights, config = spoiled / "policy.safetensors", tmp_path / "config.yaml"
    config.write_text(yaml.safe_dump({**FAST, "start": str(weights)}), encoding="utf-8")
    for arguments in (
        ["match", f"net:{weights}", "random", *SETTING, "--pairs", "1"],
        ["train", "--config", str(config), "--out", str(tmp_path / "new")],
        ["export", str(spoiled), str(tmp_path / "out.opp")],
    ):
        assert cli.run(arguments) == 2
        told = capsys.readouterr().err
        assert f"{weights}: " in told and "holds weights that are not finite" in told
        assert told.count("\n") == 1
    assert not [*tmp_path.glob("out.opp*")]


def test_a_checkpoint_and_a_model_with_nan_are_refused(run: Path, tmp_path: Path) -> None:
    agent = fast_learner.FastLearner(config_from(FAST), setting_of(config_from(FAST)).scenario)
    weights = {name: each.numpy() for name, each in agent.player.state_dict().items()}
    next(iter(weights.values()))[0, 0] = np.inf
    np.savez(tmp_path / "bad.npz", **weights)
    with pytest.raises(ConfigError, match=r"bad\.npz: .*: holds weights that are not finite"):
        fast_learner_checkpoint(agent, tmp_path / "bad.npz")
    model = train_model()
    with torch.no_grad():
        next(model.policy.parameters())[0] = torch.nan
    model.save(tmp_path / "model.zip")
    bad = ["match", f"sb3:{tmp_path / 'model.zip'}", "random", *SETTING, "--pairs", "1"]
    assert cli.run(bad) == 2


def fast_learner_checkpoint(agent: Any, file: Path) -> None:
    """Load a checkpoint into a learner's network."""
    from spacecombat_agents.training.rollout.opponent_pool import load_checkpoint

    load_checkpoint(agent.player, file)


def train_model() -> Any:
    """Return an untrained MaskablePPO model."""
    from spacecombat_agents.training.sb3.selfplay_ppo import build_model

    config = config_from(SB3)
    return build_model(config, setting_of(config).scenario)


def test_logits_that_overflow_stop_a_match(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(run, tmp_path / "large")
    weights = load_file(run / "policy.safetensors")
    large = {name: torch.full_like(each, 3e38) for name, each in weights.items()}
    save_file(large, tmp_path / "large" / "policy.safetensors")
    player = f"net:{tmp_path / 'large' / 'policy.safetensors'}"
    assert cli.run(["match", player, "random", *SETTING, "--pairs", "1", "--seed", "1"]) == 1
    assert capsys.readouterr().err == "error: net:large: logits: are not finite\n"


@pytest.mark.parametrize("place", [200, 2_000, -90, -10])
def test_one_flipped_bit_of_a_state_is_refused(run: Path, tmp_path: Path, place: int) -> None:
    shutil.copytree(run, tmp_path / "run")
    file = tmp_path / "run" / STATE_FILE
    data = bytearray(file.read_bytes())
    data[place] ^= 1
    file.write_bytes(data)
    longer = {**FAST, "budget": {"minutes": None, "decisions": 3_000}}
    with pytest.raises(ConfigError, match=r"state\.zip: file: not a run state: .*checksum"):
        train(config_from(longer), tmp_path / "run", resume=True)


def test_one_flipped_bit_of_weights_is_refused(run: Path, tmp_path: Path) -> None:
    shutil.copytree(run, tmp_path / "run")
    file = tmp_path / "run" / "policy.safetensors"
    data = bytearray(file.read_bytes())
    data[-9] ^= 1
    file.write_bytes(data)
    player = ["match", f"net:{file}", "random", *SETTING, "--pairs", "1"]
    assert cli.run(player) == 2


def test_one_flipped_bit_of_a_checkpoint_is_refused(run: Path, tmp_path: Path) -> None:
    agent = fast_learner.FastLearner(config_from(FAST), setting_of(config_from(FAST)).scenario)
    data = bytearray(next((run / "opponents").glob("*.npz")).read_bytes())
    data[300] ^= 1
    (tmp_path / "flipped.npz").write_bytes(data)
    with pytest.raises(ConfigError, match=r"flipped\.npz: file: not a checkpoint"):
        fast_learner_checkpoint(agent, tmp_path / "flipped.npz")


def test_states_and_weights_from_before_are_read(run: Path, tmp_path: Path) -> None:
    """They had no checksum; the zip's own still find a flipped bit."""
    shutil.copytree(run, tmp_path / "run")
    file, weights = tmp_path / "run" / STATE_FILE, tmp_path / "run" / "policy.safetensors"
    save_file(load_file(weights), weights)
    data = file.read_bytes().rpartition(run_state.CHECKSUM_MARK)[0]
    file.write_bytes(data)
    longer = config_from({**FAST, "budget": {"minutes": None, "decisions": 2_300}})
    assert train(longer, tmp_path / "run", resume=True)["decisions"] >= 2_300
    assert cli.run(["match", f"net:{weights}", "random", *SETTING, "--pairs", "1"]) == 0
    flipped = bytearray(data)
    flipped[2_000] ^= 1
    file.write_bytes(flipped)
    with pytest.raises(ConfigError, match="not a run state"):
        train(longer, tmp_path / "run", resume=True)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"seed": 9}, "config.yaml: seed: the run started with 1, not 9; only budget"),
        ({"fast": {"batch": 64}}, "config.yaml: fast.batch: the run started with 128, not 64"),
    ],
)
def test_a_resume_names_the_field_that_differs(run: Path, change: Any, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        train(config_from({**FAST, **change}), run, resume=True)


def test_an_error_of_a_run_has_a_class_of_its_own(tmp_path: Path) -> None:
    config = replace(config_from(FAST), seed=3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fast_learner, "loss_gradients", at_call(1, spoil_loss, FINITE_GRADIENTS))
        with pytest.raises(NonFiniteError, match="0 decisions"):
            train(config, tmp_path / "run")
