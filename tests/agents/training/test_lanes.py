"""Work in lanes: as one lane does it, whoever is first."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from spacecombat_agents.players.base import Agent, Needs, ask  # noqa: E402
from spacecombat_agents.players.roster import make_agent  # noqa: E402
from spacecombat_agents.setting import Setting  # noqa: E402
from spacecombat_agents.training.config import TrainConfig, config_from  # noqa: E402
from spacecombat_agents.training.fast.learner import FastLearner  # noqa: E402
from spacecombat_agents.training.fast.loss import Drawn, Pulls  # noqa: E402
from spacecombat_agents.training.games import Arena  # noqa: E402
from spacecombat_agents.training.lanes import Lanes, questions  # noqa: E402
from spacecombat_agents.training.opponents import Pool  # noqa: E402

CONFIG: dict[str, Any] = {
    "learner": "fast",
    "rollout": {"games": 32, "decisions": 512},
    "fast": {"batch": 256},
    "network": {"policy_layers": [16], "value_layers": [16]},
    "kickstart": {"agent": "scripted:captain"},
    "opponents": {"weights": {"scripted:captain": 0.4, "random": 0.3, "mirror": 0.3}},
}


@pytest.fixture(scope="module")
def setting() -> Setting:
    return Setting.of("battle_rider", "skirmish", "recommended")


def test_shares_are_even_and_leave_nothing_out() -> None:
    for count in (1, 2, 3, 7):
        for size in (1, 2, 6, 7, 100):
            shares = Lanes(count).shares(size)
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

    assert Lanes(2).do([first, lambda: 1, lambda: 2, last]) == [0, 1, 2, 3]


def test_an_error_in_any_lane_is_raised_when_all_have_ended() -> None:
    ended = []

    def bad() -> None:
        raise ValueError("in a lane")

    for jobs in ([bad, lambda: ended.append(1)], [lambda: ended.append(1), bad]):
        with pytest.raises(ValueError, match="in a lane"):
            Lanes(2).do(jobs)
    assert ended == [1, 1]


def test_players_say_in_lanes_what_their_lots_say(setting: Setting) -> None:
    env = setting.batch(40, threads=1)
    env.start(np.arange(40))
    rows = np.arange(3, 40)
    for name in ("scripted:captain", "random"):
        player = make_agent(name, setting)
        lots = np.random.default_rng(5).integers(2**64, size=len(rows), dtype=np.uint64)
        lanes = Lanes(3)
        asked = questions(player, env, rows, lanes, np.random.default_rng(5))
        assert len(asked) == 3
        words = np.concatenate(lanes.do([question for _, question in asked]))
        assert words.tolist() == ask(player, env, rows, lots).tolist()


def test_who_keeps_something_in_mind_is_asked_in_one_lane(setting: Setting) -> None:
    class Counts:
        name, needs, asked = "counts", Needs.MASKS, 0

        def reset(self, seed: int) -> None:
            pass

        def act(self, observations: Any, masks: np.ndarray, *_: Any) -> np.ndarray:
            self.asked += 1
            return masks.argmax(axis=1)

    player, env = Counts(), setting.batch(8, threads=1)
    env.start(np.arange(8))
    asked = questions(player, env, np.arange(8), Lanes(2), np.random.default_rng(1))  # type: ignore[arg-type]
    assert [share for share, _ in asked] == [slice(0, 8)]
    Lanes(2).do([question for _, question in asked])
    assert player.asked == 1


class First:
    """Says the first legal word; keeps nothing in mind."""

    name, needs, is_stateless = "first", Needs.MASKS, True

    def reset(self, seed: int) -> None: ...

    def act(self, observations: Any, masks: np.ndarray, *_: Any) -> np.ndarray:
        return masks.argmax(axis=1)


class Noted(FastLearner):
    """A learner whose first words are noted."""

    first: list[int] | None = None

    def _decide(self, rows: np.ndarray, within: np.ndarray | None) -> np.ndarray:
        words = super()._decide(rows, within)
        self.first = self.first or words.tolist()
        return words


def learner_with(setting: Setting, folder: Path, lanes: int, teacher: Agent | None = None) -> Noted:
    """Return a learner after one rollout and one update."""
    config: TrainConfig = config_from(CONFIG)
    config = replace(config, fast=replace(config.fast, lanes=lanes))
    learner = Noted(config, setting.scenario)
    learner._teacher = teacher or learner._teacher
    pool = Pool(config.opponents, setting, learner.player, folder, 1)
    env = setting.batch(config.rollout.games, threads=1, auto_reset=True)
    learner.enter(Arena(env, pool, 1, Lanes(lanes)), lambda: 0.0)

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


def test_with_so_many_lanes_a_run_is_the_same_again(setting: Setting, tmp_path: Path) -> None:
    one, two = (learner_with(setting, tmp_path, 2) for _ in range(2))
    assert one.updates == two.updates > 1
    for ours, theirs in zip(one.net.parameters(), two.net.parameters(), strict=True):
        assert torch.equal(ours, theirs)


def test_each_lane_draws_by_its_own_lots(setting: Setting, tmp_path: Path) -> None:
    """The first words of a run, before luck falls otherwise, are the same in any number of lanes."""
    one, three = (learner_with(setting, tmp_path, lanes).first for lanes in (1, 3))
    assert one == three and one is not None
    assert len(set(one)) > 3


def test_in_lanes_each_decision_keeps_its_own(setting: Setting, tmp_path: Path) -> None:
    """What the teacher said and what was drawn are legal where they are stored, and as likely."""
    chains = learner_with(setting, tmp_path, 3, First())._chains
    count = chains.count
    held, every = chains.held[:count].float().numpy(), np.arange(count)
    assert np.array_equal(chains.taught[:count], (held > -np.inf).argmax(axis=1))
    drawn = held[every, chains.words[:count]]
    assert np.allclose(drawn, chains.chances[:count], atol=0.01)
    assert len(np.unique(chains.taught[:count])) > 3


def test_gradients_of_lanes_are_those_of_one(setting: Setting, tmp_path: Path) -> None:
    learner = learner_with(setting, tmp_path, 3)
    chains = learner._chains
    rows = np.flatnonzero(np.arange(chains.count) % 3)[:400]
    weights = np.linspace(0.5, 1.5, len(rows), dtype=np.float32)
    drawn = Drawn(rows, weights, chains.advantages[rows]).normalised()
    assert abs(float(drawn.advantages.mean())) < 1e-5
    found = []
    before = {name: each.clone() for name, each in learner.net.state_dict().items()}
    for lanes in (1, 3):
        learner._lanes = Lanes(lanes)
        learner.net.load_state_dict(before)
        told = learner._step(drawn, Pulls(0.01, 0.0, 1.0), 0.001)
        found.append(([each.grad.clone() for each in learner.net.parameters()], told))
    assert any(float(each.abs().max()) > 1e-4 for each in found[0][0])
    for ours, theirs in zip(found[0][0], found[1][0], strict=True):
        assert torch.allclose(ours, theirs, atol=1e-6)
    assert found[0][1].tolist() == pytest.approx(found[1][1].tolist(), abs=1e-2)
