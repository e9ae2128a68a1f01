"""A run that is stopped, or killed, goes on as if nothing had been."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kit.slowly import first_quick

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from spacecombat_agents import cli  # noqa: E402
from spacecombat_agents.arena.stop_signal import Interrupted  # noqa: E402
from spacecombat_agents.atomic_files import atomic_write  # noqa: E402
from spacecombat_agents.game_setting import GameSetting  # noqa: E402
from spacecombat_agents.training import run as running  # noqa: E402
from spacecombat_agents.training import run_state, training_loop  # noqa: E402
from spacecombat_agents.training.config import Evaluation, TrainConfig, config_from  # noqa: E402
from spacecombat_agents.training.metrics import metrics_log  # noqa: E402
from spacecombat_agents.training.trainer import train  # noqa: E402
from spacecombat_env.core.errors import ConfigError  # noqa: E402

CONFIG = {
    "ruleset": "auction",
    "scenario": "plain",
    "torch_threads": 1,
    "engine_threads": 1,
    "budget": {"minutes": None, "decisions": 9_000},
    "rollout": {"games": 32, "decisions": 1024},
    "ppo": {"batch": 256, "learning_rate": 0.003},
    "network": {"policy_layers": [16], "value_layers": [16]},
    "imitation": {"agent": "random", "decisions": 10_000, "epochs": 2},
    "opponents": {
        "weights": {"random": 0.4, "scripted:captain": 0.2, "self": 0.4},
        "every": 2,
        "keep": 2,
    },
    "evaluation": {"every_minutes": None, "final_pairs": 5},
}
FAST = {
    **CONFIG,
    "learner": "fast",
    "budget": {"minutes": None, "decisions": 14_000},
    "kickstart": {"agent": "random", "until": 1.0},
    "fast": {
        "batch": 256,
        "learning_rate": 0.003,
        "tau": 0.1,
        "magnet": "average",
        "magnet_every": 3000,
    },
    "network": {"form": "blocks", "layers": [16], "slot": 4},
    "opponents": {
        "weights": {"mirror": 0.5, "scripted:captain": 0.2, "self": 0.3},
        "every": 2,
        "keep": 2,
    },
}
LANES = {
    **FAST,
    "kickstart": {"agent": "scripted:captain", "until": 1.0},
    "fast": {"batch": 256, "learning_rate": 0.003, "lanes": 2, "standardise": True},
    "network": {"policy_layers": [16], "value_layers": [16]},
}
COUNTS = ("decisions", "words", "games", "updates", "imitated")


REFERENCE = pytest.param(CONFIG, marks=pytest.mark.slow, id="sb3")


@pytest.fixture(
    scope="module",
    params=[REFERENCE, pytest.param(FAST, id="fast"), pytest.param(LANES, id="lanes")],
)
def config(setting: GameSetting, request: pytest.FixtureRequest) -> TrainConfig:
    """A run of two seconds: a head start of 20 + 18 steps, then some 400 steps of play."""
    return config_from(request.param)


def end_of(run: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Return what a run came to: its counts and scores, and its policy with the optimiser."""
    result = json.loads((run / "result.json").read_text())
    state = torch.load(run / run_state.STATE_FILE, weights_only=True)
    learner = state["learner"]
    if "model" in learner:
        parameters = learner["model"]["parameters"]
        optimiser, weights = parameters["policy.optimizer"], parameters["policy"]
    else:
        optimiser, weights = learner["steps"]["adam"], learner["net"]
    inner = optimiser["state"].items()
    numbers = {f"{k}.{n}": v.numpy() for k, each in inner for n, v in each.items()}
    numbers |= {name: value.numpy() for name, value in weights.items()}
    numbers |= {
        f"player {name}": value.numpy() for name, value in learner.get("player", {}).items()
    }
    scores = {played["agent_b"]: played["score_a"] for played in result["evaluations"]}
    return {**{key: result[key] for key in COUNTS}, **scores}, numbers


