"""Work of several actors equals that of one, in any order."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from spacecombat_agents.game_setting import GameSetting  # noqa: E402
from spacecombat_agents.players.base import Agent, Needs, query_agent  # noqa: E402
from spacecombat_agents.players.roster import make_agent  # noqa: E402
from spacecombat_agents.training.config import TrainConfig, config_from  # noqa: E402
from spacecombat_agents.training.fast.learner import FastLearner  # noqa: E402
from spacecombat_agents.training.fast.loss import LossCoefficients, Minibatch  # noqa: E402
from spacecombat_agents.training.rollout.opponent_pool import OpponentPool  # noqa: E402
from spacecombat_agents.training.rollout.selfplay_env import SelfPlayEnv  # noqa: E402
from spacecombat_agents.training.rollout.worker_pool import WorkerPool, split_queries  # noqa: E402

CONFIG: dict[str, Any] = {
    "learner": "fast",
    "rollout": {"games": 32, "decisions": 512},
    "fast": {"batch": 256},
    "network": {"policy_layers": [16], "value_layers": [16]},
    "kickstart": {"agent": "scripted:captain"},
    "opponents": {"weights": {"scripted:captain": 0.4, "random": 0.3, "mirror": 0.3}},
}


@pytest.fixture(scope="module")
def setting() -> GameSetting:
    return GameSetting.of("battle_rider", "skirmish", "recommended")


def test_shares_are_even_and_leave_nothing_out() -> None:
    for count in (1, 2, 3, 7):
        for size in (1, 2, 6, 7, 100):
            shares = WorkerPool(count).shares(size)
            assert len(shares) == min(count, size)
            rows = np.concatenate([np.arange(size)[share] for share in shares])
            assert rows.tolist() == list(range(size))
            sizes = [share.stop - share.start for share in shares]
            assert max(sizes) - min(sizes) <= 1


def test_what_comes_out_stands_in_the_order_of_the_jobs() -> None:
    """The first job waits for the last, so more than one thread is at work."""
    done = threading.Event()

    def first() -> int:
        assert done.wait(10.0)
        return 0

    def last() -> int:
        done.set()
        return 3

    assert WorkerPool(2).run([first, lambda: 1, lambda: 2, last]) == [0, 1, 2, 3]


def test_an_error_in_any_lane_is_raised_when_all_have_ended() -> None:
    ended = []

    def bad() -> None:
        raise ValueError("in a lane")

    for jobs in ([bad, lambda: ended.append(1)], [lambda: ended.append(1), bad]):
        with pytest.raises(ValueError, match="in a lane"):
            WorkerPool(2).run(jobs)
    assert ended == [1, 1]


def test_players_choose_in_actors_what_their_random_numbers_give(setting: GameSetting) -> None:
    env = setting.batch(40, threads=1)
    env.start(np.arange(40))
    rows = np.arange(3, 40)
    for name in ("scripted:captain", "random"):
        player = make_agent(name, setting)
        random_bits = np.random.default_rng(5).integers(2**64, size=len(rows), dtype=np.uint64)
        workers = WorkerPool(3)
        queries = split_queries(player, env, rows, workers, np.random.default_rng(5))
        assert len(queries) == 3
        actions = np.concatenate(workers.run([query for _, query in queries]))
        assert actions.tolist() == query_agent(player, env, rows, random_bits).tolist()


def test_an_agent_with_memory_acts_in_one_actor(setting: GameSetting) -> None:
    class Counts:
        name, needs, queries = "counts", Needs.MASKS, 0

        def reset(self, seed: int) -> None:
            pass

        def act(self, observations: Any, masks: np.ndarray, *_: Any) -> np.ndarray:
            self.queries += 1
            return masks.argmax(axis=1)

    player, env = Counts(), setting.batch(8, threads=1)
    env.start(np.arange(8))
    queries = split_queries(player, env, np.arange(8), WorkerPool(2), np.random.default_rng(1))  # type: ignore[arg-type]
    assert [share for share, _ in queries] == [slice(0, 8)]
    WorkerPool(2).run([query for _, query in queries])
    assert player.queries == 1


class First:
    """Says the first legal action; keeps nothing in mind."""

    name, needs, is_stateless = "first", Needs.MASKS, True

    def reset(self, seed: int) -> None: ...

    def act(self, observations: Any, masks: np.ndarray, *_: Any) -> np.ndarray:
        return masks.argmax(axis=1)


class Noted(FastLearner):
    """A learner whose first actions are noted."""

    first: list[int] | None = None

    def _select_actions(self, rows: np.ndarray, continues_order: np.ndarray | None) -> np.ndarray:
        actions = super()._select_actions(rows, continues_order)
        self.first = self.first or actions.tolist()
        return actions


def learner_with(
    setting: GameSetting, folder: Path, workers: int, teacher: Agent | None = None
) -> Noted:
    """Return a learner after one rollout and one update."""
    config: TrainConfig = config_from(CONFIG)
    config = replace(config, fast=replace(config.fast, lanes=workers))
    learner = Noted(config, setting.scenario)
    learner._teacher = teacher or learner._teacher
    pool = OpponentPool(config.opponents, setting, learner.player, folder, 1)
    env = setting.batch(config.rollout.games, threads=1, auto_reset=True)
    learner.attach(SelfPlayEnv(env, pool, 1, WorkerPool(workers)), lambda: 0.0)

    class Once:
        updates = 0

        def before_rollout(self) -> None: ...

        def on_step(self) -> bool:
            return self.updates < 1

        def after_rollout(self) -> None: ...

        def after_update(self) -> None:
            self.updates += 1

    learner.learn(Once())
    return learner


def test_with_so_many_lanes_a_run_is_the_same_again(setting: GameSetting, tmp_path: Path) -> None:
    one, two = (learner_with(setting, tmp_path, 2) for _ in range(2))
    assert one.updates == two.updates > 1
    for ours, theirs in zip(one.net.parameters(), two.net.parameters(), strict=True):
        assert torch.equal(ours, theirs)


def test_each_actor_draws_by_its_own_random_numbers(setting: GameSetting, tmp_path: Path) -> None:
    """The first actions of a run, before randomness falls otherwise, are the same with any number of actors."""
    one, three = (learner_with(setting, tmp_path, workers).first for workers in (1, 3))
    assert one == three and one is not None
    assert len(set(one)) > 3


def test_in_lanes_each_decision_keeps_its_own(setting: GameSetting, tmp_path: Path) -> None:
    """What the teacher said and what was drawn are legal where they are stored, and as likely."""
    buffer = learner_with(setting, tmp_path, 3, First())._buffer
    count = buffer.count
    log_probs, every = buffer.all_log_probs[:count].float().numpy(), np.arange(count)
    assert np.array_equal(buffer.teacher_actions[:count], (log_probs > -np.inf).argmax(axis=1))
    minibatch = log_probs[every, buffer.actions[:count]]
    assert np.allclose(minibatch, buffer.log_probs[:count], atol=0.01)
    assert len(np.unique(buffer.teacher_actions[:count])) > 3


def test_gradients_of_lanes_are_those_of_one(setting: GameSetting, tmp_path: Path) -> None:
    learner = learner_with(setting, tmp_path, 3)
    buffer = learner._buffer
    rows = np.flatnonzero(np.arange(buffer.count) % 3)[:400]
    weights = np.linspace(0.5, 1.5, len(rows), dtype=np.float32)
    minibatch = Minibatch(rows, weights, buffer.advantages[rows]).normalised()
    assert abs(float(minibatch.advantages.mean())) < 1e-5
    found = []
    before = {name: each.clone() for name, each in learner.net.state_dict().items()}
    for workers in (1, 3):
        learner._workers = WorkerPool(workers)
        learner.net.load_state_dict(before)
        told = learner._gradient_step(minibatch, LossCoefficients(0.01, 0.0, 1.0), 0.001)
        found.append(([each.grad.clone() for each in learner.net.parameters()], told))
    assert any(float(each.abs().max()) > 1e-4 for each in found[0][0])
    for ours, theirs in zip(found[0][0], found[1][0], strict=True):
        assert torch.allclose(ours, theirs, atol=1e-6)
    assert found[0][1].tolist() == pytest.approx(found[1][1].tolist(), abs=1e-2)
