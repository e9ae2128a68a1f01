"""Rewards for points on the way: whose they are, how they fade, that a game is worth its result."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from spacecombat_agents.game_setting import GameSetting  # noqa: E402
from spacecombat_agents.players.net_agent import WEIGHTS_FILE  # noqa: E402
from spacecombat_agents.training.config import Shaping, config_from  # noqa: E402
from spacecombat_agents.training.fast.reward_shaping import Potential  # noqa: E402
from spacecombat_agents.training.fast.rollout_buffer import ReturnParameters, RolloutBuffer  # noqa: E402
from spacecombat_agents.training.rollout.selfplay_env import TrajectoryEnds  # noqa: E402
from spacecombat_agents.training.trainer import train  # noqa: E402
from spacecombat_env.core.errors import ConfigError  # noqa: E402
from spacecombat_env.env.vector.batch import BatchEnv  # noqa: E402

POINTS_OF_A_WIN = 100  # of Battle Rider's margin reward
AUCTION = {
    "ruleset": "auction",
    "scenario": "plain",
    "learner": "fast",
    "budget": {"minutes": None, "decisions": 2_000},
    "shaping": {"weight": 0.5},
    "opponents": {"weights": {"mirror": 0.7, "random": 0.3}},
    "evaluation": {"every_minutes": None, "final_pairs": 2, "opponents": ["random"]},
}


SKIRMISH = {
    "learner": "fast",
    "torch_threads": 1,
    "engine_threads": 1,
    "budget": {"minutes": None, "decisions": 16_000},
    "rollout": {"games": 16, "decisions": 8_000},
    "fast": {"batch": 1024, "passes": 1},
    "network": {"policy_layers": [16], "value_layers": [16]},
    "opponents": {"weights": {"mirror": 1.0}},
    "evaluation": {"every_minutes": None, "final_pairs": 1, "opponents": ["random"]},
}


@pytest.fixture
def losing_blue() -> BatchEnv:
    """Two games of the skirmish; in the second Blue has lost 50 points."""
    env = GameSetting.of("battle_rider", "skirmish").batch(2, threads=1)
    env.start(np.arange(2))
    env.games.states["points_lost"][1] = (0, 50)
    return env


@pytest.mark.parametrize(("seat", "sign"), [(0, 1.0), (1, -1.0)])
def test_a_lead_counts_for_who_has_it(losing_blue: BatchEnv, seat: int, sign: float) -> None:
    losing_blue.out.seat[:] = seat
    found = Potential(losing_blue, Shaping(weight=3.0, until=0.5)).of(np.arange(2), 0.25)
    assert found == pytest.approx([0.0, sign * 3.0 * 0.5 * np.tanh(50 / POINTS_OF_A_WIN)])


def test_it_fades_to_nothing(losing_blue: BatchEnv) -> None:
    potential = Potential(losing_blue, Shaping(weight=2.0, until=0.5))
    assert [potential.weight(share) for share in (0.0, 0.25, 0.5, 1.0)] == [2.0, 1.0, 0.0, 0.0]
    assert Potential(losing_blue, Shaping(weight=2.0, until=0.0)).weight(0.0) == 0.0
    assert np.all(potential.of(np.arange(2), 0.5) == 0.0)


@pytest.mark.parametrize("lost", [True, False])
def test_a_game_is_worth_its_result(lost: bool) -> None:
    """Three decisions of a seat, by lambda 1: whatever was won of potential on the way, from a
    decision on a game brings its result less the potential there. What the value learns is the
    result alone."""
    buffer = RolloutBuffer(8, 1, (1, 1, 3))
    for potentials in (0.25, 0.75, -0.5):
        at = buffer.add_decisions(np.array([0]))
        buffer.potentials[at] = potentials
    result = -1.0 if lost else 1.0
    buffer.end_trajectories(TrajectoryEnds(np.array([0]), np.array([result], np.float32)))
    buffer.compute_advantages(ReturnParameters(1.0, 1.0, 1.0))
    assert buffer.advantages[:3].tolist() == [result - 0.25, result - 0.75, result + 0.5]
    assert buffer.targets[:3].tolist() == [[0, 0, 1] if lost else [1, 0, 0]] * 3


def test_what_an_action_wins_is_shown_at_once() -> None:
    """By lambda 0 a decision hears of the potential that it won, before the game is over."""
    buffer = RolloutBuffer(8, 1, (1, 1, 3))
    for potentials in (0.25, 0.75):
        buffer.potentials[buffer.add_decisions(np.array([0]))] = potentials
    buffer.compute_advantages(ReturnParameters(1.0, 0.0, 1.0))
    assert buffer.advantages[0] == pytest.approx(0.5)


def test_a_learner_gets_points_until_then(tmp_path: Path) -> None:
    """A run with shaped rewards is another run; one in which they fade at once is none."""
    teacher_actions = []
    for name, its in (("none", {}), ("faded", {"until": 0.0}), ("shaped", {"until": 1.0})):
        shaping = {"weight": 1.0, **its} if its else {}
        train(config_from({**SKIRMISH, "shaping": shaping}), tmp_path / name)
        teacher_actions.append((tmp_path / name / WEIGHTS_FILE).read_bytes())
    assert teacher_actions[0] == teacher_actions[1] != teacher_actions[2]


def test_maskable_ppo_has_none() -> None:
    with pytest.raises(ConfigError, match=r"shaping\.weight: .*learner: fast"):
        config_from({**AUCTION, "learner": "sb3"})


def test_rules_that_keep_no_score_are_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"shaping\.weight: auction has no running score"):
        train(config_from(AUCTION), tmp_path / "run")
