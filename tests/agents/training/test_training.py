"""Training end to end on the auction: learning, links, checkpoints, resuming, export, parity."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from spacecombat_agents.arena.matches.match import play_match  # noqa: E402
from spacecombat_agents.game_setting import GameSetting  # noqa: E402
from spacecombat_agents.players.base import Needs  # noqa: E402
from spacecombat_agents.players.net_agent import NetAgent  # noqa: E402
from spacecombat_agents.players.nets.policy_net import sample  # noqa: E402
from spacecombat_agents.players.roster import make_agent  # noqa: E402
from spacecombat_agents.training import behaviour_cloning  # noqa: E402
from spacecombat_agents.training.behaviour_cloning import BehaviourCloning, record_demonstrations  # noqa: E402
from spacecombat_agents.training.config import TrainConfig, config_from  # noqa: E402
from spacecombat_agents.training.metrics import metrics_log  # noqa: E402
from spacecombat_agents.training.rollout.opponent_pool import CheckpointOpponent, OpponentPool  # noqa: E402
from spacecombat_agents.training.rollout.selfplay_env import (  # noqa: E402
    SCORE_DECAY,
    SelfPlayEnv,
    TrajectoryEnds,
)
from spacecombat_agents.training.rollout.trajectory_buffer import OPEN, TERMINAL  # noqa: E402
from spacecombat_agents.training.run import evaluation_players  # noqa: E402
from spacecombat_agents.training.sb3.decision_buffer import compute_gae  # noqa: E402
from spacecombat_agents.training.sb3.sb3_learner import Sb3Learner  # noqa: E402
from spacecombat_agents.training.sb3.selfplay_ppo import build_model  # noqa: E402
from spacecombat_agents.training.trainer import train  # noqa: E402
from spacecombat_env.core.errors import ConfigError  # noqa: E402
from spacecombat_env.core.ruleset import TALLY  # noqa: E402

CONFIG = {
    "ruleset": "auction",
    "scenario": "plain",
    "torch_threads": 1,
    "engine_threads": 1,
    "budget": {"minutes": None, "decisions": 48_000},
    "rollout": {"games": 64, "decisions": 2048},
    "ppo": {"batch": 512, "learning_rate": 0.003, "gamma": 0.95},
    "network": {"policy_layers": [64], "value_layers": [32]},
    "opponents": {
        "weights": {"random": 0.5, "scripted:captain": 0.1, "self": 0.4},
        "every": 3,
        "keep": 3,
    },
    "evaluation": {"every_minutes": 0.02, "pairs": 10, "final_pairs": 50},
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


def test_it_learns(run: Path) -> None:
    result = json.loads((run / "result.json").read_text())
    scores = {played["agent_b"]: played["score_a"] for played in result["evaluations"]}
    assert scores["random"] > 0.85
    assert result["decisions"] >= 48_000
    assert result["words"] == pytest.approx(2 * result["decisions"], rel=0.02)
    assert result["decisions_per_s"] > 0


def test_a_game_meets_one_opponent_from_its_first_action_to_its_last(
    config: TrainConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Past selves are exchanged all the time, but never under a running game."""
    exchanged: dict[CheckpointOpponent, int] = {}
    become = CheckpointOpponent.load_weights

    def counted(self: CheckpointOpponent, folder: Path, checkpoint: str) -> None:
        exchanged[self] = exchanged.get(self, 0) + 1
        become(self, folder, checkpoint)

    class Watched(SelfPlayEnv):
        met: dict[int, tuple[int, int]] = {}

        def step(self, rows: np.ndarray, actions: np.ndarray) -> TrajectoryEnds:
            for row, slot in enumerate(self.slot.tolist()):
                now = slot, exchanged.get(self.pool.players[slot], 0)  # type: ignore[call-overload]
                assert self.met.setdefault(row, now) == now
            ended = super().step(rows, actions)
            for row in np.unique(ended.trajectory_ids // 2).tolist():
                del self.met[row]
            return ended

    monkeypatch.setattr(CheckpointOpponent, "load_weights", counted)
    monkeypatch.setattr("spacecombat_agents.training.trainer.SelfPlayEnv", Watched)
    opponents = replace(config.opponents, weights={"self": 1.0}, every=1, active=2)
    rollout = replace(config.rollout, decisions=256)
    evaluation = replace(config.evaluation, every_minutes=None, final_pairs=1)
    budget = replace(config.budget, decisions=6_000)
    changed = {"opponents": opponents, "rollout": rollout, "evaluation": evaluation}
    result = train(replace(config, budget=budget, **changed), tmp_path / "run")
    assert len(exchanged) == 4 and min(exchanged.values()) >= 3
    assert result["updates"] >= 20


def test_it_is_the_average_that_is_kept_as_past_self(
    config: TrainConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the one who is taught: his weights have gradients."""
    kept: list[bool] = []
    remember = OpponentPool.add_checkpoint

    def noted(self: OpponentPool, actor_critic: Any, decisions: int) -> None:
        kept.extend(weight.requires_grad for weight in actor_critic.parameters())
        remember(self, actor_critic, decisions)

    monkeypatch.setattr(OpponentPool, "add_checkpoint", noted)
    changed = replace(
        config,
        learner="fast",
        budget=replace(config.budget, decisions=3_000),
        rollout=replace(config.rollout, decisions=1_024),
        opponents=replace(config.opponents, every=1),
        evaluation=replace(config.evaluation, every_minutes=None, final_pairs=1),
    )
    train(changed, tmp_path / "run")
    assert len(list((tmp_path / "run" / "opponents").glob("*.npz"))) >= 3 and not any(kept)


def test_new_games_are_drawn_for_open_slots_alone(config: TrainConfig, tmp_path: Path) -> None:
    setting = GameSetting.of("auction", "plain")
    actor_critic = build_model(config, setting.scenario).actor_critic
    pool = OpponentPool(replace(config.opponents, active=2), setting, actor_critic, tmp_path, 1)
    assert len(pool.checkpoint_players) == 4 and pool.open_slots == [0, 1]
    pool.add_checkpoint(actor_critic, 5)
    busy = np.zeros(6, bool)
    busy[2:5] = True  # the checkpoints 0, 1, 2
    pool.refresh(busy)
    assert pool.open_slots == [1, 3] and pool.checkpoint_players[3].checkpoint == f"{5:012d}.npz"
    assert pool.slot_probs == pytest.approx([0.5, 0.1, 0.0, 0.2, 0.0, 0.2, 0.0])
    pool.refresh(np.ones(6, bool))
    assert pool.open_slots == [1, 3], "where all is played in, nothing changes"
    assert set(pool.sample_slots(200)) <= {0, 1, 3, 5}


def test_the_run_folder_is_whole(run: Path) -> None:
    for name in ("config.yaml", "model.zip", "state.json", "result.json", "evaluations.jsonl"):
        assert (run / name).is_file(), name
    assert 1 <= len(list((run / "opponents").glob("*.npz"))) <= 3 + 6
    lines = [json.loads(line) for line in (run / "evaluations.jsonl").read_text().splitlines()]
    assert {"at_decisions", "at_seconds", "score_a", "interval", "agent_b"} <= set(lines[0])
    assert not list(run.glob("*.new*"))


def test_every_update_has_a_line(run: Path) -> None:
    lines = metrics_log.read(run)
    result = json.loads((run / "result.json").read_text())
    assert [line["updates"] for line in lines] == list(range(1, result["updates"] + 1))
    decisions = [line["decisions"] for line in lines]
    assert decisions == sorted(set(decisions)) and decisions[-1] <= result["decisions"]
    for line in lines:
        assert {"random", "self"} <= set(line["scores"])
        assert 0.0 < line["entropy"] <= np.log(16) and line["kl"] >= -1e-6
        assert line["learning_rate"] <= 0.003 and line["tau"] <= 0.01
        assert {"loss", "policy_loss", "value_loss", "explained_variance"} <= set(line)
    assert lines[0]["entropy"] > lines[-1]["entropy"]


def test_the_model_is_plain_sb3(run: Path) -> None:
    """A process that cannot import our package opens the model."""
    script = (
        "import sys; sys.modules['spacecombat_agents'] = None\n"
        "from sb3_contrib import MaskablePPO\n"
        f"model = MaskablePPO.load({str(run / 'model.zip')!r}, device='cpu')\n"
        "import numpy as np\n"
        "mask = np.eye(16)[3]\n"
        "print(model.predict(np.zeros(34, np.float32), action_masks=mask)[0])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=run
    )
    assert done.stdout.strip() == "3"


def test_a_saved_model_plays(run: Path, setting: GameSetting) -> None:
    evaluation_players = (
        make_agent(f"sb3:{run / 'model.zip'}", setting),
        make_agent("random", setting),
    )
    assert play_match(setting, evaluation_players, pairs=30, seed=0).score_a > 0.85


def test_a_folder_in_use_is_refused(run: Path, config: TrainConfig) -> None:
    with pytest.raises(ConfigError, match="is not empty"):
        train(config, run)


def test_a_run_goes_on(run: Path, config: TrainConfig) -> None:
    longer = replace(config, budget=replace(config.budget, decisions=54_000))
    before = json.loads((run / "state.json").read_text())
    result = train(longer, run, resume=True)
    assert result["decisions"] >= 54_000
    assert result["seconds"] > before["seconds"]
    assert result["updates"] > before["updates"]


def test_another_run_does_not_go_on(run: Path, config: TrainConfig, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="seed: the run started with 1, not 9"):
        train(replace(config, seed=9), run, resume=True)
    with pytest.raises(ConfigError, match="holds no run"):
        train(config, tmp_path, resume=True)


class Recorder:
    """An opponent that notes the seats it played, and plays the first legal action."""

    name = "recorder"
    needs = Needs.MASKS

    def __init__(self) -> None:
        self.seats: list[int] = []

    def reset(self, seed: int) -> None:
        pass

    def act(self, observations, masks, results=None, seats=None):  # type: ignore[no-untyped-def]
        self.seats += seats.tolist()
        return masks.argmax(axis=1)


class OnePlayer:
    """A pool of one."""

    def __init__(self) -> None:
        self.players = [Recorder()]
        self.mirror = 1

    def sample_slots(self, count: int) -> np.ndarray:
        return np.zeros(count, np.int64)


def test_the_learner_sits_in_both_seats_and_sees_its_losses(setting: GameSetting) -> None:
    env = setting.batch(10, threads=1, auto_reset=True)
    self_play = SelfPlayEnv(env, OnePlayer(), seed=1)  # type: ignore[arg-type]
    results, decisions_by_seat = set(), {0: 0, 1: 0}
    for _ in range(200):
        rows = self_play.learner_rows()
        for row in rows:
            decisions_by_seat[int(self_play.learner[row])] += 1
        ended = self_play.step(rows, env.out.mask[rows].argmax(axis=1))
        results |= set(ended.rewards.tolist())
    assert {-1.0, 1.0} <= results
    assert decisions_by_seat[0] == pytest.approx(decisions_by_seat[1], rel=0.1)
    assert {0, 1} == set(self_play.pool.players[0].seats)
    assert self_play.games > 60


def test_running_scores_forget_slowly_and_know_no_mirror(setting: GameSetting) -> None:
    env = setting.batch(4, threads=1, auto_reset=True)
    self_play = SelfPlayEnv(env, OnePlayer(), seed=1)  # type: ignore[arg-type]
    self_play.slot[3] = self_play.pool.mirror
    self_play.learner[:] = 0

    def ends(*verdicts: int) -> None:
        env.out.done[:] = 1
        env.out.tally[:, TALLY.verdict] = verdicts
        self_play.slot[:3], self_play.slot[3], self_play.learner[:] = 0, self_play.pool.mirror, 0
        self_play._record_finished()

    ends(0, 0, 0, 1)
    assert self_play.scores.tolist() == [1.0]
    ends(2, 1, 0, 1)
    wanted = 1.0
    for score in (0.5, 0.0, 1.0):
        wanted = SCORE_DECAY * wanted + (1.0 - SCORE_DECAY) * score
    assert self_play.scores == pytest.approx([wanted])


def test_the_learner_acts_in_evaluations_as_they_have_it(
    config: TrainConfig, setting: GameSetting
) -> None:
    evaluation = replace(config.evaluation, temperature=0.6, min_p=0.02, opponents=("random",))
    learner = Sb3Learner(config, setting.scenario)
    run: Any = SimpleNamespace(
        config=replace(config, evaluation=evaluation), learner=learner, setting=setting
    )
    first, other = evaluation_players(run)
    assert isinstance(first, NetAgent) and first.actor_critic is learner.player
    assert (first.temperature, first.min_p, other.name) == (0.6, 0.02, "random")


def test_advantages_follow_the_links() -> None:
    """Two games woven together: A at 0, 2, 4 (ends with 1), B at 1, 3 (3 is open)."""
    rewards = np.array([0, 0, 0, 0, 1], np.float32)
    value_estimates = np.array([0.1, 0.2, 0.3, 0.4, 0.5], np.float32)
    successors = np.array([2, 3, 4, OPEN, TERMINAL])
    advantages = np.zeros(5, np.float32)
    compute_gae(rewards, value_estimates, successors, np.array([0.9, 0.5]), advantages)
    last = 1 - 0.5
    middle = 0.9 * 0.5 - 0.3 + 0.45 * last
    first = 0.9 * 0.3 - 0.1 + 0.45 * middle
    assert advantages == pytest.approx([first, 0.9 * 0.4 - 0.2, middle, 0.0, last], abs=1e-6)


def test_actions_are_drawn_by_their_chances() -> None:
    probs = torch.tensor([[0.0, 0.2, 0.0, 0.8, 0.0]]).repeat(20_000, 1)
    counts = torch.bincount(sample(probs, torch.Generator().manual_seed(1)), minlength=5)
    assert counts[[0, 2, 4]].sum() == 0
    assert abs(int(counts[1]) - 4000) < 200


def test_a_warm_start_teaches_the_teachers_actions(config: TrainConfig) -> None:
    setting = GameSetting.of("auction", "plain")
    learner = Sb3Learner(config, setting.scenario)
    untaught = replace(config.imitation, agent="scripted:captain", decisions=2_000, epochs=1)
    before = BehaviourCloning(learner, setting, replace(config, imitation=untaught)).execute()
    wanted = replace(untaught, decisions=60_000, epochs=10, learning_rate=3e-3)
    after = BehaviourCloning(learner, setting, replace(config, imitation=wanted)).execute()
    assert before < 0.5 < 0.7 < after


def test_lessons_say_what_became_of_each_decision() -> None:
    setting = GameSetting.of("auction", "plain")
    teacher = make_agent("scripted:captain", setting)
    teacher.reset(1)
    demonstrations = record_demonstrations(setting, teacher, count=60_000, gamma=1.0, seed=1)
    known = demonstrations.outcomes[~np.isnan(demonstrations.outcomes)]
    assert len(known) > 0.8 * len(demonstrations.outcomes)
    assert set(np.unique(known)) <= {-1.0, 0.0, 1.0} and {-1.0, 1.0} <= set(known)
    is_legal = demonstrations.masks[np.arange(len(demonstrations.actions)), demonstrations.actions]
    assert is_legal.all()


def test_what_a_decision_led_to_is_less_from_action_to_action() -> None:
    """A game of three actions ends, then another begins, which is not over."""
    seats = np.array([[0], [1], [0], [1]], np.int8)
    rewards = np.zeros((4, 1, 2), np.float32)
    rewards[2, 0] = 1.0, -1.0
    ended = np.array([[False], [False], [True], [False]])
    outcomes = behaviour_cloning._outcomes(seats, rewards, ended, 0.5)[:, 0]
    assert outcomes == pytest.approx([0.5, -1.0, 1.0, np.nan], nan_ok=True)


def test_a_head_start_counts_in_the_result(config: TrainConfig, tmp_path: Path) -> None:
    taught = replace(
        config,
        budget=replace(config.budget, decisions=4_000),
        imitation=replace(config.imitation, agent="scripted:captain", decisions=5_000),
        evaluation=replace(config.evaluation, every_minutes=None, final_pairs=2),
    )
    train(taught, tmp_path / "taught")
    result = json.loads((tmp_path / "taught" / "result.json").read_text())
    assert 0.0 < result["imitated"] <= 1.0
