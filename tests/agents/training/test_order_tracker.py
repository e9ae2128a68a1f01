"""The fast learner by order: which decisions go on with an order that was begun before."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from spacecombat_agents.game_setting import GameSetting  # noqa: E402
from spacecombat_agents.training.config import config_from  # noqa: E402
from spacecombat_agents.training.fast.learner import FastLearner  # noqa: E402
from spacecombat_agents.training.fast.order_tracker import OrderTracker  # noqa: E402
from spacecombat_agents.training.rollout.opponent_pool import OpponentPool  # noqa: E402
from spacecombat_agents.training.rollout.selfplay_env import SelfPlayEnv, TrajectoryEnds  # noqa: E402


def games(count: int, counts_steps: bool = True) -> Any:
    """Return a batch of which only seats and steps are read."""
    env = SimpleNamespace(num_envs=count, games=np.zeros(count, np.int64))
    env.out = SimpleNamespace(seat=np.zeros(count, np.int8))
    env.kernels = SimpleNamespace(steps=(lambda told, row: told[row]) if counts_steps else None)
    return env


def asked(env: Any, orders: OrderTracker, seats: list[int], steps: list[int]) -> list[bool]:
    """Put a question to some seats after this many steps."""
    env.out.seat[:], env.games[:] = seats, steps
    return orders.continues_order().tolist()


def test_an_order_ends_with_a_step_or_with_another_seat() -> None:
    env = games(3)
    orders = OrderTracker(env)
    assert asked(env, orders, [0, 1, 0], [0, 0, 0]) == [False, False, False]
    assert asked(env, orders, [0, 1, 0], [0, 1, 0]) == [True, False, True]
    assert asked(env, orders, [0, 0, 1], [1, 1, 0]) == [False, False, False]
    assert asked(env, orders, [0, 0, 0], [1, 1, 0]) == [True, True, False]


def test_a_new_game_begins_with_an_order() -> None:
    env = games(2)
    orders = OrderTracker(env)
    asked(env, orders, [0, 0], [0, 0])
    orders.end_trajectories(TrajectoryEnds(np.array([2, 3]), np.array([1.0, -1.0], np.float32)))
    assert asked(env, orders, [0, 0], [0, 0]) == [True, False]


def test_it_goes_on_from_a_state() -> None:
    env = games(2)
    orders, other = OrderTracker(env), OrderTracker(env)
    asked(env, orders, [1, 0], [3, 4])
    other.restore([torch.from_numpy(each.copy()) for each in orders.state()])
    assert asked(env, other, [1, 0], [3, 5]) == [True, False]


def test_where_steps_are_not_counted_each_action_is_an_order() -> None:
    env = games(2, counts_steps=False)
    orders = OrderTracker(env)
    assert [asked(env, orders, [0, 1], [0, 0]) for _ in range(2)] == [[False, False]] * 2


class OneRollout:
    """Watches until a rollout is full."""

    def before_rollout(self) -> None:
        pass

    def on_step(self) -> bool:
        return True

    def after_rollout(self) -> None:
        raise StopIteration

    def after_update(self) -> None:
        pass


@pytest.mark.compiled
@pytest.mark.parametrize("by_order", [True, False])
def test_in_the_skirmish_actions_go_on_with_orders_and_begin_others(by_order: bool) -> None:
    config = config_from(
        {
            "learner": "fast",
            "torch_threads": 1,
            "rollout": {"games": 16, "decisions": 1500},
            "fast": {"by_order": by_order},
            "network": {"policy_layers": [8], "value_layers": [8]},
            "opponents": {"weights": {"mirror": 1.0}},
        }
    )
    setting = GameSetting.of("battle_rider", "skirmish")
    learner = FastLearner(config, setting.scenario)
    pool = OpponentPool(config.opponents, setting, learner.player, Path(), 1)
    learner.attach(SelfPlayEnv(setting.batch(16, threads=1, auto_reset=True), pool, 1), lambda: 0.0)
    with pytest.raises(StopIteration):
        learner.learn(OneRollout())
    buffer = learner._buffer
    continues_order = buffer.continues_order[: buffer.count]
    assert (0.2 < continues_order.mean() < 0.8) if by_order else not continues_order.any()
    begun = np.setdiff1d(np.arange(buffer.count), buffer.next[: buffer.count])
    assert len(begun) >= 32 and not continues_order[begun].any(), (
        "nobody continues what was not begun"
    )