@pytest.fixture(scope="module")
def straight(config: TrainConfig, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run as it goes when nobody stops it."""
    folder = tmp_path_factory.mktemp("runs") / "straight"
    train(config, folder)
    return folder


def updates(run: Path) -> list[int]:
    """Return the updates that a run tells of."""
    return [line["updates"] for line in metrics_log.read(run)]


def at_tick(number: int, do: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Do something at the n-th tick of the run's clock: a step of head start or of play."""
    tick, left = training_loop.TrainingLoop._tick, [number]

    def ticked(self: Any, playing: bool) -> None:
        tick(self, playing)
        left[0] -= 1
        if left[0] == 0:
            do()

    monkeypatch.setattr(training_loop.TrainingLoop, "_tick", ticked)


@pytest.mark.parametrize(
    ("moments", "number"),
    [
        pytest.param((7,), signal.SIGINT, id="watching-2", marks=pytest.mark.slow),
        pytest.param((7,), signal.SIGTERM, id="watching-15", marks=pytest.mark.slow),
        pytest.param((25,), signal.SIGINT, id="learning by heart-2", marks=pytest.mark.slow),
        pytest.param((25,), signal.SIGTERM, id="learning by heart-15"),
        pytest.param((40, 1), signal.SIGINT, id="first step of play-2", marks=pytest.mark.slow),
        pytest.param((40, 1), signal.SIGTERM, id="first step of play-15", marks=pytest.mark.slow),
        pytest.param((60, 20, 100, 1, 2, 250), signal.SIGINT, id="again and again-2"),
        pytest.param(
            (60, 20, 100, 1, 2, 250),
            signal.SIGTERM,
            id="again and again-15",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_stopped_run_ends_as_if_it_had_not_been_stopped(
    config: TrainConfig,
    straight: Path,
    tmp_path: Path,
    moments: tuple[int, ...],
    number: signal.Signals,
) -> None:
    """Weights, optimiser, counts and results are equal to the last bit."""
    run = tmp_path / "run"
    for at, moment in enumerate(moments):
        with pytest.MonkeyPatch.context() as patch:
            at_tick(moment, lambda: os.kill(os.getpid(), number), patch)
            with pytest.raises(Interrupted, match="--resume continues"):
                train(config, run, resume=at > 0)
    train(config, run, resume=True)
    told, numbers = end_of(run)
    wanted, theirs = end_of(straight)
    assert told == wanted
    assert updates(run) == updates(straight) == list(range(1, told["updates"] + 1))
    assert numbers.keys() == theirs.keys()
    for name in theirs:
        assert np.array_equal(numbers[name], theirs[name]), name
    assert not list(run.glob("*.new"))


class Killed(BaseException):
    """Stands for SIGKILL: nothing is done after it."""


@pytest.mark.parametrize("moment", first_quick([300, 33, 90]))
def test_a_killed_run_goes_on_from_the_last_state(
    config: TrainConfig, straight: Path, tmp_path: Path, moment: int
) -> None:
    """Killed any number of steps after a state was written, it comes to the same end."""
    run, states = tmp_path / "run", [0]

    def kill() -> None:
        raise Killed

    write = training_loop.write_state
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run_state, "SAVE_INTERVAL", 0.1)
        patch.setattr(
            training_loop, "write_state", lambda *a: (write(*a), states.append(states[0] + 1))
        )
        at_tick(moment, kill, patch)
        with pytest.raises(Killed):
            train(config, run)
    assert len(states) > 1
    (run / "state.zip.99.new").write_bytes(b"half")
    train(config, run, resume=True)
    assert end_of(run)[0] == end_of(straight)[0]
    assert updates(run) == updates(straight)
    assert not list(run.glob("*.new"))


def test_a_run_killed_in_an_update_learns_from_that_rollout(
    config: TrainConfig, straight: Path, tmp_path: Path
) -> None:
    """The state that is written before an update still has the rollout to be learned from."""
    run, left = tmp_path / "run", [3]
    after = training_loop.TrainingLoop.after_rollout

    def killed(self: training_loop.TrainingLoop) -> None:
        left[0] -= 1
        if left[0] == 0:
            self.save()
            raise Killed
        after(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training_loop.TrainingLoop, "after_rollout", killed)
        with pytest.raises(Killed):
            train(config, run)
    train(config, run, resume=True)
    told, numbers = end_of(run)
    wanted, theirs = end_of(straight)
    assert told == wanted
    for name in theirs:
        assert np.array_equal(numbers[name], theirs[name]), name


def test_what_nobody_requested_to_keep_is_written_every_thirty_seconds() -> None:
    assert run_state.SAVE_INTERVAL == 30.0


def test_an_evaluation_is_not_reported_twice(config: TrainConfig, tmp_path: Path) -> None:
    """Lines that the state does not know are those of an evaluation that will be played again."""
    run = tmp_path / "run"
    often = replace(config, evaluation=replace(config.evaluation, every_minutes=1e-9, pairs=2))
    with pytest.MonkeyPatch.context() as patch:
        at_tick(200, lambda: os.kill(os.getpid(), signal.SIGTERM), patch)
        with pytest.raises(Interrupted):
            train(often, run)
    file = run / training_loop.EVALUATIONS
    before = file.read_text()
    assert before.count("\n") >= 2
    file.write_text(before + "{}\n{")
    train(often, run, resume=True)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert file.read_text().startswith(before)
    told = [(line["at_decisions"], line["agent_b"]) for line in lines]
    assert len(set(told)) == len(told)


@pytest.mark.parametrize("pairs", [3, 5])
def test_an_evaluation_that_is_stopped_is_played_again(
    config: TrainConfig, tmp_path: Path, pairs: int
) -> None:
    """In the middle of the run (3 pairs) and at its end (5): half of its games are not its score."""
    often = Evaluation(every_minutes=1e-9, pairs=3, final_pairs=5, opponents=("random",))
    often_config = replace(config, evaluation=often)
    play = running.play_match

    def asked(*args: Any, **told: Any) -> Any:
        over: list[int] = []

        def ask(games: int) -> None:
            over.append(games)
            if told["pairs"] == pairs and len(over) == 5:
                os.kill(os.getpid(), signal.SIGTERM)

        return play(*args, **told, progress=ask)

    run = tmp_path / "run"
    with pytest.MonkeyPatch.context() as patch, pytest.raises(Interrupted, match="--resume"):
        patch.setattr(running, "play_match", asked)
        train(often_config, run)
    assert not (run / "result.json").exists()
    file = run / training_loop.EVALUATIONS
    assert file.exists() == (pairs == 5)
    told = train(often_config, run, resume=True)["evaluations"]
    told += [json.loads(line) for line in file.read_text().splitlines()]
    assert [each["interrupted"] for each in told] == [False] * len(told)


@pytest.mark.parametrize("name", ["config.yaml", "state.zip"])
def test_the_error_names_the_file_that_is_missing(
    config: TrainConfig, straight: Path, tmp_path: Path, name: str
) -> None:
    for kept in {"config.yaml", "state.zip"} - {name}:
        (tmp_path / kept).write_bytes((straight / kept).read_bytes())
    with pytest.raises(ConfigError) as caught:
        train(config, tmp_path, resume=True)
    assert str(caught.value).startswith(f"{tmp_path / name}: file: is missing")


def test_a_missing_folder_stays_missing(config: TrainConfig, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="nowhere/config.yaml: file: is missing"):
        train(config, tmp_path / "nowhere", resume=True)
    assert not (tmp_path / "nowhere").exists()


def test_a_missing_past_self_is_named(config: TrainConfig, straight: Path, tmp_path: Path) -> None:
    for kept in ("config.yaml", "state.zip"):
        (tmp_path / kept).write_bytes((straight / kept).read_bytes())
    with pytest.raises(ConfigError, match=r"opponents/\d{12}\.npz: file: is missing"):
        train(config, tmp_path, resume=True)


def test_a_state_of_other_rules_or_half_a_state_is_refused(
    config: TrainConfig, straight: Path, tmp_path: Path
) -> None:
    (tmp_path / "config.yaml").write_bytes((straight / "config.yaml").read_bytes())
    state = torch.load(straight / run_state.STATE_FILE, weights_only=True)
    state["made_for"]["scenario_digest"] = "other"
    torch.save(state, tmp_path / "state.zip")
    with pytest.raises(ConfigError, match="state.zip: scenario_digest: the run started with"):
        train(config, tmp_path, resume=True)
    (tmp_path / "state.zip").write_bytes((straight / "state.zip").read_bytes()[:5000])
    with pytest.raises(ConfigError, match="state.zip: file: not a run state"):
        train(config, tmp_path, resume=True)


def test_a_run_that_was_never_born_may_begin_again(config: TrainConfig, tmp_path: Path) -> None:
    """Killed before its first state was whole, a folder holds nothing to lose."""
    (tmp_path / "config.yaml").write_text("ruleset: auction\n")
    (tmp_path / "state.zip.7.new").write_bytes(b"half")
    short = replace(config, budget=replace(config.budget, decisions=10))
    assert train(short, tmp_path)["decisions"] >= 10


def test_a_file_is_the_old_one_until_it_is_the_new_one(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")
    with pytest.raises(RuntimeError), atomic_write(file) as new:
        new.write(b"ne")
        new.flush()
        assert file.read_bytes() == b"old"
        raise RuntimeError
    assert file.read_bytes() == b"old"
    with atomic_write(file) as new:
        new.write(b"new")
    assert file.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [file]


def test_torch_has_the_requested_threads(straight: Path) -> None:
    """Left alone it takes as many as the machine has cores, whether ours or not."""
    before = torch.get_num_threads()
    try:
        torch.set_num_threads(before + 2)
        place = ["--ruleset", "auction", "--scenario", "plain", "--pairs", "1"]
        found = [f"sb3:{straight / 'model.zip'}", f"net:{straight / 'policy.safetensors'}"]
        player = next(each for each in found if Path(each[4:]).is_file())
        arguments = ["match", player, "random", *place]
        assert cli.run(arguments) == 0
        assert torch.get_num_threads() == 1
        assert cli.run([*arguments, "--threads", "2"]) == 0
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)
